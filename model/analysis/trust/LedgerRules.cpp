#include "model/analysis/trust/LedgerRules.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/device/MissingWork.h"
#include "model/trace/FileId.h"
#include "model/trace/Trace.h"
#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// Which arrows of torch with one end only have lost the other one.
// Torch leaves arrows to devices open where a call started no work that it recorded, and ends them at calls that have none. It
// draws each one whole where it has both ends: so it does from forward to backward, and from a CUDA call to its work. ROCm's
// calls often lack the start. One thread; of one trace.
class TornArrows {
public:
    explicit TornArrows(const Trace& trace)
        : trace_(trace) {}

    // An arrow of this category and id (cell, with its home process) of which the file has only starts, or only ends. The first
    // question costs O(slices), others O(log slices).
    [[nodiscard]] bool isTorn(StringId category, const FileId& id, bool isStart);

private:
    struct Numbers {               // sorted; with home processes
        std::vector<FileId> calls; // of CUDA
        std::vector<FileId> work;
    };
    [[nodiscard]] static Numbers numbersOf(const Trace& trace);

    const Trace& trace_;
    std::optional<Numbers> numbers_;
};

TornArrows::Numbers TornArrows::numbersOf(const Trace& trace) {
    Numbers numbers;
    IdReader reader(trace, "correlation");
    const HomeProcesses homes(trace);
    for (const auto& segment : trace.segments()) {
        const ProcessId home = homes.of(segment->track);
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const EventKind kind = segment->kind[i];
            const bool call = kind == EventKind::Runtime && trace.text(segment->name[i]).starts_with("cu");
            if (!call && !isDeviceWork(kind)) {
                continue;
            }
            if (const auto id = reader.of(*segment, i); id && id->number() > 0) {
                (call ? numbers.calls : numbers.work).emplace_back(home, id->number());
            }
        }
    }
    std::ranges::sort(numbers.calls);
    std::ranges::sort(numbers.work);
    return numbers;
}

bool TornArrows::isTorn(StringId category, const FileId& id, bool isStart) {
    const std::string_view name = category.valid() ? trace_.text(category) : std::string_view();
    if (name == "fwdbwd" || name == "forward_backward") {
        return true;
    }
    const ArgValue value = ArgValue::decode(id.number());
    if ((name != "ac2g" && name != "async_cpu_to_gpu") || value.type != ArgValue::Type::Integer) {
        return false;
    }
    if (!numbers_) {
        numbers_ = numbersOf(trace_);
    }
    const FileId number(id.process(), value.integer);
    return std::ranges::binary_search(numbers_->work, number) &&
           (isStart || std::ranges::binary_search(numbers_->calls, number));
}

using Group = LedgerGroup;

constexpr std::int64_t kNoId = -1;
constexpr std::string_view kDriverCompiler = "Driver Compiler";

struct Numbered {
    FileId id;
    SliceId slice;
};

// What appears more than once: how often, and the first that does.
struct RepeatedIds {
    std::uint64_t count = 0;
    SliceId first;
};

RepeatedIds repeatsOf(std::vector<Numbered> all) {
    std::ranges::sort(all, {}, [](const Numbered& n) { return std::pair(n.id, n.slice); });
    RepeatedIds repeats;
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (all[i].id == all[i - 1].id) {
            ++repeats.count;
            repeats.first = repeats.first.valid() ? std::min(repeats.first, all[i].slice) : all[i].slice;
        }
    }
    return repeats;
}

// Ids that name one event within its process.
struct IdRule {
    std::string_view argument;
    std::string_view key;
    EventKind kind;
    std::string_view title;
    std::string_view meaning;
};
constexpr std::array<IdRule, 3> kIdRules{{
    {"External id", "duplicate-external-id", EventKind::Operator, "Duplicate External ids of operators",
     "Kernels may be counted for the wrong one of those operators."},
    {"correlation", "duplicate-correlation", EventKind::Runtime, "Duplicate correlation IDs",
     "Kernels may be tied to the wrong one of those calls."},
    {"Python id", "duplicate-python-id", EventKind::PythonFunction, "Duplicate ids of Python functions",
     "Callers that were found by id may be wrong."},
}};

std::vector<Numbered> numbered(const Trace& trace, const IdRule& rule, const std::stop_token& stop) {
    std::vector<Numbered> found;
    IdReader reader(trace, rule.argument);
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = segment->next(rule.kind, 0); i < segment->size() && !stop.stop_requested();
             i = segment->next(rule.kind, i + 1)) {
            const std::optional<FileId> id = reader.of(*segment, i);
            // 0 stands for none. The driver's compiler runs inside the call that loads code, and shares its number.
            if (id && id->number() > 0 && !trace.text(segment->name[i]).starts_with(kDriverCompiler)) {
                found.push_back({*id, SliceId(segment->first + i)});
            }
        }
    }
    return found;
}

} // namespace

std::vector<LedgerEntry> LedgerRules::broken(const std::stop_token& stop) {
    checkThreads();
    checkNesting(stop);
    checkIds(stop);
    checkArrows();
    checkLaunches();
    checkMissingWork(stop);
    checkMemory();
    checkStacks();
    return std::move(entries_);
}

