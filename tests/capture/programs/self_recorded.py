"""Records itself with `import lanescope`. Arguments: what to do (a function below), a folder for sessions, further ones."""
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

sys.path.insert(0, os.environ['LANESCOPE_PACKAGE'])
import lanescope

warnings.simplefilter('always')


def work(torch, times):
    for _ in range(times):
        torch.eye(3)


def torch_before(folder):
    import torch
    with lanescope.record(f'{folder}/run.lanes'):
        work(torch, 5)


def torch_within(folder):
    before = dict(os.environ)
    with lanescope.record(f'{folder}/run.lanes') as recording:
        import torch
        work(torch, 5)
    work(torch, 7)  # of no recording
    print(recording.path)
    print(os.environ == before)


def again_and_again(folder, times):
    """Beside a thread that never stops, and does something within each recording."""
    import torch
    over = threading.Event()
    rounds = 0

    def busy():
        nonlocal rounds
        while not over.is_set():
            torch.full((2,), 1)
            rounds += 1
    thread = threading.Thread(target=busy, name='busy one')
    thread.start()
    try:
        for number in range(int(times)):
            with lanescope.record(f'{folder}/{number}.lanes'):
                before = rounds
                work(torch, number + 1)
                torch.relu(torch.zeros(1, requires_grad=True)).backward()
                while rounds < before + 2:
                    time.sleep(.001)
            work(torch, 1)
    finally:
        over.set()
        thread.join()


def said(folder):
    """Without torch."""
    with lanescope.record(f'{folder}/run.lanes'):
        for number in range(3):
            lanescope.step()
            with lanescope.range(f'batch {number}'):
                lanescope.mark(f'in {number}')

        @lanescope.range('decorated')
        def decorated():
            pass
        decorated()


def said_where(folder):
    """With torch, and so with stacks: each line that says something has its own name in a comment."""
    import torch
    with lanescope.record(f'{folder}/run.lanes'):
        work(torch, 1)
        lanescope.step()  # ProfilerStep#1
        with lanescope.range('a range'):  # a range
            lanescope.mark('a mark')  # a mark
        lanescope.range('by hand').__enter__()  # by hand
        lanescope.range('by hand').__exit__()


@lanescope.range('around')
def annotated(folder):
    import torch
    with lanescope.record(f'{folder}/inner.lanes') as recording:
        work(torch, 5)
    print(recording.path, os.path.exists(f'{folder}/inner.lanes'))


def children(folder):
    import torch
    with lanescope.record(f'{folder}/run.lanes'):
        work(torch, 1)
        forked = os.fork()
        if forked == 0:
            work(torch, 2)
            os._exit(0)
        os.waitpid(forked, 0)
        subprocess.run([sys.executable, '-c', 'import torch; torch.eye(3)'], check=True)


def killed(folder):
    import torch
    with lanescope.record(f'{folder}/run.lanes'):
        work(torch, 5)
        os.kill(os.getpid(), 9)


def paused(folder):
    import torch
    with lanescope.record(f'{folder}/run.lanes', start_paused=True) as recording:
        work(torch, 1)
        recording.resume()
        while b'aten::relu' not in subprocess.check_output([os.environ['LANESCOPE_RECORDER'], 'stats', recording.path]):
            torch.relu(torch.ones(1))  # it takes a moment
        recording.pause()
        work(torch, 4)


def nowhere(folder):
    import torch
    try:
        with lanescope.record(f'{folder}/there/is/none/run.lanes'):
            work(torch, 1)
    except lanescope.LanescopeError as problem:
        print(problem)
    with lanescope.record(f'{folder}/run.lanes'):  # nothing stands in the way of the next one
        work(torch, 1)


def ends_late(folder):
    """Ranges of another thread end when the recording is over and /dev/shm is full."""
    import torch
    opened, over = threading.Event(), threading.Event()

    def inside():
        with lanescope.range('ours'), torch.profiler.record_function("torch's"):
            work(torch, 1)
            opened.set()
            over.wait()
    thread = threading.Thread(target=inside)
    with lanescope.record(f'{folder}/run.lanes'):
        thread.start()
        opened.wait()
    full, size = os.open('/dev/shm/full', os.O_CREAT | os.O_WRONLY), 0
    for piece in (1 << 20, 4096):
        try:
            while True:
                os.posix_fallocate(full, size, piece)
                size += piece
        except OSError as problem:
            reason = problem.strerror
    print(reason)
    over.set()
    thread.join()
    print('ran on')


def forked(folder):
    """A child that was forked meanwhile has all that is open here open, too, and lives until it is told to end."""
    import torch
    heard, said = os.pipe()
    with lanescope.record(f'{folder}/run.lanes'):
        work(torch, 5)
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # so that the test ends in any case
            os.close(said)
            os.read(heard, 1)
            os._exit(0)
    print('alive' if os.waitpid(child, os.WNOHANG)[0] == 0 else 'ended')
    os.close(said)
    os.waitpid(child, 0)


def held_up(folder):
    """The recorder stands still when the recording ends. It goes on once that has been waited for."""
    import torch

    import lanescope.recording
    lanescope.recording.END_SECONDS = 1
    recording = lanescope.record(f'{folder}/run.lanes').start()
    work(torch, 5)
    recorder = recording._recorder._process.pid
    os.kill(recorder, signal.SIGSTOP)
    try:
        recording.stop()
    finally:
        os.kill(recorder, signal.SIGCONT)
    lanescope.recording.END_SECONDS = 300
    with lanescope.record(f'{folder}/next.lanes'):
        work(torch, 1)


def workers(folder):
    import torch
    loader = torch.utils.data.DataLoader(torch.ones(8, 4), num_workers=1, persistent_workers=True)
    with lanescope.record(f'{folder}/run.lanes'):
        for _ in loader:
            work(torch, 1)
    worker, = loader._iterator._workers
    print('alive' if worker.is_alive() else 'ended')


def schedules(_):
    import torch
    for arguments in ({'wait': 1, 'warmup': 1, 'active': 3, 'repeat': 2}, {'wait': 0, 'warmup': 2, 'active': 1},
                      {'wait': 2, 'warmup': 0, 'active': 2, 'skip_first': 3, 'repeat': 1}):
        ours, theirs = lanescope.schedule(**arguments), torch.profiler.schedule(**arguments)
        assert [ours(step).name for step in range(40)] == [theirs(step).name for step in range(40)], arguments


globals()[sys.argv[1]](*sys.argv[2:])
