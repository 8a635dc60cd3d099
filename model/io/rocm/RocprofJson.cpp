#include "model/io/rocm/RocprofJson.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/plain/JsonValues.h"
#include "model/io/rocm/RocmRecords.h"
#include "model/io/rocm/RocprofDigest.h"
#include "model/trace/args/JsonText.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kRocprofKey = "rocprofiler-sdk-tool";

using rocm::RocprofProcess;

// Puts one process into the builder.
class RocprofWriter {
public:
    RocprofWriter(ImportBuilder& builder, rocm::RocmPlaces& places, rocm::RocmRecords& records,
                  const RocprofProcess& process)
        : builder_(builder)
        , places_(places)
        , records_(records)
        , process_(process)
        , owner_(" process " + std::to_string(process.pid)) {}

    void write();

private:
    using Record = RocprofProcess::Record;
    using Dispatch = RocprofProcess::Dispatch;
    using Sums = std::map<StringId, double>; // of counters, by name

    [[nodiscard]] StringId kindOf(const Record& record) const;
    [[nodiscard]] StringId operationOf(const Record& record) const;
    // The GPU's number; -1 for a CPU or an agent that the file does not list.
    [[nodiscard]] std::int64_t gpu(std::int64_t agent) const;
    [[nodiscard]] bool timed(const Record& record);
    ImportedSlice call(const Record& record, StringId name, std::string arguments);
    void launch(const Record& record, ImportedSlice work);
    void numberGpus();
    void writeCalls();
    void writeKernel(const Dispatch& dispatch, const Sums& counters);
    void writeKernels();
    void writeCopies();
    void writeAllocations();
    [[nodiscard]] Sums sumsOf(const RocprofProcess::Counted& counted);
    [[nodiscard]] StringId written(const Sums& counters);

    ImportBuilder& builder_;
    rocm::RocmPlaces& places_;
    rocm::RocmRecords& records_;
    const RocprofProcess& process_;
    std::string owner_;
    std::map<std::int64_t, std::int64_t> gpus_;             // number by agent
    std::unordered_map<std::int64_t, ImportedSlice> calls_; // by correlation
};

StringId RocprofWriter::kindOf(const Record& record) const {
    return record.kind >= 0 && std::cmp_less(record.kind, process_.kinds.size())
               ? process_.kinds[static_cast<std::size_t>(record.kind)].name
               : StringId();
}

StringId RocprofWriter::operationOf(const Record& record) const {
    if (record.kind < 0 || std::cmp_greater_equal(record.kind, process_.kinds.size())) {
        return {};
    }
    const std::vector<StringId>& names = process_.kinds[static_cast<std::size_t>(record.kind)].operations;
    return record.operation >= 0 && std::cmp_less(record.operation, names.size())
               ? names[static_cast<std::size_t>(record.operation)]
               : StringId();
}

std::int64_t RocprofWriter::gpu(std::int64_t agent) const {
    const auto found = gpus_.find(agent);
    return found == gpus_.end() ? -1 : found->second;
}

bool RocprofWriter::timed(const Record& record) {
    if (!record.start) {
        builder_.issues().hit(Issue::MissingTime, -1);
    }
    return record.start.has_value();
}

// Where the file does not number the GPUs, they count in the order of their nodes.
void RocprofWriter::numberGpus() {
    std::map<std::int64_t, std::int64_t> agentOfNode;
    for (const auto& [handle, agent] : process_.agents) {
        if (agent.gpu) {
            agentOfNode.emplace(agent.node, handle);
        }
    }
    for (const auto& [node, handle] : agentOfNode) {
        const RocprofProcess::Agent& agent = process_.agents.at(handle);
        const std::int64_t number =
            agent.number >= 0 ? agent.number : static_cast<std::int64_t>(gpus_.size());
        gpus_.emplace(handle, number);
        if (agent.name.valid()) {
            places_.nameDevice(number, std::string(builder_.plain(agent.name)));
        }
    }
}

ImportedSlice RocprofWriter::call(const Record& record, StringId name, std::string arguments) {
    const StringId kind = kindOf(record);
    if (!name.valid()) { // the file names no operations: their numbers are all that is known
        name = builder_.text((kind.valid() ? std::string(builder_.plain(kind)) : "call") + " " +
                             std::to_string(record.operation));
    }
    return records_.call({process_.pid, record.thread, kind, name, std::move(arguments)},
                         {*record.start, record.end});
}

void RocprofWriter::writeCalls() {
    for (const RocprofProcess::Call& read : process_.calls) {
        if (!timed(read.record)) {
            continue;
        }
        StringId name = operationOf(read.record);
        const StringId kind = kindOf(read.record);
        if (kind.valid() && builder_.plain(kind).starts_with("MARKER")) {
            const auto message = process_.messages.find(read.record.correlation);
            name = message == process_.messages.end() || !message->second.valid() ? name : message->second;
        }
        const ImportedSlice slice = call(read.record, name, read.arguments);
        if (read.record.correlation > 0) {
            calls_.try_emplace(read.record.correlation, slice);
        }
    }
}

void RocprofWriter::launch(const Record& record, ImportedSlice work) {
    const auto from = calls_.find(record.correlation);
    if (record.correlation > 0 && from != calls_.end()) {
        builder_.link(LinkKind::Launch, from->second, work);
    }
}

RocprofWriter::Sums RocprofWriter::sumsOf(const RocprofProcess::Counted& counted) {
    Sums sums;
    for (const RocprofProcess::CounterValue& value : counted.values) {
        const auto name = process_.counters.find(value.counter);
        const StringId known = name == process_.counters.end() || !name->second.valid()
                                   ? builder_.text("counter " + std::to_string(value.counter))
                                   : name->second;
        sums[known] += value.value;
    }
    return sums;
}

