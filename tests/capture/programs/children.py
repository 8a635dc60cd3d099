"""One process of each kind that multiprocessing knows, each with three sines of its own; the parent has one."""
import multiprocessing
import warnings

import torch

warnings.simplefilter('ignore')


def work():
    for _ in range(3):
        torch.sin(torch.ones(4))


if __name__ == '__main__':
    torch.set_num_threads(1)
    torch.sin(torch.ones(4))
    for method in ('fork', 'spawn', 'forkserver'):
        process = multiprocessing.get_context(method).Process(target=work, name=method)
        process.start()
        process.join()
        assert process.exitcode == 0, method
