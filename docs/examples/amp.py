"""The same training in float32 and in mixed precision: amp.py [off|on].

    lanescope record -o off.lanes -- python3 amp.py off
    lanescope record -o on.lanes -- python3 amp.py on
    lanescope diff off.lanes on.lanes --by name
"""
import sys

import torch
from torch import nn

ON = sys.argv[1:] == ["on"]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def main():
    model = nn.TransformerEncoderLayer(128, 4, 256, batch_first=True).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    data = torch.rand(8, 32, 128, device=DEVICE)
    for _ in range(6):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=ON):
            loss = model(data).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
