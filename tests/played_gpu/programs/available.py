"""Whether PyTorch finds CUDA, and on how many devices."""
import warnings

import torch

warnings.simplefilter("ignore")
print(torch.cuda.is_available(), torch.cuda.device_count())
