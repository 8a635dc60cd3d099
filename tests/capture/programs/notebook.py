"""Runs cells in a kernel as a notebook does, interrupts it and restarts it; prints what came back as JSON."""
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

from ipykernel.kernelspec import install
from jupyter_client.manager import KernelManager

FOLDER = Path(sys.argv[1])
PATIENCE = 300
PREPARED = '''
%load_ext lanescope
import torch
net = torch.nn.Linear(8, 8)
'''
# Its recorder stands still: the end of the cell waits for it.
HELD_UP = '''%%%%lanescope held.lanes
import os, pathlib, signal
children = pathlib.Path(f'/proc/self/task/{os.getpid()}/children').read_text().split()
held = [int(child) for child in children if b'lanescope-record' in pathlib.Path(f'/proc/{child}/cmdline').read_bytes()]
net(torch.ones(2, 8))
for child in held:
    os.kill(child, signal.SIGSTOP)
pathlib.Path(%r).touch()
'''
ENDLESS = '''%%%%lanescope %s
import pathlib
while True:
    net(torch.ones(2, 8))
    pathlib.Path(%r).touch()
'''
cells = {}


class Kernel:
    def __init__(self):
        self._manager = KernelManager(kernel_name='python3')
        self._manager.start_kernel(cwd=str(FOLDER))
        self._connect()

    def _connect(self):
        self._client = self._manager.client()
        self._client.start_channels()
        self._client.wait_for_ready(timeout=PATIENCE)

    def begin(self, code):
        return self._client.execute(code)

    def end(self, request):
        """What the front end gets of a cell until the kernel is idle again."""
        cell = {'outputs': [], 'stream': '', 'error': '', 'tracebacks': 0}
        while True:
            message = self._client.get_iopub_msg(timeout=PATIENCE)
            if message['parent_header'].get('msg_id') != request:
                continue
            kind, content = message['msg_type'], message['content']
            if kind in ('display_data', 'execute_result'):
                cell['outputs'].append(content['data'])
            elif kind == 'stream':
                cell['stream'] += content['text']
            elif kind == 'error':
                cell['error'] = content['ename']
                cell['tracebacks'] += any('Traceback' in line for line in content['traceback'])
            elif kind == 'status' and content['execution_state'] == 'idle':
                break
        while True:
            reply = self._client.get_shell_msg(timeout=PATIENCE)
            if reply['parent_header'].get('msg_id') == request:
                return cell | {'status': reply['content']['status'], 'error': reply['content'].get('ename', cell['error'])}

    def end_interrupted(self, request):
        """The same, of one that is interrupted until it ends: the first time may wait."""
        over = threading.Event()

        def insist():
            while not over.wait(0.5):
                self.interrupt()
        thread = threading.Thread(target=insist)
        thread.start()
        try:
            return self.end(request)
        finally:
            over.set()
            thread.join()

    def run(self, name, code):
        cells[name] = self.end(self.begin(code))

    def interrupt(self):
        self._manager.interrupt_kernel()

    def restart(self):
        self._client.stop_channels()
        self._manager.restart_kernel(now=True)
        self._connect()

    def shut_down(self):
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)


def wait_for(condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            sys.exit('waited in vain')
        time.sleep(0.05)


def whole(session):
    from lanescope.installed import recorder
    info = subprocess.run([recorder(), 'info', '--json', session], capture_output=True, text=True, check=False).stdout
    return bool(info) and json.loads(info)['complete']


def started(kernel, session):
    sign = FOLDER / f'{session}.running'
    request = kernel.begin(ENDLESS % (session, str(sign)))
    wait_for(sign.exists)
    return request


install(user=True)
kernel = Kernel()
kernel.run('prepared', PREPARED)
kernel.run('trained', '%%lanescope trained.lanes\nfor _ in range(20):\n    net(torch.ones(2, 8))\nx = 7\nprint("printed by the cell")')
kernel.run('afterwards', 'print(f"\'x\' is {x}")')
kernel.run('without stacks', '%%lanescope --no-stacks\nnet(torch.ones(2, 8))')
kernel.run('wrong option', '%%lanescope --no-such\nnet(torch.ones(2, 8))')
kernel.run('fails', '%%lanescope fails.lanes\nnet(torch.ones(2, 8))\nraise ValueError("of the cell")')
kernel.run('hidden window', 'from unittest import mock\nimport lanescope.notebook as shown\n'
                            'hidden = mock.patch.multiple(shown, recorder=lambda: __import__("pathlib").Path("/nowhere/lanescope-record"), '
                            'shutil=mock.Mock(which=lambda _: None))\nhidden.start();')
kernel.run('without window', '%%lanescope hidden.lanes\nnet(torch.ones(2, 8))')
kernel.run('shown window', 'hidden.stop();')
request = started(kernel, 'interrupted.lanes')
kernel.interrupt()
cells['interrupted'] = kernel.end(request)
kernel.run('after the interrupt', '%%lanescope again.lanes\nnet(torch.ones(2, 8))')
sign = FOLDER / 'held.running'
request = kernel.begin(HELD_UP % str(sign))
wait_for(sign.exists)
cells['held up'] = kernel.end_interrupted(request)
kernel.run('after the held up', 'for child in held:\n    os.kill(child, signal.SIGCONT)\nprint(len(held), int(net(torch.ones(2, 8)).numel()))')
wait_for(lambda: whole(FOLDER / 'held.lanes'))
kernel.run('recorded after the held up', '%%lanescope later.lanes\nnet(torch.ones(2, 8))')
started(kernel, 'restarted.lanes')
kernel.restart()
wait_for(lambda: whole(FOLDER / 'restarted.lanes'))
kernel.run('prepared again', PREPARED)
kernel.run('after the restart', '%%lanescope new.lanes\nnet(torch.ones(2, 8))')
kernel.shut_down()
print(json.dumps(cells))
