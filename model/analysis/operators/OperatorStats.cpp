#include "model/analysis/operators/OperatorStats.h"

#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/operators/OperatorGrouping.h"
#include "model/base/ChainMemo.h"
#include "model/base/PairKey.h"
#include "model/base/RadixSort.h"
#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>

namespace lanes {

namespace {

// The total of a group of several names is the union of its calls, and calls inside another call of it count once with that.
bool countsUnion(OperatorGroup group) {
    return group == OperatorGroup::Module || group == OperatorGroup::Step || group == OperatorGroup::Thread ||
           group == OperatorGroup::Category;
}

// What every call of a row adds to, in one line of the cache: there are few rows and very many calls.
struct alignas(64) Times {
    unsigned __int128 squares = 0;
    std::int64_t calls = 0;
    TimeNs total = 0;
    TimeNs self = 0;
    TimeNs min = std::numeric_limits<TimeNs>::max();
    TimeNs max = -1;
    std::uint32_t slowest = OperatorForest::kNone;

    void addCall(std::uint32_t op, TimeNs duration) { addCall(op, duration, duration); }
    // `part` of the duration is not in the total yet.
    void addCall(std::uint32_t op, TimeNs duration, TimeNs part) {
        ++calls;
        total += part;
        min = std::min(min, duration);
        if (duration > max) {
            max = duration;
            slowest = op;
        }
        squares += static_cast<unsigned __int128>(part) * static_cast<std::uint64_t>(part);
    }
    // Of equally slow calls the first stays.
    void add(const Times& next) {
        squares += next.squares;
        calls += next.calls;
        total += next.total;
        self += next.self;
        min = std::min(min, next.min);
        if (next.max > max) {
            max = next.max;
            slowest = next.slowest;
        }
    }
    void writeTo(OperatorRow& row) const {
        row.squares = squares;
        row.calls = calls;
        row.totalCpu = total;
        row.selfCpu = self;
        row.min = calls > 0 ? min : 0;
        row.max = calls > 0 ? max : 0;
        row.slowest = slowest;
    }
};

// What else a call adds to its row, where anything was recorded of it.
struct Rest {
    TimeNs totalDevice = 0;
    TimeNs selfDevice = 0;
    TimeNs maxDevice = 0;
    TimeNs costedDevice = 0;
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t flops = 0;
    std::int64_t bytes = 0;

    void addCost(std::int64_t moreFlops, std::int64_t moreBytes) {
        if (__builtin_add_overflow(flops, moreFlops, &flops) ||
            __builtin_add_overflow(bytes, moreBytes, &bytes)) {
            flops = bytes = 0; // shapes that nobody could have run
        }
    }
    void add(const Rest& next) {
        totalDevice += next.totalDevice;
        selfDevice += next.selfDevice;
        maxDevice = std::max(maxDevice, next.maxDevice);
        costedDevice += next.costedDevice;
        allocated += next.allocated;
        freed += next.freed;
        addCost(next.flops, next.bytes);
    }
    void writeTo(OperatorRow& row) const {
        row.totalDevice = totalDevice;
        row.selfDevice = selfDevice;
        row.maxDevice = maxDevice;
        row.costedDevice = costedDevice;
        row.allocated = allocated;
        row.freed = freed;
        row.flops = flops;
        row.bytes = bytes;
    }
};

// Adds calls up to rows. A tree may have millions, of which each would hold a text: what a row is comes last.
class Sweep {
public:
    using Run = OperatorForest::Run;
    using Runs = std::vector<Run>;

    Sweep(const OperatorData& data, const OperatorQuery& query, const OperatorGrouping& grouping,
          const std::stop_token& stop)
        : data_(data)
        , grouping_(grouping)
        , union_(countsUnion(query.group))
        , tree_(query.group == OperatorGroup::Tree)
        , timesOnly_(data.forest->deviceWork().empty() && data.memory->empty() &&
                     !data.signatures->hasCosts())
        , rowOfKey_(grouping_.keyLimit(), kOutside)
        , keys_(stop)
        , opens_(stop) {
        if (!query.filter.empty()) {
            matcher_.emplace(query.filter, data.forest->sharedTrace(), data.context);
        }
        if (tree_) {
            groupOf_.resize(data.forest->size(), kOutside);
        }
        if (union_) {
            costedAbove_.resize(data.forest->size());
        }
    }

