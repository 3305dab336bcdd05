"""Texts for people: words, sentences from templates, and what a value allows."""
