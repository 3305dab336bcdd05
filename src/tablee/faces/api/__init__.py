"""The HTTP API: the runs of the contract, their odds, advice and samples; what there is;
OpenAPI."""

from tablee.faces.api.problems import problem_of
from tablee.faces.api.route_list import api_router

__all__ = ["api_router", "problem_of"]
