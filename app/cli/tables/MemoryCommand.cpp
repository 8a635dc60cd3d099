#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "app/cli/tables/MemoryTruthOutput.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/memory/MemoryMoment.h"
#include "model/base/Format.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanes::cli {

namespace {

struct AliveBlock {
    const DeviceMemory* device;
    const MemoryBlock* block;
};
struct AliveGroup {
    const DeviceMemory* device;
    MemoryMoment::Group group;
};

// What was asked about a moment, and what the answer is.
struct Moment {
    TimeNs at = 0;
    std::optional<TimeNs> since;
    std::optional<MemoryGroup> by;
    std::vector<AliveBlock> blocks; // largest first
    std::vector<AliveGroup> groups; // by device, largest first; only where asked for
};

std::vector<AliveBlock> aliveEverywhere(const MemoryHistory& history, const Moment& moment) {
    std::vector<AliveBlock> alive;
    for (const DeviceMemory& device : history.devices()) {
        for (const MemoryBlock* block :
             moment.since ? grownBetween(device, *moment.since, moment.at) : aliveAt(device, moment.at)) {
            alive.push_back({&device, block});
        }
    }
    std::ranges::stable_sort(alive, std::ranges::greater{},
                             [](const AliveBlock& a) { return a.block->bytes; });
    return alive;
}

std::vector<AliveGroup> groupsEverywhere(const OperatorData& data, const MemoryHistory& history,
                                         const Moment& moment) {
    std::vector<AliveGroup> all;
    for (const DeviceMemory& device : history.devices()) {
        for (MemoryMoment::Group& group :
             memoryMoment(data, device, moment.at, moment.since, *moment.by).groups) {
            all.push_back({&device, std::move(group)});
        }
    }
    return all;
}

// Empty: no recorded operator around the allocation.
std::string_view operatorOf(const OperatorData& data, const MemoryBlock& block) {
    if (block.op == OperatorForest::kNone) {
        return {};
    }
    const Trace& trace = data.forest->trace();
    return trace.text(trace.slice(data.forest->slice(block.op)).name);
}

void writeMoment(JsonWriter& json, const OperatorData& data, const Moment& moment) {
    if (moment.by) {
        json.key("groups");
        json.beginArray();
        for (const auto& [device, group] : moment.groups) {
            json.beginObject();
            json.field("device", device->key);
            json.field(memoryGroupName(*moment.by), group.name);
            json.field("bytes", group.bytes);
            json.field("blocks", group.blocks);
            json.endObject();
        }
        json.endArray();
    }
    json.key("alive");
    json.beginArray();
    for (const auto& [device, block] : moment.blocks) {
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

// What was asked beside the totals: nothing, about a moment, or about the peak.
struct Asked {
    std::optional<Moment> moment;
    std::optional<TruthAnswer> truth;
};

std::string memoryJson(const OperatorData& data, const MemoryHistory& history, const Asked& asked) {
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
        if (const std::int64_t most = device.mostOutside(); most >= 0) {
            json.field("most_outside", most);
        }
        json.endObject();
    }
    json.endObject();
    if (asked.moment) {
        writeMoment(json, data, *asked.moment);
    }
    if (asked.truth) {
        json.key("peak");
        writeTruth(json, *asked.truth, data);
    }
    json.endObject();
    return json.take();
}

std::string devicesTable(const MemoryHistory& history, TimeNs start, bool csv) {
    // Of the device's own counters, which few recordings have.
    const bool outside =
        csv || std::ranges::any_of(history.devices(), [](const auto& d) { return d.mostOutside() >= 0; });
    std::vector<std::string> columns{"device",
                                     "events",
                                     "allocated_bytes",
                                     "freed_bytes",
                                     "peak_allocated",
                                     "peak_reserved",
                                     csv ? "peak_time_ns" : "peak at"};
    if (outside) {
        columns.emplace_back(csv ? "most_outside" : "outside PyTorch");
    }
    report::TextTable table(columns);
    for (const DeviceMemory& d : history.devices()) {
        const auto bytes = [csv](std::int64_t b) { return csv ? std::to_string(b) : formatBytes(b); };
        std::vector<std::string> row{d.key,
                                     std::to_string(d.events.size()),
                                     bytes(d.allocatedBytes),
                                     bytes(d.freedBytes),
                                     bytes(d.peakAllocated),
                                     bytes(d.peakReserved),
                                     csv ? std::to_string(d.peakTime) : formatDuration(d.peakTime - start)};
        if (outside) {
            row.push_back(d.mostOutside() >= 0 ? bytes(d.mostOutside()) : std::string());
        }
        table.add(row);
    }
    return csv ? table.csv() : table.text();
}

std::string aliveTable(const OperatorData& data, const std::vector<AliveBlock>& alive, TimeNs start,
                       bool csv) {
    report::TextTable table(
        {"operator", "device", "bytes", csv ? "allocated_at_ns" : "allocated at", "category"});
    for (const auto& [device, block] : alive) {
        table.add({std::string(operatorOf(data, *block)), device->key,
                   csv ? std::to_string(block->bytes) : formatBytes(block->bytes),
                   csv ? std::to_string(block->life.begin) : formatDuration(block->life.begin - start),
                   std::string(memoryCategoryName(block->category))});
    }
    return csv ? table.csv() : table.text();
}

std::string groupsTable(const Moment& moment, bool csv) {
    report::TextTable table({std::string(memoryGroupName(*moment.by)), "device", "bytes", "blocks"});
    for (const auto& [device, group] : moment.groups) {
        table.add({group.name.empty() && !csv ? "not known" : group.name, device->key,
                   csv ? std::to_string(group.bytes) : formatBytes(group.bytes),
                   std::to_string(group.blocks)});
    }
    return csv ? table.csv() : table.text();
}

std::string momentTable(const OperatorData& data, const Moment& moment, TimeNs start, bool csv) {
    return moment.by ? groupsTable(moment, csv) : aliveTable(data, moment.blocks, start, csv);
}

std::string memoryCsv(const OperatorData& data, const MemoryHistory& history, const Asked& asked) {
    const TimeNs start = data.forest->trace().span().begin;
    return asked.moment  ? momentTable(data, *asked.moment, start, true)
           : asked.truth ? truthCsv(*asked.truth)
                         : devicesTable(history, start, true);
}

std::string memoryText(const OperatorData& data, const MemoryHistory& history, const Asked& asked) {
    const TimeNs start = data.forest->trace().span().begin;
    const std::string more = asked.moment  ? "\n" + momentTable(data, *asked.moment, start, false)
                             : asked.truth ? "\n" + truthText(*asked.truth, start)
                                           : std::string();
    return devicesTable(history, start, false) + more;
}

struct MemoryArguments {
    std::vector<std::string> files;
    std::string at;
    std::string since;
    std::string by;
    bool peak = false;
    PartArguments part;
    std::string without;
    std::string format = "table";
};

void addArguments(CLI::App& parser, MemoryArguments& arguments) {
    addFilesOption(parser, arguments.files);
    auto* at =
        parser.add_option("--at", arguments.at,
                          "list what is alive at this time, as 12.5ms from the start or as recorded in ns");
    parser.add_option("--since", arguments.since, "of that, only what was allocated after this time")
        ->needs(at);
    auto* peak =
        parser.add_flag("--peak", arguments.peak,
                        "what makes the peak by category, what grew step over step, what is reserved "
                        "without use, and what would fit without a module's activations");
    peak->excludes(at);
    parser
        .add_option("--range", arguments.part.range,
                    "of --peak: only A..B, as 10ms..20ms from the start or as recorded in ns")
        ->needs(peak);
    parser.add_option("--step", arguments.part.step, "of --peak: only step N")
        ->needs(peak)
        ->check(wholeNumber());
    parser
        .add_option(
            "--without", arguments.without,
            "of --peak: how high it would be without the activations of this module, or of all modules "
            "of this class")
        ->needs(peak);
    std::vector<std::string> groups;
    groups.reserve(kMemoryGroups);
    for (int group = 0; group < kMemoryGroups; ++group) {
        groups.emplace_back(memoryGroupName(static_cast<MemoryGroup>(group)));
    }
    parser
        .add_option(
            "--by", arguments.by,
            "gather what is alive, or what grew, by operator, category, place (the program's own line), "
            "module or input shapes")
        ->check(CLI::IsMember(groups));
    addFormatOption(parser, arguments.format);
}

std::optional<MemoryGroup> groupOf(const MemoryArguments& arguments) {
    for (int group = 0; group < kMemoryGroups; ++group) {
        if (arguments.by == memoryGroupName(static_cast<MemoryGroup>(group))) {
            return static_cast<MemoryGroup>(group);
        }
    }
    return std::nullopt;
}

Result<Moment> momentOf(const MemoryArguments& arguments, TimeRange session) {
    Moment moment;
    const Result<TimeNs> at = parseMoment(arguments.at, session);
    if (!at) {
        return at.error();
    }
    moment.at = at.value();
    if (!arguments.since.empty()) {
        const Result<TimeNs> since = parseMoment(arguments.since, session);
        if (!since) {
            return since.error();
        }
        if (since.value() > moment.at) {
            return Error{"--since is after --at: nothing can have grown before it began."};
        }
        moment.since = since.value();
    }
    moment.by = groupOf(arguments);
    return moment;
}

Result<TruthAnswer> truthOf(const MemoryArguments& arguments, const OperatorData& data,
                            const MemoryHistory& history) {
    const Trace& trace = data.forest->trace();
    const auto part = partOf(arguments.part, trace.span(), data.steps);
    if (!part) {
        return part.error();
    }
    const TimeRange range = part.value().value_or(trace.span());
    TruthAnswer answer;
    answer.growthBy = groupOf(arguments).value_or(MemoryGroup::Operator);
    answer.without = arguments.without;
    bool found = arguments.without.empty();
    for (const DeviceMemory& device : history.devices()) {
        DeviceTruth one{&device, *memoryTruth(data, device, range, answer.growthBy), {}};
        if (!arguments.without.empty()) {
            one.without = memoryFit(data, device, PeakFinder(device, range), arguments.without);
            found = found || one.without;
        }
        answer.devices.push_back(std::move(one));
    }
    if (!found && !history.empty()) {
        return Error{"No module, and no class of modules, called " + arguments.without +
                     " has activations here; --peak alone lists those that have."};
    }
    return answer;
}

Result<Asked> askedOf(const MemoryArguments& arguments, const OperatorData& data,
                      const MemoryHistory& history) {
    Asked asked;
    if (!arguments.at.empty()) {
        Result<Moment> moment = momentOf(arguments, data.forest->trace().span());
        if (!moment) {
            return moment.error();
        }
        asked.moment = std::move(moment).value();
        asked.moment->blocks = aliveEverywhere(history, *asked.moment);
        if (asked.moment->by) {
            asked.moment->groups = groupsEverywhere(data, history, *asked.moment);
        }
    }
    if (arguments.peak) {
        Result<TruthAnswer> truth = truthOf(arguments, data, history);
        if (!truth) {
            return truth.error();
        }
        asked.truth = std::move(truth).value();
    }
    return asked;
}

} // namespace

int runMemory(int argc, char** argv) {
    CLI::App parser(
        "Prints how much memory was allocated, what is alive at a moment, and what makes the peak",
        "lanescope memory");
    MemoryArguments arguments;
    addArguments(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (!arguments.by.empty() && arguments.at.empty() && !arguments.peak) {
        return fail(parser, Error{"--by needs --at, for what is alive then, or --peak, for what grew."},
                    kUsage);
    }
    const auto trace = openFiles(parser, arguments.files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    const auto data = analyses.operators();
    const auto history = analyses.memory();
    const auto asked = askedOf(arguments, *data, *history);
    if (!asked) {
        return fail(parser, asked.error(), kUsage);
    }
    const OutputFormat output = outputFormat(arguments.format);
    if (output == OutputFormat::Json) {
        print(memoryJson(*data, *history, asked.value()));
    } else if (history->empty()) {
        return fail(parser, Error{arguments.files.front() +
                                  " holds no memory events; record it with profile_memory=True."});
    } else {
        print(output == OutputFormat::Csv ? memoryCsv(*data, *history, asked.value())
                                          : memoryText(*data, *history, asked.value()));
    }
    return kGood;
}

} // namespace lanes::cli
