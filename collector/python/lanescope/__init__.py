"""Records what a PyTorch program does, from within the program, and reads what was recorded.

    import lanescope

    with lanescope.record("run.lanes"):
        for batch in loader:
            with lanescope.range("forward"):
                loss = model(batch)
            ...
            lanescope.step()

`lanescope record -- python3 train.py` on the command line records a program that does not import this.
"""
from lanescope.annotations import mark, range, step
from lanescope.errors import LanescopeError
from lanescope.recording import record
from lanescope.schedule import ProfilerAction, schedule

__all__ = ['LanescopeError', 'ProfilerAction', 'mark', 'range', 'record', 'schedule', 'step']