    // Whether a call's row depends on its own figures alone, not on the calls around it: then calls may be shared out.
    [[nodiscard]] static bool isSeparable(OperatorGroup group) {
        return !countsUnion(group) && group != OperatorGroup::Tree;
    }

    bool run(const Runs& parts, const std::stop_token& stop) {
        return union_ ? runByStart(parts, stop) : runInTurn(parts, stop);
    }

    // Adds the rows of the calls that follow, as if they had been added one by one.
    void append(const Sweep& next) {
        for (std::size_t i = 0; i < next.heads_.size(); ++i) {
            const std::uint32_t number = numberOf(next.heads_[i].key);
            if (number == heads_.size()) {
                addRow(next.heads_[i]);
            }
            times_[number].add(next.times_[i]);
            if (!timesOnly_) {
                rests_[number].add(next.rests_[i]);
            }
        }
    }

    // Nothing if asked to stop.
    [[nodiscard]] std::optional<std::vector<OperatorRow>> rows(const std::stop_token& stop) const {
        const Trace& trace = data_.forest->trace();
        std::vector<OperatorRow> rows;
        rows.reserve(heads_.size());
        for (std::size_t i = 0; i < heads_.size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return std::nullopt;
            }
            const Trace::Position at = trace.locate(data_.forest->slice(heads_[i].first));
            OperatorRow& row =
                rows.emplace_back(grouping_.newRow(*trace.segments()[at.segment], at.index, heads_[i].first));
            row.parent = heads_[i].parent;
            times_[i].writeTo(row);
            if (!timesOnly_) {
                rests_[i].writeTo(row);
            }
        }
        return rows;
    }

    // The same for all calls of a row; in a tree once run() has numbered the rows. Nothing if it is in none.
    [[nodiscard]] std::optional<std::uint64_t> rowKey(const Run& run, const Segment& segment,
                                                      std::uint32_t op) {
        if (tree_) {
            return groupOf_[op] == kOutside ? std::nullopt : std::optional<std::uint64_t>(groupOf_[op]);
        }
        const std::uint32_t i = data_.forest->position(run, op);
        return isFilteredOut(segment, i) ? std::nullopt
                                         : std::optional<std::uint64_t>(grouping_.key(segment, i, op));
    }

private:
    static constexpr std::uint32_t kOutside = OperatorRow::kNoParent;

