"""The strongly connected components of a directed graph (Tarjan 1972)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

Node = TypeVar("Node", bound=Hashable)


def components_from(root: Node, following: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """Return the components that `root` leads to, each after those that it leads to.

    `following`: function that returns the nodes one edge away from a node.
    """
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    on_stack: set[Node] = set()
    stack: list[Node] = []
    found: list[list[Node]] = []
    work: list[tuple[Node, Any]] = []

    def enter(node: Node) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        work.append((node, iter(following(node))))

    enter(root)
    while work:
        node, others = work[-1]
        for other in others:
            if other not in index:
                enter(other)
                break
            if other in on_stack:
                low[node] = min(low[node], index[other])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                component: list[Node] = []
                while not component or component[-1] != node:
                    component.append(stack.pop())
                on_stack.difference_update(component)
                found.append(component)
    return found
