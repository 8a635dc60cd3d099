"""Takes the place of accelerate's ProfileKwargs:

    from lanescope.accelerate import ProfileKwargs

    with accelerator.profile(ProfileKwargs(record_shapes=True, session="run.lanes")) as prof:
        ...
        prof.step()
"""
import os
from dataclasses import dataclass
from typing import Any, Optional

import accelerate.utils

from lanescope.profiler import profile
from lanescope.schedule import schedule
from lanescope.training import session_of_rank


@dataclass
class ProfileKwargs(accelerate.utils.ProfileKwargs):
    """accelerate's own, of which accelerator.profile() makes Lanescope's profile; Accelerator() itself takes none but its own.
    `session`: where the session goes, to be opened in the window; each rank of a job writes one of its own, "run-rank1.lanes"."""

    session: 'Optional[str | os.PathLike[str]]' = None

    def build(self) -> profile:
        rank, ranks = int(os.environ.get('RANK', '0')), int(os.environ.get('WORLD_SIZE', '1'))
        return profile(schedule=schedule(**self.schedule_option) if self.schedule_option else None,
                       on_trace_ready=self.on_trace_ready, record_shapes=self.record_shapes, profile_memory=self.profile_memory,
                       with_stack=self.with_stack, with_flops=self.with_flops, with_modules=self.with_modules,
                       session=session_of_rank(self.session, rank, ranks))
