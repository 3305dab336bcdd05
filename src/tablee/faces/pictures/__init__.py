"""Laws as pictures: SVG and PNG of the answers of `odds`, for paper and for the screen.

`law_picture` begins it. The package may import rules and games. It knows no page and no table.
"""
