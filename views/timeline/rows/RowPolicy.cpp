#include "views/timeline/rows/RowPolicy.h"

#include "model/analysis/device/Devices.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

using Rows = RowPlan::Rows;

constexpr double kIdleShare = 1e-3;        // of the session: a thread that works less,
constexpr std::uint32_t kIdleEvents = 100; // in fewer events, is idle
constexpr std::size_t kSmallestPool = 4;   // threads of one name
constexpr std::uint32_t kFewEvents = 8;    // of a stream
constexpr std::uint32_t kQuietEvents = 16; // times as many has the busiest stream
constexpr TimeNs kQuietShare = 50;         // times as long works the busiest stream,
constexpr TimeNs kFewEventsShare = 4;      // or the busiest beside one of few events
constexpr std::uint32_t kProbes = 16;      // events that are asked what a thread does

// What the rule reads of one row.
struct RowFacts {
    TrackId track;
    TimeNs active = 0; // in its outermost events, Python's functions left out
    TimeNs work = 0;   // of that what is no communication and no wait
    std::uint32_t events = 0;
    bool operates = false;   // has operators
    bool launches = false;   // calls the device's API
    bool waits = false;      // of a device: mostly synchronisation
    bool tellsAgain = false; // what other rows tell
    bool compiles = false;   // most of its ranges do
};

class FactReader {
public:
    explicit FactReader(const LodIndex& lod)
        : lod_(lod)
        , trace_(*lod.trace()) {}

    [[nodiscard]] RowFacts read(TrackId id) const {
        const Track& track = trace_.tracks()[id.value];
        RowFacts facts;
        facts.track = id;
        for (const LaneGroup group :
             {LaneGroup::Operators, LaneGroup::Runtime, LaneGroup::Ranges, LaneGroup::Device}) {
            const auto lanes = lod_.lanesOf(id, group);
            for (const LodLane& lane : lanes) {
                facts.events += lane.slices();
            }
            if (!lanes.empty()) {
                const LodLane::Busy busy = lanes[0].busyIn(trace_.span());
                const TimeNs all = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
                facts.active = std::max(facts.active, all);
                facts.work = std::max(facts.work, all - busy[static_cast<std::size_t>(Hue::Sync)] -
                                                      busy[static_cast<std::size_t>(Hue::Communication)]);
            }
        }
        facts.operates = !lod_.lanesOf(id, LaneGroup::Operators).empty();
        facts.launches = !lod_.lanesOf(id, LaneGroup::Runtime).empty();
        facts.waits = mostlyWaits(lod_.lanesOf(id, LaneGroup::Device));
        facts.compiles = mostlyCompiles(lod_.lanesOf(id, LaneGroup::Ranges));
        const bool late = track.key.find(" late") != std::string::npos;
        const bool waitsForAll = track.kind == Track::Kind::Stream && track.name.starts_with("Waits");
        facts.tellsAgain =
            late || waitsForAll || (track.kind != Track::Kind::Stream && track.key == kCompilationKey);
        return facts;
    }

private:
    [[nodiscard]] bool mostlyWaits(std::span<const LodLane> lanes) const {
        if (lanes.empty()) {
            return false;
        }
        const LodLane::Busy busy = lanes[0].busyIn(trace_.span());
        const TimeNs all = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
        return busy[static_cast<std::size_t>(Hue::Sync)] * 2 > all;
    }

    // Asks events that are spread evenly: what all of them do costs as much as there are.
    [[nodiscard]] bool mostlyCompiles(std::span<const LodLane> lanes) const {
        if (lanes.empty() || lanes[0].count() == 0) {
            return false;
        }
        const std::uint32_t count = lanes[0].count();
        const std::uint32_t probes = std::min(count, kProbes);
        TimeNs compiled = 0;
        TimeNs all = 0;
        for (std::uint32_t i = 0; i < probes; ++i) {
            const auto at = static_cast<std::uint32_t>(std::uint64_t{i} * count / probes);
            const SliceId slice = lanes[0].id(at);
            const TimeNs took = lanes[0].end(at) - lanes[0].start(at);
            const std::string_view name = slice.valid() ? trace_.text(trace_.slice(slice).name) : "";
            compiled += name.find("ompil") != std::string_view::npos ? took : 0;
            all += took;
        }
        return compiled * 2 > all;
    }

