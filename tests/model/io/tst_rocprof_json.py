"""rocprofv3's JSON: kernels, calls, copies, counters and launches of a made file whose answers are known; files that are cut or hostile."""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
sys.path.insert(0, str(BUILD / "lib/lanescope/python"))
import lanescope  # noqa: E402

T = 63_857_983_000_000  # nanoseconds since boot
KINDS = {"HIP_RUNTIME_API_EXT": ["hipMalloc", "hipLaunchKernel", "hipMemcpyAsync"], "HSA_CORE_API": ["hsa_init"],
         "MARKER_CORE_API": ["roctxMarkA", "roctxRangePushA"], "RCCL_API": ["ncclAllReduce"], "KERNEL_DISPATCH": [],
         "MEMORY_COPY": ["MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_DEVICE"],
         "MEMORY_ALLOCATION": ["MEMORY_ALLOCATION_NONE", "MEMORY_ALLOCATION_ALLOCATE", "", "MEMORY_ALLOCATION_FREE"]}


def record(kind, operation, begin, end, correlation=0, **more):
    return {"size": 64, "kind": list(KINDS).index(kind), "operation": operation,
            "correlation_id": {"internal": correlation, "external": 0}, "start_timestamp": T + begin, "end_timestamp": T + end,
            "thread_id": 7, **more}


def dispatch(number, kernel=1, agent=30):
    return {"size": 72, "agent_id": {"handle": agent}, "queue_id": {"handle": 5}, "kernel_id": kernel, "dispatch_id": number,
            "private_segment_size": 16, "group_segment_size": 1024, "workgroup_size": {"x": 256, "y": 1, "z": 1},
            "grid_size": {"x": 1000, "y": 4, "z": 1}}


def kernel(number, begin, end, correlation, **more):
    return record("KERNEL_DISPATCH", 2, begin, end, correlation, dispatch_info=dispatch(number, **more), stream_id={"handle": 3})


def counted(number, begin, end, *values):
    return {"thread_id": 7, "replay_pass": 0, "dispatch_data": {"size": 128, "correlation_id": {"internal": 2, "external": 0},
            "start_timestamp": T + begin, "end_timestamp": T + end, "dispatch_info": dispatch(number)},
            "records": [{"counter_id": {"handle": handle}, "value": value} for handle, value in values]}


def process(pid=100, **more):
    records = {
        "kernel_dispatch": [kernel(1, 100, 250, 2), kernel(2, 300, 350, 99, kernel=4)],
        "hip_api": [record("HIP_RUNTIME_API_EXT", 1, 10, 40, 2, args={"stream": "0x7f00", "numBlocks": "4"}, retval={"uint64_t_retval": 0}),
                    record("HIP_RUNTIME_API_EXT", 2, 50, 60, 3)],
        "hsa_api": [record("HSA_CORE_API", 0, 1, 5, 1)],
        "marker_api": [record("MARKER_CORE_API", 1, 0, 90, 8)],
        "rccl_api": [record("RCCL_API", 0, 61, 70, 9)],
        "memory_copy": [record("MEMORY_COPY", 1, 400, 480, 3, src_agent_id={"handle": 10}, dst_agent_id={"handle": 30}, bytes=4096)],
        "memory_allocation": [record("MEMORY_ALLOCATION", 1, 20, 21, agent_id={"handle": 30}, address="0x00007f0000001000", allocation_size=512),
                              record("MEMORY_ALLOCATION", 3, 30, 31, agent_id={"handle": 30}, address="0x00007f0000001000", allocation_size=0)],
        "pc_sample_host_trap": [{"record": {"hw_id": {"wave_id": 1}, "pc": {"code_object_id": 1, "code_object_offset": 8}, "timestamp": T}, "inst_index": 0}],
    }
    one = {
        "metadata": {"node": {"id": 0, "hostname": "host"}, "pid": pid, "init_time": T, "fini_time": T + 500, "command": ["python3", "train.py"],
                     "config": {"output_path": "/data"}},
        "agents": [{"size": 312, "id": {"handle": 10}, "type": 1, "node_id": 0, "logical_node_type_id": 0, "name": "EPYC", "product_name": "EPYC"},
                   {"size": 312, "id": {"handle": 20}, "type": 2, "node_id": 1, "logical_node_type_id": 0, "name": "gfx942", "product_name": "MI300X"},
                   {"size": 312, "id": {"handle": 30}, "type": 2, "node_id": 2, "logical_node_type_id": 1, "name": "gfx942", "product_name": "MI300X"}],
        "counters": [{"id": {"handle": 71}, "name": "SQ_WAVES", "description": "", "dimensions": [{"id": 1, "name": "DIMENSION_XCC"}]}],
        "strings": {"callback_records": [{"kind": "NONE", "operations": ["wrong"]}],
                    "buffer_records": [{"kind": kind, "operations": operations} for kind, operations in KINDS.items()],
                    "marker_api": [{"key": 8, "value": "forward"}], "counters": {"dimension_ids": [{"id": 1, "name": "DIMENSION_XCC"}]}},
        "code_objects": [],
        "kernel_symbols": [{"size": 88, "kernel_id": 1, "kernel_name": "k.kd", "kernel_address": {"handle": 140341013926144},
                            "formatted_kernel_name": "gemm<float>(int)", "demangled_kernel_name": "gemm<float>(int) [clone .kd]"}],
        "host_functions": [], "summary": [], "callback_records": {"counter_collection": []}, "buffer_records": records}
    one.update(more)
    return one


