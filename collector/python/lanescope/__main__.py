"""`lanescope ...` on the command line: the recorder, which needs no Python itself, but for what an agent asks."""
import os
import sys

from lanescope.errors import LanescopeError
from lanescope.installed import recorder


def main():
    if sys.argv[1:2] == ['mcp']:
        from lanescope.agents import main as serve
        sys.exit(serve(sys.argv[2:]))
    try:
        program = recorder()
        os.execv(program, ['lanescope', *sys.argv[1:]])
    except (LanescopeError, OSError) as problem:
        sys.exit(f'lanescope: {problem}')


if __name__ == '__main__':
    main()
