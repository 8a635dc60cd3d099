"""Records what a PyTorch program does, from within the program, and reads what was recorded.

    import lanescope

    with lanescope.record("run.lanes"):
        for batch in loader:
            with lanescope.range("forward"):
                loss = model(batch)
            ...
            lanescope.step()

`lanescope.profile` takes the place of torch.profiler.profile, `lanescope.open("run.lanes")` gives a session as tables;
`lanescope record -- python3 train.py` on the command line records a program that does not import this.
"""
from lanescope.annotations import mark, range, step
from lanescope.errors import LanescopeError
from lanescope.profiler import ProfilerActivity, profile, tensorboard_trace_handler
from lanescope.recording import record
from lanescope.schedule import ProfilerAction, schedule
from lanescope.session import Session, open


def load_ipython_extension(shell):
    """%load_ext lanescope: cells that begin with %%lanescope are recorded."""
    from lanescope.notebook import load
    load(shell)


__all__ = ['LanescopeError', 'ProfilerAction', 'ProfilerActivity', 'Session', 'mark', 'open', 'profile', 'range', 'record',
           'schedule', 'step', 'tensorboard_trace_handler']
