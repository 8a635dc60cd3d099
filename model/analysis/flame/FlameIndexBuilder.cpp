#include "model/analysis/flame/FlameIndex.h"
#include "model/analysis/flame/FlameNames.h"
#include "model/analysis/flame/FlameNesting.h"
#include "model/analysis/flame/FrameCalls.h"
#include "model/analysis/operators/CallContext.h"
#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/operators/RangeEntry.h"
#include "model/base/ChainMemo.h"
#include "model/base/PairKey.h"
#include "model/base/RadixSort.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <array>
#include <map>
#include <thread>
#include <unordered_map>
#include <vector>

namespace lanes {

namespace {

// The slices of the backward pass: whatever runs within an operator of autograd, and modules that a checkpoint computes
// once more. By slice; empty where there is none. O(slices).
std::vector<bool> backwardSlices(const CallContext& context) {
    const OperatorForest& forest = context.forest();
    std::vector<bool> slices;
    for (const OperatorForest::Run& run : forest.runs()) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if (context.passOf(op) == Pass::Backward) {
                slices.resize(forest.trace().sliceCount());
                slices[segment.first + forest.position(run, op)] = true;
            }
        }
    }
    if (slices.empty()) {
        return slices;
    }
    for (const auto& segment : forest.trace().segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const SliceId parent = segment->parent[i];
            if (parent.valid() && slices[parent.value]) {
                slices[segment->first + i] = true;
            }
        }
    }
    return slices;
}

// By position in the forest's deviceWork(): launched by such an operator. Empty where nothing is.
std::vector<bool> backwardWork(const CallContext& context) {
    const std::span<const DeviceWork> all = context.forest().deviceWork();
    std::vector<bool> work;
    for (std::size_t w = 0; w < all.size(); ++w) {
        if (all[w].op != OperatorForest::kNone && context.passOf(all[w].op) == Pass::Backward) {
            work.resize(all.size());
            work[w] = true;
        }
    }
    return work;
}

constexpr std::uint32_t kNoNode = FlameNode::kNone;
constexpr std::uint32_t kPiece = 1 << 21; // slices whose memory is asked for at a time: whole huge pages
bool hasPythonSlices(const Trace& trace) {
    return std::ranges::any_of(trace.segments(), [](const auto& segment) {
        return segment->next(EventKind::PythonFunction, 0) < segment->size();
    });
}

} // namespace

// Goes over slices, kernels and allocations once. Parents stand before their children in the order of slices.
class FlameIndexBuilder {
public:
    FlameIndexBuilder(const OperatorData& data, const FlameKind& kind, const std::stop_token& stop)
        : data_(data)
        , trace_(data.forest->trace())
        , source_(kind.source)
        , collapseRecursion_(kind.collapseRecursion)
        , nesting_(trace_, stop)
        , index_(std::make_shared<FlameIndex>())
        , children_(stop)
        , frameKeys_(stop)
        , names_(trace_, kind, index_->classes_) {
        pythonSlices_ = hasPythonSlices(trace_);
        framesFromContext_ = source_ != FlameSource::Operators && !pythonSlices_;
        if (framesFromContext_) {
            index_->context_ = data.context.get(stop);
            framesFromContext_ = index_->context_ && !index_->context_->empty();
        }
        if (framesFromContext_) {
            index_->isNoCall_.resize(trace_.sliceCount());
        }
        if (source_ != FlameSource::Operators) {
            findLoans(stop);
        }
        anyTakesPart_ = pythonSlices_ || framesFromContext_ || belongsTo(source_, EventKind::Operator, {});
        index_->forest_ = data.forest;
        index_->nodes_.emplace_back();
        index_->nodeOf_ = hugeArray<std::uint32_t>(trace_.sliceCount());
        index_->around_ = hugeArray<std::uint32_t>(trace_.sliceCount());
        longest_.push_back(-1);
        nameKeys_.push_back(kNoNode);
        jumps_.push_back(0);
    }

