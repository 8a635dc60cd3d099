#include "model/analysis/OperatorStats.h"

#include "model/analysis/FlameIndex.h"
#include "model/analysis/KeyIndex.h"

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1 << 16;

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t(high) << 32) | low;
}

// Groups of several names count a call only if it is not inside another call of the same group.
bool countsOutermostOnly(OperatorGroup group) {
    return group == OperatorGroup::Module || group == OperatorGroup::Step || group == OperatorGroup::Thread ||
           group == OperatorGroup::Category;
}

// Which group a call belongs to, as a number that only means something within one sweep.
class Grouping {
public:
    // `context`: by stack or module only.
    Grouping(const OperatorData& data, OperatorGroup group, std::shared_ptr<const PythonContext> context)
        : data_(data)
        , group_(group)
        , context_(std::move(context)) {
        if (group == OperatorGroup::Shapes) {
            const auto& all = data.signatures->all();
            byShapes_.reserve(all.size());
            KeyIndex keys;
            const StringId none = data.forest->trace().strings().find("[]"); // no inputs: as if no shapes
            for (const OperatorSignature& s : all) {
                byShapes_.push_back(
                    keys.add(pair(s.name.value, (s.dims == none ? StringId() : s.dims).value)));
            }
        }
        if (group == OperatorGroup::Module) {
            numberModules();
        }
    }

    [[nodiscard]] std::uint64_t key(const Segment& segment, std::uint32_t op) const {
        const std::uint32_t i = data_.forest->slice(op).value - segment.first;
        switch (group_) {
        case OperatorGroup::Name:
            return segment.name[i].value;
        case OperatorGroup::Shapes:
            return byShapes_[data_.signatures->of(op)];
        case OperatorGroup::Stack:
            return pair(segment.name[i].value, context_->nodeOf(op));
        case OperatorGroup::Module: {
            const std::uint32_t node = context_->nodeOf(op);
            return node == PythonContext::kNone ? 0 : modules_[node];
        }
        case OperatorGroup::Step: {
            const Step* step = stepAt(data_.steps, segment.start[i]);
            return step == nullptr ? 0 : static_cast<std::uint64_t>(step - data_.steps.data()) + 1;
        }
        case OperatorGroup::Thread:
            return segment.track.value;
        case OperatorGroup::Category:
        case OperatorGroup::Tree: // the sweep knows the rows around
            break;
        }
        return static_cast<std::uint64_t>(segment.hue[i]);
    }

    // Keys are below this, or (0) anywhere.
    [[nodiscard]] std::size_t keyLimit() const {
        constexpr std::size_t kMostTexts = std::size_t(1)
                                           << 24; // beyond, a table of all texts costs more than hashing
        switch (group_) {
        case OperatorGroup::Name:
            return data_.forest->trace().strings().size() < kMostTexts
                       ? data_.forest->trace().strings().size()
                       : 0;
        case OperatorGroup::Shapes:
            return byShapes_.size();
        case OperatorGroup::Module:
            return modules_.size() + 1;
        case OperatorGroup::Step:
            return data_.steps.size() + 1;
        case OperatorGroup::Thread:
            return data_.forest->trace().tracks().size();
        case OperatorGroup::Category:
            return kHueCount;
        case OperatorGroup::Stack:
        case OperatorGroup::Tree:
            break;
        }
        return 0;
    }

    [[nodiscard]] OperatorRow newRow(const Segment& segment, std::uint32_t op) const {
        const std::uint32_t i = data_.forest->slice(op).value - segment.first;
        OperatorRow row;
        row.kind = segment.kind[i];
        row.hue = segment.hue[i];
        label(row, segment, op, i);
        return row;
    }

private:
    void numberModules() {
        const PythonContext& context = *context_;
        std::vector<std::string_view> names{std::string_view{}};
        for (std::uint32_t node = 0; node < context.size(); ++node) {
            names.push_back(context.moduleOf(node));
        }
        std::ranges::sort(names);
        const auto last = std::ranges::unique(names);
        names.erase(last.begin(), last.end());
        for (std::uint32_t node = 0; node < context.size(); ++node) {
            const auto at = std::ranges::lower_bound(names, context.moduleOf(node));
            modules_.push_back(static_cast<std::uint32_t>(at - names.begin()));
        }
    }

