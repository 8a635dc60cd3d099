#include "model/analysis/FlameBuilder.h"

#include <algorithm>

namespace lanes {

namespace {

// Keys of names: texts of the trace, or of the Python context.
constexpr std::uint32_t kContextText = 0x80000000u;

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t(high) << 32) | low;
}

std::int64_t& weight(FlameNode::Weights& weights, FlameWeight w) {
    return weights[static_cast<std::size_t>(w)];
}

bool hasPythonSlices(const Trace& trace) {
    return std::ranges::any_of(trace.segments(), [](const auto& segment) {
        return std::ranges::find(segment->kind, EventKind::PythonFunction) != segment->kind.end();
    });
}

} // namespace

bool belongsTo(FlameSource source, EventKind kind, std::string_view name) {
    const bool python = kind == EventKind::PythonFunction;
    const bool op = kind == EventKind::Operator || kind == EventKind::UserRange;
    switch (source) {
    case FlameSource::Operators:
        return op;
    case FlameSource::Python:
        return python;
    case FlameSource::Modules:
        return python && name.starts_with(PythonContext::kModulePrefix);
    case FlameSource::Everything:
        break;
    }
    return python || op;
}

FlameBuilder::FlameBuilder(const OperatorData& data, const FlameQuery& query)
    : data_(data)
    , query_(query)
    , trace_(data.forest->trace())
    , framesFromContext_(query.source != FlameSource::Operators && !data.context->empty() &&
                         !hasPythonSlices(trace_))
    , tree_(std::make_shared<FlameTree>())
    , included_(trace_.sliceCount())
    , nodeOf_(trace_.sliceCount(), kNone) {
    tree_->trace_ = data.forest->sharedTrace();
    tree_->context_ = data.context;
    tree_->nodes_.emplace_back();
    longest_.push_back(-1);
    nameKeys_.push_back(kNone);
}

std::shared_ptr<const FlameTree> FlameBuilder::run(const std::stop_token& stop) {
    for (const auto& segment : trace_.segments()) {
        for (std::uint32_t depth = 0; depth < segment->depths(); ++depth) {
            if (stop.stop_requested()) {
                return nullptr;
            }
            addLane(*segment, depth);
        }
    }
    addKernels();
    addAllocations();
    if (stop.stop_requested()) {
        return nullptr;
    }
    tree_->sumUp();
    return tree_;
}

TimeNs FlameBuilder::cut(TimeNs start, TimeNs end) const {
    if (!query_.range) {
        return end - start;
    }
    return std::max<TimeNs>(std::min(end, query_.range->end) - std::max(start, query_.range->begin), 0);
}

void FlameBuilder::addLane(const Segment& segment, std::uint32_t depth) {
    std::uint32_t from = segment.laneBegin[depth];
    std::uint32_t to = segment.laneBegin[depth + 1];
    if (query_.range) { // slices of a lane never overlap, so ends are sorted as starts are
        const auto starts = segment.start.subspan(from, to - from);
        const auto first = std::ranges::lower_bound(starts, query_.range->begin);
        const auto last = std::lower_bound(first, starts.end(), query_.range->end);
        const auto begin = from + static_cast<std::uint32_t>(first - starts.begin());
        to = from + static_cast<std::uint32_t>(last - starts.begin());
        from = begin > from && segment.end(begin - 1) > query_.range->begin ? begin - 1 : begin;
    }
    for (std::uint32_t i = from; i < to; ++i) {
        addSlice({segment, i, SliceId(segment.first + i)});
    }
}

// The innermost slice around that takes part. Slices that ended before the range are stepped over.
SliceId FlameBuilder::includedAround(const Segment& segment, std::uint32_t index) const {
    SliceId outer = segment.parent[index];
    while (outer.valid() && !included_[outer.value].valid()) {
        if (!query_.range) {
            return {};
        }
        outer = trace_.slice(outer).parent;
    }
    return outer.valid() ? included_[outer.value] : SliceId();
}

bool FlameBuilder::takesPart(const Segment& segment, std::uint32_t index) {
    const EventKind kind = segment.kind[index];
    if (framesFromContext_ && (kind == EventKind::Operator || kind == EventKind::UserRange)) {
        return true;
    }
    if (kind != EventKind::PythonFunction || query_.source != FlameSource::Modules) {
        return belongsTo(query_.source, kind, {});
    }
    const std::uint32_t number = names_.add(segment.name[index].value);
    if (number == nameTakesPart_.size()) {
        nameTakesPart_.push_back(belongsTo(query_.source, kind, trace_.text(segment.name[index])));
    }
    return nameTakesPart_[number];
}

void FlameBuilder::addSlice(const Visit& visit) {
    const Segment& segment = visit.segment;
    const SliceId outer = includedAround(segment, visit.index);
    if (!takesPart(segment, visit.index)) {
        included_[visit.slice.value] = outer;
        return;
    }
    std::uint32_t node = outer.valid() ? nodeOf_[outer.value] : 0;
    const EventKind kind = segment.kind[visit.index];
    if (framesFromContext_ && kind != EventKind::PythonFunction) {
        const auto op = data_.forest->indexOf(visit.slice);
        const auto outerOp = outer.valid() ? data_.forest->indexOf(outer) : std::nullopt;
        node = frames(node, outerOp ? data_.context->nodeOf(*outerOp) : PythonContext::kNone,
                      op ? data_.context->nodeOf(*op) : PythonContext::kNone);
    }
    if (belongsTo(query_.source, kind, trace_.text(segment.name[visit.index]))) {
        const StringId name = segment.name[visit.index];
        node = child(node, name.value, trace_.text(name), kind, segment.hue[visit.index]);
    }
    included_[visit.slice.value] = visit.slice;
    nodeOf_[visit.slice.value] = node;
    addTime(visit, node, outer);
}

