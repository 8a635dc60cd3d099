#include "model/analysis/OperatorStats.h"

#include "model/analysis/FlameIndex.h"
#include "model/analysis/KeyIndex.h"
#include "model/analysis/OperatorGrouping.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1 << 16;

// Groups of several names count a call only if it is not inside another call of the same group.
bool countsOutermostOnly(OperatorGroup group) {
    return group == OperatorGroup::Module || group == OperatorGroup::Step || group == OperatorGroup::Thread ||
           group == OperatorGroup::Category;
}

// Adds calls up to rows.
class Sweep {
public:
    using Runs = std::vector<OperatorForest::Run>;

    Sweep(const OperatorData& data, const OperatorQuery& query, const OperatorGrouping& grouping)
        : data_(data)
        , grouping_(grouping)
        , outermostOnly_(countsOutermostOnly(query.group))
        , tree_(query.group == OperatorGroup::Tree)
        , rowOfKey_(grouping_.keyLimit(), kOutside) {
        if (!query.filter.empty()) {
            matcher_.emplace(query.filter, data.forest->sharedTrace());
        }
        if (outermostOnly_ || tree_) {
            groupOf_.resize(data.forest->size(), kOutside);
        }
        if (outermostOnly_) {
            costedAbove_.resize(data.forest->size());
        }
    }

    // Whether a call's row depends on its own figures alone, not on the calls around it: then calls may be shared out.
    [[nodiscard]] static bool isSeparable(OperatorGroup group) {
        return !countsOutermostOnly(group) && group != OperatorGroup::Tree;
    }

