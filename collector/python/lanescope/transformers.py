"""A callback for the Trainer of Hugging Face:

    from lanescope.transformers import LanescopeCallback

    Trainer(model, arguments, train_dataset=data, callbacks=[LanescopeCallback("run.lanes", wait=10, active=5)]).train()
"""
import os
from typing import Any, Optional

from transformers import TrainerCallback

from lanescope.annotations import mark
from lanescope.training import Training


class LanescopeCallback(TrainerCallback):
    """Records `active` steps of train() after the first `wait` ones, each a step of the session, with its gradient accumulation;
    evaluations and saved checkpoints are marks. Each rank of a job writes a session of its own, "run-rank1.lanes"."""

    def __init__(self, path: 'Optional[str | os.PathLike[str]]' = None, *, wait: int = 0, active: Optional[int] = None,
                 **options: Any) -> None:
        self._training = Training(path, wait=wait, active=active, **options)

    @property
    def session(self) -> Optional[str]:
        """The session, once there is one."""
        return self._training.session

    def on_train_begin(self, args: Any, *_: Any, **__: Any) -> None:
        self._training.begin(args.process_index, args.world_size)

    def on_step_begin(self, *_: Any, **__: Any) -> None:
        self._training.step()

    def on_evaluate(self, *_: Any, **__: Any) -> None:
        mark('evaluated')

    def on_save(self, *_: Any, **__: Any) -> None:
        mark('saved')

    def on_train_end(self, *_: Any, **__: Any) -> None:
        self._training.end()
