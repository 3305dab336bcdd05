"""The console: pages for one person on this machine, made on the server, morphed by htmx."""