    bool runInTurn(const Runs& parts, const std::stop_token& stop) {
        for (const Run& part : parts) {
            const Segment& segment = data_.forest->segmentOf(part);
            for (std::uint32_t op = part.first; op < part.end; ++op) {
                if ((op == part.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                const std::uint32_t i = data_.forest->position(part, op);
                if (!isFilteredOut(segment, i)) {
                    add(part, segment, i, op);
                }
            }
        }
        return true;
    }

    // Segment by segment: those of a track stand in time order.
    bool runByStart(const Runs& parts, const std::stop_token& stop) {
        struct Begun {
            std::uint32_t op;
            std::uint32_t i;
            const Run* run;
        };
        std::vector<Begun> calls;
        std::vector<TimeNs> starts;
        for (auto part = parts.begin(); part != parts.end();) {
            const Segment& segment = data_.forest->segmentOf(*part);
            calls.clear();
            starts.clear();
            for (const std::uint32_t s = part->segment; part != parts.end() && part->segment == s; ++part) {
                for (std::uint32_t op = part->first; op < part->end; ++op) {
                    const std::uint32_t i = data_.forest->position(*part, op);
                    if (!isFilteredOut(segment, i)) {
                        calls.push_back({op, i, &*part});
                        starts.push_back(segment.start[i]);
                    }
                }
            }
            if (stop.stop_requested()) {
                return false;
            }
            if (!calls.empty()) {
                for (const std::uint32_t at : orderOf(starts)) {
                    add(*calls[at].run, segment, calls[at].i, calls[at].op);
                }
            }
        }
        return true;
    }

    struct Head {
        std::uint64_t key = 0;
        std::uint32_t first = 0; // the operator that it was made for
        std::uint32_t parent = kOutside;
    };

    [[nodiscard]] bool isFilteredOut(const Segment& segment, std::uint32_t i) {
        return matcher_ && !matcher_->matches(segment, i);
    }

    // Of the innermost operator around `op` that counts.
    [[nodiscard]] std::uint32_t rowAround(const Run& run, std::uint32_t op) {
        const std::uint32_t around = counted_.first(
            data_.forest->parent(run, op), [this](std::uint32_t at) { return data_.forest->parent(at); },
            [this](std::uint32_t at) { return groupOf_[at] != kOutside; });
        return around == OperatorForest::kNone ? kOutside : groupOf_[around];
    }

    void add(const Run& run, const Segment& segment, std::uint32_t i, std::uint32_t op) {
        const std::uint32_t outer = tree_ ? rowAround(run, op) : kOutside;
        const std::uint64_t key =
            tree_ ? std::uint64_t{outer + 1} << 32 | segment.name[i].value : grouping_.key(segment, i, op);
        const std::uint32_t number = numberOf(key);
        if (number == times_.size()) {
            addRow({key, op, outer});
        }
        const TimeNs duration = segment.duration[i];
        Times& times = times_[number];
        times.self += duration - data_.forest->childTime(op);
        if (union_) {
            addToUnion(run, segment, number, op, {segment.start[i], segment.end(i)});
            return;
        }
        times.addCall(op, duration);
        if (tree_) {
            groupOf_[op] = number;
        }
        if (!timesOnly_) {
            addOwnDevice(rests_[number], op);
            addCallRest(rests_[number], op);
            addCost(rests_[number], data_.signatures->costOf(op), op);
        }
    }

    [[gnu::noinline]] void addRow(const Head& head) {
        heads_.push_back(head);
        times_.emplace_back();
        if (!timesOnly_) {
            rests_.emplace_back();
        }
    }

    // Calls of a row come by start in each thread, so that what lies behind the furthest end so far is new.
    void addToUnion(const Run& run, const Segment& segment, std::uint32_t number, std::uint32_t op,
                    TimeRange call) {
        const std::uint32_t open = opens_.add(pairKey(segment.track.value, number));
        if (open == openUntil_.size()) {
            openUntil_.push_back(std::numeric_limits<TimeNs>::min());
        }
        TimeNs& until = openUntil_[open];
        const bool inside = call.end <= until && call.begin < until;
        if (!inside) {
            times_[number].addCall(op, call.length(),
                                   call.end - std::max(call.begin, std::min(until, call.end)));
            until = std::max(until, call.end);
        }
        if (timesOnly_) {
            return;
        }
        Rest& rest = rests_[number];
        addOwnDevice(rest, op);
        const OperatorCost cost = data_.signatures->costOf(op);
        const std::uint32_t parent = data_.forest->parent(run, op);
        const bool covered = parent != OperatorForest::kNone && costedAbove_[parent];
        costedAbove_[op] = covered || cost.flops > 0;
        if (!covered) {
            addCost(rest, cost, op);
        }
        if (!inside) {
            addCallRest(rest, op);
        }
    }

    std::uint32_t numberOf(std::uint64_t key) {
        if (key >= rowOfKey_.size()) {
            return keys_.add(key);
        }
        std::uint32_t& number = rowOfKey_[key];
        if (number == kOutside) {
            number = static_cast<std::uint32_t>(heads_.size());
        }
        return number;
    }

    void addOwnDevice(Rest& rest, std::uint32_t op) const {
        rest.selfDevice += data_.forest->selfDevice(op);
        rest.maxDevice = std::max(rest.maxDevice, data_.forest->selfDevice(op));
    }

    void addCallRest(Rest& rest, std::uint32_t op) const {
        rest.totalDevice += data_.forest->totalDevice(op);
        rest.allocated += data_.memory->allocated(op);
        rest.freed += data_.memory->freed(op);
    }

    void addCost(Rest& rest, const OperatorCost& cost, std::uint32_t op) const {
        if (cost.flops > 0 || cost.bytes > 0) {
            rest.addCost(cost.flops, cost.bytes);
            rest.costedDevice += data_.forest->totalDevice(op);
        }
    }

    const OperatorData& data_;
    const OperatorGrouping& grouping_;
    bool union_;
    bool tree_;
    bool timesOnly_; // nothing else was recorded
    std::optional<FilterMatcher> matcher_;
    std::vector<std::uint32_t> rowOfKey_; // for keys below the limit; else
    KeyIndex keys_;
    // By row.
    HugeVector<Head> heads_;
    HugeVector<Times> times_;
    HugeVector<Rest> rests_;                 // none where there are times only
    UnwrittenVector<std::uint32_t> groupOf_; // of a tree: row of each operator
    AncestorSearch counted_;                 // operators that have a row; callers come first
    KeyIndex opens_;                         // of unions: (track, row) -> number
    std::vector<TimeNs> openUntil_;          // that number -> the furthest end of its calls so far
    std::vector<bool> costedAbove_;
};

Sweep::Runs joined(const std::vector<Sweep::Runs>& shares) {
    Sweep::Runs all;
    for (const Sweep::Runs& share : shares) {
        all.insert(all.end(), share.begin(), share.end());
    }
    return all;
}

// Null where the grouping needs none, or if asked to stop.
std::shared_ptr<const CallContext> contextFor(const OperatorData& data, const OperatorQuery& query,
                                              const std::stop_token& stop) {
    const bool needed = query.group == OperatorGroup::Stack || query.group == OperatorGroup::Module;
    return needed ? data.context.get(stop) : nullptr;
}

} // namespace

TimeNs OperatorRow::deviation() const {
    if (calls < 2) {
        return 0;
    }
    const double n = static_cast<double>(calls);
    const double average = static_cast<double>(totalCpu) / n;
    return static_cast<TimeNs>(
        std::sqrt(std::max(0.0, static_cast<double>(squares) / n - average * average)));
}

std::optional<std::vector<OperatorRow>> operatorStats(const OperatorData& data, const OperatorQuery& query,
                                                      const std::stop_token& stop) {
    std::shared_ptr<const CallContext> context = contextFor(data, query, stop);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    const OperatorGrouping grouping(data, query.group, std::move(context));
    std::vector<Sweep::Runs> shares = data.forest->shares(query.range);
    if (!Sweep::isSeparable(query.group)) {
        shares = {joined(shares)};
    }
    std::vector<Sweep> sweeps;
    sweeps.reserve(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        sweeps.emplace_back(data, query, grouping, stop);
    }
    std::atomic<bool> stopped = false;
    onThreads(static_cast<unsigned>(shares.size()), [&](unsigned i) {
        if (!sweeps[i].run(shares[i], stop)) {
            stopped = true;
        }
    });
    if (stopped) {
        return std::nullopt;
    }
    for (std::size_t i = 1; i < sweeps.size(); ++i) {
        sweeps.front().append(sweeps[i]);
    }
    return sweeps.front().rows(stop);
}

std::vector<std::uint32_t> callsOf(const OperatorData& data, const OperatorQuery& query,
                                   const OperatorRow& row, const std::stop_token& stop) {
    std::vector<std::uint32_t> calls;
    if (row.slowest == OperatorForest::kNone) {
        return calls;
    }
    std::shared_ptr<const CallContext> context = contextFor(data, query, stop);
    if (stop.stop_requested()) {
        return calls;
    }
    const OperatorGrouping grouping(data, query.group, std::move(context));
    const Sweep::Runs parts = joined(data.forest->shares(query.range));
    Sweep sweep(data, query, grouping, stop);
    if (query.group == OperatorGroup::Tree && !sweep.run(parts, stop)) {
        return calls;
    }
    std::optional<std::uint64_t> wanted;
    for (const OperatorForest::Run& lane : data.forest->runs()) {
        if (row.slowest >= lane.first && row.slowest < lane.end) {
            wanted = sweep.rowKey(lane, data.forest->segmentOf(lane), row.slowest);
        }
    }
    std::vector<std::pair<TimeNs, std::uint32_t>> byStart;
    for (const OperatorForest::Run& part : parts) {
        const Segment& segment = data.forest->segmentOf(part);
        for (std::uint32_t op = part.first; op < part.end; ++op) {
            if ((op == part.first || op % kStopEvery == 0) && stop.stop_requested()) {
                return calls;
            }
            if (sweep.rowKey(part, segment, op) == wanted) {
                byStart.emplace_back(segment.start[data.forest->position(part, op)], op);
            }
        }
    }
    if (!sortStoppably(byStart, std::less{}, stop)) {
        return calls;
    }
    for (const auto& [start, op] : byStart) {
        calls.push_back(op);
    }
    return calls;
}

} // namespace lanes
