#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "app/cli/tables/MemoryTruthOutput.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/memory/MemoryMoment.h"
#include "model/report/Memory.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanes::cli {

namespace {

// What was asked about a moment, and what the answer is.
struct Moment {
    TimeNs at = 0;
    std::optional<TimeNs> since;
    std::optional<MemoryGroup> by;
    std::vector<report::DeviceBlock> blocks; // largest first
    std::vector<report::DeviceGroup> groups; // by device, largest first; only where asked for
};

std::vector<report::DeviceBlock> aliveEverywhere(const MemoryHistory& history, const Moment& moment) {
    std::vector<report::DeviceBlock> alive;
    for (const DeviceMemory& device : history.devices()) {
        for (const MemoryBlock* block :
             moment.since ? grownBetween(device, *moment.since, moment.at) : aliveAt(device, moment.at)) {
            alive.push_back({&device, block});
        }
    }
    std::ranges::stable_sort(alive, std::ranges::greater{},
                             [](const report::DeviceBlock& a) { return a.block->bytes; });
    return alive;
}

std::vector<report::DeviceGroup> groupsEverywhere(const OperatorData& data, const MemoryHistory& history,
                                                  const Moment& moment) {
    std::vector<report::DeviceGroup> all;
    for (const DeviceMemory& device : history.devices()) {
        for (MemoryMoment::Group& group :
             memoryMoment(data, device, moment.at, moment.since, *moment.by).groups) {
            all.push_back({&device, std::move(group)});
        }
    }
    return all;
}

void writeMoment(JsonWriter& json, const report::MemorySource& source, const Moment& moment) {
    if (moment.by) {
        json.key("groups");
        writeJson(json, report::memoryGroupTable(source, moment.groups, *moment.by));
    }
    json.key("alive");
    writeJson(json, report::blockTable(source, moment.blocks));
}

// What was asked beside the totals: nothing, about a moment, or about the peak.
struct Asked {
    std::optional<Moment> moment;
    std::optional<TruthAnswer> truth;
};

std::string memoryJson(const report::MemorySource& source, const Asked& asked) {
    const OperatorData& data = *source.data;
    const MemoryHistory& history = *source.history;
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
        writeMoment(json, source, *asked.moment);
    }
    if (asked.truth) {
        json.key("peak");
        writeTruth(json, *asked.truth, data);
    }
    json.endObject();
    return json.take();
}

report::Table momentTable(const report::MemorySource& source, const Moment& moment) {
    return moment.by ? report::memoryGroupTable(source, moment.groups, *moment.by)
                     : report::blockTable(source, moment.blocks);
}

std::string memoryCsv(const report::MemorySource& source, const Asked& asked) {
    return asked.moment  ? asCsv(momentTable(source, *asked.moment))
           : asked.truth ? truthCsv(*asked.truth)
                         : asCsv(report::memoryDeviceTable(source));
}

std::string memoryText(const report::MemorySource& source, const Asked& asked) {
    const std::string more = asked.moment ? "\n" + asText(momentTable(source, *asked.moment))
                             : asked.truth
                                 ? "\n" + truthText(*asked.truth, source.data->forest->trace().span().begin)
                                 : std::string();
    return asText(report::memoryDeviceTable(source)) + more;
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
    const report::MemorySource source{analyses.operators(), analyses.memory()};
    const auto asked = askedOf(arguments, *source.data, *source.history);
    if (!asked) {
        return fail(parser, asked.error(), kUsage);
    }
    const OutputFormat output = outputFormat(arguments.format);
    if (output == OutputFormat::Json) {
        print(memoryJson(source, asked.value()));
    } else if (source.history->empty()) {
        return fail(parser, Error{arguments.files.front() +
                                  " holds no memory events; record it with profile_memory=True."});
    } else {
        print(output == OutputFormat::Csv ? memoryCsv(source, asked.value())
                                          : memoryText(source, asked.value()));
    }
    return kGood;
}

} // namespace lanes::cli
