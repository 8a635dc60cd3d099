"""Process groups of torch.distributed: their names, and which rank this process is, told as they are made."""
import ctypes
from multiprocessing import process

from lanescope_probe.native import Text

WRAPPED = 16  # where an object of pybind11 has the address of what it wraps: right behind what every object has


class ProcessGroups:
    def __init__(self, library):
        from torch.distributed import distributed_c10d
        self._library, self._module = library, distributed_c10d

    def watch(self):
        """Names the groups that are there and those that come. Returns what takes our function out again."""
        for group, name in list(self._names().items()):
            self._name(group, name, from_birth=False)
        # torch 2.2 and later register each group by its name, whoever made it; before, one function made them all.
        if hasattr(self._module, '_register_process_group'):
            return self._watch('_register_process_group', lambda arguments, made: arguments[1])
        return self._watch('_new_process_group_helper', lambda _, made: made[0] if isinstance(made, tuple) else made)

    def _watch(self, hooked, group_of):
        original = getattr(self._module, hooked)

        def make(*arguments, **keywords):
            made = original(*arguments, **keywords)
            try:
                group = group_of(arguments, made)
                name = self._names().get(group)
                if name is not None:  # else this process is none of its ranks
                    self._name(group, name, from_birth=True)
            except Exception:
                pass  # its collectives have no group in the session
            return made
        make.__name__, make.__doc__ = original.__name__, original.__doc__
        setattr(self._module, hooked, make)

        def take_back():
            if getattr(self._module, hooked) is make:
                setattr(self._module, hooked, original)
        return take_back

    def _names(self):
        """torch's own table."""
        world = getattr(self._module, '_world', None)
        return self._module._pg_names if world is None else world.pg_names

    def _name(self, group, name, from_birth):
        rank = group.rank()
        address = ctypes.c_uint64.from_address(id(group) + WRAPPED).value
        self._library.name_group(address, str(name).encode('utf-8', 'replace'), rank, group.size(), from_birth)
        world = self._module.GroupMember.WORLD
        if world is None or world is group:  # the first one that is made is that of all
            self._name_process(rank)

    def _name_process(self, rank):
        self._library.set_text(Text.RANK, str(rank).encode())
        if process.current_process().name == 'MainProcess':
            self._library.set_text(Text.NAME, f'rank {rank}'.encode())