    std::shared_ptr<const FlameIndex> run(const std::stop_token& stop) {
        // Clearing new memory takes the system as long as filling it takes here.
        std::jthread ahead;
        if (trace_.sliceCount() >= kPiece && anyTakesPart_) {
            ahead = std::jthread([this](const std::stop_token& done) { touchMemory(done); });
        }
        if (!addSlices(false, stop) || (!loans_.empty() && !addSlices(true, stop))) {
            return nullptr;
        }
        if (framesFromContext_) {
            addFrameCalls();
        }
        addKernels();
        addAllocations();
        if (source_ == FlameSource::Modules) {
            addPasses(stop);
        }
        std::ranges::sort(index_->owned_, {}, &FlameIndex::Owned::first);
        std::ranges::sort(index_->calledIn_);
        return stop.stop_requested() ? nullptr : index_;
    }

private:
    void touchMemory(const std::stop_token& done) {
        const std::size_t first = std::size_t{trace_.firstSlice() / kPiece} * kPiece;
        for (std::size_t at = first; at < trace_.sliceCount() && !done.stop_requested(); at += kPiece) {
            touchAhead(index_->nodeOf_, at, at + kPiece);
            if (pythonSlices_) { // then many a slice stands inside of one that takes no part
                touchAhead(index_->around_, at, at + kPiece);
            }
        }
    }

    // Backward work hangs where its forward operator was called, which may stand behind it in the order of slices: so it,
    // and all within it, is added once the rest is there. False if asked to stop.
    bool addSlices(bool lent, const std::stop_token& stop) {
        for (const auto& segment : trace_.segments()) {
            const bool nested = anyTakesPart_ && nesting_.isNeeded(*segment);
            const auto order = !nested ? HugeVector<std::uint32_t>()
                               : lent  ? orderOf(segment->start)
                                       : nest(*segment);
            for (std::uint32_t n = 0; n < segment->size() && anyTakesPart_; ++n) { // lane by lane
                if (n % kStopEvery == 0 && stop.stop_requested()) {
                    return false;
                }
                const std::uint32_t i = nested ? order[n] : n;
                if (loans_.empty() || isLent(*segment, i) == lent) {
                    addSlice(*segment, i, nested);
                }
            }
            if (!lent) {
                nesting_.pass(*segment);
            }
        }
        return true;
    }

