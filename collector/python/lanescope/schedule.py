"""Which steps are recorded, as torch.profiler's schedule says it. Without torch, which is the program's to import."""
import enum
from typing import Callable


class ProfilerAction(enum.Enum):
    """What happens in a step; torch's own of these names do as well."""
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def schedule(*, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0,
             skip_first_wait: int = 0) -> Callable[[int], ProfilerAction]:
    """What a step's number means: `skip_first` steps nothing, then in turn `wait` steps nothing, `warmup` steps begun but not
    kept, `active` steps recorded; `repeat` times, 0: to the end. `skip_first_wait`: the first turn does not wait."""
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise ValueError(f'a schedule needs active > 0 and nothing below 0: wait={wait}, warmup={warmup}, active={active}, '
                         f'repeat={repeat}, skip_first={skip_first}')

    def action(step: int) -> ProfilerAction:
        if step < skip_first:
            return ProfilerAction.NONE
        step += (wait if skip_first_wait else 0) - skip_first
        turn, at = divmod(step, wait + warmup + active)
        if (0 < repeat <= turn) or at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < wait + warmup + active - 1 else ProfilerAction.RECORD_AND_SAVE
    return action