    const LodIndex& lod_;
    const Trace& trace_;
};

// "pool-1-thread-3" and "pool-1-thread-4" are of one pool.
std::string poolOf(std::string_view name) {
    while (!name.empty() && (std::isdigit(static_cast<unsigned char>(name.back())) != 0 ||
                             std::string_view("-_ #").find(name.back()) != std::string_view::npos)) {
        name.remove_suffix(1);
    }
    return std::string(name);
}

// What stood by itself in an earlier snapshot, in its order.
class Earlier {
public:
    explicit Earlier(const RowPlan* before) {
        if (before == nullptr) {
            return;
        }
        for (const RowPlan::Section& section : before->sections) {
            sections_.emplace(section.process.process, sections_.size());
            take(section.process);
            for (const Rows& device : section.devices) {
                owners_.emplace(device.process, section.process.process);
                take(device);
            }
        }
        for (const RowPlan::Workers& workers : before->workers) {
            std::ranges::for_each(workers.processes, [this](const Rows& rows) { take(rows); });
        }
        std::ranges::for_each(before->devices, [this](const Rows& rows) { take(rows); });
    }
    [[nodiscard]] bool isSection(ProcessId process) const { return sections_.contains(process); }
    // Where a section stood among all; nothing: it is new.
    [[nodiscard]] std::optional<std::size_t> placeOf(ProcessId section) const {
        const auto found = sections_.find(section);
        return found == sections_.end() ? std::nullopt : std::optional(found->second);
    }
    // The section that a device stood below; none: it did not.
    [[nodiscard]] ProcessId ownerOf(ProcessId device) const {
        const auto found = owners_.find(device);
        return found == owners_.end() ? ProcessId() : found->second;
    }
    // Nothing: it is new, or was folded away.
    [[nodiscard]] std::optional<std::size_t> placeOf(TrackId track) const {
        const auto found = places_.find(track);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    void take(const Rows& rows) {
        for (const TrackId track : rows.shown) {
            places_.emplace(track, places_.size());
        }
    }
    std::map<TrackId, std::size_t> places_;
    std::map<ProcessId, std::size_t> sections_;
    std::map<ProcessId, ProcessId> owners_; // of devices
};

class Planner {
public:
    Planner(const LodIndex& lod, const ProcessRoles& roles, const RowPlan* before)
        : lod_(lod)
        , trace_(*lod.trace())
        , roles_(roles)
        , earlier_(before)
        , facts_(trace_.processes().size())
        , standsBelow_(trace_.tracks().size(), false) {
        readFacts();
    }

    RowPlan plan() {
        const std::vector<ProcessId> order = orderedProcesses();
        for (const ProcessId id : order) {
            const Process& process = trace_.processes()[id.value];
            if (!isThere(id)) {
                continue;
            }
            if (process.kind == Process::Kind::Device) {
                continue; // below its process, which may come later
            }
            if (process.isProfiler()) {
                plan_.profilers.push_back({id, tracksOf(id), {}, {}});
            } else if (const auto kind = workersOf(id)) {
                workersOfKind(*kind).processes.push_back(host(id));
            } else {
                plan_.sections.push_back({host(id), {}});
            }
        }
        std::ranges::stable_sort(plan_.sections, {}, [this](const RowPlan::Section& section) {
            return earlier_.placeOf(section.process.process).value_or(trace_.processes().size());
        });
        for (const ProcessId id : order) {
            if (isThere(id) && trace_.processes()[id.value].kind == Process::Kind::Device) {
                placeDevice(id);
            }
        }
        std::ranges::stable_sort(plan_.workers, {}, &RowPlan::Workers::kind);
        return std::move(plan_);
    }

private:
    void readFacts() {
        const FactReader reader(lod_);
        findThoseBelow();
        for (std::uint32_t i = 0; i < trace_.tracks().size(); ++i) {
            if (hasAnything(TrackId(i)) && !standsBelow_[i]) {
                facts_[trace_.tracks()[i].process.value].push_back(reader.read(TrackId(i)));
            }
        }
        for (std::vector<RowFacts>& facts : facts_) {
            std::ranges::stable_sort(
                facts, {}, [&](const RowFacts& row) { return trace_.tracks()[row.track.value].sortIndex; });
        }
    }