void FlameBuilder::addTime(const Visit& visit, std::uint32_t node, SliceId outer) {
    const TimeNs start = visit.segment.start[visit.index];
    const TimeNs end = visit.segment.end(visit.index);
    FlameNode& n = tree_->nodes_[node];
    weight(n.self, FlameWeight::CpuTime) += cut(start, end);
    ++weight(n.self, FlameWeight::Count);
    if (end - start > longest_[node]) {
        longest_[node] = end - start;
        n.example = visit.slice;
    }
    if (outer.valid()) {
        const TimeNs outerEnd = trace_.slice(outer).end();
        weight(tree_->nodes_[nodeOf_[outer.value]].self, FlameWeight::CpuTime) -=
            cut(start, std::max(start, std::min(end, outerEnd)));
    }
}

// The node of `context` below `node`, whose own context is `outerContext`: only the frames between are added.
std::uint32_t FlameBuilder::frames(std::uint32_t node, std::uint32_t outerContext, std::uint32_t context) {
    if (context == PythonContext::kNone || context == outerContext) {
        return node;
    }
    const std::uint32_t number = frameKeys_.add(pair(node, context));
    if (number < frameNode_.size()) {
        return frameNode_[number];
    }
    std::vector<std::uint32_t> known;
    for (std::uint32_t c = outerContext; c != PythonContext::kNone; c = data_.context->node(c).parent) {
        known.push_back(c);
    }
    std::vector<std::uint32_t> added;
    for (std::uint32_t c = context; c != PythonContext::kNone; c = data_.context->node(c).parent) {
        if (std::ranges::find(known, c) != known.end()) {
            break;
        }
        added.push_back(c);
    }
    for (auto c = added.rbegin(); c != added.rend(); ++c) {
        const std::string_view text = data_.context->text(*c);
        const bool module = text.starts_with(PythonContext::kModulePrefix);
        if (module || query_.source != FlameSource::Modules) {
            node = child(node, kContextText | data_.context->node(*c).text, text, EventKind::PythonFunction,
                         module ? Hue::Range : Hue::Python);
        }
    }
    frameNode_.push_back(node);
    return node;
}

std::uint32_t FlameBuilder::child(std::uint32_t parent, std::uint32_t nameKey, std::string_view name,
                                  EventKind kind, Hue hue) {
    for (std::uint32_t n = parent; query_.collapseRecursion && n != 0 && n != kNone;
         n = tree_->nodes_[n].parent) {
        if (nameKeys_[n] == nameKey) {
            return n;
        }
    }
    const std::uint32_t number = children_.add(pair(parent, nameKey));
    if (number == childNode_.size()) {
        FlameNode node;
        node.name = name;
        node.kind = kind;
        node.hue = hue;
        node.parent = parent;
        node.depth = tree_->nodes_[parent].depth + 1;
        childNode_.push_back(static_cast<std::uint32_t>(tree_->nodes_.size()));
        tree_->nodes_.push_back(node);
        longest_.push_back(-1);
        nameKeys_.push_back(nameKey);
    }
    return childNode_[number];
}

void FlameBuilder::addKernels() {
    for (const DeviceWork& work : data_.forest->deviceWork()) {
        const Trace::Slice kernel = trace_.slice(work.slice);
        const TimeNs moment = work.launch.valid() ? trace_.slice(work.launch).start : kernel.start;
        if (query_.range && !query_.range->contains(moment)) {
            continue;
        }
        std::uint32_t node = 0;
        if (work.launch.valid()) {
            const SliceId around = included_[work.launch.value];
            node = around.valid() ? nodeOf_[around.value] : 0;
        }
        if (query_.source == FlameSource::Everything) {
            node = child(node, kernel.name.value, trace_.text(kernel.name), kernel.kind, kernel.hue);
            ++weight(tree_->nodes_[node].self, FlameWeight::Count);
            if (kernel.duration > longest_[node]) {
                longest_[node] = kernel.duration;
                tree_->nodes_[node].example = work.slice;
            }
        }
        weight(tree_->nodes_[node].self, FlameWeight::DeviceTime) += kernel.duration;
    }
}

void FlameBuilder::addAllocations() {
    const MemoryTable& memory = trace_.memory();
    for (std::uint32_t e = 0; e < memory.size(); ++e) {
        if (memory.bytes[e] <= 0 || (query_.range && !query_.range->contains(memory.time[e]))) {
            continue;
        }
        const std::uint32_t op = data_.memory->allocator(e);
        const SliceId slice =
            op != OperatorForest::kNone ? included_[data_.forest->slice(op).value] : SliceId();
        FlameNode& node = tree_->nodes_[slice.valid() ? nodeOf_[slice.value] : 0];
        weight(node.self, FlameWeight::AllocatedBytes) += memory.bytes[e];
    }
}

} // namespace lanes
