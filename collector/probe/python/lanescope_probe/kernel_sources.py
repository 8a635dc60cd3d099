"""Where kernels come from that no operator stands for: of Triton's the function in Python and what it was compiled for, of
torch.compile's graphs the lines of their nodes. Told to the recorder in a file of the recording's folder, a line each, fields
divided by tabs; KernelSources.cpp reads it. What parameters a kernel has is told to the probe, which then sees what launches
give it. Neither launches nor compilers are changed: Triton tells of a kernel that it has loaded, once, as does torch's own
launcher, and a graph is looked at on its way into Inductor."""
import functools
import os
import re
import sys

from lanescope_probe.awaited_imports import AwaitedImports
from lanescope_probe.frame_locals import local_of

MOST_BYTES = 4 << 20  # of a process
MOST_TEXT = 1000
CALLERS = 6  # of a hook, up to the kernel's own method
# Types as torch's own launcher of kernels writes them, a letter each.
LETTERS = {'b': 'i8', 'h': 'i16', 'i': 'i32', 'l': 'i64', 'B': 'u8', 'H': 'u16', 'I': 'u32', 'K': 'u64', 'f': 'fp32', 'd': 'fp64',
           'e': 'fp16', 'y': 'bf16', 'O': '*'}
FRAME = re.compile(r'File "([^"\n]+)", line (\d+), in ([^\n]*)')


class KernelSources:
    """Of one process, from watch() on. Never raises into the program."""

    def __init__(self, folder, torch, library):
        self._folder, self._library = folder, library
        self._own = os.path.dirname(torch.__file__) + os.sep
        self._written = self._graphs = 0
        runtime = 'torch._inductor.runtime.'
        self._awaited = AwaitedImports({
            'triton.knobs': self._watch_triton, 'torch._inductor.compile_fx': self._watch_inductor,
            runtime + 'static_cuda_launcher': self._watch_launcher, runtime + 'static_triton_launcher': self._watch_launcher})

    def watch(self):
        """Returns what takes it back."""
        return self._awaited.watch()

    def _watch_triton(self, knobs):
        hooks = knobs.runtime.kernel_load_end_hook
        hooks.add(self._loaded)
        self._awaited.take_back.append(lambda: hooks.remove(self._loaded))

    def _loaded(self, *_, **__):
        """Triton has loaded a kernel; it stands in the method that calls us."""
        try:
            frame = sys._getframe(1)
            for _ in range(CALLERS):
                if frame is None:
                    return
                if frame.f_code.co_name == '_init_handles':
                    self._tell_kernel(local_of(frame, 'self'))
                    return
                frame = frame.f_back
        except Exception:
            pass

    def _tell_kernel(self, kernel):
        source, metadata = kernel.src, kernel.metadata
        function = source.fn
        code = function.fn.__code__
        names = list(function.arg_names)
        types = {names[key] if isinstance(key, int) else key: str(kind) for key, kind in source.signature.items()}
        arguments = ', '.join(f'{name}: {kind}' for name, kind in types.items() if kind != 'constexpr')
        constants = [f'{self._argument(names, key)}={value}' for key, value in source.constants.items()]
        constants += [f'{key}={getattr(metadata, key)}' for key in ('num_warps', 'num_stages', 'num_ctas') if hasattr(metadata, key)]
        threads = metadata.num_warps * getattr(metadata, 'warp_size', 32)
        self._tell('kernel', metadata.name, code.co_filename, code.co_firstlineno, arguments, ', '.join(constants), threads)
        fixed = {names[key] if isinstance(key, int) else key for key in self._whole(source.constants)}
        self._describe(kernel.function, metadata.name, [(name, kind) for name, kind in types.items() if name not in fixed])

    @staticmethod
    def _whole(keys):
        """Of constants those that are an argument, not a part of one."""
        for key in keys:
            way = (key,) if isinstance(key, (int, str)) else tuple(key)
            if len(way) == 1:
                yield way[0]

    def _describe(self, function, name, types):
        """`types`: of the parameters that the driver gets, in their order, of which an unknown one ends what is known."""
        known = []
        for parameter, kind in types:
            if kind == 'constexpr':
                continue
            if not re.fullmatch(r'\*?\w*', kind):  # may be several of the driver's
                break
            known.append(f'{parameter}: {kind}')
        while len(', '.join(known).encode()) > MOST_TEXT:
            known.pop()
        if function and known:
            self._library.describe_kernel(function, name.encode(), ', '.join(known).encode())

    def _watch_launcher(self, module):
        kind = getattr(module, 'StaticallyLaunchedTritonKernel', None) or module.StaticallyLaunchedCudaKernel
        original = kind.load_kernel

        @functools.wraps(original)
        def load_kernel(kernel, *arguments, **named):
            result = original(kernel, *arguments, **named)
            try:
                self._tell_launched(kernel)
            except Exception:
                pass
            return result
        self._replace(kind, 'load_kernel', original, load_kernel)

    def _tell_launched(self, kernel):
        names = [name for i, name in enumerate(kernel.arg_names) if i not in kernel.full_constexprs]
        if len(names) == len(kernel.arg_tys):  # else some are several of the driver's
            types = [(name, LETTERS.get(letter, 'unknown')) for name, letter in zip(names, kernel.arg_tys)]
            for function in {kernel.function, *getattr(kernel, 'functions', {}).values()}:
                self._describe(function, kernel.name, types)

    def _replace(self, owner, name, original, wrapped):
        """Until we leave."""
        setattr(owner, name, wrapped)

        def take_back():
            if getattr(owner, name) is wrapped:
                setattr(owner, name, original)
        self._awaited.take_back.append(take_back)

    @staticmethod
    def _argument(names, key):
        """Triton numbers arguments, and what stands in a tuple by its way down."""
        way = (key,) if isinstance(key, (int, str)) else tuple(key)
        return '.'.join([names[way[0]] if isinstance(way[0], int) else str(way[0]), *map(str, way[1:])])

    def _watch_inductor(self, module):
        self._look_at_graphs(module, 'compile_fx', 'node')
        if hasattr(module, 'compile_fx_backward'):
            self._look_at_graphs(module, 'compile_fx_backward', 'backward')

    def _look_at_graphs(self, module, name, kind):
        original = getattr(module, name)

        @functools.wraps(original)
        def compiling(graph, *arguments, **named):
            try:
                self._tell_graph(graph, kind)
            except Exception:
                pass
            return original(graph, *arguments, **named)
        self._replace(module, name, original, compiling)

    def _tell_graph(self, model, kind):
        """Nodes of a backward pass carry the stacks of their forward ones."""
        lines = []
        for node in model.graph.nodes:
            frames = FRAME.findall(node.meta.get('stack_trace') or '') if node.op.startswith('call') else []
            if frames:  # the innermost line of the program's own
                own = [frame for frame in frames if not frame[0].startswith(self._own)]
                lines.append((kind, self._graphs, node.name, *(own or frames)[-1]))
        for line in lines:
            self._tell(*line)
        self._graphs += 1 if lines else 0

    def _tell(self, *fields):
        text = '\t'.join(' '.join(str(field).split())[:MOST_TEXT] for field in fields) + '\n'
        line = text.encode('utf-8', 'replace')
        self._written += len(line)
        if self._written > MOST_BYTES:
            return
        # A child of ours has a file of its own.
        file = os.open(os.path.join(self._folder, f'{os.getpid()}.kernels'), os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            os.write(file, line)
        finally:
            os.close(file)
