"""Laws as pictures: SVG and PNG of the answers of `odds`, for paper and for the screen.

Read `law_picture` first. The package may import rules and games. It knows no page and no table.
"""
