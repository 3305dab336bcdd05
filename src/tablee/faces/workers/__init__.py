"""The worker pool: computations in other processes, with progress and cancellation."""
