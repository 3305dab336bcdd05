"""The HTTP API: runs of the contract, their odds, advice and samples; games; tables; OpenAPI.

The package may import the rules, the table and the faces that pages share. It must not know a page.
"""

from tablee.faces.api.problems import problem_of
from tablee.faces.api.route_list import api_router

__all__ = ["api_router", "problem_of"]
