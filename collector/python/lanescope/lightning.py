"""A callback for Lightning:

    from lanescope.lightning import LanescopeCallback

    Trainer(callbacks=[LanescopeCallback("run.lanes", wait=10, active=5)]).fit(model)
"""
import os
from typing import Any, Optional

from lanescope.annotations import range
from lanescope.training import Training

try:
    from lightning.pytorch.callbacks import Callback
except ImportError:
    from pytorch_lightning.callbacks import Callback


class LanescopeCallback(Callback):
    """Records `active` steps of fit() after the first `wait` ones, each a step of the session; validations are ranges. Each rank
    of a job writes a session of its own, "run-rank1.lanes"."""

    def __init__(self, path: 'Optional[str | os.PathLike[str]]' = None, *, wait: int = 0, active: Optional[int] = None,
                 **options: Any) -> None:
        self._training = Training(path, wait=wait, active=active, **options)
        self._validation: Optional[range] = None

    @property
    def session(self) -> Optional[str]:
        """The session, once there is one."""
        return self._training.session

    def on_train_start(self, trainer: Any, *_: Any) -> None:
        self._training.begin(trainer.global_rank, trainer.world_size)

    def on_train_batch_start(self, *_: Any) -> None:
        self._training.step()

    def on_validation_start(self, *_: Any) -> None:
        self._validation = range('validation')
        self._validation.__enter__()

    def on_validation_end(self, *_: Any) -> None:
        if self._validation is not None:
            self._validation.__exit__()
            self._validation = None

    def on_train_end(self, *_: Any) -> None:
        self._training.end()

    def on_exception(self, *_: Any) -> None:
        self.on_validation_end()
        self._training.end()
