"""A campaign at play: its log of events, what they add up to, and what each seat may see."""
