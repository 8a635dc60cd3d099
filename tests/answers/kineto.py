"""Traces as torch.profiler writes them, event by event, in whole nanoseconds: what the generators here are made of."""
import json

HOST, DEVICE = 4711, 0  # processes


class Kineto:
    """Events of one process and its device. Times and lengths are nanoseconds."""

    def __init__(self):
        self.events = []
        self.correlation = 0

    def slice(self, name, category, start, length, thread=4711, process=HOST, **args):
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": process, "tid": thread,
                            "ts": start / 1000, "dur": length / 1000, "args": args})

    def operator(self, name, start, length, **more):
        self.slice(name, "cpu_op", start, length, **more)

    def function(self, name, start, length, **more):
        self.slice(name, "python_function", start, length, **more)

    def annotation(self, name, start, length, **more):
        self.slice(name, "user_annotation", start, length, **more)

    def call(self, name, start, length, **more):
        """A call of the runtime; returns its correlation."""
        self.correlation += 1
        self.slice(name, "cuda_runtime", start, length, correlation=self.correlation, cbid=211, **more)
        return self.correlation

    def work(self, name, start, length, stream=7, correlation=None, category="kernel", device=0):
        args = {"stream": stream, "device": device}
        if correlation is not None:
            args["correlation"] = correlation
        self.slice(name, category, start, length, stream, device, **args)

    def launched(self, name, call_at, start, length, stream=7, call="cudaLaunchKernel", call_length=5_000, thread=4711,
                 category="kernel", arrow=True):
        """A call and the work that it launches, with torch's arrow between them."""
        correlation = self.call(call, call_at, call_length, thread=thread)
        self.work(name, start, length, stream, correlation, category)
        if arrow:
            self.events.append({"ph": "s", "id": correlation, "pid": HOST, "tid": thread, "ts": call_at / 1000, "cat": "ac2g", "name": "ac2g"})
            self.events.append({"ph": "f", "id": correlation, "pid": DEVICE, "tid": stream, "ts": start / 1000, "cat": "ac2g", "name": "ac2g", "bp": "e"})

    def write(self, path, **beside):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, **beside, "traceEvents": self.events}, file)
        return str(path)
