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
from lanescope import bootstrap

bootstrap.load(*(f'lanescope.{module}' for module in ('errors', 'installed', 'annotations', 'recording', 'schedule', 'table', 'events', 'columns',
                                                   'profiler', 'session', 'training')))
from lanescope.annotations import mark, range, step
from lanescope.errors import LanescopeError
from lanescope.profiler import ProfilerActivity, profile, tensorboard_trace_handler
from lanescope.recording import record
from lanescope.schedule import ProfilerAction, schedule
from lanescope.session import Session, open


def __getattr__(name):
    """What else torch.profiler has, record_function among it, is torch's own: one changed import serves a whole program. torch
    is imported with the first such name, and only then."""
    if not name.startswith('_'):
        try:
            import torch.profiler
        except ImportError:
            raise AttributeError(f"module 'lanescope' has no attribute '{name}'; where it is one of torch.profiler's, install torch") from None
        if name in torch.profiler.__all__:
            return getattr(torch.profiler, name)
    raise AttributeError(f"module 'lanescope' has no attribute '{name}'")


def load_ipython_extension(shell):
    """%load_ext lanescope: cells that begin with %%lanescope are recorded."""
    bootstrap.load('lanescope.notebook')
    from lanescope.notebook import load
    load(shell)


__all__ = ['LanescopeError', 'ProfilerAction', 'ProfilerActivity', 'Session', 'mark', 'open', 'profile', 'range', 'record',
           'schedule', 'step', 'tensorboard_trace_handler']
