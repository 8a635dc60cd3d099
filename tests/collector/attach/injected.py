"""A program that must not notice what is run in it: waits, works or refuses in some way, and says what came of it.

injected.py KIND [ARGUMENT]; it says "ready" once it does what KIND is about, and ends when its input ends.
"""
import ctypes
import hashlib
import os
import resource
import select
import signal
import socket
import sys
import threading
import time

LIBC = ctypes.CDLL(None, use_errno=True)
over = threading.Event()


def ready():
    print('ready', flush=True)


def wait_for_the_end():
    sys.stdin.read()
    over.set()


def main_waits(step):
    """In the main thread alone: the end of the input is looked for between the waits."""
    ready()
    while not select.select([0], [], [], 0)[0]:
        step()


def in_poll():
    poll = select.poll()
    poll.register(0, select.POLLIN)
    ready()
    poll.poll()


def in_epoll():
    epoll = select.epoll()
    epoll.register(0, select.EPOLLIN)
    ready()
    epoll.poll()


def in_recv():
    ours, theirs = socket.socketpair()
    end = threading.Thread(target=lambda: (wait_for_the_end(), theirs.send(b'x')))
    end.start()
    ready()
    assert ours.recv(1) == b'x'
    end.join()


def in_wait():
    child = os.fork()
    if child == 0:
        sys.stdin.read()
        os._exit(3)
    ready()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3


def computing():
    """No thread waits."""
    def step(total=0):
        for i in range(20000):
            total += i * i
    main_waits(step)


def holding():
    """Native code that keeps the interpreter's lock."""
    ready()
    ctypes.PyDLL(None).usleep(int(sys.argv[2]) * 1_000_000)
    sys.stdin.read()


def in_handler():
    """Native code that waits in the handler of a signal, before it goes on in Python's."""
    seconds = int(sys.argv[2])
    handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda number: LIBC.usleep(seconds * 1_000_000))
    LIBC.signal(signal.SIGUSR2, handler)
    ready()
    os.kill(os.getpid(), signal.SIGUSR2)
    sys.stdin.read()


def over_a_returned_handler():
    """On the stack lies, in an argument that nobody asks for, where handlers of signals return to: as after one is over."""
    places = []
    for line in open('/proc/self/maps'):
        fields = line.split()
        if 'x' in fields[1] and fields[-1].endswith('/libc.so.6'):
            begin, end = (int(word, 16) for word in fields[0].split('-'))
            places.append(begin + ctypes.string_at(begin, end - begin).index(b'\x48\xc7\xc0\x0f\0\0\0\x0f\x05'))
    words = {'alone': [0, places[0], *[0] * 400], 'many': places[:1] * 400}[sys.argv[2]]
    rest = type('Rest', (ctypes.Structure,), {'_fields_': [('words', ctypes.c_ulong * len(words))]})()
    rest.words[:] = words
    ready()
    LIBC.read(0, ctypes.create_string_buffer(1), ctypes.c_size_t(1), rest)


def busy():
    """Four threads compute, lock and allocate, and signals come all the time; the digest depends on all of it."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
    digests = [''] * 4

    def work(index):
        state, lock = hashlib.sha256(str(index).encode()), threading.Lock()
        for turn in range(int(sys.argv[2])):
            with lock:
                state.update(''.join([str(i * index + turn) for i in range(200)]).encode())
            if turn % 50 == 0:
                time.sleep(0.0005)
        digests[index] = state.hexdigest()
    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    ready()
    for thread in threads:
        thread.join()
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(hashlib.sha256(''.join(digests).encode()).hexdigest(), flush=True)


def strict_seccomp():
    """Nothing but to read, write and end the thread is allowed then: not even what Python does beside."""
    libc = ctypes.PyDLL(None)
    prctl, read, call, byte = libc.prctl, libc.read, libc.syscall, ctypes.create_string_buffer(1)
    ready()
    prctl(22, 1, 0, 0, 0)
    read(0, byte, 1)
    call(60, 0)


def no_threads():
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
    in_poll()


def no_execution():
    """Memory that becomes executable is forbidden, as systemd's MemoryDenyWriteExecute does."""
    assert LIBC.prctl(65, 1, 0, 0, 0) == 0, os.strerror(ctypes.get_errno())
    in_poll()


def not_dumpable():
    LIBC.prctl(4, 0, 0, 0, 0)
    in_poll()


KINDS = {'poll': in_poll, 'epoll': in_epoll, 'select': lambda: (ready(), select.select([0], [], [])),
         'read': lambda: (ready(), os.read(0, 1)), 'recv': in_recv, 'wait': in_wait,
         'sleep': lambda: main_waits(lambda: time.sleep(0.3)),
         'join': lambda: (threading.Thread(target=wait_for_the_end).start(), ready(), over.wait()),
         'compute': computing, 'hold': holding, 'handler': in_handler, 'returned': over_a_returned_handler, 'busy': busy,
         'seccomp': strict_seccomp, 'no_execution': no_execution, 'no_threads': no_threads, 'not_dumpable': not_dumpable}

KINDS[sys.argv[1]]()
print('unharmed', threading.active_count(), 'thread', len(vars()), 'names', flush=True)
