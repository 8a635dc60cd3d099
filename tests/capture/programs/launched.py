"""One rank of collectives.py, whose number and their number the launcher says: mpirun's variables or srun's."""
import os
import runpy
import sys
from pathlib import Path

for name, told in (('RANK', ('OMPI_COMM_WORLD_RANK', 'SLURM_PROCID')), ('WORLD_SIZE', ('OMPI_COMM_WORLD_SIZE', 'SLURM_NTASKS'))):
    os.environ[name] = next(os.environ[variable] for variable in told if variable in os.environ)
sys.argv = sys.argv[:1]
runpy.run_path(str(Path(__file__).parent / 'collectives.py'), run_name='__main__')
