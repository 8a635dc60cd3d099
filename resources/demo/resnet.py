"""ResNet-18 with a DataLoader: resnet.py WORKERS pin|no STEPS. gpu.lanes is `resnet.py 0 no 12`: without workers the step waits for data."""
import json, statistics, sys, time, torch, torchvision
from torch.utils.data import DataLoader, Dataset
workers, pin, steps = int(sys.argv[1]), sys.argv[2] == "pin", int(sys.argv[3])
class Images(Dataset):
    def __len__(self): return 64 * 100
    def __getitem__(self, i):
        g = torch.Generator().manual_seed(i)
        x = torch.rand(3, 256, 256, generator=g)
        x = torchvision.transforms.functional.resize(x, [224, 224], antialias=True)
        return (x - 0.45) / 0.22, i % 10
def main():
    torch.set_num_threads(2)
    model = torchvision.models.resnet18(num_classes=10).cuda().to(memory_format=torch.channels_last)
    opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    loader = DataLoader(Images(), batch_size=64, num_workers=workers, pin_memory=pin, persistent_workers=workers > 0)
    times, last = [], time.perf_counter_ns()
    for i, (x, y) in enumerate(loader):
        x, y = x.cuda(non_blocking=pin).to(memory_format=torch.channels_last), y.cuda(non_blocking=pin)
        with torch.autocast("cuda", dtype=torch.float16):
            loss = torch.nn.functional.cross_entropy(model(x), y)
        opt.zero_grad(); loss.backward(); opt.step()
        now = time.perf_counter_ns(); times.append(now - last); last = now
        if i + 1 >= steps: break
    torch.cuda.synchronize()
    print(json.dumps({"step ns": statistics.median(times[2:]), "loss": loss.item()}))
if __name__ == "__main__": main()
