#include "model/io/flight/InspectorLog.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/plain/JsonValues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

namespace {

using Form = ArgColumn::Form;

constexpr TimeNs kNsPerUs = 1000;

TimeNs nanoseconds(std::int64_t microseconds) {
    TimeNs time = 0;
    return __builtin_mul_overflow(microseconds, kNsPerUs, &time) ? (microseconds < 0 ? INT64_MIN : INT64_MAX)
                                                                 : time;
}

// What one line says, until the begin of the trace is known.
struct Performed {
    TrackId track;
    StringId name;
    TimeNs start = 0; // Unix time
    TimeNs duration = 0;
    ImportArgs args;
};

class InspectorLog {
public:
    explicit InspectorLog(ImportBuilder& builder);

    void line(const plain::Values& values, plain::Value root);
    // Whether any line was one of the inspector's and could be used.
    [[nodiscard]] bool isOne() const { return lines_ > 0; }
    void write();

private:
    struct Rank { // a process
        ProcessId process;
        std::int64_t ranks = -1; // of the largest communicator so far, which says the rank
    };

    [[nodiscard]] ProcessId process(const plain::Values& values, plain::Value header, plain::Value metadata);
    [[nodiscard]] TrackId communicator(ProcessId process, std::string_view id, std::string_view name);
    // Whether the line says when.
    [[nodiscard]] bool performed(const plain::Values& values, plain::Value root, plain::Value how,
                                 bool transfer);
    [[nodiscard]] std::optional<TimeNs> startOf(const plain::Values& values, plain::Value how,
                                                const std::string& prefix);

