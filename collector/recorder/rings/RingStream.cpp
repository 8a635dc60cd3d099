#include "collector/recorder/rings/RingStream.h"

#include "collector/recorder/LiveMetrics.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/DeviceRecords.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingReader.h"
#include "model/base/Utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace lanes::recorder {

namespace {

// As torch calls a c10::ScalarType in record_param_comms; "" for one that is not known.
std::string_view elementTypeName(std::uint8_t type) {
    static constexpr std::array<std::string_view, 30> kNames = {"Byte",
                                                                "Char",
                                                                "Short",
                                                                "Int",
                                                                "Long",
                                                                "Half",
                                                                "Float",
                                                                "Double",
                                                                "ComplexHalf",
                                                                "ComplexFloat",
                                                                "ComplexDouble",
                                                                "Bool",
                                                                "QInt8",
                                                                "QUInt8",
                                                                "QInt32",
                                                                "BFloat16",
                                                                "QUInt4x2",
                                                                "QUInt2x4",
                                                                "Bits1x8",
                                                                "Bits2x4",
                                                                "Bits4x2",
                                                                "Bits8",
                                                                "Bits16",
                                                                "Float8_e5m2",
                                                                "Float8_e4m3fn",
                                                                "Float8_e5m2fnuz",
                                                                "Float8_e4m3fnuz",
                                                                "UInt16",
                                                                "UInt32",
                                                                "UInt64"};
    return type < kNames.size() ? kNames[type] : std::string_view();
}

// What a record says of a collective of torch.distributed, as sessions have it.
// Nothing for a record that is none. Names become texts of the session.
std::optional<CollectiveFacts> readCollective(const ring::RecordView& record,
                                              session::SessionWriter& writer) {
    const auto* told = record.as<ring::Collective>();
    if (told == nullptr) {
        return std::nullopt;
    }
    const std::string name = repairUtf8(record.text<ring::Collective>(0, told->nameBytes));
    const std::string group = repairUtf8(record.text<ring::Collective>(told->nameBytes, told->groupBytes));
    return CollectiveFacts{.key = told->header.key,
                           .name = writer.string(name),
                           .group = writer.string(group),
                           .dtype = writer.string(elementTypeName(told->dtype)),
                           .sequence = told->sequence,
                           .elements = told->inElements,
                           .rank = told->groupRank,
                           .size = told->groupSize,
                           .peer = told->peer,
                           .sends = name.starts_with("send")};
}

} // namespace

using ring::RecordType;

namespace {

// What clocks may be off at most: nothing is written before the recording, or in the future.
constexpr TimeNs kSlack = 1'000'000'000;
// Less than what may come late on a thread's row (SessionSink).
constexpr TimeNs kAwaitedAtMost = 300'000'000;

} // namespace

RingStream::RingStream(const CaptureContext& context, StreamOwner& owner, std::shared_ptr<PumpedRing> ring)
    : context_(context)
    , owner_(owner)
    , ring_(std::move(ring))
    , definitions_(context.sink.writer(), context.rows) {}

std::size_t RingStream::drain() {
    return ring_->drain([this](const ring::RecordView& record) { take(record); });
}

