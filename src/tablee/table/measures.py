"""Measurements of a server's tables in the OpenMetrics text format (1.0).

This module may import the metrics library only. It must not know tables or seats: no measurement
names a table, a seat or a person.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.openmetrics.exposition import generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Measures:
    """The measurements of one process."""

    def __init__(self) -> None:
        self.registry = here = CollectorRegistry()
        self.acts = Counter("tablee_acts", "Acts, done or refused", ["outcome"], registry=here)
        self.seconds = Histogram(
            "tablee_act_seconds",
            "Time from an act to its commit",
            buckets=SECONDS,
            registry=here,
        )
        self.events = Counter("tablee_events", "Events written", registry=here)
        self.streams = Gauge("tablee_streams", "Open streams of pages and programs", registry=here)
        self.tables = Gauge("tablee_tables", "Tables in memory", registry=here)
        self.conflicts = Counter(
            "tablee_conflicts",
            "Acts decided again because another process was faster",
            registry=here,
        )

    def text(self) -> bytes:
        """Return all measurements as text."""
        text: bytes = generate_latest(self.registry)  # type: ignore[no-untyped-call]
        return text
