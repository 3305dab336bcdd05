"""Games in a file: they are loaded, and the mistakes of their authors are found and explained."""
