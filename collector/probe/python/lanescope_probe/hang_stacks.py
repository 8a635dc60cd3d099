"""Lets the recorder ask where all threads are, also while the program hangs: Python's faulthandler answers a signal in C,
without the interpreter's lock. Nothing is installed unless the recording asks for it."""
import faulthandler
import os
import signal


def offer_stacks(folder):
    """Raises where there will be none; else returns what takes it back, or None where nobody wants them. The first line of the
    file is the descriptor that answers go to."""
    try:
        with open(os.path.join(folder, 'stacks-wanted')) as wanted:
            number = int(wanted.read())
    except FileNotFoundError:
        return None
    if signal.getsignal(number) is not signal.SIG_DFL:
        raise RuntimeError(f'the program uses signal {number} itself')
    path = os.path.join(folder, f'{os.getpid()}.stacks')
    answers = os.open(path + '.new', os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
    os.write(answers, f'{answers}\n'.encode())
    faulthandler.register(number, file=answers, all_threads=True, chain=False)
    os.rename(path + '.new', path)

    def take_back():
        faulthandler.unregister(number)
        os.close(answers)
    return take_back