StringId RocprofWriter::written(const Sums& counters) {
    std::string text;
    for (const auto& [name, value] : counters) {
        const std::string key = escapeJson(builder_.plain(name));
        text += (text.empty() ? "{\"" : ", \"") + key + "\": ";
        text += builder_.plain(builder_.number(value));
    }
    return text.empty() ? StringId() : builder_.json(text + "}");
}

// A counter's curve has the value of a dispatch while it runs, and 0 between them, as rocprofv3 draws it for Perfetto.
void RocprofWriter::writeKernel(const Dispatch& dispatch, const Sums& counters) {
    if (!timed(dispatch.record)) {
        return;
    }
    const auto name = process_.kernels.find(dispatch.kernel);
    const std::int64_t device = gpu(dispatch.agent);
    launch(dispatch.record,
           records_.kernel({.owner = owner_,
                            .name = name == process_.kernels.end() ? StringId() : name->second,
                            .device = device,
                            .queue = dispatch.queue,
                            .stream = dispatch.stream,
                            .grid = dispatch.grid,
                            .group = dispatch.group,
                            .sharedMemory = dispatch.sharedMemory,
                            .privateMemory = dispatch.privateMemory,
                            .counters = written(counters)},
                           {*dispatch.record.start, dispatch.record.end}));
    for (const auto& [counter, value] : counters) {
        builder_.sample(places_.curves(device), counter, *dispatch.record.start, value);
        builder_.sample(places_.curves(device), counter, dispatch.record.end, 0);
    }
}

// Counters come with a dispatch of their own. Where kernels were traced as well, it is one of those.
void RocprofWriter::writeKernels() {
    std::set<std::int64_t> traced;
    for (const Dispatch& dispatch : process_.dispatches) {
        traced.insert(dispatch.number);
    }
    std::unordered_map<std::int64_t, Sums> ofTraced;
    for (const RocprofProcess::Counted& counted : process_.counted) {
        const Dispatch& dispatch = process_.countedDispatches[counted.dispatch];
        if (traced.contains(dispatch.number)) {
            ofTraced[dispatch.number].merge(sumsOf(counted));
        } else {
            writeKernel(dispatch, sumsOf(counted));
        }
    }
    for (const Dispatch& dispatch : process_.dispatches) {
        const auto counters = ofTraced.find(dispatch.number);
        writeKernel(dispatch, counters == ofTraced.end() ? Sums() : counters->second);
    }
}

void RocprofWriter::writeCopies() {
    for (const RocprofProcess::Copy& read : process_.copies) {
        if (timed(read.record)) {
            const std::int64_t from = gpu(read.from);
            const std::int64_t to = gpu(read.to);
            launch(read.record, records_.copy({.owner = owner_,
                                               .device = to >= 0 ? to : from,
                                               .fromDevice = from >= 0,
                                               .toDevice = to >= 0,
                                               .stream = read.stream,
                                               .bytes = read.bytes},
                                              {*read.record.start, read.record.end}));
        }
    }
}

// MEMORY_ALLOCATION_FREE and _VMEM_FREE; a file without names of operations has their numbers.
void RocprofWriter::writeAllocations() {
    constexpr std::int64_t kFree = 3; // rocprofiler_memory_allocation_operation_t: 3 and 4
    for (const RocprofProcess::Allocation& read : process_.allocations) {
        if (!timed(read.record)) {
            continue;
        }
        const StringId operation = operationOf(read.record);
        const bool freed =
            operation.valid() ? builder_.plain(operation).ends_with("FREE") : read.record.operation >= kFree;
        call(read.record, operation, {});
        records_.allocation({.pid = process_.pid,
                             .tid = read.record.thread,
                             .time = *read.record.start,
                             .device = gpu(read.agent),
                             .address = read.address,
                             .bytes = read.bytes,
                             .freed = freed});
    }
}

void RocprofWriter::write() {
    if (process_.command.valid()) {
        places_.nameProcess(process_.pid, std::string(builder_.plain(process_.command)));
    }
    numberGpus();
    writeCalls();
    writeKernels();
    writeCopies();
    writeAllocations();
}

std::optional<Error> fillFromRocprof(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    builder.info().producer = "rocprofv3";
    rocm::RocmPlaces places(builder);
    rocm::RocmRecords records(builder, places);
    plain::Values values(builder);
    std::map<std::string, std::uint64_t> unread;
    std::uint64_t processes = 0;
    rocm::RocprofDigest digest(builder, values, [&](const RocprofProcess& process) {
        RocprofWriter(builder, places, records, process).write();
        for (const auto& [what, count] : process.unread) {
            unread[what] += count;
        }
        ++processes;
    });
    try {
        const plain::JsonRead json = plain::readJson(bytes, values, builder.look());
        if (!json.whole) {
            digest.endProcess();
            builder.tellCut();
        }
        if (!json.whole && builder.events() == 0) {
            return Error{path + " is JSON of rocprofv3 that cannot be read: it ends or is damaged at byte " +
                         std::to_string(json.errorAt) + "."};
        }
    } catch (const plain::Fault& fault) {
        return Error{path + " is JSON of rocprofv3 that cannot be read: " + fault.said + "."};
    }
    if (processes == 0) {
        return Error{path + " looks like JSON of rocprofv3, but holds no process."};
    }
    for (const auto& [what, count] : unread) {
        builder.tellUnread(what, count);
    }
    return std::nullopt;
}

} // namespace

bool recognisesRocprofJson(const TraceHead& head) {
    return plain::firstJsonKey(head.bytes) == kRocprofKey;
}

Result<std::shared_ptr<const Trace>> readRocprofJson(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fillFromRocprof(builder, *bytes);
    });
}

} // namespace lanes