    // Samples and states of a thread are rows of it, if it has others.
    void findThoseBelow() {
        const ThreadRows rows(trace_);
        for (std::uint32_t i = 0; i < trace_.tracks().size(); ++i) {
            const auto thread = hasAnything(TrackId(i)) ? rows.threadAbove(TrackId(i)) : std::nullopt;
            standsBelow_[i] = thread && hasAnything(*thread);
        }
    }

    [[nodiscard]] bool hasAnything(TrackId track) const {
        for (int group = 0; group < kLaneGroupCount; ++group) {
            if (!lod_.lanesOf(track, static_cast<LaneGroup>(group)).empty()) {
                return true;
            }
        }
        return lod_.instants().laneOf(InstantLane::Scope::Track, track.value).has_value();
    }

    // Kineto names sixteen devices whatever there are.
    [[nodiscard]] bool isThere(ProcessId id) const {
        return !facts_[id.value].empty() ||
               lod_.instants().laneOf(InstantLane::Scope::Process, id.value).has_value();
    }

    [[nodiscard]] std::vector<TrackId> tracksOf(ProcessId id) const {
        std::vector<TrackId> tracks;
        std::ranges::transform(facts_[id.value], std::back_inserter(tracks), &RowFacts::track);
        return tracks;
    }

    [[nodiscard]] std::vector<ProcessId> orderedProcesses() const {
        std::vector<ProcessId> order;
        order.reserve(trace_.processes().size());
        for (std::uint32_t i = 0; i < trace_.processes().size(); ++i) {
            order.emplace_back(i);
        }
        std::ranges::stable_sort(order, {}, [&](ProcessId id) {
            const Process& process = trace_.processes()[id.value];
            return std::tuple(process.rank < 0, process.rank, process.sortIndex);
        });
        return order;
    }

    [[nodiscard]] bool works(ProcessId id) const {
        return std::ranges::any_of(facts_[id.value], [](const RowFacts& row) {
            return row.operates || row.launches || row.active > 0;
        });
    }

    // The kind of workers that a process is one of; nothing where it stands by itself.
    [[nodiscard]] std::optional<RowBundle> workersOf(ProcessId id) const {
        if (earlier_.isSection(id)) {
            return std::nullopt;
        }
        if (roles_.of(id) == ProcessRole::DataWorker) {
            return RowBundle::DataWorkers;
        }
        if (roles_.of(id) == ProcessRole::CompileWorker) {
            return RowBundle::CompileWorkers;
        }
        if (works(id)) {
            return std::nullopt;
        }
        const bool others = std::ranges::any_of(trace_.processes(), [&](const Process& other) {
            const ProcessId its(static_cast<std::uint32_t>(&other - trace_.processes().data()));
            return its != id && other.kind == Process::Kind::Host && !other.isProfiler() && works(its) &&
                   roles_.of(its) == ProcessRole::Program;
        });
        return others ? std::optional(RowBundle::IdleProcesses) : std::nullopt;
    }

    RowPlan::Workers& workersOfKind(RowBundle kind) {
        const auto found = std::ranges::find(plan_.workers, kind, &RowPlan::Workers::kind);
        return found != plan_.workers.end() ? *found : plan_.workers.emplace_back(RowPlan::Workers{kind, {}});
    }

    // Those that stood by themselves keep their order; `later` orders the new ones behind them.
    template<class Later>
    void order(std::vector<RowFacts>& rows, Later later) const {
        std::ranges::stable_sort(rows, {}, later);
        std::ranges::stable_sort(rows, {}, [&](const RowFacts& row) {
            return earlier_.placeOf(row.track).value_or(trace_.tracks().size());
        });
    }

    // --- threads ---

    [[nodiscard]] bool isIdle(const RowFacts& row) const {
        const auto little = static_cast<TimeNs>(kIdleShare * double(trace_.span().length()));
        const bool functionsOnly = row.active == 0 && !row.operates && !row.launches;
        return !earlier_.placeOf(row.track) &&
               (functionsOnly || (row.active < little && row.events < kIdleEvents));
    }