    void label(OperatorRow& row, const Segment& segment, std::uint32_t op, std::uint32_t i) const {
        const Trace& trace = data_.forest->trace();
        switch (group_) {
        case OperatorGroup::Shapes:
            row.shapes = data_.signatures->all()[data_.signatures->of(op)].dims;
            break;
        case OperatorGroup::Stack:
            row.context = context_->nodeOf(op);
            break;
        case OperatorGroup::Module:
            row.label = context_->moduleOf(context_->nodeOf(op));
            return;
        case OperatorGroup::Step: {
            const Step* step = stepAt(data_.steps, segment.start[i]);
            row.label = step != nullptr ? step->label : std::string();
            return;
        }
        case OperatorGroup::Thread: {
            const Track& track = trace.tracks()[segment.track.value];
            row.label = track.name.empty() ? track.key : track.name;
            return;
        }
        case OperatorGroup::Category:
            row.label = hueName(segment.hue[i]);
            return;
        case OperatorGroup::Name:
        case OperatorGroup::Tree:
            break;
        }
        row.name = segment.name[i];
        row.label = trace.text(row.name);
    }

    const OperatorData& data_;
    OperatorGroup group_;
    std::shared_ptr<const PythonContext> context_;
    std::vector<std::uint32_t> byShapes_;
    std::vector<std::uint32_t> modules_;
};

class Sweep {
public:
    Sweep(const OperatorData& data, const OperatorQuery& query, std::shared_ptr<const PythonContext> context)
        : data_(data)
        , query_(query)
        , grouping_(data, query.group, std::move(context))
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

    bool run(const std::stop_token& stop) {
        for (const OperatorForest::Run& lane : data_.forest->runs()) {
            const OperatorForest::Run part = query_.range ? data_.forest->within(lane, *query_.range) : lane;
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
        return tree_ ? pair(rowAround(op) + 1, segment.name[i].value) : grouping_.key(segment, op);
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
        row.squares += static_cast<double>(duration) * static_cast<double>(duration);
        row.allocated += data_.memory->allocated(op);
        row.freed += data_.memory->freed(op);
        ++row.calls;
    }

    void addCost(OperatorRow& row, const OperatorCost& cost, std::uint32_t op) const {
        if (cost.flops > 0 || cost.bytes > 0) {
            if (__builtin_add_overflow(row.flops, cost.flops, &row.flops) ||
                __builtin_add_overflow(row.bytes, cost.bytes, &row.bytes)) {
                row.flops = row.bytes = 0; // shapes that nobody could have run
            }
            row.costedDevice += data_.forest->totalDevice(op);
        }
    }

    const OperatorData& data_;
    const OperatorQuery& query_;
    Grouping grouping_;
    bool outermostOnly_;
    bool tree_;
    std::optional<FilterMatcher> matcher_;
    std::vector<std::uint32_t> rowOfKey_; // for keys below the limit; else
    KeyIndex keys_;
    std::vector<OperatorRow> rows_;
    UnwrittenVector<std::uint32_t> groupOf_;
    std::vector<bool> costedAbove_;
};

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
    return static_cast<TimeNs>(std::sqrt(std::max(0.0, squares / n - average * average)));
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
    Sweep sweep(data, query, std::move(context));
    if (!sweep.run(stop)) {
        return std::nullopt;
    }
    return sweep.takeRows();
}

std::vector<std::uint32_t> callsOf(const OperatorData& data, const OperatorQuery& query,
                                   const OperatorRow& row) {
    std::vector<std::uint32_t> calls;
    if (row.slowest == OperatorForest::kNone) {
        return calls;
    }
    Sweep sweep(data, query, contextFor(data, query, {}));
    if (query.group == OperatorGroup::Tree) {
        sweep.run({});
    }
    std::optional<std::uint64_t> wanted;
    for (const OperatorForest::Run& lane : data.forest->runs()) {
        if (row.slowest >= lane.first && row.slowest < lane.end) {
            wanted = sweep.rowKey(data.forest->segmentOf(lane), row.slowest);
        }
    }
    std::vector<std::pair<TimeNs, std::uint32_t>> byStart;
    for (const OperatorForest::Run& lane : data.forest->runs()) {
        const OperatorForest::Run part = query.range ? data.forest->within(lane, *query.range) : lane;
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
