"""NaN that no operator has made: it comes from an array, and goes through many operators. Inf that the program asks for."""
import array

import torch

numbers = array.array('f', [1, float('nan'), 3])
mask = torch.zeros(3).masked_fill(torch.ones(3) > 0, -float('inf')) + 1
values = torch.frombuffer(numbers, dtype=torch.float32)
for _ in range(5):
    values = values * 2
print(float(values.sum()))