    [[nodiscard]] std::vector<RowFacts>::const_iterator mainThread(ProcessId id) const {
        const std::vector<RowFacts>& facts = facts_[id.value];
        const std::string& number = trace_.processes()[id.value].key;
        const auto main = std::ranges::find_if(
            facts, [&](const RowFacts& row) { return trace_.tracks()[row.track.value].key == number; });
        const auto earlier = std::ranges::find_if(
            facts, [&](const RowFacts& row) { return earlier_.placeOf(row.track).has_value(); });
        if (main != facts.end()) {
            return main;
        }
        const auto works = std::ranges::find_if(
            facts, [](const RowFacts& row) { return !row.tellsAgain && (row.operates || row.launches); });
        return earlier != facts.end() ? earlier : works != facts.end() ? works : facts.begin();
    }

    [[nodiscard]] Rows host(ProcessId id) const {
        Rows rows{id, {}, {}, {}};
        std::vector<RowFacts> others;
        const auto main = mainThread(id);
        if (main != facts_[id.value].end()) {
            rows.shown.push_back(main->track);
        }
        for (auto row = facts_[id.value].begin(); row != facts_[id.value].end(); ++row) {
            if (row == main) {
                continue;
            }
            if (row->tellsAgain) {
                rows.hidden.push_back(row->track);
            } else {
                others.push_back(*row);
            }
        }
        takePools(others, rows);
        takeIdle(others, rows);
        order(others, [](const RowFacts& row) { return -row.work; });
        std::ranges::transform(others, std::back_inserter(rows.shown), &RowFacts::track);
        return rows;
    }

    // Threads of one name that run no operators: one of many does as the others do.
    void takePools(std::vector<RowFacts>& others, Rows& rows) const {
        const auto canBe = [this](const RowFacts& row) {
            return !row.operates && row.active > 0 && !earlier_.placeOf(row.track);
        };
        std::map<std::string, std::vector<RowFacts>> pools;
        for (const RowFacts& row : others) {
            if (canBe(row)) {
                const Track& track = trace_.tracks()[row.track.value];
                const bool own = track.name != trace_.processes()[track.process.value].name;
                pools[own ? poolOf(track.name) : std::string()].push_back(
                    row); // all of a program are "python3"
            }
        }
        for (const auto& [name, threads] : pools) {
            if (threads.size() < kSmallestPool) {
                continue;
            }
            const auto compiling = std::ranges::count_if(threads, &RowFacts::compiles);
            const bool compiles = static_cast<std::size_t>(compiling) * 2 > threads.size();
            Rows::Bundle& bundle = rows.bundles.emplace_back();
            bundle.kind = compiles ? RowBundle::CompileThreads : RowBundle::ThreadPool;
            bundle.name = name;
            std::ranges::transform(threads, std::back_inserter(bundle.tracks), &RowFacts::track);
            std::erase_if(others, [&](const RowFacts& row) {
                return std::ranges::find(bundle.tracks, row.track) != bundle.tracks.end();
            });
        }
    }

    // One alone stays where it is: it takes no more room than the row for its kind.
    void takeIdle(std::vector<RowFacts>& others, Rows& rows) const {
        Rows::Bundle bundle{RowBundle::IdleThreads, {}, {}};
        for (const RowFacts& row : others) {
            if (isIdle(row)) {
                bundle.tracks.push_back(row.track);
            }
        }
        if (bundle.tracks.size() < 2) {
            return;
        }
        std::erase_if(others, [&](const RowFacts& row) {
            return std::ranges::find(bundle.tracks, row.track) != bundle.tracks.end();
        });
        rows.bundles.push_back(std::move(bundle));
    }

    // --- streams ---

    [[nodiscard]] Rows device(ProcessId id) const {
        Rows rows{id, {}, {}, {}};
        Rows::Bundle quiet{RowBundle::QuietStreams, {}, {}};
        Rows::Bundle sync{RowBundle::SyncRows, {}, {}};
        std::vector<RowFacts> shown;
        const RowFacts most = busiest(id);
        for (const RowFacts& row : facts_[id.value]) {
            if (row.tellsAgain) {
                rows.hidden.push_back(row.track);
            } else if (row.waits && !earlier_.placeOf(row.track)) {
                sync.tracks.push_back(row.track);
            } else if (isQuiet(row, most)) {
                quiet.tracks.push_back(row.track);
            } else {
                shown.push_back(row);
            }
        }
        order(shown, [](const RowFacts&) { return 0; });
        std::ranges::transform(shown, std::back_inserter(rows.shown), &RowFacts::track);
        for (Rows::Bundle* bundle : {&quiet, &sync}) {
            if (!bundle->tracks.empty()) {
                rows.bundles.push_back(std::move(*bundle));
            }
        }
        return rows;
    }

