#include "model/io/pftrace/PerfettoTrace.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/perfetto.pb.h"
#include "model/io/pftrace/PacketStream.h"
#include "model/io/pftrace/PerfettoEvents.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace lanes {

namespace {

using pftrace::PerfettoEvent;
using pftrace::PerfettoFlow;
using pftrace::PlaceKey;
using Type = PerfettoEvent::Type;

constexpr std::uint32_t kNone = UINT32_MAX;

// What writers call what torch calls "kernel" and the like: Cuspy's stages of a GPU, and wprof's categories.
std::string_view torchCategory(std::string_view written) {
    struct Name {
        std::string_view written;
        std::string_view category;
    };
    static constexpr std::array<Name, 11> kNames{{{"Kernel", "kernel"},
                                                  {"Memcpy", "gpu_memcpy"},
                                                  {"Memset", "gpu_memset"},
                                                  {"Annotation", "gpu_user_annotation"},
                                                  {"PYTORCH", "cpu_op"},
                                                  {"CUDA_API", "cuda_runtime"},
                                                  {"CUDA_KERNEL", "kernel"},
                                                  {"CUDA_MEMCPY", "gpu_memcpy"},
                                                  {"CUDA_MEMSET", "gpu_memset"},
                                                  {"CUDA_SYNC", "cuda_sync"},
                                                  {"KERNEL_DISPATCH", "kernel"}}};
    const auto* const found = std::ranges::find(kNames, written, &Name::written);
    return found == kNames.end() ? written : found->category;
}

// "GPU 3" or "GPU #3": the number; -1 for other names.
std::int64_t gpuIn(std::string_view name) {
    constexpr std::string_view kGpu = "GPU ";
    if (!name.starts_with(kGpu)) {
        return -1;
    }
    name.remove_prefix(kGpu.size());
    name.remove_prefix(name.starts_with('#') ? 1 : 0);
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

class Assembly {
public:
    Assembly(ImportBuilder& builder, pftrace::PerfettoEvents& events)
        : builder_(builder)
        , events_(events) {}

    void build();

private:
    void resolveTimes();
    void pair();
    void add(std::uint32_t event);
    void addFlows(std::uint32_t event, std::uint32_t slice);
    void linkGpu();
    void addStates();
    void link(std::uint32_t from, std::uint32_t to, LinkKind kind);
    [[nodiscard]] ImportShapeId shapeOf(std::string_view category, char phase,
                                        const std::vector<pftrace::PerfettoArg>& args);
    [[nodiscard]] EventKind kindOf(const PerfettoEvent& event, std::string_view category) const;
    struct Lineage { // of a track and those above it
        std::int64_t pid = -1;
        std::int64_t tid = -1;
        std::int64_t device = -1;
        std::string path; // names, outermost first
    };
    [[nodiscard]] Lineage lineageOf(std::uint64_t uuid) const;
    [[nodiscard]] TrackId rowOf(std::uint32_t place);
    [[nodiscard]] TrackId rowOfTrack(std::uint64_t uuid);
    [[nodiscard]] TrackId row(ProcessId process, const std::string& key, const std::string& name,
                              Track::Kind kind);
    [[nodiscard]] TrackId threadRow(std::int64_t pid, std::int64_t tid);
    [[nodiscard]] ProcessId process(std::int64_t pid);
    [[nodiscard]] ProcessId gpu(std::int64_t number);
    [[nodiscard]] ProcessId named(const std::string& name);

    ImportBuilder& builder_;
    pftrace::PerfettoEvents& events_;
    std::vector<std::int64_t> times_;
    std::vector<bool> untimed_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> partner_; // of a begin its end, of an end its begin
    std::vector<ImportedSlice> slices_;  // by event
    std::vector<EventKind> kinds_;       // by event
    std::map<std::string, ImportShapeId> shapes_;
    std::map<std::uint32_t, TrackId> rows_; // by place
    std::map<std::pair<std::uint32_t, std::string>, TrackId> rowsByKey_;
    std::map<std::int64_t, ProcessId> processes_;
    std::map<std::int64_t, ProcessId> gpus_;
    std::map<std::string, ProcessId> namedProcesses_;
    std::map<std::uint64_t, std::uint32_t> openFlows_; // id -> event
    std::map<std::uint64_t, std::uint32_t> gpuWork_;   // id -> event
    std::vector<std::tuple<std::uint64_t, std::uint32_t, PerfettoFlow::Kind>> gpuLinks_;
};

ProcessId Assembly::process(std::int64_t pid) {
    const std::string name = events_.processName(pid);
    if (const std::int64_t number = gpuIn(name); number >= 0) {
        return gpu(number);
    }
    const auto [found, fresh] = processes_.try_emplace(pid);
    if (fresh) {
        found->second = builder_.addProcess(
            {.key = std::to_string(pid), .name = name, .label = {}, .host = {}, .deviceUuid = {}});
    }
    return found->second;
}

ProcessId Assembly::gpu(std::int64_t number) {
    const auto [found, fresh] = gpus_.try_emplace(number);
    if (fresh) {
        found->second = builder_.addGpu(number);
    }
    return found->second;
}

ProcessId Assembly::named(const std::string& name) {
    const auto [found, fresh] = namedProcesses_.try_emplace(name);
    if (fresh) {
        found->second = builder_.addProcess({.key = name.empty() ? "tracks" : "tracks " + name,
                                             .name = name.empty() ? "Tracks" : name,
                                             .label = {},
                                             .kind = Process::Kind::Other,
                                             .host = {},
                                             .deviceUuid = {}});
    }
    return found->second;
}

TrackId Assembly::row(ProcessId of, const std::string& key, const std::string& name, Track::Kind kind) {
    const auto [found, fresh] = rowsByKey_.try_emplace({of.value, key});
    if (fresh) {
        found->second = builder_.addTrack({.process = of, .key = key, .name = name, .kind = kind});
    }
    return found->second;
}

TrackId Assembly::threadRow(std::int64_t pid, std::int64_t tid) {
    const ProcessId of = process(pid);
    const bool device = builder_.process(of).kind == Process::Kind::Device;
    return row(of, std::to_string(tid), events_.threadName(pid, tid),
               device ? Track::Kind::Stream : Track::Kind::Thread);
}

Assembly::Lineage Assembly::lineageOf(std::uint64_t uuid) const {
    constexpr int kMostParents = 32;
    Lineage found;
    auto at = events_.tracks().find(uuid);
    for (int i = 0; i < kMostParents && at != events_.tracks().end(); ++i) {
        const pftrace::PerfettoTrack& track = at->second;
        if (found.pid < 0 && track.pid >= 0) {
            found.pid = track.pid;
            found.tid = track.tid;
        }
        found.device = found.device < 0 && found.pid < 0 ? gpuIn(track.name) : found.device;
        if (!track.name.empty()) {
            found.path = track.name + (found.path.empty() ? "" : "/") + found.path;
        }
        at = track.hasParent ? events_.tracks().find(track.parent) : events_.tracks().end();
    }
    return found;
}

// Tracks of one name below one parent are one row with lanes: writers split what overlaps so. A track below a thread with the
// thread's name belongs to the thread's row, or its slices would not count as children of the thread's.
TrackId Assembly::rowOfTrack(std::uint64_t uuid) {
    const auto own = events_.tracks().find(uuid);
    const std::string numbered = "track " + std::to_string(uuid);
    if (own == events_.tracks().end()) {
        return row(named({}), numbered, {}, Track::Kind::Async);
    }
    const pftrace::PerfettoTrack& track = own->second;
    if (track.tid >= 0 && track.name.empty()) {
        return threadRow(track.pid, track.tid);
    }
    if (const auto thread = events_.tracks().find(track.parent);
        track.hasParent && !track.counter && thread != events_.tracks().end() && thread->second.tid >= 0 &&
        track.name == events_.threadName(thread->second.pid, thread->second.tid)) {
        return threadRow(thread->second.pid, thread->second.tid); // what crosses the thread's own slices
    }
    const Lineage of = lineageOf(uuid);
    const Track::Kind kind = track.counter ? Track::Kind::Counter : Track::Kind::Async;
    if (of.pid >= 0) {
        const std::string key = (of.tid >= 0 ? std::to_string(of.tid) + " " : std::string()) + of.path;
        const std::string thread = of.tid < 0 ? std::string() : events_.threadName(of.pid, of.tid);
        return row(process(of.pid), key, thread.empty() ? track.name : thread + " " + track.name, kind);
    }
    if (of.device >= 0) {
        return row(gpu(of.device), of.path, track.name, track.counter ? kind : Track::Kind::Stream);
    }
    return row(named({}), of.path.empty() ? numbered : of.path, track.name, kind);
}

TrackId Assembly::rowOf(std::uint32_t place) {
    const auto [found, fresh] = rows_.try_emplace(place);
    if (!fresh) {
        return found->second;
    }
    const PlaceKey& key = events_.places()[place];
    switch (key.kind) {
    case PlaceKey::Kind::Track:
        found->second = rowOfTrack(static_cast<std::uint64_t>(key.a));
        break;
    case PlaceKey::Kind::Thread:
        found->second = threadRow(key.a, key.b);
        break;
    case PlaceKey::Kind::Queue:
        found->second = key.text.empty() ? row(gpu(key.a), "counters", "GPU counters", Track::Kind::Counter)
                                         : row(gpu(key.a), key.text, key.text, Track::Kind::Stream);
        break;
    case PlaceKey::Kind::Async:
        found->second =
            row(key.b >= 0 ? process(key.b) : named({}), "async " + key.text, key.text, Track::Kind::Async);
        break;
    case PlaceKey::Kind::Sequence: {
        const std::string name = "sequence " + std::to_string(key.a);
        found->second = row(named({}), name, name, Track::Kind::Async);
        break;
    }
    }
    return found->second;
}

void Assembly::resolveTimes() {
    const std::vector<PerfettoEvent>& events = events_.events();
    times_.resize(events.size());
    untimed_.resize(events.size());
    std::uint64_t unknown = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        builder_.look().at(i);
        const auto& key = events_.clockKeys()[events[i].clock];
        const auto time =
            key.second == 0 ? std::optional(events[i].time) : events_.clocks().onTrace(key, events[i].time);
        times_[i] = time.value_or(0);
        untimed_[i] = !time;
        unknown += time ? 0 : 1;
    }
    if (unknown > 0) {
        builder_.diagnostics().add(
            "unknown-clock", Severity::Loss,
            "Events are left out: nothing says how their clock goes with that of the trace.", -1, unknown);
    }
    order_.resize(events.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::stable_sort(order_, {}, [&](std::uint32_t i) { return times_[i]; });
}

// An end closes what began last on its track, whatever it is called.
void Assembly::pair() {
    const std::vector<PerfettoEvent>& events = events_.events();
    partner_.assign(events.size(), kNone);
    std::vector<std::vector<std::uint32_t>> open(events_.places().size());
    for (const std::uint32_t i : order_) {
        if (untimed_[i]) {
            continue;
        }
        std::vector<std::uint32_t>& stack = open[events[i].place];
        if (events[i].type == Type::Begin) {
            stack.push_back(i);
        } else if (events[i].type == Type::End && stack.empty()) {
            builder_.issues().hit(Issue::EndWithoutBegin, -1);
        } else if (events[i].type == Type::End) {
            partner_[i] = stack.back();
            partner_[stack.back()] = i;
            stack.pop_back();
        }
    }
}

ImportShapeId Assembly::shapeOf(std::string_view category, char phase,
                                const std::vector<pftrace::PerfettoArg>& args) {
    std::string signature = std::string(1, phase) + std::string(category);
    for (const pftrace::PerfettoArg& arg : args) {
        signature +=
            '\0' + std::to_string(arg.key.value) + static_cast<char>('0' + static_cast<int>(arg.form));
    }
    const auto [found, fresh] = shapes_.try_emplace(std::move(signature));
    if (fresh) {
        ImportShape shape{phase, std::string(category), {}};
        for (const pftrace::PerfettoArg& arg : args) {
            shape.columns.push_back({std::string(builder_.plain(arg.key)), arg.form});
        }
        found->second = builder_.shape(shape);
    }
    return found->second;
}

EventKind Assembly::kindOf(const PerfettoEvent& event, std::string_view category) const {
    const EventKind kind = kindOfCategory(category);
    const bool stage = events_.places()[event.place].kind == PlaceKey::Kind::Queue;
    const bool mark = category == "EventRecord" || category == "HostNode";
    return kind != EventKind::Other || !stage ? kind : mark ? EventKind::DeviceRange : EventKind::Kernel;
}

void Assembly::add(std::uint32_t i) {
    const PerfettoEvent& event = events_.events()[i];
    const auto all = std::span(events_.args());
    std::vector<pftrace::PerfettoArg> args;
    const auto take = [&](const PerfettoEvent& of) {
        for (const pftrace::PerfettoArg& arg : all.subspan(of.firstArg, of.args)) {
            const bool known = std::ranges::find(args, arg.key, &pftrace::PerfettoArg::key) != args.end();
            if (!known && args.size() < ImportShape::kMostColumns) {
                args.push_back(arg);
            } else if (!known) {
                builder_.issues().hit(Issue::RawArguments, -1);
            }
        }
    };
    take(event);
    std::int64_t duration = event.duration;
    if (event.type == Type::Begin) {
        const std::uint32_t end = partner_[i];
        duration = end == kNone ? ImportedEvent::kNeverEnded : lasting(times_[i], times_[end]);
        if (end != kNone) {
            take(events_.events()[end]);
        }
    }
    const std::string written(event.category.valid() ? builder_.plain(event.category) : "");
    const std::string category(torchCategory(written));
    const bool instant = event.type == Type::Instant;
    const ImportShapeId shape = shapeOf(category, instant ? 'i' : 'X', args);
    ImportArgs cells;
    for (std::size_t c = 0; c < args.size(); ++c) {
        cells.cell(c, args[c].cell);
    }
    const StringId name = event.name.valid() ? event.name : builder_.text("");
    if (instant) {
        builder_.instant(rowOf(event.place), name, times_[i], shape, cells);
        return;
    }
    kinds_[i] = kindOf(event, category);
    slices_[i] = builder_.slice(rowOf(event.place), {name, times_[i], duration, kinds_[i]}, shape, cells);
}

void Assembly::link(std::uint32_t from, std::uint32_t to, LinkKind kind) {
    const bool launch = kinds_[from] == EventKind::Runtime &&
                        (isDeviceWork(kinds_[to]) || kinds_[to] == EventKind::DeviceSync);
    builder_.link(kind == LinkKind::Flow && launch ? LinkKind::Launch : kind, slices_[from], slices_[to]);
}

// A flow's id leads from event to event in the order of time.
void Assembly::addFlows(std::uint32_t event, std::uint32_t slice) {
    const PerfettoEvent& of = events_.events()[event];
    for (const PerfettoFlow& flow : std::span(events_.flows()).subspan(of.firstFlow, of.flows)) {
        if (flow.kind == PerfettoFlow::Kind::Is) {
            gpuWork_.try_emplace(flow.id, slice);
        } else if (flow.kind == PerfettoFlow::Kind::Launches || flow.kind == PerfettoFlow::Kind::WaitsFor) {
            gpuLinks_.emplace_back(flow.id, slice, flow.kind);
        } else {
            const auto open = openFlows_.find(flow.id);
            if (open != openFlows_.end()) {
                link(open->second, slice, LinkKind::Flow);
                builder_.countFlow(true);
            }
            if (flow.kind == PerfettoFlow::Kind::Step) {
                openFlows_[flow.id] = slice;
            } else if (open != openFlows_.end()) {
                openFlows_.erase(open);
            }
        }
    }
}

void Assembly::linkGpu() {
    for (const auto& [id, slice, kind] : gpuLinks_) {
        if (const auto work = gpuWork_.find(id); work != gpuWork_.end()) {
            if (kind == PerfettoFlow::Kind::Launches) {
                builder_.link(LinkKind::Launch, slices_[slice], slices_[work->second]);
            } else {
                builder_.link(LinkKind::Dependency, slices_[work->second], slices_[slice]);
            }
        }
    }
}

// A thread runs on a CPU until the next switch there.
void Assembly::addStates() {
    std::vector<pftrace::PerfettoSwitch> switches = events_.switches();
    std::ranges::stable_sort(switches, {}, [](const auto& s) { return std::tuple(s.cpu, s.time); });
    const ImportShapeId shape = builder_.shape({'X', std::string(kStateCategory), {{"cpu"}}});
    const StringId running = builder_.text(kRunningState);
    for (std::size_t i = 0; i + 1 < switches.size(); ++i) {
        const pftrace::PerfettoSwitch& in = switches[i];
        const std::int64_t pid = events_.processOf(in.next);
        if (switches[i + 1].cpu != in.cpu || in.next == 0) { // 0 is the idle task
            continue;
        }
        const ProcessId of = process(pid >= 0 ? pid : in.next);
        const TrackId below =
            row(of, std::to_string(in.next) + std::string(kStateSuffix), {}, Track::Kind::Other);
        builder_.slice(below, {running, in.time, lasting(in.time, switches[i + 1].time)}, shape,
                       ImportArgs().integer(0, in.cpu));
    }
}

void Assembly::build() {
    const std::vector<PerfettoEvent>& events = events_.events();
    resolveTimes();
    pair();
    slices_.resize(events.size());
    kinds_.resize(events.size());
    for (const std::uint32_t i : order_) {
        builder_.look().at(i);
        if (untimed_[i] || builder_.isFull()) {
            continue;
        }
        const PerfettoEvent& event = events[i];
        if (event.type == Type::Sample) {
            const TrackId on = rowOf(event.place);
            const StringId name = event.name.valid() ? event.name : builder_.text(builder_.track(on).name);
            builder_.sample(on, name, times_[i], event.value);
        } else if (event.type == Type::End) {
            if (partner_[i] != kNone) {
                addFlows(i, partner_[i]);
            }
        } else {
            add(i);
            addFlows(i, i);
        }
    }
    linkGpu();
    addStates();
    events_.tell();
}

} // namespace

bool isPerfetto(std::string_view head) {
    constexpr char kPacketTag = 0x0a;
    std::size_t at = 0;
    int packets = 0;
    while (at + 2 < head.size() && head[at] == kPacketTag && packets < 3) {
        std::size_t length = 0;
        int shift = 0;
        do {
            ++at;
            length |= static_cast<std::size_t>(head[at] & 0x7f) << shift;
            shift += 7;
        } while (at + 1 < head.size() && (head[at] & 0x80) != 0 && shift < 32);
        ++at;
        // Wire types of the packet's first field: a number, or something with a length.
        const auto wire = static_cast<unsigned char>(at < head.size() ? head[at] : 0) & 7;
        if (length == 0 || (wire != 0 && wire != 1 && wire != 2)) {
            return false;
        }
        at += length;
        ++packets;
    }
    return packets > 0 && (at >= head.size() || packets == 3);
}

bool recognisesPerfetto(const TraceHead& head) {
    return isPerfetto(head.bytes);
}

Result<std::shared_ptr<const Trace>> readPerfetto(const std::string& path, const OpenOptions& options) {
    const auto fill = [&](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) -> std::optional<Error> {
        builder.info().producer = "Perfetto";
        pftrace::PerfettoEvents events(builder);
        BufferedStream buffered(std::move(bytes));
        const pftrace::PacketCounts counts =
            pftrace::eachPacket(buffered, builder.look(), [&](pftrace::TracePacket& packet) {
                events.take(packet);
                return !builder.isFull();
            });
        if (counts.packets == 0) {
            return Error{path + " is no trace: it holds no packet of Perfetto's format that can be read."};
        }
        if (const std::uint64_t lost = counts.damaged + counts.unpackable; lost > 0) {
            builder.diagnostics().add("damaged-packets", Severity::Loss,
                                      "Packets that could not be decoded are left out.", -1, lost);
        }
        if (counts.trailing > 0) {
            builder.diagnostics().add(
                "truncated-tail", Severity::Loss,
                "The file ends in the middle of a packet, or holds something else from there on.");
            builder.info().complete = false;
        }
        Assembly(builder, events).build();
        builder.info().clockOriginUnixNs = events.clocks().unixOrigin();
        return std::nullopt;
    };
    return buildTraceOfBytes(path, options, fill);
}

} // namespace lanes
