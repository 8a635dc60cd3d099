"""Trains a little with a training library, with Lanescope's callback: trained.py LIBRARY FOLDER [fails]."""
import sys
from pathlib import Path

import torch
from torch import nn

library, folder = sys.argv[1], Path(sys.argv[2])
fails = sys.argv[3:] == ['fails']
session = folder / 'run.lanes'


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)
        self.seen = 0

    def forward(self, x, labels=None):
        self.seen += self.training
        if fails and self.seen == 5:
            raise ValueError('the fifth batch')
        return {'loss': self.layer(x).sum()}


class Numbers(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return {'x': torch.full((8,), float(index))}


def with_lightning():
    import lightning

    from lanescope.lightning import LanescopeCallback

    class Task(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = Net()

        def training_step(self, batch, _):
            return self.net(**batch)['loss']

        def validation_step(self, batch, _):
            self.net(**batch)

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=1e-3)
    callback = LanescopeCallback(session, wait=2, active=3)
    trainer = lightning.Trainer(max_epochs=1, limit_train_batches=8, limit_val_batches=2, val_check_interval=4, logger=False,
                                enable_checkpointing=False, enable_progress_bar=False, accelerator='cpu', devices=1,
                                callbacks=[callback], default_root_dir=folder)
    data = torch.utils.data.DataLoader(Numbers(), batch_size=4)
    try:
        trainer.fit(Task(), data, data)
    finally:
        print('session', callback.session, flush=True)


def with_transformers():
    from transformers import Trainer, TrainingArguments

    from lanescope.transformers import LanescopeCallback
    callback = LanescopeCallback(session, wait=2, active=3)
    arguments = TrainingArguments(output_dir=folder, max_steps=8, per_device_train_batch_size=4, report_to='none', use_cpu=True,
                                  save_strategy='no', disable_tqdm=True, eval_strategy='steps', eval_steps=4)
    try:
        Trainer(Net(), arguments, train_dataset=Numbers(), eval_dataset=Numbers(), callbacks=[callback]).train()
    finally:
        print('session', callback.session, flush=True)


def with_accelerate():
    from accelerate import Accelerator

    from lanescope.accelerate import ProfileKwargs
    accelerator = Accelerator(cpu=True)
    options = ProfileKwargs(schedule_option={'wait': 2, 'warmup': 0, 'active': 3, 'repeat': 1}, record_shapes=True, session=session)
    net = Net()
    net, optimizer, data = accelerator.prepare(net, torch.optim.SGD(net.parameters(), lr=1e-3),
                                               torch.utils.data.DataLoader(Numbers(), batch_size=4))
    with accelerator.profile(options) as profile:
        for _, batch in zip(range(8), data):
            optimizer.zero_grad()
            accelerator.backward(net(**batch)['loss'])
            optimizer.step()
            profile.step()
    print(profile.key_averages().table(sort_by='self_cpu_time_total', row_limit=5))
    print('session', session, flush=True)


def with_ray():
    import ray
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    from lanescope.ray import recorded

    def train_loop(config):
        net = Net()
        optimizer = torch.optim.SGD(net.parameters(), lr=config['rate'])
        for batch, _ in zip(torch.utils.data.DataLoader(Numbers(), batch_size=4), range(8)):
            optimizer.zero_grad()
            net(**batch)['loss'].backward()
            optimizer.step()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        TorchTrainer(recorded(train_loop, session, wait=2, active=3), train_loop_config={'rate': 1e-3},
                     scaling_config=ScalingConfig(num_workers=2), run_config=RunConfig(storage_path=str(folder))).fit()
    finally:
        ray.shutdown()


globals()['with_' + library]()