    [[nodiscard]] RowFacts busiest(ProcessId id) const {
        RowFacts most;
        for (const RowFacts& row : facts_[id.value]) {
            if (!row.waits && !row.tellsAgain) {
                most.events = std::max(most.events, row.events);
                most.active = std::max(most.active, row.active);
            }
        }
        return most;
    }

    [[nodiscard]] bool isQuiet(const RowFacts& row, const RowFacts& most) const {
        const TimeNs share = row.events <= kFewEvents ? kFewEventsShare : kQuietShare;
        return !earlier_.placeOf(row.track) && std::uint64_t{row.events} * kQuietEvents <= most.events &&
               row.active * share <= most.active;
    }

    // Below the process of its rank that launches; of several the first.
    void placeDevice(ProcessId id) {
        const Process& about = trace_.processes()[id.value];
        const auto fits = [&](const RowPlan::Section& section, bool launching) {
            const Process& owner = trace_.processes()[section.process.process.value];
            const bool launches = std::ranges::any_of(facts_[section.process.process.value],
                                                      [](const RowFacts& row) { return row.launches; });
            return (about.rank < 0 || owner.rank < 0 || sameRank(about, owner)) && (launches || !launching);
        };
        const auto owner = std::ranges::find_if(plan_.sections, [&](const RowPlan::Section& section) {
            return section.process.process == earlier_.ownerOf(id);
        });
        if (owner != plan_.sections.end()) {
            owner->devices.push_back(device(id));
            return;
        }
        for (const bool launching : {true, false}) {
            const auto found = std::ranges::find_if(
                plan_.sections, [&](const RowPlan::Section& section) { return fits(section, launching); });
            if (found != plan_.sections.end()) {
                found->devices.push_back(device(id));
                return;
            }
        }
        plan_.devices.push_back(device(id));
    }

    const LodIndex& lod_;
    const Trace& trace_;
    const ProcessRoles& roles_;
    Earlier earlier_;
    std::vector<std::vector<RowFacts>> facts_; // by process
    std::vector<bool> standsBelow_;            // by track
    RowPlan plan_;
};

std::string_view nameOf(RowBundle kind) {
    static constexpr std::array<std::string_view, 8> kNames{
        "data workers", "compile workers", "idle processes", "compile threads",
        "thread pool",  "idle threads",    "quiet streams",  "sync rows"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string keysOf(const std::vector<TrackId>& tracks, const Trace& trace) {
    std::string keys;
    for (const TrackId track : tracks) {
        keys += " " + trace.tracks()[track.value].key;
    }
    return keys;
}

void write(const Rows& rows, const Trace& trace, const std::string& indent, const char* what,
           std::string& out) {
    out += indent + what + trace.processes()[rows.process.value].key + ":" + keysOf(rows.shown, trace) + "\n";
    for (const Rows::Bundle& bundle : rows.bundles) {
        const std::string name = bundle.name.empty() ? "" : " \"" + bundle.name + "\"";
        out += indent + "  " + std::string(nameOf(bundle.kind)) + name + ":" + keysOf(bundle.tracks, trace) +
               "\n";
    }
    if (!rows.hidden.empty()) {
        out += indent + "  hidden:" + keysOf(rows.hidden, trace) + "\n";
    }
}

} // namespace

RowPlan planRows(const LodIndex& lod, const ProcessRoles& roles, const RowPlan* before) {
    return Planner(lod, roles, before).plan();
}

std::string textOf(const RowPlan& plan, const Trace& trace) {
    std::string out;
    for (const RowPlan::Section& section : plan.sections) {
        write(section.process, trace, "", "", out);
        for (const Rows& device : section.devices) {
            write(device, trace, "  ", "device ", out);
        }
    }
    for (const RowPlan::Workers& workers : plan.workers) {
        out += std::string(nameOf(workers.kind)) + "\n";
        for (const Rows& rows : workers.processes) {
            write(rows, trace, "  ", "", out);
        }
    }
    for (const Rows& device : plan.devices) {
        write(device, trace, "", "device ", out);
    }
    for (const Rows& profiler : plan.profilers) {
        write(profiler, trace, "", "profiler ", out);
    }
    return out;
}

} // namespace lanes