    ImportBuilder& builder_;
    ImportShapeId shape_;
    std::map<std::pair<std::string, std::int64_t>, Rank> ranks_;             // by host and process
    std::map<std::pair<std::uint32_t, std::string>, TrackId> communicators_; // by process and id
    std::map<std::pair<std::uint32_t, std::string>, std::int64_t> dropped_;  // the same
    std::vector<Performed> performed_;
    std::uint64_t lines_ = 0;
    std::uint64_t estimated_ = 0;
    std::uint64_t proxies_ = 0;
};

InspectorLog::InspectorLog(ImportBuilder& builder)
    : builder_(builder)
    , shape_(builder.shape({'X',
                            "user_annotation",
                            {{"Process Group Name", Form::String},
                             {"Process Group Description", Form::String},
                             {"Seq"},
                             {"Group size"},
                             {"bytes"},
                             {"algorithm bandwidth (GB/s)", Form::Raw},
                             {"bus bandwidth (GB/s)", Form::Raw},
                             {"timing source", Form::String},
                             {"algorithm", Form::String},
                             {"protocol", Form::String},
                             {"point to point"},
                             {"peer"}}})) {
    builder.info().producer = "NCCL inspector";
}

// A rank counts within a communicator. That within the largest one names the process.
ProcessId InspectorLog::process(const plain::Values& values, plain::Value header, plain::Value metadata) {
    const std::string host(values.plain(values.at(metadata, "hostname")));
    const std::int64_t pid = values.integer(values.at(metadata, "pid")).value_or(-1);
    const std::int64_t rank = values.integer(values.at(header, "rank")).value_or(-1);
    const std::int64_t ranks = values.integer(values.at(header, "n_ranks")).value_or(0);
    const auto [found, fresh] = ranks_.try_emplace({host, pid});
    if (fresh) {
        found->second.process = builder_.addProcess({.key = host + ":" + std::to_string(pid),
                                                     .name = {},
                                                     .label = {},
                                                     .host = host,
                                                     .deviceUuid = {}});
    }
    if (ranks > found->second.ranks) {
        found->second.ranks = ranks;
        Process& process = builder_.process(found->second.process);
        process.rank = rank;
        process.name = rank < 0 ? "A rank" : "Rank " + std::to_string(rank);
    }
    return found->second.process;
}

// A communicator may get its name later than its first collective.
TrackId InspectorLog::communicator(ProcessId process, std::string_view id, std::string_view name) {
    const bool named = !name.empty() && name != "unknown";
    const auto [found, fresh] = communicators_.try_emplace({process.value, std::string(id)});
    const std::string title =
        "Collectives of " + (named ? std::string(name) + " (" + std::string(id) + ")" : std::string(id));
    if (fresh) {
        found->second = builder_.addTrack({.process = process,
                                           .key = "Collectives of " + std::string(id),
                                           .name = title,
                                           .kind = Track::Kind::Async});
    } else if (named) {
        builder_.track(found->second).name = title;
    }
    return found->second;
}

// Of its kernels' begins the first, where the log is verbose and the device or the host timed the kernels; else the begin of the
// call. Without either the record was written after the end: the begin is at most that early.
std::optional<TimeNs> InspectorLog::startOf(const plain::Values& values, plain::Value how,
                                            const std::string& prefix) {
    const plain::Value times = values.at(how, "event_trace_ts");
    std::optional<std::int64_t> first;
    if (values.plain(values.at(how, prefix + "_timing_source")).starts_with("kernel")) {
        for (const plain::Value& kernel : values.items(values.at(times, "kernel_events"))) {
            const std::int64_t start = values.integer(values.at(kernel, "kernel_start_ts")).value_or(0);
            first = start > 0 ? std::min(first.value_or(start), start) : first;
        }
    }
    const std::int64_t call = values.integer(values.at(times, prefix + "_start_ts")).value_or(0);
    return first ? nanoseconds(*first) : call > 0 ? std::optional(nanoseconds(call)) : std::nullopt;
}

bool InspectorLog::performed(const plain::Values& values, plain::Value root, plain::Value how,
                             bool transfer) {
    const std::string prefix = transfer ? "p2p" : "coll";
    const auto of = [&](const char* what) { return values.at(how, prefix + what); };
    const plain::Value header = values.at(root, "header");
    const plain::Value metadata = values.at(root, "metadata");
    const std::optional<double> took = values.number(of("_exec_time_us"));
    constexpr double kMostUs = 1e15;
    const TimeNs duration = static_cast<TimeNs>(
        std::llround(std::clamp(took.value_or(0), 0.0, kMostUs) * static_cast<double>(kNsPerUs)));
    std::optional<TimeNs> start = startOf(values, how, prefix);
    if (const auto written = values.integer(values.at(metadata, "dump_timestamp_us")); !start && written) {
        start = nanoseconds(*written) - duration;
        ++estimated_;
    }
    if (!start) {
        return false;
    }
    const std::string id(values.plain(values.at(header, "id")));
    const std::string name(values.plain(values.at(header, "comm_name")));
    ImportArgs args;
    args.text(0, builder_.quoted(id)).text(1, builder_.quoted(name));
    const auto integer = [&](std::size_t column, plain::Value value) {
        if (const auto number = values.integer(value)) {
            args.integer(column, *number);
        }
    };
    const auto real = [&](std::size_t column, plain::Value value) {
        if (const auto number = values.number(value)) {
            args.text(column, builder_.number(*number));
        }
    };
    const auto text = [&](std::size_t column, plain::Value value) {
        if (value.type() == plain::Value::Type::Text) {
            args.text(column, builder_.quoted(values.plain(value)));
        }
    };
    integer(2, of("_sn"));
    integer(3, values.at(header, "n_ranks"));
    integer(4, of("_msg_size_bytes"));
    real(5, of("_algobw_gbs"));
    real(6, of("_busbw_gbs"));
    text(7, of("_timing_source"));
    text(8, of("_algo"));
    text(9, of("_proto"));
    if (transfer) {
        args.integer(10, 1);
        integer(11, of("_peer"));
    }
    const StringId what = values.text(values.at(how, prefix));
    builder_.account(sizeof(Performed));
    performed_.push_back({communicator(process(values, header, metadata), id, name),
                          what.valid() ? what : builder_.text(transfer ? "transfer" : "collective"), *start,
                          duration, args});
    return true;
}

void InspectorLog::line(const plain::Values& values, plain::Value root) {
    const plain::Value collective = values.at(root, "coll_perf");
    const plain::Value transfer = values.at(root, "p2p_perf");
    const plain::Value written = values.at(root, "dump_stats");
    const auto is = [](plain::Value value) { return value.type() == plain::Value::Type::Container; };
    if (is(collective) || is(transfer)) {
        if (!performed(values, root, is(collective) ? collective : transfer, !is(collective))) {
            builder_.issues().hit(Issue::MissingTime, -1);
            return;
        }
    } else if (is(written)) {
        const plain::Value header = values.at(root, "header");
        std::int64_t& dropped = dropped_[{process(values, header, values.at(root, "metadata")).value,
                                          std::string(values.plain(values.at(header, "id")))}];
        std::int64_t now = 0;
        for (const char* const kind : {"coll_dropped_total", "p2p_dropped_total"}) {
            now = boundedSum(now,
                             std::max<std::int64_t>(values.integer(values.at(written, kind)).value_or(0), 0));
        }
        dropped = std::max(dropped, now);
    } else if (is(values.at(root, "proxy_trace"))) {
        ++proxies_;
    } else {
        builder_.issues().hit(Issue::SkippedText, -1);
        return;
    }
    ++lines_;
}

void InspectorLog::write() {
    std::optional<TimeNs> begin;
    for (const Performed& one : performed_) {
        begin = std::min(begin.value_or(one.start), one.start);
    }
    builder_.info().clockOriginUnixNs = std::max<TimeNs>(begin.value_or(-1), -1);
    for (const Performed& one : performed_) {
        builder_.slice(one.track,
                       {one.name, lasting(*begin, one.start), one.duration, EventKind::Communication}, shape_,
                       one.args);
    }
    if (estimated_ > 0) {
        builder_.diagnostics().add(
            "estimated-begins", Severity::Note,
            "The log does not say when these collectives began: each is drawn to end when it was written. "
            "Record with NCCL_INSPECTOR_DUMP_VERBOSE=1.",
            -1, estimated_);
    }
    std::int64_t dropped = 0;
    for (const auto& [communicator, count] : dropped_) {
        dropped = boundedSum(dropped, count);
    }
    if (dropped > 0) {
        builder_.diagnostics().add("collectives-dropped", Severity::Loss,
                                   "NCCL's inspector dropped collectives: its buffer was full.", -1,
                                   static_cast<std::uint64_t>(dropped));
    }
    if (proxies_ > 0) {
        builder_.tellUnread("operations and steps of NCCL's proxies", proxies_);
    }
}

std::optional<Error> fillFromInspector(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    InspectorLog log(builder);
    try {
        const std::uint64_t bad = plain::readJsonLines(
            bytes, builder, [&](const plain::Values& values, plain::Value root) { log.line(values, root); });
        if (bad > 0) {
            builder.issues().hit(Issue::SkippedText, -1, bad);
        }
    } catch (const plain::Fault& fault) {
        return Error{path + " is a log of NCCL's inspector that cannot be read: " + fault.said + "."};
    }
    if (!log.isOne()) {
        return Error{path + " looks like a log of NCCL's inspector, but no line of it can be read."};
    }
    log.write();
    return std::nullopt;
}

} // namespace

bool recognisesInspectorLog(const TraceHead& head) {
    constexpr std::array<std::string_view, 6> kFirst{"header",   "metadata",   "coll_perf",
                                                     "p2p_perf", "dump_stats", "proxy_trace"};
    const auto holds = [&](std::string_view text) { return head.bytes.find(text) != head.bytes.npos; };
    return std::ranges::find(kFirst, plain::firstJsonKey(head.bytes)) != kFirst.end() &&
           holds("\"header\"") &&
           (holds("\"coll_perf\"") || holds("\"p2p_perf\"") || holds("\"dump_stats\"") ||
            holds("\"proxy_trace\""));
}

Result<std::shared_ptr<const Trace>> readInspectorLog(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fillFromInspector(builder, *bytes);
    });
}

} // namespace lanes