void LedgerRules::add(LedgerEntry entry, SliceId first) {
    if (entry.count == 0) {
        return;
    }
    if (first.valid()) {
        entry.slice = first;
        entry.time = trace_.slice(first).start;
    }
    entries_.push_back(std::move(entry));
}

void LedgerRules::checkThreads() {
    std::set<TrackId> streams;
    for (const auto& segment : trace_.segments()) {
        for (const EventKind work : {EventKind::Kernel, EventKind::Memcpy, EventKind::Memset}) {
            if (segment->next(work, 0) < segment->size()) {
                streams.insert(segment->track);
            }
        }
    }
    std::uint64_t count = 0;
    SliceId first;
    for (const auto& segment : trace_.segments()) {
        if (!trace_.tracks()[segment->track.value].key.empty() && !streams.contains(segment->track)) {
            continue;
        }
        for (std::uint32_t i = segment->next(EventKind::Operator, 0); i < segment->size();
             i = segment->next(EventKind::Operator, i + 1)) {
            first = first.valid() ? first : SliceId(segment->first + i);
            ++count;
        }
    }
    add({.group = Group::Rules,
         .key = "operator-without-thread",
         .title = "Operators of the CPU stand on no thread of a host",
         .count = count,
         .fault = true,
         .meaning = "Callers and self times on that row are wrong."},
        first);
}

namespace {

using TimedOperator = std::tuple<TimeNs, TimeNs, SliceId>; // start, end

// By start, what is around others before them.
std::vector<TimedOperator> operatorsOn(const Trace& trace, TrackId track, const std::stop_token& stop) {
    std::vector<TimedOperator> operators;
    const auto [from, to] = trace.lanesOf(track);
    for (std::uint32_t lane = from; lane < to && !stop.stop_requested(); ++lane) {
        for (const LanePiece& piece : trace.lanes()[lane].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if (segment.kind[i] == EventKind::Operator &&
                    !isCollective(segment.kind[i], trace.text(segment.name[i]), trace.ownClasses())) {
                    operators.emplace_back(segment.start[i], segment.end(i), SliceId(segment.first + i));
                }
            }
        }
    }
    std::ranges::sort(operators, {}, [](const auto& op) {
        return std::tuple(std::get<0>(op), -std::get<1>(op), std::get<2>(op));
    });
    return operators;
}

// Those that end after the one that they begin in.
std::vector<SliceId> reachingOut(const std::vector<TimedOperator>& operators) {
    std::vector<SliceId> found;
    std::vector<TimeNs> open;
    for (const auto& [start, end, slice] : operators) {
        while (!open.empty() && open.back() <= start) {
            open.pop_back();
        }
        if (!open.empty() && end > open.back()) {
            found.push_back(slice);
        }
        open.push_back(end);
    }
    return found;
}

} // namespace

// Slices on one lane never overlap, so only operators in segments that say so can reach out of another.
void LedgerRules::checkNesting(const std::stop_token& stop) {
    std::uint64_t count = 0;
    SliceId first;
    std::set<TrackId> tracks;
    for (const auto& segment : trace_.segments()) {
        if (segment->overlaps) {
            tracks.insert(segment->track);
        }
    }
    for (const TrackId track : tracks) {
        const std::vector<SliceId> found = reachingOut(operatorsOn(trace_, track, stop));
        count += found.size();
        first = first.valid() || found.empty() ? first : found.front();
    }
    add({.group = Group::Rules,
         .key = "child-outside-parent",
         .title = "Operators begin inside another one of their thread and end after it",
         .count = count,
         .fault = true,
         .meaning = "Who called them is not known: self times of both are wrong by the overlap."},
        first);
}

void LedgerRules::checkIds(const std::stop_token& stop) {
    for (const IdRule& rule : kIdRules) {
        const RepeatedIds repeats = repeatsOf(numbered(trace_, rule, stop));
        add({.group = Group::Rules,
             .key = std::string(rule.key),
             .title = std::string(rule.title),
             .count = repeats.count,
             .fault = true,
             .meaning = std::string(rule.meaning)},
            repeats.first);
    }
}

