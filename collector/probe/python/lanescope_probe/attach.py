"""Attaches the probe to a freshly imported torch: the best way of recording that works here, and says which."""
import atexit
import ctypes
import os
import sys
import threading
import time
import types
import warnings

from lanescope_probe.native import (KEEP_REFERENCE, Interpreter, MainThreadCall, Method, Mode, Source, State, Text,
                                    Uncalibrated, Wanted, describe, load, mapped_path, start)
from lanescope_probe.told_events import ToldEvents

# For tests: which steps are to be taken as failed, of `operators`, `stacks`, `modules`, `memory`, `shim`, `profiler`;
# separated by commas.
FAIL_VARIABLE = 'LANESCOPE_FAIL_CALIBRATION'
MODULES_BY_CLASS = 'Modules are known by their class only'
NO_SHIM = 'The compiled fallback does not work here'
NO_PROFILER = 'Operators are not recorded, torch.profiler does not work here either'
TELLING_PATIENCE = 1  # s
COMPILING = "The fallback is being compiled against torch's headers: the first seconds are missing"


# What records operators by that method.
SOURCES = {Method.HEADER_LESS: Source.OPERATORS, Method.SHIM: Source.SHIM}


class Attachment:
    """What is being recorded in this process, and the reasons for what is not."""

    def __init__(self, library, torch):
        self.library, self.torch = library, torch
        self._take_back = []  # what the program has of us until leave()
        self._last_words = []  # what is to be told before
        self._telling = threading.Lock()  # who calls them
        self._process = 0
        self.reasons = []
        self.layouts = []
        self._layout = None  # of torch's structures
        self._method = None  # by which operators are recorded; None: not looked for yet
        self._lasting = []  # reasons that hold for every recording of this process
        self._python = None  # its calibration
        self._needs_main_thread = False  # to record with torch.profiler
        self._modules = None  # their names
        self._samples = False  # Python's threads have been found
        self._functions = None  # their trace
        self._failing = os.environ.get(FAIL_VARIABLE, '').split(',')

    def attach(self, folder):
        library = self.library
        library.set_text(Text.TORCH_VERSION, str(self.torch.__version__).encode())
        library.set_text(Text.PYTHON_VERSION, sys.version.split()[0].encode())
        address = lambda function: ctypes.cast(function, ctypes.c_void_p)
        library.use_interpreter(address(ctypes.pythonapi.Py_AddPendingCall), address(ctypes.pythonapi.Py_IncRef),
                                id(types.CodeType))
        self._name_threads()
        self._name_process()
        method = self._attach_operators()
        self._lasting = list(self.reasons)
        library.set_text(Text.LAYOUT, '\n'.join(self.layouts).encode())
        self._attach_the_rest(method, folder)

    def attach_again(self, folder):
        """In the next recording of this process: what was found out for the first one still holds."""
        self.reasons = list(self._lasting)
        self._name_threads()
        method = self._method
        self.library.set_outputs(self._wants_outputs())
        if method == Method.TORCH_PROFILER:
            method = self._attach_profiler()
        elif method in SOURCES and not self._step('operators', self._hook_operators, 'Operators are not recorded again'):
            method = Method.NONE
        known = self._modules is not None
        self._step('stacks', self._calibrate_stacks if self._python is None else self._python.start,
                   'Python stacks are not recorded')
        if known:
            self._step('modules', self._start_modules, MODULES_BY_CLASS)
        self._attach_the_rest(method, folder)

    def tell_the_rest(self):
        """Before the process ends or leaves: what torch knows of what has been. Told once."""
        self._tell()
        self._last_words.clear()

    def _tell(self):
        """One thread at a time, unless the other one does not come back."""
        if self._process != os.getpid():
            return  # a forked child has seen nothing of it
        free = self._telling.acquire(timeout=TELLING_PATIENCE)
        try:
            for words in self._last_words:
                words()
        finally:
            if free:
                self._telling.release()

    def leave(self):
        """After the library has: what Python has of us goes, too."""
        atexit.unregister(self.tell_the_rest)
        while self._take_back:
            self._take_back.pop()()

    def _hook_operators(self):
        path = self._shim.path if self._method == Method.SHIM else mapped_path('libtorch_cpu.so')
        start(self.library, SOURCES[self._method], path)

    def _attach_the_rest(self, method, folder):
        self._step('filter', lambda: self._filter(method), 'The filter (--where) is not held to, and all is recorded')
        self._step('outputs', lambda: self._attach_outputs(method), 'Outputs of operators are not recorded')
        self._step('memory', self._attach_memory, 'Memory is not recorded')
        self._step('samples', self._attach_samples, 'There are no samples of Python')
        self._step('functions', self._attach_functions, "Python's functions are not recorded")
        self._step('devices', self._attach_devices, 'GPU work is not recorded')
        self._step('collections', self._watch_collections, 'Garbage collections are not recorded')
        self._step('kernels', lambda: self._watch_kernels(folder), "Kernels of Triton and torch.compile are recorded without their sources")
        self._step('compilations', self._watch_compilations, 'Compilations of torch.compile are not recorded')
        self._step('exceptions', self._watch_exceptions, 'Not all exceptions are recorded')
        told = ToldEvents(folder)
        self._step('allocator', lambda: self._watch_allocator(told), 'Segments of CUDA memory are not recorded')
        self._step('groups', lambda: self._name_groups(told), 'Collectives are recorded without their groups and numbers')
        self._step('hangs', lambda: self._offer_stacks(folder), 'A hang is noticed, but not where')
        self._step('telling', lambda: self._offer_telling(folder, told), "The flight recorders of torch.distributed are not read")
        self._process = os.getpid()
        atexit.register(self.tell_the_rest)
        self._record_with(method)
        if self._needs_main_thread:
            self._needs_main_thread = False
            self._profile_later()

    def _record_with(self, method):
        self._method = method
        self.library.set_text(Text.REASON, '\n'.join(self.reasons).encode())
        self.library.set_state(State.OFF if method == Method.NONE else State.RECORDING, method)
        if self.reasons:
            self.library.announce()  # otherwise nothing is written before the first operator
        if method in SOURCES:
            self.library.record(SOURCES[method], 1)

    def _step(self, name, work, consequence):
        """Runs one step of attaching; a failure becomes a reason."""
        try:
            if name in self._failing:
                raise Uncalibrated(f'{FAIL_VARIABLE} is set')
            work()
            return True
        except Exception as problem:
            self.reasons.append(f'{consequence}: {problem}')
            return False

    def _attach_operators(self):
        library = self.library
        library.set_arguments(1)
        library.set_outputs(self._wants_outputs())
        library.set_mode(Mode.CALIBRATE)
        try:
            start(library, Source.OPERATORS, mapped_path('libtorch_cpu.so'))
        except Uncalibrated as problem:
            library.set_mode(Mode.OFF)
            self.reasons.append(f"torch's operators cannot be hooked: {problem}")
            return self._attach_profiler()
        done = self._step('operators', self._calibrate_operators, "torch's layout was not recognised")
        library.set_mode(Mode.OFF)
        self._step('stacks', self._calibrate_stacks, 'Python stacks are not recorded')
        if not done:
            library.remove_hook()
        return Method.HEADER_LESS if done else self._attach_shim()

    def _attach_shim(self):
        """The compiled fallback; torch.profiler while it is not there, and if it cannot be."""
        from lanescope_probe.shim import Shim
        shim = self._shim = Shim(self.torch)
        hook = lambda: start(self.library, Source.SHIM, shim.path, lambda: self.torch.ones(1))
        if 'shim' in self._failing or shim.ready():
            return Method.SHIM if self._step('shim', hook, NO_SHIM) else self._attach_profiler()

        def finish():
            """In the thread that has compiled."""
            self.reasons.remove(COMPILING)
            if self._step('shim', hook, NO_SHIM):
                self._record_with(Method.SHIM)
            else:
                self._profile_later()

        def fail(problem):
            self.reasons[self.reasons.index(COMPILING)] = f'{NO_SHIM}: {problem}'
            self._profile_later()
        self.reasons.append(COMPILING)
        shim.compile_then(finish, fail)
        return Method.NONE

    def _attach_profiler(self):
        """On the main thread; from another one it is asked to, later."""
        if threading.get_ident() != threading.main_thread().ident:
            self._needs_main_thread = True
            return Method.NONE
        from lanescope_probe.profiler_cycles import ProfilerCycles

        def fail(problem):
            self.reasons.append(f'{NO_PROFILER}: {problem}')
            self._record_with(Method.NONE)
        self._cycles = ProfilerCycles(self.library, self.torch, fail)
        if not self._step('profiler', self._cycles.start, NO_PROFILER):
            return Method.NONE
        self.reasons.append('Operators come from torch.profiler in cycles: without Python stacks, from the main thread '
                            'only, with gaps between cycles, and the program runs at about half its speed')
        return Method.TORCH_PROFILER

    def _profile_later(self):
        """From another thread: asks the main thread."""
        def attach():
            self._record_with(self._attach_profiler())
        self._later = attach, MainThreadCall(Interpreter.own(), None, id(attach))
        while not self.library.call_soon(ctypes.byref(self._later[1])):
            time.sleep(0.05)

    def _calibrate_operators(self):
        from lanescope_probe.torch_layout import TorchCalibration, TorchProof
        self._check_guarded_reads()
        layout = self._layout = TorchCalibration(self.library, self.torch).run()
        self.layouts.append(describe(layout))
        TorchProof(self.library, self.torch, layout).run()

    def _check_guarded_reads(self):
        known, seen = ctypes.create_string_buffer(b'known'), ctypes.create_string_buffer(8)
        if not self.library.peek(ctypes.addressof(known), seen, 5) or seen.value != b'known':
            raise Uncalibrated('this process may not read its own memory by process_vm_readv, a seccomp filter perhaps')

    def _calibrate_stacks(self):
        from lanescope_probe.python_layout import PythonCalibration
        if not self.library.wants(Wanted.STACKS) and not self.library.wants(
                Wanted.PYTHON) and not self.library.wants(Wanted.FUNCTIONS):
            return
        if 't' in sys.abiflags:
            raise Uncalibrated('this Python runs without its global lock')
        calibration = PythonCalibration(self.library)
        self.layouts.append(describe(calibration.run()))
        self._step('modules', lambda: self._name_modules(calibration), MODULES_BY_CLASS)
        calibration.start()
        self._python = calibration

    def _attach_samples(self):
        """Python's threads, by samples; in forked processes too, which a thread does not survive."""
        if not self.library.wants(Wanted.PYTHON):
            return
        if self._python is None:
            raise Uncalibrated("Python's stacks cannot be read")
        from lanescope_probe.python_threads import PythonThreads
        if not self._samples:
            layout = PythonThreads(self.library).run()
            self.library.use_python_threads(ctypes.byref(layout))
            os.register_at_fork(after_in_child=self._sample_on)
        self._samples = True
        for thread in threading.enumerate():
            if thread.native_id is not None:
                self.library.name_sampled(thread.native_id, thread.name.encode('utf-8', 'replace'))
        start(self.library, Source.SAMPLES)
        self.library.record(Source.SAMPLES, 1)

    def _attach_functions(self):
        if not self.library.wants(Wanted.FUNCTIONS):
            return
        if self._python is None:
            raise Uncalibrated("Python's stacks cannot be read")
        from lanescope_probe.function_trace import FunctionTrace
        self._functions = self._functions or FunctionTrace(self.library)
        self._functions.start()
        self._take_back.append(self._functions.forget)

    def _sample_on(self):
        try:
            if self._samples and self.library.is_recorded():
                start(self.library, Source.SAMPLES)
        except Exception:
            pass  # the child has operators all the same

    def _name_modules(self, calibration):
        from lanescope_probe.module_names import ModuleNames
        calibration.know_modules(self.torch.nn.Module.__call__.__code__)
        self._modules = ModuleNames(self.library)
        self._start_modules()

    def _filter(self, method):
        """What is below the modules and ranges of --where, if the session has that."""
        from lanescope_probe.module_calls import ModuleCalls, filter_of, module_patterns
        try:
            text = filter_of(self.library)
            if not text:
                return
            if method != Method.HEADER_LESS:
                raise Uncalibrated("operators come by another way than torch's own callbacks")
            if not module_patterns(text):
                return
            if self._modules is None:
                self._modules = self._names_without_stacks()
            calls = ModuleCalls(self.library, self.torch, self._modules)
            calls.start()
            self._take_back += [self._modules.forget, calls.forget]
        except Exception:
            self.library.record_everywhere()
            raise

    def _names_without_stacks(self):
        """Where frames cannot be read, a module that is called while a larger one runs is named by itself."""
        from lanescope_probe.module_names import ModuleNames
        from lanescope_probe.python_layout import PythonCalibration
        try:
            calibration = PythonCalibration(self.library)
            calibration.run()
            calibration.know_modules(self.torch.nn.Module.__call__.__code__)
        except Uncalibrated:
            pass
        return ModuleNames(self.library)

    def _start_modules(self):
        self._modules.start()
        self._take_back.append(self._modules.forget)

    def _wants_outputs(self):
        return int(bool(self.library.wants(Wanted.OUTPUTS) or self.library.wants(Wanted.VALUES)))

    def _attach_outputs(self, method):
        if not self._wants_outputs() or method == Method.NONE:
            return
        if method != Method.HEADER_LESS:
            raise Uncalibrated("operators come by another way than torch's own callbacks")
        if self._layout.outputs >= 0:
            return
        from lanescope_probe.output_layout import OutputCalibration
        self.library.set_mode(Mode.CALIBRATE)
        try:
            OutputCalibration(self.library, self.torch, self._layout).run()
        finally:
            self.library.set_mode(Mode.OFF)
        self.layouts[0] = describe(self._layout)
        self.library.set_text(Text.LAYOUT, '\n'.join(self.layouts).encode())

    def _attach_memory(self):
        if not self.library.wants(Wanted.MEMORY):
            return
        start(self.library, Source.MEMORY, mapped_path('libc10.so'), lambda: self.torch.empty(64))
        self.library.record(Source.MEMORY, 1)

    def _attach_devices(self):
        """The driver tells the library itself that it is up (CUDA_INJECTION64_PATH); torch does too, in case that variable
        is the program's own. Before that nothing of CUPTI may be called."""
        if not self.library.wants(Wanted.DEVICES) or not self.torch.version.cuda:
            return
        start(self.library, Source.DEVICES)

        def tell():
            # Another library's call than PyDLL's: what it waits for may want the interpreter's lock.
            unlocked = ctypes.CDLL(self.library._name)
            unlocked.lanes_probe_cuda_is_ready()
        self.torch.cuda._lazy_call(tell)

    def _watch_kernels(self, folder):
        if not self.library.wants(Wanted.DEVICES) or not self.torch.version.cuda:
            return
        from lanescope_probe.kernel_sources import KernelSources
        self._take_back.append(KernelSources(folder, self.torch, self.library).watch())

    def _offer_stacks(self, folder):
        from lanescope_probe.hang_stacks import offer_stacks
        take_back = offer_stacks(folder)
        if take_back is not None:
            self._take_back.append(take_back)

    def _offer_telling(self, folder, told):
        if self._last_words and os.path.exists(os.path.join(folder, 'telling-wanted')):
            from lanescope_probe.telling import Telling
            self._take_back.append(Telling(folder, told, self._tell).offer())

    def _watch_collections(self):
        from lanescope_probe.garbage import watch_collections
        self._take_back.append(watch_collections(self.library))

    def _watch_compilations(self):
        from lanescope_probe.compile_events import CompileEvents
        self._take_back.append(CompileEvents(self.library).watch())

    def _watch_exceptions(self):
        from lanescope_probe.exceptions import Exceptions
        all_raised = bool(self.library.wants(Wanted.EXCEPTIONS))
        self._take_back.append(Exceptions(self.library, self.torch, all_raised).watch())
        if all_raised and not hasattr(sys, 'monitoring'):
            raise Uncalibrated('those that the program catches are known from Python 3.12 on; before, only a tracer of each line hears of them')

    def _watch_allocator(self, told):
        if not self.torch.version.cuda:
            return
        from lanescope_probe.allocator_trace import AllocatorTrace
        trace = AllocatorTrace(told, self.torch)
        self._take_back.append(trace.watch())
        if self.library.wants(Wanted.ALLOCATOR):
            trace.record()
            self._last_words.append(trace.tell_own)

    def _name_groups(self, told):
        if self._method == Method.SHIM or not self.torch.distributed.is_available():
            return
        from lanescope_probe.flight_entries import FlightEntries
        from lanescope_probe.process_groups import ProcessGroups
        groups = ProcessGroups(self.library, self.torch)
        self._take_back.append(groups.watch())
        self._last_words.append(FlightEntries(told, self.torch, groups).tell)

    def _name_process(self):
        """Its rank in a job of several, which launchers tell in the environment, and what the program calls this process:
        multiprocessing's name once there is one, else after the rank."""
        from multiprocessing import process, util

        def tell(_):
            name = process.current_process().name
            rank = os.environ.get('RANK', '') if 'LOCAL_RANK' in os.environ else ''
            self.library.set_text(Text.RANK, rank.encode('utf-8', 'replace'))
            if rank and name == 'MainProcess':
                name = 'rank ' + rank
            if name != 'MainProcess':
                self.library.set_text(Text.NAME, name.encode('utf-8', 'replace'))
        tell(self)
        util.register_after_fork(self, tell)

    def _name_threads(self):
        """Python's names of threads: each new thread says its own, right before it runs."""
        library, original = self.library, getattr(threading.Thread, '_set_native_id', None)
        for thread in threading.enumerate():  # current_thread() would make a thread of whoever has come from outside
            if thread.ident == threading.get_ident():
                library.name_thread(thread.name.encode('utf-8', 'replace'))
        if original is None:
            return

        def set_native_id(thread):
            original(thread)
            name = str(thread.name).encode('utf-8', 'replace')
            library.name_thread(name)
            if self._samples:
                library.name_sampled(threading.get_native_id(), name)
            if self._functions is not None:
                self._functions.name(threading.get_native_id(), name)
                self._functions.thread_starts()
        threading.Thread._set_native_id = set_native_id

        def take_back():
            if threading.Thread._set_native_id is set_native_id:
                threading.Thread._set_native_id = original
        self._take_back.append(take_back)


def attach(torch, folder):
    """Records in the session in `folder`. Raises if nothing can be recorded, with the reason."""
    library = load()
    if not library.claim():
        return  # torch has been imported again, by another interpreter of this process perhaps
    error = ctypes.create_string_buffer(512)
    library.join(os.fsencode(folder), error)
    if error.value:
        raise Uncalibrated(error.value.decode())
    attachment = Attachment(library, torch)
    KEEP_REFERENCE.append(attachment)
    always = torch.is_warn_always_enabled()
    with warnings.catch_warnings():
        # Calibrating makes rare tensors. What torch warns of only once is still to be the program's.
        warnings.simplefilter('ignore')
        torch.set_warn_always(True)
        try:
            attachment.attach(folder)
        finally:
            torch.set_warn_always(always)