    // Tells what is around the slices of a segment in which lanes do not. Returns them by start.
    HugeVector<std::uint32_t> nest(const Segment& segment) {
        FlameNest nest = nesting_.nest(segment, [&](SliceId id) {
            const std::uint32_t i = id.value - segment.first;
            const Trace::Position at = i < segment.size() ? Trace::Position{0, i} : trace_.locate(id);
            return mayTakePart(i < segment.size() ? segment : *trace_.segments()[at.segment], at.index);
        });
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            const SliceId slice(segment.first + i);
            index_->around_[slice.value] = (nest.outer[i].valid() ? nest.outer[i] : slice).value + 1;
        }
        index_->owned_.insert(index_->owned_.end(), nest.owned.begin(), nest.owned.end());
        return std::move(nest.order);
    }

    // Whether some node has the time of a slice.
    [[nodiscard]] bool mayTakePart(const Segment& segment, std::uint32_t i) {
        const bool op = segment.kind[i] == EventKind::Operator || segment.kind[i] == EventKind::UserRange;
        return takesPart(segment, i) ||
               (op && (framesFromContext_ || loanOf(SliceId(segment.first + i)) != nullptr));
    }

    // A slice of a backward operator, and the forward operator where it hangs.
    struct Loan {
        SliceId slice;
        SliceId forward;
    };

    // Where frames are slices. Those of the context are lent there.
    void findLoans(const std::stop_token& stop) {
        const auto context = pythonSlices_ ? data_.context.get(stop) : nullptr;
        if (!context || context->loans().empty()) {
            return;
        }
        for (const CallContext::Loan& loan : context->loans()) {
            loans_.push_back({data_.forest->slice(loan.op), data_.forest->slice(loan.forward)});
        }
        lent_.resize(trace_.sliceCount());
        index_->isNoCall_.resize(trace_.sliceCount());
    }

    [[nodiscard]] const Loan* loanOf(SliceId slice) const {
        const auto at = std::ranges::lower_bound(loans_, slice, {}, &Loan::slice);
        return at != loans_.end() && at->slice == slice ? &*at : nullptr;
    }

    [[nodiscard]] bool isLent(const Segment& segment, std::uint32_t i) {
        const SliceId parent = segment.parent[i];
        const SliceId slice(segment.first + i);
        const bool node = segment.kind[i] == EventKind::Operator || segment.kind[i] == EventKind::UserRange;
        if ((parent.valid() && lent_[parent.value]) || (node && loanOf(slice) != nullptr)) {
            lent_[slice.value] = true;
        }
        return lent_[slice.value];
    }

    // Around a forward operator, without the operators that called it.
    [[nodiscard]] SliceId lenderOf(SliceId forward) {
        return SliceId(lenders_.first(
            aroundOf(forward).value, [this](std::uint32_t at) { return aroundOf(SliceId(at)).value; },
            [this](std::uint32_t at) { return trace_.slice(SliceId(at)).kind != EventKind::Operator; }));
    }

    // `nested`: what is around it has been told.
    void addSlice(const Segment& segment, std::uint32_t i, bool nested) {
        const SliceId slice(segment.first + i);
        const SliceId caller = nested ? index_->around(segment, i) : segment.parent[i];
        const SliceId inTime = caller.valid() ? includedAt(caller, segment) : SliceId();
        const Loan* const loan = loans_.empty() ? nullptr : loanOf(slice);
        const SliceId outer = loan != nullptr ? lenderOf(loan->forward) : inTime;
        if (outer != inTime) {
            index_->calledIn_.emplace_back(slice, inTime);
        }
        if (outer != index_->around(segment, i)) {
            index_->around_[slice.value] = (outer.valid() ? outer : slice).value + 1;
        }
        const EventKind kind = segment.kind[i];
        const bool isNode = takesPart(segment, i);
        const bool carriesFrames =
            framesFromContext_ && (kind == EventKind::Operator || kind == EventKind::UserRange);
        const bool isLentWork = loan != nullptr && outer.valid();
        if (!isNode && !carriesFrames && !isLentWork) {
            return;
        }
        if (!isNode) {
            index_->isNoCall_[slice.value] = true;
        }
        std::uint32_t node = outer.valid() ? index_->nodeOf(outer) : 0;
        if (carriesFrames) {
            node = frames(node, contextOf(outer), contextOf(slice));
        }
        if (isNode) {
            const FlameNames::Name& name = names_.of(segment.name[i], kind);
            node = child(node, name.key, name.text, kind, segment.hue[i]);
        }
        index_->nodeOf_[slice.value] = node + 1;
        noteExample(node, slice, segment.duration[i]);
    }

    // The slice itself if it takes part, else the innermost one around it that does. It stands in `near` or anywhere.
    [[nodiscard]] SliceId includedAt(SliceId slice, const Segment& near) const {
        while (slice.valid() && index_->nodeOf(slice) == kNoNode) {
            slice = aroundOf(slice, near);
        }
        return slice;
    }
    [[nodiscard]] SliceId includedAt(SliceId slice) const {
        return includedAt(slice, *trace_.segments()[trace_.locate(slice).segment]);
    }
    [[nodiscard]] SliceId aroundOf(SliceId slice, const Segment& near) const {
        const std::uint32_t i = slice.value - near.first;
        if (i < near.size()) {
            return index_->around(near, i);
        }
        const Trace::Position at = trace_.locate(slice);
        return index_->around(*trace_.segments()[at.segment], at.index);
    }

    [[nodiscard]] SliceId aroundOf(SliceId slice) const {
        return aroundOf(slice, *trace_.segments()[trace_.locate(slice).segment]);
    }

    [[nodiscard]] std::uint32_t contextOf(SliceId slice) const {
        const auto op = slice.valid() ? data_.forest->indexOf(slice) : std::nullopt;
        return op ? index_->context_->nodeOf(*op) : CallContext::kNone;
    }

    bool takesPart(const Segment& segment, std::uint32_t i) {
        return names_.takesPart(segment.name[i], segment.kind[i]);
    }

    void noteExample(std::uint32_t node, SliceId slice, TimeNs duration) {
        if (duration > longest_[node]) {
            longest_[node] = duration;
            index_->nodes_[node].example = slice;
        }
    }

    // The node of `context` below `node`, whose own context is `outerContext`: only the frames between are added. A
    // function that is in both is the same call, though it has gone on to another line.
    std::uint32_t frames(std::uint32_t node, std::uint32_t outerContext, std::uint32_t context) {
        if (context == CallContext::kNone || context == outerContext) {
            return node;
        }
        const std::uint32_t number = frameKeys_.add(pairKey(node, context));
        if (number < frameNode_.size()) {
            return frameNode_[number];
        }
        const CallContext& python = *index_->context_;
        const auto [outer, inner] = partingPaths(outerContext, context);
        const auto sameCall = [&](std::uint32_t a, std::uint32_t b) {
            return a == b || isSameFunction(python.text(a), python.text(b));
        };
        const auto between = std::ranges::mismatch(inner, outer, sameCall).in1;
        for (auto c = between; c != inner.end(); ++c) {
            const FlameNames::Name name = nameOfFrame(*c);
            if (name.takesPart) {
                const bool module = name.text.starts_with(CallContext::kModulePrefix);
                node = child(node, name.key, name.text, EventKind::PythonFunction,
                             module ? Hue::Range : Hue::Python);
            }
        }
        frameNode_.push_back(node);
        return node;
    }

    using ContextPath = std::vector<std::uint32_t>; // nodes of the Python context, outermost first

    // The paths to two nodes from where they part.
    [[nodiscard]] std::pair<ContextPath, ContextPath> partingPaths(std::uint32_t a, std::uint32_t b) {
        const CallContext& python = *index_->context_;
        for (auto node = static_cast<std::uint32_t>(contextDepth_.size()); node < python.size(); ++node) {
            const std::uint32_t caller = python.node(node).parent; // which stands before it
            contextDepth_.push_back(caller == CallContext::kNone ? 1 : contextDepth_[caller] + 1);
        }
        const auto depthOf = [this](std::uint32_t node) {
            return node == CallContext::kNone ? 0 : contextDepth_[node];
        };
        std::pair<ContextPath, ContextPath> paths;
        while (a != b) {
            ContextPath& path = depthOf(a) >= depthOf(b) ? paths.first : paths.second;
            std::uint32_t& deeper = depthOf(a) >= depthOf(b) ? a : b;
            path.push_back(deeper);
            deeper = python.node(deeper).parent;
        }
        std::ranges::reverse(paths.first);
        std::ranges::reverse(paths.second);
        return paths;
    }

    std::uint32_t child(std::uint32_t parent, std::uint32_t nameKey, std::string_view name, EventKind kind,
                        Hue hue) {
        HugeVector<FlamePlace>& nodes = index_->nodes_;
        const std::uint32_t number = children_.add(pairKey(parent, nameKey));
        if (number == childNode_.size()) {
            if (const std::uint32_t same = collapseRecursion_ ? callOf(nameKey, parent) : kNoNode;
                same != kNoNode) {
                childNode_.push_back(same);
                return same;
            }
            FlamePlace node;
            node.name = name;
            node.kind = kind;
            node.hue = hue;
            node.parent = parent;
            node.depth = nodes[parent].depth + 1;
            childNode_.push_back(static_cast<std::uint32_t>(nodes.size()));
            nodes.push_back(node);
            longest_.push_back(-1);
            nameKeys_.push_back(nameKey);
            if (collapseRecursion_) {
                const std::uint32_t near = jumps_[parent];
                const bool isFar =
                    nodes[parent].depth - nodes[near].depth == nodes[near].depth - nodes[jumps_[near]].depth;
                jumps_.push_back(isFar ? jumps_[near] : parent);
                named_[nameKey].push_back(childNode_.back());
            }
        }
        return childNode_[number];
    }

    // The node of a name at or above `node`, or kNoNode. There is one at most: recursion is collapsed. Walks up, or looks at all
    // nodes of the name, whichever are fewer.
    [[nodiscard]] std::uint32_t callOf(std::uint32_t nameKey, std::uint32_t node) const {
        const HugeVector<FlamePlace>& nodes = index_->nodes_;
        const auto named = named_.find(nameKey);
        if (named == named_.end()) {
            return kNoNode;
        }
        if (nodes[node].depth <= named->second.size()) {
            while (node != 0 && nameKeys_[node] != nameKey) {
                node = nodes[node].parent;
            }
            return node != 0 ? node : kNoNode;
        }
        for (const std::uint32_t other : named->second) {
            std::uint32_t at = node; // up to the other's depth
            while (nodes[at].depth > nodes[other].depth) {
                at = nodes[jumps_[at]].depth >= nodes[other].depth ? jumps_[at] : nodes[at].parent;
            }
            if (at == other) {
                return other;
            }
        }
        return kNoNode;
    }

    // What stands around the launch of a work inside of the operator that owns it; else around that operator.
    [[nodiscard]] SliceId callerOf(const DeviceWork& work) {
        const SliceId near = work.launch.valid() ? includedAt(work.launch) : SliceId();
        if (work.op == DeviceWork::kNoOperator) {
            return near;
        }
        const SliceId owner = data_.forest->slice(work.op);
        const bool inTree = belongsTo(source_, EventKind::Operator, {});
        const std::uint32_t at = launchers_.first(
            (inTree ? near : work.launch).value,
            [&](std::uint32_t s) {
                return inTree ? aroundOf(SliceId(s)).value : trace_.slice(SliceId(s)).parent.value;
            },
            [this](std::uint32_t s) { return trace_.slice(SliceId(s)).kind == EventKind::Operator; });
        return at == owner.value ? near : includedAt(owner);
    }

    void addKernels() {
        for (const DeviceWork& work : data_.forest->deviceWork()) {
            const Trace::Slice kernel = trace_.slice(work.slice);
            const SliceId around = callerOf(work);
            std::uint32_t node = around.valid() ? index_->nodeOf(around) : 0;
            const bool isNode = source_ == FlameSource::Everything;
            if (isNode) {
                node = child(node, kernel.name.value, trace_.text(kernel.name), kernel.kind, kernel.hue);
                noteExample(node, work.slice, kernel.duration);
            }
            index_->workNode_.push_back(node);
            index_->workIsNode_.push_back(isNode);
            index_->workMoment_.push_back(work.launch.valid() ? trace_.slice(work.launch).start
                                                              : kernel.start);
            index_->workTime_.push_back(kernel.duration);
        }
    }

    void addPasses(const std::stop_token& stop) {
        if (const auto context = data_.context.get(stop)) {
            index_->isBackward_ = backwardSlices(*context);
            index_->workIsBackward_ = backwardWork(*context);
        }
    }

    void addFrameCalls() {
        struct Stacked {
            TimeNs start;
            std::uint32_t op;
            std::uint32_t name;
            std::uint32_t frames; // node of the innermost frame
        };
        const OperatorForest& forest = *data_.forest;
        const CallContext& context = *index_->context_;
        std::map<std::uint32_t, std::vector<Stacked>> tracks;
        for (const OperatorForest::Run& run : forest.runs()) {
            const Segment& segment = forest.segmentOf(run);
            for (std::uint32_t op = run.first; op < run.end; ++op) {
                const std::uint32_t caller = forest.parent(run, op);
                const std::uint32_t own = context.nodeOf(op);
                const bool isNew = caller == OperatorForest::kNone || context.nodeOf(caller) != own;
                if (own == CallContext::kNone || !isNew || context.passOf(op) == Pass::Backward) {
                    continue;
                }
                const std::uint32_t i = forest.position(run, op);
                const std::uint32_t node = index_->nodeOf(SliceId(segment.first + i));
                const bool isNode = !index_->isNoCall_[segment.first + i];
                tracks[segment.track.value].push_back({segment.start[i], op, segment.name[i].value,
                                                       isNode ? index_->nodes_[node].parent : node});
            }
        }
        for (auto& [track, ops] : tracks) {
            std::ranges::stable_sort(ops, {}, &Stacked::start);
            std::unordered_map<std::uint32_t, std::uint32_t> framesOf; // operator -> its node
            for (const Stacked& op : ops) {
                framesOf[op.op] = op.frames;
            }
            FrameCalls calls(context, [&](std::size_t depth, std::uint32_t op, TimeNs start) {
                addFrameCall(framesOf[op], context.nodeOf(op), calls.path(context.nodeOf(op))[depth], start);
            });
            for (const Stacked& op : ops) {
                calls.add(op.op, op.start, op.name);
            }
            calls.finish();
        }
    }

    // Of a frame of the context at or above `innermost`, whose node is at or above `node`.
    void addFrameCall(std::uint32_t node, std::uint32_t innermost, std::uint32_t frame, TimeNs start) {
        for (std::uint32_t at = innermost; at != CallContext::kNone && node != 0;
             at = index_->context_->node(at).parent) {
            while (node != 0 && index_->nodes_[node].kind != EventKind::PythonFunction) { // a range between
                node = index_->nodes_[node].parent;
            }
            if (at == frame) {
                if (node != 0 && takesPart(at)) {
                    index_->frameCalls_.push_back({start, node});
                }
                return;
            }
            node = node != 0 && takesPart(at) ? index_->nodes_[node].parent : node;
        }
    }

    // Whether a frame of the context is a node.
    bool takesPart(std::uint32_t frame) {
        frameTakesPart_.resize(index_->context_->size(), kNotAsked);
        if (frameTakesPart_[frame] == kNotAsked) {
            frameTakesPart_[frame] = nameOfFrame(frame).takesPart ? 1 : 0;
        }
        return frameTakesPart_[frame] == 1;
    }
    FlameNames::Name nameOfFrame(std::uint32_t frame) {
        return names_.ofFrame(index_->context_->node(frame).text, index_->context_->text(frame));
    }

    void addAllocations() {
        const MemoryTable& memory = trace_.memory();
        for (std::uint32_t e = 0; e < memory.size(); ++e) {
            const std::uint32_t op = data_.memory->allocator(e);
            const SliceId slice =
                op != OperatorForest::kNone ? includedAt(data_.forest->slice(op)) : SliceId();
            index_->eventNode_.push_back(slice.valid() ? index_->nodeOf(slice) : 0);
        }
    }

    const OperatorData& data_;
    const Trace& trace_;
    FlameSource source_;
    bool collapseRecursion_;
    bool pythonSlices_ = false;
    bool anyTakesPart_ = false;
    static constexpr std::uint8_t kNotAsked = 2;
    std::vector<std::uint8_t> frameTakesPart_; // by node of the context
    std::vector<Loan> loans_;                  // by slice
    std::vector<bool> lent_;                   // by slice: within one of them
    bool framesFromContext_ = false;           // no Python slices: frames come from the operators' contexts
    FlameNesting nesting_;
    std::shared_ptr<FlameIndex> index_;
    HugeVector<TimeNs> longest_;         // node -> duration of its example
    HugeVector<std::uint32_t> nameKeys_; // node -> key of its name
    // Where recursion is collapsed: node -> one above it, so that from each some log(depth) lead to any above; see AncestorJumps.
    HugeVector<std::uint32_t> jumps_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> named_; // key of a name -> nodes
    std::vector<std::uint32_t> contextDepth_;                             // by node of the context
    AncestorSearch lenders_;
    AncestorSearch launchers_;
    KeyIndex children_;                    // (parent, name key) -> number of a child
    HugeVector<std::uint32_t> childNode_;  // that number -> node
    KeyIndex frameKeys_;                   // (node, context) -> number
    std::vector<std::uint32_t> frameNode_; // that number -> node
    FlameNames names_;
};

std::shared_ptr<const FlameIndex> FlameIndex::build(const OperatorData& data, const FlameKind& kind,
                                                    const std::stop_token& stop) {
    if (stop.stop_requested()) {
        return nullptr;
    }
    return FlameIndexBuilder(data, kind, stop).run(stop);
}

} // namespace lanes