// Torch leaves arrows open wherever the other end lies outside of what it recorded, and only there.
void LedgerRules::checkArrows() {
    using Id = std::pair<StringId, FileId>; // category and number, which the processes of a rank share
    const PointTable& points = trace_.points();
    const HomeProcesses homes(trace_);
    ArgReader reader(trace_.args(), trace_.strings(), "id", ArgReader::Level::Top);
    std::array<std::vector<std::pair<Id, TimeNs>>, 2> ends; // starts, steps and ends
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const ArgLayout* layout = trace_.args().layout(points.layout[i]);
        if (layout != nullptr && (layout->phase == 's' || layout->phase == 't' || layout->phase == 'f')) {
            const auto value = reader.value(points.layout[i], points.row[i]);
            const FileId id(homes.of(points.track[i]), value ? value->encode() : kNoId);
            ends[layout->phase == 's' ? 0 : 1].push_back({{layout->category, id}, points.time[i]});
        }
    }
    std::array<std::vector<Id>, 2> ids; // sorted
    for (std::size_t side = 0; side < ends.size(); ++side) {
        std::ranges::transform(ends[side], std::back_inserter(ids[side]), &std::pair<Id, TimeNs>::first);
        std::ranges::sort(ids[side]);
    }
    TornArrows torn(trace_);
    LedgerEntry broken{.group = Group::Unmatched,
                       .key = "torn-arrow",
                       .title = "Arrows lack an end though both of their slices are there",
                       .fault = true,
                       .meaning = "Torch draws these whole: who launched or called what may be wrong there."};
    const auto unmatched = [&](std::size_t side, LedgerEntry entry) {
        for (const auto& [id, time] : ends[side]) {
            if (!std::ranges::binary_search(ids[1 - side], id)) {
                LedgerEntry& found = torn.isTorn(id.first, id.second, side == 0) ? broken : entry;
                ++found.count;
                found.time = std::min(found.time.value_or(time), time);
            }
        }
        add(std::move(entry), {});
    };
    unmatched(0, {.group = Group::Unmatched,
                  .key = "arrow-without-end",
                  .title = "Arrows begin and lead nowhere",
                  .meaning = "Torch leaves them open; calls without their work are tied to none."});
    unmatched(1, {.group = Group::Unmatched,
                  .key = "arrow-without-start",
                  .title = "Arrows end that began nowhere",
                  .meaning = "Torch writes them for calls that launch nothing: no number changes."});
    add(std::move(broken), {});
}

void LedgerRules::checkLaunches() {
    std::uint64_t early = 0;
    TimeNs most = 0;
    SliceId first;
    for (const Link& link : trace_.links().all()) {
        if (link.kind != LinkKind::Launch || !trace_.has(link.from) || !trace_.has(link.to)) {
            continue;
        }
        const TimeNs ahead = trace_.slice(link.from).start - trace_.slice(link.to).start;
        if (ahead > 0) {
            ++early;
            first = first.valid() ? std::min(first, link.to) : link.to;
            most = std::max(most, ahead);
        }
    }
    if (trace_.diagnostics().count("kernel-before-launch") > 0 ||
        trace_.diagnostics().count("work-before-launch") > 0) {
        return; // said when it was read
    }
    add({.group = Group::Clocks,
         .key = "kernel-before-launch",
         .title = "Work starts on a device before its launch, by up to " + std::to_string(most) + " ns",
         .count = early,
         .fault = true,
         .meaning = "Launch delays are wrong by as much: the clocks disagree."},
        first);
}

void LedgerRules::checkMissingWork(const std::stop_token& stop) {
    const MissingWork missing(trace_, stop);
    add({.group = Group::Unmatched,
         .key = "launch-without-work",
         .title = "Kernel launches have no recorded device work; launches of graphs among them: " +
                  std::to_string(missing.graphs()),
         .count = missing.launches(),
         .fault = true,
         .meaning = "Device times are too low: idle time after these calls may be work of their kernels."},
        missing.windows().empty() ? SliceId() : missing.windows().front().call);
}

void LedgerRules::checkMemory() {
    const MemoryTable& memory = trace_.memory();
    std::set<std::tuple<std::int8_t, std::int8_t, FileId>> alive;
    std::uint64_t count = 0;
    std::optional<TimeNs> first;
    for (std::size_t i = 0; i < memory.time.size(); ++i) {
        const FileId address(processOf(trace_, memory.track[i]),
                             static_cast<std::int64_t>(memory.address[i]));
        const std::tuple block(memory.deviceType[i], memory.deviceIndex[i], address);
        if (memory.bytes[i] > 0) {
            alive.insert(block);
        } else if (memory.bytes[i] < 0 && alive.erase(block) == 0) {
            first = first ? first : std::optional(memory.time[i]);
            ++count;
        }
    }
    LedgerEntry entry{.group = Group::Unmatched,
                      .key = "free-without-allocation",
                      .title = "Frees of blocks allocated before recording",
                      .count = count,
                      .time = first,
                      .meaning =
                          "The blocks are older than the recording: they count as allocated before it."};
    add(std::move(entry), {});
}

// The recorder keeps this many frames of a stack: where there are so many, the outermost are missing.
void LedgerRules::checkStacks() {
    constexpr std::uint32_t kMostFrames = 256;
    std::vector<std::uint32_t> depth(trace_.stacks().size());
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < depth.size(); ++i) {
        const StackId outer = trace_.stacks().node(StackId(i)).parent;
        depth[i] = outer.valid() && outer.value < i ? depth[outer.value] + 1 : 1;
        count += depth[i] == kMostFrames ? 1 : 0;
    }
    add({.group = Group::Lost,
         .key = "stack-cut",
         .title = "Python stacks are deeper than 256 frames and lack their outermost",
         .count = count,
         .meaning = "Time is counted for the recorded frames; the outermost frames are missing."},
        {});
}

} // namespace lanes
