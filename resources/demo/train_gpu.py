"""A small training on a GPU, for a first look at a session with one: a transformer with mixed precision, ranges of NVTX around
each part of a step, and a small network that is captured once as a CUDA graph and replayed in each step.

gpu.lanes beside it is this program, recorded on the played GPU of tests/played_gpu with PyTorch 2.15.0; tests/played_gpu/demo.py
records it anew.
"""
import torch
import torch.nn.functional as F
from torch import nn
from torch.cuda import nvtx

WORDS = 1000
WIDTH = 1024
BATCH, LENGTH = 16, 512
STEPS = 8  # the first ones load what PyTorch loads once
REPLAYS = 10


class Block(nn.Module):
    """Attention and a small network, each added to what goes in."""

    def __init__(self, heads=16):
        super().__init__()
        self.norm_in, self.norm_out = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.project, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))
        self.heads = heads

    def forward(self, x):
        batch, time, _ = x.shape
        parts = self.project(self.norm_in(x)).view(batch, time, 3, self.heads, WIDTH // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, time, WIDTH))
        return x + self.mlp(self.norm_out(x))


class Transformer(nn.Module):
    def __init__(self, layers=4):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH)
        self.blocks = nn.Sequential(*(Block() for _ in range(layers)))
        self.head = nn.Linear(WIDTH, WORDS)

    def forward(self, tokens):
        return self.head(self.blocks(self.embedding(tokens)))


def step(model, optimizer, scaler, tokens):
    with nvtx.range("copy to the device"):
        tokens = tokens.to("cuda", non_blocking=True)
    with nvtx.range("forward"), torch.autocast("cuda", dtype=torch.float16):
        loss = F.cross_entropy(model(tokens).view(-1, WORDS), tokens.view(-1))
    with nvtx.range("backward"):
        scaler.scale(loss).backward()
    with nvtx.range("optimizer"):
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    return loss.item()


def captured():
    """A network whose forward and backward pass are one graph."""
    model = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1)).cuda()
    x = torch.randn(BATCH, WIDTH, device="cuda")
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            model(x).sum().backward()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    return graph, model


def main():
    graph, _kept = captured()
    model = Transformer().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for number in range(STEPS):
        tokens = torch.randint(0, WORDS, (BATCH, LENGTH)).pin_memory()
        with nvtx.range(f"step {number}"):
            step(model, optimizer, scaler, tokens)
            with nvtx.range("replays"):
                for _ in range(REPLAYS):
                    graph.replay()
    torch.cuda.synchronize()


if __name__ == "__main__":
    main()
