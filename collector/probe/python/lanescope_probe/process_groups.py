"""Process groups of torch.distributed: their names, and which rank this process is, told as they are made."""
import ctypes
import weakref
from multiprocessing import process

from lanescope_probe.native import Text

WRAPPED = 16  # where an object of pybind11 has the address of what it wraps: right behind what every object has


def address_of(bound):
    return ctypes.c_uint64.from_address(id(bound) + WRAPPED).value


class ProcessGroups:
    def __init__(self, library, torch):
        from torch.distributed import distributed_c10d
        self._library, self._module, self._device = library, distributed_c10d, torch.device('cpu')
        self.seen = False  # any group
        self._ends = {}  # address -> weak reference that tells of the group's end

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
            self._ends.clear()
            if getattr(self._module, hooked) is make:
                setattr(self._module, hooked, original)
        return take_back

    def _names(self):
        """torch's own table."""
        world = getattr(self._module, '_world', None)
        return self._module._pg_names if world is None else world.pg_names

    def _name(self, group, name, from_birth):
        self.seen = True
        rank = group.rank()
        backend = self._backend(group)
        self._await_end(group, address_of(group))
        self._library.name_group(address_of(group), str(name).encode('utf-8', 'replace'), rank, group.size(),
                                 0 if backend is None else address_of(backend), self._told(group), from_birth)
        world = self._module.GroupMember.WORLD
        if world is None or world is group:  # the first one that is made is that of all
            self._name_process(rank)

    def _await_end(self, group, address):
        """Another object may take its address then."""
        ends, end_group = self._ends, self._library.end_group

        def end(reference):
            if ends.get(address) is reference:
                del ends[address]
                end_group(address)
        try:
            ends[address] = weakref.ref(group, end)
        except TypeError:
            pass  # another torch's, of which no end is told

    def _backend(self, group):
        """What carries out collectives on the host and counts them; None for what does not."""
        try:
            backend = group._get_backend(self._device) if hasattr(group, '_get_backend') else group  # before torch 2.0 it is the group
        except RuntimeError:  # it has none for the host
            return None
        return backend if type(backend).__name__ == 'ProcessGroupGloo' else None

    @staticmethod
    def _told(group):
        try:
            return group._get_sequence_number_for_group()
        except RuntimeError:  # there is none, or none yet
            return -1

    def _name_process(self, rank):
        self._library.set_text(Text.RANK, str(rank).encode())
        if process.current_process().name == 'MainProcess':
            self._library.set_text(Text.NAME, f'rank {rank}'.encode())