void RingStream::take(const ring::RecordView& record) {
    switch (record.type()) {
    case RecordType::OpBegin:
        return begin(record);
    case RecordType::OpEnd:
        return finish(record);
    case RecordType::Collective:
        collective_ = readCollective(record, context_.sink.writer());
        malformed_ += collective_ ? 0 : 1;
        return;
    case RecordType::OwnCost:
        return ownCost(record);
    case RecordType::RangeBegin:
        return beginRange(record);
    case RecordType::Mark:
        return mark(record);
    case RecordType::Outputs:
        return outputs(record);
    case RecordType::NonFinite:
        return nonFinite(record);
    case RecordType::Memory:
        return memory(record);
    case RecordType::OutOfMemory:
        return outOfMemory(record);
    case RecordType::OpComplete:
        return whole(record);
    case RecordType::PythonSample:
        return sample(record);
    case RecordType::PythonRound:
        return sampleRound(record);
    case RecordType::FunctionBegin:
        return beginFunction(record);
    case RecordType::FunctionEnd:
        return endFunction(record);
    case RecordType::ThreadStart:
        return startThread(record);
    case RecordType::Inside:
        return inside(record);
    case RecordType::ThreadEnd:
        if (std::exchange(threadRuns_, false)) {
            owner_.endThread(threadId_);
        }
        leaveFilter(last_);
        return owner_.leftOpen(std::exchange(open_, {}));
    case RecordType::ThreadName:
        if (const auto* name = record.as<ring::ThreadName>()) {
            owner_.thread(name->header.key, repairUtf8(record.text<ring::ThreadName>(0, name->nameBytes)));
        }
        return;
    case RecordType::DefineName:
    case RecordType::DefineCode:
    case RecordType::DefineStack:
    case RecordType::DefineSignature:
    case RecordType::DefineModule:
        malformed_ += definitions_.define(record) ? 0 : 1;
        return;
    case RecordType::Launch:
        return launch(record);
    case RecordType::LaunchArguments:
        return launchArguments(record);
    case RecordType::GraphNode:
        return graphNode(record);
    default: // of devices, or of a newer probe; drops are counted in the ring's header
        malformed_ += owner_.devices().take(record, definitions_) ? 0 : 1;
        return;
    }
}

void RingStream::startThread(const ring::RecordView& record) {
    const auto* start = record.as<ring::ThreadStart>();
    if (start == nullptr) {
        ++malformed_;
        return;
    }
    owner_.leftOpen(std::exchange(open_, {}));
    leaveFilter(last_);
    track_ =
        owner_.startThread(start->header.key, repairUtf8(record.text<ring::ThreadStart>(0, start->nameBytes)),
                           (start->header.flags & ring::kThreadGoesOn) != 0);
    last_ = INT64_MIN;
    owner_.devices().startThread(static_cast<std::uint32_t>(start->pthread), nextTime(start->ticks), track_);
    threadRuns_ = true;
    threadId_ = start->header.key;
    torchThread_ = start->torchThread;
}

TimeNs RingStream::time(std::uint64_t ticks) const {
    return context_.clock.toNs(ticks) - context_.origin;
}

TimeNs RingStream::nextTime(std::uint64_t ticks) {
    if (const TimeNs at = time(ticks); canBe(at)) {
        last_ = std::max(last_, at);
    }
    return std::max(last_, -kSlack);
}

bool RingStream::canBe(TimeNs at) {
    if (at > latest_) {
        latest_ = ring::monotonicNs() - context_.origin + kSlack;
    }
    const bool can = at >= -kSlack && at <= latest_;
    malformed_ += can ? 0 : 1;
    return can;
}

StringId RingStream::textOf(const RingDefinitions::Name* name) {
    if (name == nullptr) {
        ++malformed_;
        return context_.sink.writer().string("");
    }
    return name->text;
}

template<class Record>
OperatorFacts RingStream::facts(const Record& record, const RingDefinitions::Name* name,
                                std::span<const std::uint64_t> scalars) {
    OperatorFacts facts;
    facts.scope = static_cast<ring::Scope>(record.header.flags);
    facts.sequence = record.sequence;
    facts.forwardThread = record.forwardThread;
    facts.scalars = scalars;
    if (name != nullptr) {
        facts.overload = name->overload;
    }
    facts.stack = definitions_.stack(record.stack);
    facts.signature = definitions_.signature(record.signature);
    return facts;
}

