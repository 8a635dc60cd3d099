"""For Ray Train:

    from lanescope.ray import recorded

    TorchTrainer(recorded(train_loop, "/shared/run.lanes", wait=10, active=5), scaling_config=ScalingConfig(num_workers=2)).fit()
"""
import functools
import inspect
import os
from typing import Any, Callable, Optional

import ray.train
from torch.optim.optimizer import register_optimizer_step_post_hook

from lanescope.training import Training


def recorded(train_loop: Callable[..., Any], path: 'str | os.PathLike[str]', *, wait: int = 0, active: Optional[int] = None,
             **options: Any) -> Callable[..., Any]:
    """The same loop, to be given to TorchTrainer: on each worker it records `active` steps after the first `wait` ones, each a step of
    the session; a step ends with a step of an optimizer. Ray's own callbacks are called beside the workers, not in them. Each of
    several workers writes a session of its own, "run-rank1.lanes", on the machine that it runs on; a `path` that is not absolute is
    below the folder that this is called in. `options` are those of lanescope.record()."""
    file = os.path.abspath(path)
    Training(file, wait=wait, active=active, **options)  # what cannot be is to be said here, not on the workers

    @functools.wraps(train_loop)
    def loop(*config: Any) -> Any:
        training, context = Training(file, wait=wait, active=active, **options), ray.train.get_context()
        training.begin(context.get_world_rank(), context.get_world_size())
        training.step()
        hook = register_optimizer_step_post_hook(lambda *_: training.step())
        try:
            return train_loop(*config)
        finally:
            hook.remove()
            training.end()
    # Ray asks how many arguments it takes.
    loop.__signature__ = inspect.signature(train_loop)  # type: ignore[attr-defined]
    return loop