class RocprofJson(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, data, name="results.json"):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else json.dumps({"rocprofiler-sdk-tool": data}).encode())
        return path

    def slices(self, path):
        table = lanescope.Session(path).slices()
        return [dict(zip(table.keys(), row)) for row in zip(*(list(table[key]) for key in table.keys()))]

    def info(self, path):
        out = subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", path], capture_output=True, text=True, check=True)
        return json.loads(out.stdout)

    def arrows(self, path):
        out = subprocess.run([BUILD / "bin/lanescope-record", "convert", path, "-"], capture_output=True, check=True).stdout
        events = json.loads(out)["traceEvents"]
        return sum(event["ph"] == "s" for event in events)

    def test_every_kind_of_record(self):
        path = self.written([process()])
        found = {(row["name"], row["process"], row["thread"], row["category"], row["begin_ns"] - T, row["duration_ns"])
                 for row in self.slices(path)}
        self.assertEqual(found, {
            ("gemm<float>(int)", "GPU 1", "queue 5 stream 3", "kernel", 100, 150),
            ("kernel without a name", "GPU 1", "queue 5 stream 3", "kernel", 300, 50),
            ("Memcpy HtoD", "GPU 1", "stream -1 (copies)", "gpu_memcpy", 400, 80),
            ("hipLaunchKernel", "100", "7", "hip_runtime", 10, 30),
            ("hipMemcpyAsync", "100", "7", "hip_runtime", 50, 10),
            ("hsa_init", "100", "7", "hip_runtime", 1, 4),
            ("forward", "100", "7", "user_annotation", 0, 90),
            ("ncclAllReduce", "100", "7", "user_annotation", 61, 9),
            ("MEMORY_ALLOCATION_ALLOCATE", "100", "7", "memory", 20, 1),
            ("MEMORY_ALLOCATION_FREE", "100", "7", "memory", 30, 1)})
        self.assertEqual(self.arrows(path), 2)  # the kernel without a call has none
        gemm, = (json.loads(row["arguments"]) for row in self.slices(path) if row["name"].startswith("gemm"))
        self.assertEqual((gemm["grid"], gemm["block"], gemm["shared memory"]), ([4, 4, 1], [256, 1, 1], 1024))
        launch, = (json.loads(row["arguments"]) for row in self.slices(path) if row["name"] == "hipLaunchKernel")
        self.assertEqual(launch["arguments"], "stream=0x7f00, numBlocks=4")
        memory = lanescope.Session(path).memory()
        self.assertEqual((list(memory["bytes"]), list(memory["address"])), ([512, -512], [0x7F0000001000] * 2))
        self.assertIn(("unread-samples of program counters", 1), {(one["kind"], one["count"]) for one in self.info(path)["diagnostics"]})

    def test_counters_stand_on_their_kernel_and_as_a_curve(self):
        both = process(callback_records={"counter_collection": [counted(1, 100, 250, (71, 3), (71, 4.5)), counted(9, 600, 700, (72, 1))]})
        path = self.written([both])
        kernels = {row["begin_ns"] - T: json.loads(row["arguments"]).get("counters") for row in self.slices(path) if row["category"] == "kernel"}
        self.assertEqual(kernels, {100: {"SQ_WAVES": 7.5}, 300: None, 600: {"counter 72": 1}})
        curves = lanescope.Session(path).counters()
        self.assertEqual(sorted(zip(curves["counter"], (time - T for time in curves["time_ns"]), curves["value"])),
                         [("SQ_WAVES", 100, 7.5), ("SQ_WAVES", 250, 0), ("counter 72", 600, 1), ("counter 72", 700, 0)])

    def test_processes_keep_apart_and_an_old_file_has_one(self):
        path = self.written([process(100), process(200)])
        self.assertEqual({row["process"] for row in self.slices(path) if row["category"] == "hip_runtime"}, {"100", "200"})
        self.assertEqual(len({row["thread"] for row in self.slices(path) if row["category"] == "kernel"}), 2)
        self.assertEqual(self.arrows(path), 4)
        self.assertEqual(len(self.slices(self.written(process()))), 10)

    def test_a_file_without_names_and_numbers_is_read(self):
        bare = process()
        bare["strings"] = {"callback_records": [], "buffer_records": []}
        for agent in bare["agents"]:
            del agent["logical_node_type_id"]
        names = {(row["process"], row["name"]) for row in self.slices(self.written([bare]))}
        self.assertLessEqual({("GPU 1", "gemm<float>(int)"), ("100", "call 1")}, names)

    def test_what_is_cut_keeps_what_came_whole(self):
        whole = self.written([process()]).read_bytes()
        begin = whole.index(b'"hip_api"')
        found = [len(self.slices(self.written(whole[:size]))) for size in range(begin, len(whole), 173)]
        self.assertEqual((found, found[0]), (sorted(found), 2))
        self.assertFalse(self.info(self.written(whole[:-3]))["complete"])
        self.assertEqual(len(self.slices(self.written(gzip.compress(whole), "results.json.gz"))), 10)

    def refused(self, data):
        begin = time.monotonic()
        out = subprocess.run(["sh", "-c", 'ulimit -v 1000000; exec "$@"', "sh", BUILD / "bin/lanescope-record", "info", self.written(data)],
                             capture_output=True, text=True)
        self.assertEqual((out.returncode, out.stderr.count("\n")), (1, 1), out.stdout + out.stderr)
        if not os.environ.get("LANESCOPE_SANITIZE"):
            self.assertLess(time.monotonic() - begin, 20)
        return out.stderr

    def test_hostile_files_are_refused(self):
        begin = b'{"rocprofiler-sdk-tool": '
        for data in (begin, begin + b"1}", begin + b"[{}]}", begin + b"[" * 200_000, begin + b"[" * 100_000 + b"]" * 100_000 + b"}",
                     begin + b'[{"metadata": {"pid": 1, "command": []'):
            self.assertIn("JSON of rocprofv3", self.refused(data))

    def test_hostile_records_are_read(self):
        inner = dict(process(), buffer_records={})
        hostile = {"dispatch_info": dispatch(1), "inner": inner, "kind": 4, "operation": 2, "thread_id": 7, "start_timestamp": T}
        odd = [{"dispatch_data": {"dispatch_info": dispatch(5)}, "records": [{"counter_id": {"handle": 1}, "value": 2}], "inner": inner},
               {"kind": 1 << 62, "operation": -5, "thread_id": "x", "start_timestamp": -(1 << 62), "end_timestamp": 1 << 62},
               {"kind": [], "operation": {}, "thread_id": 7, "src_agent_id": 5, "dst_agent_id": None, "bytes": -1, "start_timestamp": "now"},
               {"x": 1.5, "y": [], "z": -1}, {"handle": "0x7"}, {"internal": 1e99}, hostile]
        info = self.info(self.written([process(buffer_records={"kernel_dispatch": odd + [kernel(1, 5, 6, 0)]})]))
        self.assertGreaterEqual(info["slices"], 2)


if __name__ == "__main__":
    unittest.main()