void RingStream::begin(const ring::RecordView& record) {
    const auto* op = record.as<ring::OpBegin>();
    if (op == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    const RingDefinitions::Name* name = definitions_.name(op->name);
    OperatorFacts known = facts(*op, name, record.words<ring::OpBegin>());
    const std::optional<CollectiveFacts> collective = std::exchange(collective_, std::nullopt);
    if (collective && collective->key == op->header.key) {
        known.collective = &*collective;
    }
    SliceRecord slice;
    slice.start = nextTime(op->ticks);
    slice.duration = -1;
    slice.name = textOf(name);
    slice.layout = context_.rows.row(known, cells_);
    SliceHandle handle = context_.sink.addSlice(track_, slice, cells_);
    noteAutograd(*op, handle, known.stack,
                 !open_.empty() && open_.back().backward && open_.back().sequence == op->sequence);
    const bool backward = known.scope == ring::Scope::BackwardFunction;
    if (backward) {
        backward_ = {op->forwardThread, op->sequence};
    }
    open_.push_back({op->header.key, std::move(handle), slice.start, known.stack,
                     known.scope == ring::Scope::User, backward, op->sequence, stepOf(name),
                     name != nullptr && name->fetches});
}

ring::StepKind RingStream::stepOf(const RingDefinitions::Name* name) const {
    if (name == nullptr || name->step == ring::StepKind::None) {
        return ring::StepKind::None;
    }
    return std::ranges::find(open_, name->step, &OpenOperator::step) == open_.end() ? name->step
                                                                                    : ring::StepKind::None;
}

template<class Record>
void RingStream::noteAutograd(const Record& record, const SliceHandle& slice, StackId stack, bool inner) {
    const auto scope = static_cast<ring::Scope>(record.header.flags);
    if (record.sequence < 0) {
        return;
    }
    if (scope == ring::Scope::BackwardFunction) {
        // Of nodes inside one another only the outermost is what the forward operator led to.
        if (!inner) {
            owner_.forwardBackward().backward({record.forwardThread, record.sequence}, slice);
        }
    } else if (scope == ring::Scope::Function) {
        owner_.forwardBackward().forward({torchThread_, record.sequence}, slice, stack);
    }
}

void RingStream::beginRange(const ring::RecordView& record) {
    const auto* range = record.as<ring::RangeBegin>();
    if (range == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    const bool started = (range->header.flags & ring::kStartedRange) != 0;
    SliceRecord slice;
    slice.start = nextTime(range->ticks);
    slice.duration = -1;
    slice.name = textOf(definitions_.name(range->name));
    slice.layout = context_.ranges.range(*range, definitions_, cells_);
    SliceHandle handle = context_.sink.addSlice(started ? owner_.startedRanges() : track_, slice, cells_);
    SliceHandle beside;
    if (context_.ranges.isCompilation(*range, definitions_)) {
        slice.layout = context_.ranges.compilation(*range, definitions_, cells_);
        slice.hue = Hue::Range;
        beside = context_.sink.addSlice(owner_.compilations(), slice, cells_);
    }
    if (started) {
        owner_.startedRange(range->header.key, std::move(handle));
    } else {
        open_.push_back({.key = openKey(range->header.key, ring::kEndOfPushed),
                         .slice = std::move(handle),
                         .start = slice.start,
                         .stack = definitions_.stack(range->stack),
                         .range = true,
                         .beside = std::move(beside)});
    }
}

void RingStream::ownCost(const ring::RecordView& record) {
    const auto* cost = record.as<ring::OwnCost>();
    if (cost == nullptr) {
        ++malformed_;
    } else if (context_.cost != nullptr) {
        context_.cost->add(cost->header.flags, context_.time(cost->toTicks) - context_.time(cost->fromTicks));
    }
}

void RingStream::mark(const ring::RecordView& record) {
    const auto* mark = record.as<ring::RangeBegin>();
    if (mark == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    const LayoutId layout = context_.ranges.mark(*mark, definitions_, cells_);
    context_.sink.addPoint(track_, nextTime(mark->ticks), textOf(definitions_.name(mark->name)), layout,
                           cells_);
}

bool RingStream::end(std::uint64_t key, TimeNs end) {
    const auto found =
        std::find_if(open_.rbegin(), open_.rend(), [&](const OpenOperator& op) { return op.key == key; });
    if (found == open_.rend()) {
        return false;
    }
    context_.sink.endSlice(found->slice, end);
    context_.sink.endSlice(found->beside, end);
    if (found->step != ring::StepKind::None) {
        context_.steps.ended(found->step, track_, found->start, end);
    }
    if (found->fetches && context_.metrics != nullptr) {
        context_.metrics->fetch(context_.sink.writer().track(track_).process, {found->start, end});
    }
    open_.erase(std::next(found).base());
    return true;
}

void RingStream::finish(const ring::RecordView& record) {
    const auto* op = record.as<ring::OpEnd>();
    if (op == nullptr) {
        ++malformed_;
        return;
    }
    const TimeNs at = nextTime(op->ticks);
    const std::uint64_t key = openKey(op->header.key, op->header.flags);
    const bool elsewhere = (op->header.flags & (ring::kEndElsewhere | ring::kEndOfStarted)) != 0;
    if (!elsewhere && end(key, at)) {
        return;
    }
    if ((op->header.flags & ring::kEndOfPushed) != 0) {
        ++malformed_; // another ring's ranges have the same keys
    } else {
        owner_.endedElsewhere(key, at);
    }
}

const OpenOperator* RingStream::opened(std::uint32_t key) const {
    const auto found = std::ranges::find(open_.rbegin(), open_.rend(), openKey(key, 0), &OpenOperator::key);
    return found != open_.rend() ? &*found : nullptr;
}

TimeNs RingStream::outputsAwaitedFrom(TimeNs now) const {
    const auto awaited = std::ranges::find_if(
        open_, [&](const OpenOperator& op) { return !op.range && op.start > now - kAwaitedAtMost; });
    return awaited != open_.end() ? awaited->start - 1 : INT64_MAX;
}

void RingStream::outputs(const ring::RecordView& record) {
    const auto* outputs = record.as<ring::Outputs>();
    const OpenOperator* op = outputs != nullptr ? opened(outputs->header.key) : nullptr;
    const Signature* signature = op != nullptr ? definitions_.signature(outputs->signature) : nullptr;
    if (signature == nullptr) {
        ++malformed_;
        return;
    }
    owner_.outputs().add(op->slice, *signature);
}

void RingStream::nonFinite(const ring::RecordView& record) {
    const auto* found = record.as<ring::NonFinite>();
    const OpenOperator* op = found != nullptr ? opened(found->header.key) : nullptr;
    if (op == nullptr) {
        ++malformed_;
        return;
    }
    owner_.outputs().nonFinite(*found, op->slice, op->stack, std::max(op->start, time(found->ticks)));
}

void RingStream::whole(const ring::RecordView& record) {
    const auto* op = record.as<ring::OpComplete>();
    if (op == nullptr) {
        ++malformed_;
        return;
    }
    SliceRecord slice;
    slice.start = time(op->beginTicks);
    const TimeNs end = std::max(slice.start, time(op->endTicks));
    if (!canBe(slice.start) || !canBe(end)) {
        return;
    }
    slice.duration = end - slice.start;
    const RingDefinitions::Name* name = definitions_.name(op->name);
    slice.name = textOf(name);
    const OperatorFacts known = facts(*op, name, record.words<ring::OpComplete>());
    slice.layout = context_.rows.row(known, cells_);
    const SliceHandle handle = context_.sink.addSlice(owner_.thread(op->header.key, {}), slice, cells_);
    if (op->header.key != threadId_) {
        return; // what torch calls that thread is not known, so nothing leads to its operators
    }
    noteAutograd(*op, handle, known.stack, op->sequence == wholeNode_ && slice.start < wholeNodeEnd_);
    if (known.scope == ring::Scope::BackwardFunction && end > wholeNodeEnd_) {
        wholeNode_ = op->sequence;
        wholeNodeEnd_ = end;
    }
}

void RingStream::memory(const ring::RecordView& record) {
    const auto* event = record.as<ring::MemoryEvent>();
    if (event == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    MemoryChange change;
    change.time = nextTime(event->ticks);
    change.address = event->address;
    change.bytes = event->bytes;
    change.deviceType = static_cast<std::int8_t>((event->header.key >> 8) & 0xff);
    change.deviceIndex = static_cast<std::int8_t>(event->header.key & 0xff); // 255 is -1
    // Torch's CPU allocator keeps no totals: zero there means that it does not say.
    const bool told = event->allocated != 0 || event->reserved != 0 || change.deviceType != 0;
    change.allocated = told ? event->allocated : -1;
    change.reserved = told ? event->reserved : -1;
    change.track = track_;
    change.stack = open_.empty() ? StackId() : open_.back().stack;
    context_.sink.addMemory(change);
    if (context_.metrics != nullptr) {
        context_.metrics->memory(context_.sink.writer().track(track_).process, change);
    }
}

void RingStream::sample(const ring::RecordView& record) {
    if (const auto* sample = record.as<ring::PythonSample>(); sample != nullptr && holdsSamples_) {
        owner_.samples().sample(*sample, nextTime(sample->ticks), definitions_);
    } else {
        ++malformed_;
    }
}

void RingStream::sampleRound(const ring::RecordView& record) {
    if (const auto* round = record.as<ring::PythonRound>()) {
        holdsSamples_ = true;
        definitions_.keepCalls();
        owner_.samples().round(*round, nextTime(round->ticks));
    } else {
        ++malformed_;
    }
}

void RingStream::beginFunction(const ring::RecordView& record) {
    const auto* begin = record.as<ring::FunctionBegin>();
    if (begin == nullptr || !owner_.functions().begin(*begin, nextTime(begin->ticks), definitions_)) {
        ++malformed_;
    }
}

void RingStream::endFunction(const ring::RecordView& record) {
    holdsFunctions_ = true;
    const auto* end = record.as<ring::FunctionEnd>();
    if (end == nullptr || !owner_.functions().end(*end, nextTime(end->ticks))) {
        ++malformed_;
    }
}

void RingStream::outOfMemory(const ring::RecordView& record) {
    const auto* event = record.as<ring::OutOfMemory>();
    if (event == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    ++failedAllocations_;
    SliceRecord slice;
    slice.start = nextTime(event->ticks);
    slice.duration = 0;
    slice.name = context_.sink.writer().string("[OutOfMemory]");
    slice.layout = context_.rows.outOfMemory(*event, cells_);
    context_.sink.addSlice(track_, slice, cells_);
}

CallOrigin RingStream::origin(TimeNs time, std::uint32_t stack) const {
    CallOrigin origin{.time = time, .stack = definitions_.stack(stack)};
    const auto op = std::ranges::find(open_.rbegin(), open_.rend(), false, &OpenOperator::range);
    if (op != open_.rend()) {
        origin.op = op->slice;
        origin.opStart = op->start;
    }
    return origin;
}

void RingStream::launch(const ring::RecordView& record) {
    const auto* launch = record.as<ring::Launch>();
    if (launch == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    launched_ = launch->header.key;
    launchArguments_ = {};
    owner_.devices().launch(launch->header.key, origin(nextTime(launch->ticks), launch->stack));
}

void RingStream::launchArguments(const ring::RecordView& record) {
    const auto* arguments = record.as<ring::LaunchArguments>();
    const auto values = record.words<ring::LaunchArguments>();
    const RingDefinitions::Name* signature =
        arguments != nullptr ? definitions_.name(arguments->signature) : nullptr;
    if (signature == nullptr || values.size() < arguments->header.flags ||
        arguments->header.key != launched_) {
        ++malformed_;
        return;
    }
    launchArguments_ =
        owner_.devices().launchArguments(launched_, signature->text, values.first(arguments->header.flags));
}

void RingStream::graphNode(const ring::RecordView& record) {
    const auto* node = record.as<ring::GraphNode>();
    if (node == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    const bool cloned = (node->header.flags & ring::kClonedNode) != 0;
    CallOrigin captured = origin(nextTime(node->ticks), node->stack);
    captured.arguments = cloned ? StringId() : launchArguments_;
    // Behind the operator too: autograd then sums gradients that were broadcast.
    if (!cloned && !captured.stack.valid() && backward_) {
        owner_.forwardBackward().captured(*backward_, node->node);
    }
    owner_.devices().graphNode(node->node, cloned ? node->original : 0, std::move(captured));
}

void RingStream::inside(const ring::RecordView& record) {
    const auto* change = record.as<ring::Inside>();
    if (change == nullptr || !threadRuns_) {
        ++malformed_;
        return;
    }
    const TimeNs at = nextTime(change->ticks);
    leaveFilter(at); // a leaving may have been lost, or have been on another thread
    if ((change->header.flags & ring::kEntered) != 0) {
        inside_ = true;
        owner_.inside(true, at);
    }
}

void RingStream::leaveFilter(TimeNs at) {
    if (std::exchange(inside_, false)) {
        owner_.inside(false, at);
    }
}

} // namespace lanes::recorder
