"""polls.py SECONDS: asks an event again and again whether it is over; prints how often it did, and of how many events."""
import json
import sys
import time

import torch

a = torch.randn(8192, 8192, device="cuda")
end, asked, events = time.monotonic() + float(sys.argv[1]), 0, 0
while time.monotonic() < end:
    b = a @ a
    event = torch.cuda.current_stream().record_event()
    events += 1
    while not event.query():
        asked += 1
print(json.dumps({"asked": asked, "events": events}))
