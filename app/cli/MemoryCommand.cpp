#include "app/cli/MemoryCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/base/Format.h"
#include "model/io/joining/TraceMerge.h"
#include "model/trace/JsonWriter.h"

#include <algorithm>

namespace lanes::cli {

namespace {

struct AliveBlock {
    const DeviceMemory* device;
    const MemoryBlock* block;
};

// Largest first.
std::vector<AliveBlock> aliveEverywhere(const MemoryHistory& history, TimeNs at) {
    std::vector<AliveBlock> alive;
    for (const DeviceMemory& device : history.devices()) {
        for (const MemoryBlock* block : aliveAt(device, at)) {
            alive.push_back({&device, block});
        }
    }
    std::ranges::stable_sort(alive, std::ranges::greater{},
                             [](const AliveBlock& a) { return a.block->bytes; });
    return alive;
}

// Empty: no recorded operator around the allocation.
std::string_view operatorOf(const OperatorData& data, const MemoryBlock& block) {
    if (block.op == OperatorForest::kNone) {
        return {};
    }
    const Trace& trace = data.forest->trace();
    return trace.text(trace.slice(data.forest->slice(block.op)).name);
}

std::string memoryJson(const OperatorData& data, const MemoryHistory& history,
                       const std::vector<AliveBlock>* alive) {
    JsonWriter json;
    json.beginObject();
    json.key("devices");
    json.beginObject();
    for (const DeviceMemory& device : history.devices()) {
        json.key(device.key);
        json.beginObject();
        if (device.process.valid() && device.key.ends_with(')')) { // one of several
            const Process& process = data.forest->trace().processes()[device.process.value];
            json.field("process", process.key);
            if (process.rank >= 0) {
                json.field("rank", process.rank);
            }
        }
        json.field("events", static_cast<std::int64_t>(device.events.size()));
        json.field("allocated_bytes", device.allocatedBytes);
        json.field("freed_bytes", device.freedBytes);
        json.field("peak_allocated", device.peakAllocated);
        json.field("peak_reserved", device.peakReserved);
        json.field("peak_time_ns", device.peakTime);
        json.endObject();
    }
    json.endObject();
    if (alive != nullptr) {
        json.key("alive");
        json.beginArray();
        for (const auto& [device, block] : *alive) {
            json.beginObject();
            json.field("device", device->key);
            json.field("address", static_cast<std::int64_t>(block->address));
            json.field("bytes", block->bytes);
            const bool known = block->allocation != MemoryBlock::kNoEvent;
            json.field("allocated_at_ns", known ? block->life.begin : 0);
            json.field("operator", operatorOf(data, *block));
            json.field("category", memoryCategoryName(block->category));
            json.endObject();
        }
        json.endArray();
    }
    json.endObject();
    return json.take();
}

std::string devicesTable(const MemoryHistory& history, TimeNs start, bool csv) {
    TextTable table({"device", "events", "allocated_bytes", "freed_bytes", "peak_allocated", "peak_reserved",
                     csv ? "peak_time_ns" : "peak at"});
    for (const DeviceMemory& d : history.devices()) {
        const auto bytes = [csv](std::int64_t b) { return csv ? std::to_string(b) : formatBytes(b); };
        table.add({d.key, std::to_string(d.events.size()), bytes(d.allocatedBytes), bytes(d.freedBytes),
                   bytes(d.peakAllocated), bytes(d.peakReserved),
                   csv ? std::to_string(d.peakTime) : formatDuration(d.peakTime - start)});
    }
    return csv ? table.csv() : table.text();
}

std::string aliveTable(const OperatorData& data, const std::vector<AliveBlock>& alive, TimeNs start,
                       bool csv) {
    TextTable table({"operator", "device", "bytes", csv ? "allocated_at_ns" : "allocated at", "category"});
    for (const auto& [device, block] : alive) {
        table.add({std::string(operatorOf(data, *block)), device->key,
                   csv ? std::to_string(block->bytes) : formatBytes(block->bytes),
                   csv ? std::to_string(block->life.begin) : formatDuration(block->life.begin - start),
                   std::string(memoryCategoryName(block->category))});
    }
    return csv ? table.csv() : table.text();
}

} // namespace

int runMemory(int argc, char** argv) {
    CLI::App parser("Prints how much memory was allocated, and what is alive at a moment",
                    "lanescope memory");
    std::vector<std::string> files;
    std::string at;
    std::string format = "table";
    addFilesOption(parser, files);
    parser.add_option("--at", at,
                      "list what is alive at this time, as 12.5ms from the start or as recorded in ns");
    addFormatOption(parser, format);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto trace = openAsOne(files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const TimeRange session = trace.value()->span();
    TraceAnalyses analyses(trace.value());
    const auto data = analyses.operators();
    const auto history = analyses.memory();
    std::vector<AliveBlock> alive;
    if (!at.empty()) {
        const Result<TimeNs> moment = parseMoment(at, session);
        if (!moment) {
            return fail(parser, moment.error(), kUsage);
        }
        alive = aliveEverywhere(*history, moment.value());
    }
    const OutputFormat output = outputFormat(format);
    const bool csv = output == OutputFormat::Csv;
    if (output == OutputFormat::Json) {
        print(memoryJson(*data, *history, at.empty() ? nullptr : &alive));
    } else if (history->empty()) {
        return fail(parser,
                    Error{files.front() + " holds no memory events; record it with profile_memory=True."});
    } else if (csv) {
        print(at.empty() ? devicesTable(*history, session.begin, true)
                         : aliveTable(*data, alive, session.begin, true));
    } else {
        print(devicesTable(*history, session.begin, false));
        if (!at.empty()) {
            print("\n" + aliveTable(*data, alive, session.begin, false));
        }
    }
    return kGood;
}

} // namespace lanes::cli