    bool run(const Runs& parts, const std::stop_token& stop) {
        for (const OperatorForest::Run& part : parts) {
            const Segment& segment = data_.forest->segmentOf(part);
            for (std::uint32_t op = part.first; op < part.end; ++op) {
                if ((op == part.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                add(segment, op);
            }
        }
        return true;
    }

    // Adds the rows of the calls that follow, as if they had been added one by one.
    void append(const Sweep& next) {
        for (std::size_t i = 0; i < next.rows_.size(); ++i) {
            const std::uint32_t number = numberOf(next.keyOfRow_[i]);
            if (number == rows_.size()) {
                rows_.push_back(next.rows_[i]);
                keyOfRow_.push_back(next.keyOfRow_[i]);
            } else {
                addRow(rows_[number], next.rows_[i]);
            }
        }
    }

    [[nodiscard]] std::vector<OperatorRow> takeRows() { return std::move(rows_); }

    // The same for all calls of a row; in a tree once run() has numbered the rows. Nothing if it is in none.
    [[nodiscard]] std::optional<std::uint64_t> rowKey(const Segment& segment, std::uint32_t op) {
        if (!tree_) {
            return keyOf(segment, op);
        }
        return groupOf_[op] == kOutside ? std::nullopt : std::optional<std::uint64_t>(groupOf_[op]);
    }

private:
    static constexpr std::uint32_t kOutside = OperatorRow::kNoParent;

    // The row a call belongs to; nothing if it is filtered out.
    [[nodiscard]] std::optional<std::uint64_t> keyOf(const Segment& segment, std::uint32_t op) {
        const std::uint32_t i = data_.forest->slice(op).value - segment.first;
        if (matcher_ && !matcher_->matches(segment, i)) {
            return std::nullopt;
        }
        return tree_ ? std::uint64_t{rowAround(op) + 1} << 32 | segment.name[i].value
                     : grouping_.key(segment, op);
    }

    // Of the innermost operator around `op` that counts.
    [[nodiscard]] std::uint32_t rowAround(std::uint32_t op) const {
        std::uint32_t around = data_.forest->parent(op);
        while (around != OperatorForest::kNone && groupOf_[around] == kOutside) {
            around = data_.forest->parent(around);
        }
        return around == OperatorForest::kNone ? kOutside : groupOf_[around];
    }

    void add(const Segment& segment, std::uint32_t op) {
        const std::optional<std::uint64_t> key = keyOf(segment, op);
        if (!key) {
            return;
        }
        const std::uint32_t number = numberOf(*key);
        if (number == rows_.size()) {
            rows_.push_back(grouping_.newRow(segment, op));
            rows_.back().parent = tree_ ? rowAround(op) : kOutside;
            keyOfRow_.push_back(*key);
        }
        if (tree_) {
            groupOf_[op] = number;
        }
        OperatorRow& row = rows_[number];
        row.selfCpu += data_.forest->selfTime(op);
        row.selfDevice += data_.forest->selfDevice(op);
        row.maxDevice = std::max(row.maxDevice, data_.forest->selfDevice(op));
        const OperatorCost& cost = data_.signatures->all()[data_.signatures->of(op)].cost;
        if (!outermostOnly_) {
            addCall(row, segment, op);
            addCost(row, cost, op);
            return;
        }
        groupOf_[op] = number;
        const std::uint32_t parent = data_.forest->parent(op);
        const bool covered = parent != OperatorForest::kNone && costedAbove_[parent];
        costedAbove_[op] = covered || cost.flops > 0;
        if (!covered) {
            addCost(row, cost, op);
        }
        if (parent == OperatorForest::kNone || groupOf_[parent] != number) {
            addCall(row, segment, op);
        }
    }

    std::uint32_t numberOf(std::uint64_t key) {
        if (key >= rowOfKey_.size()) {
            return keys_.add(key);
        }
        std::uint32_t& number = rowOfKey_[key];
        number = number == kOutside ? static_cast<std::uint32_t>(rows_.size()) : number;
        return number;
    }

    void addCall(OperatorRow& row, const Segment& segment, std::uint32_t op) const {
        const TimeNs duration = segment.duration[data_.forest->slice(op).value - segment.first];
        row.totalCpu += duration;
        row.totalDevice += data_.forest->totalDevice(op);
        row.min = row.calls == 0 ? duration : std::min(row.min, duration);
        if (row.calls == 0 || duration > row.max) {
            row.max = duration;
            row.slowest = op;
        }
        row.squares += static_cast<unsigned __int128>(duration) * static_cast<std::uint64_t>(duration);
        row.allocated += data_.memory->allocated(op);
        row.freed += data_.memory->freed(op);
        ++row.calls;
    }

    void addCost(OperatorRow& row, const OperatorCost& cost, std::uint32_t op) const {
        if (cost.flops > 0 || cost.bytes > 0) {
            addCost(row, cost.flops, cost.bytes);
            row.costedDevice += data_.forest->totalDevice(op);
        }
    }

    static void addCost(OperatorRow& row, std::int64_t flops, std::int64_t bytes) {
        if (__builtin_add_overflow(row.flops, flops, &row.flops) ||
            __builtin_add_overflow(row.bytes, bytes, &row.bytes)) {
            row.flops = row.bytes = 0; // shapes that nobody could have run
        }
    }

    // Of equally slow calls the first stays.
    static void addRow(OperatorRow& row, const OperatorRow& next) {
        row.min = std::min(row.min, next.min);
        if (next.max > row.max) {
            row.max = next.max;
            row.slowest = next.slowest;
        }
        row.calls += next.calls;
        row.totalCpu += next.totalCpu;
        row.selfCpu += next.selfCpu;
        row.totalDevice += next.totalDevice;
        row.selfDevice += next.selfDevice;
        row.maxDevice = std::max(row.maxDevice, next.maxDevice);
        row.squares += next.squares;
        row.allocated += next.allocated;
        row.freed += next.freed;
        addCost(row, next.flops, next.bytes);
        row.costedDevice += next.costedDevice;
    }

    const OperatorData& data_;
    const OperatorGrouping& grouping_;
    bool outermostOnly_;
    bool tree_;
    std::optional<FilterMatcher> matcher_;
    std::vector<std::uint32_t> rowOfKey_; // for keys below the limit; else
    KeyIndex keys_;
    std::vector<OperatorRow> rows_;
    std::vector<std::uint64_t> keyOfRow_;
    UnwrittenVector<std::uint32_t> groupOf_;
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
std::shared_ptr<const PythonContext> contextFor(const OperatorData& data, const OperatorQuery& query,
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

std::optional<OperatorData> OperatorData::build(const std::shared_ptr<const Trace>& trace,
                                                const std::stop_token& stop) {
    OperatorData data;
    data.forest = OperatorForest::build(trace, stop);
    if (!data.forest) {
        return std::nullopt;
    }
    data.signatures = OperatorSignatures::build(*data.forest, stop);
    data.memory = OperatorMemory::build(*data.forest, stop);
    data.context = LazyContext(data.forest);
    data.flames = std::make_shared<FlameCache>();
    data.steps = findSteps(*trace);
    if (!data.signatures || !data.memory) {
        return std::nullopt;
    }
    return data;
}

std::optional<std::vector<OperatorRow>> operatorStats(const OperatorData& data, const OperatorQuery& query,
                                                      const std::stop_token& stop) {
    std::shared_ptr<const PythonContext> context = contextFor(data, query, stop);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    const OperatorGrouping grouping(data, query.group, std::move(context));
    std::vector<Sweep::Runs> shares = data.forest->shares(query.range);
    if (!Sweep::isSeparable(query.group)) {
        shares = {joined(shares)};
    }
    std::vector<Sweep> sweeps;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        sweeps.emplace_back(data, query, grouping);
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
    return sweeps.front().takeRows();
}

std::vector<std::uint32_t> callsOf(const OperatorData& data, const OperatorQuery& query,
                                   const OperatorRow& row) {
    std::vector<std::uint32_t> calls;
    if (row.slowest == OperatorForest::kNone) {
        return calls;
    }
    const OperatorGrouping grouping(data, query.group, contextFor(data, query, {}));
    const Sweep::Runs parts = joined(data.forest->shares(query.range));
    Sweep sweep(data, query, grouping);
    if (query.group == OperatorGroup::Tree) {
        sweep.run(parts, {});
    }
    std::optional<std::uint64_t> wanted;
    for (const OperatorForest::Run& lane : data.forest->runs()) {
        if (row.slowest >= lane.first && row.slowest < lane.end) {
            wanted = sweep.rowKey(data.forest->segmentOf(lane), row.slowest);
        }
    }
    std::vector<std::pair<TimeNs, std::uint32_t>> byStart;
    for (const OperatorForest::Run& part : parts) {
        const Segment& segment = data.forest->segmentOf(part);
        for (std::uint32_t op = part.first; op < part.end; ++op) {
            if (sweep.rowKey(segment, op) == wanted) {
                byStart.emplace_back(segment.start[data.forest->slice(op).value - segment.first], op);
            }
        }
    }
    std::ranges::sort(byStart);
    for (const auto& [start, op] : byStart) {
        calls.push_back(op);
    }
    return calls;
}

} // namespace lanes
