#include "collector/recorder/RingStream.h"

#include "model/base/Utf8.h"

#include <algorithm>
#include <utility>

namespace lanes::recorder {

using ring::RecordType;

namespace {

// The entry of a table by id, growing it; null for an id that no probe gives out.
template<class Entry>
Entry* entry(std::vector<Entry>& table, std::uint32_t id) {
    if (id == 0 || id >= ring::kMaxDefinitions) {
        return nullptr;
    }
    if (id >= table.size()) {
        table.resize(id + 1);
    }
    return &table[id];
}

template<class Entry>
const Entry* find(const std::vector<Entry>& table, std::uint32_t id) {
    return id != 0 && id < table.size() ? &table[id] : nullptr;
}

} // namespace

RingStream::RingStream(const CaptureContext& context, StreamOwner& owner, ring::RingReader reader)
    : context_(context)
    , owner_(owner)
    , reader_(std::move(reader)) {}

std::size_t RingStream::drain() {
    return reader_.drain([this](const ring::RecordView& record) { take(record); }, reader_.capacity());
}

void RingStream::take(const ring::RecordView& record) {
    switch (record.type()) {
    case RecordType::OpBegin:
        return begin(record);
    case RecordType::OpEnd:
        return finish(record);
    case RecordType::Memory:
        return memory(record);
    case RecordType::OutOfMemory:
        return outOfMemory(record);
    case RecordType::OpComplete:
        return whole(record);
    case RecordType::ThreadStart:
        return startThread(record);
    case RecordType::ThreadEnd:
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
        return define(record);
    default:
        return; // of a newer probe, or told elsewhere (drops are counted in the ring's header)
    }
}

StringId RingStream::clean(std::string_view text) {
    return context_.sink.writer().string(repairUtf8(text));
}

void RingStream::define(const ring::RecordView& record) {
    const std::uint32_t id = record.header().key;
    if (const auto* name = record.as<ring::DefineName>();
        name != nullptr && record.type() == RecordType::DefineName) {
        if (Name* at = entry(names_, id)) {
            *at = {clean(record.text<ring::DefineName>(0, name->nameBytes)),
                   clean(record.text<ring::DefineName>(name->nameBytes, name->overloadBytes))};
            return;
        }
    } else if (const auto* code = record.as<ring::DefineCode>();
               code != nullptr && record.type() == RecordType::DefineCode) {
        if (Code* at = entry(codes_, id)) {
            *at = {clean(record.text<ring::DefineCode>(0, code->fileBytes)),
                   clean(record.text<ring::DefineCode>(code->fileBytes, code->functionBytes))};
            return;
        }
    } else if (const auto* stack = record.as<ring::DefineStack>();
               stack != nullptr && record.type() == RecordType::DefineStack) {
        if (StackId* at = entry(stacks_, id)) {
            const Code* frame = find(codes_, stack->code);
            const StackId* parent = find(stacks_, stack->parent);
            *at = context_.sink.writer().stack(
                parent != nullptr ? *parent : StackId(),
                {frame != nullptr ? frame->function : StringId(), frame != nullptr ? frame->file : StringId(),
                 static_cast<std::int32_t>(std::min(stack->line, 0x7fffffffu)), StringId()});
            return;
        }
    } else if (record.type() == RecordType::DefineSignature && id != 0 && id < ring::kMaxDefinitions) {
        signatures_[id] = context_.rows.signature(record.words<ring::RecordHeader>());
        return;
    }
    ++malformed_;
}

void RingStream::startThread(const ring::RecordView& record) {
    const auto* start = record.as<ring::ThreadStart>();
    if (start == nullptr) {
        ++malformed_;
        return;
    }
    owner_.leftOpen(std::exchange(open_, {}));
    track_ =
        owner_.thread(start->header.key, repairUtf8(record.text<ring::ThreadStart>(0, start->nameBytes)));
    threadId_ = start->header.key;
    torchThread_ = start->torchThread;
    last_ = INT64_MIN;
}

TimeNs RingStream::time(std::uint64_t ticks) const {
    return context_.clock.toNs(ticks) - context_.origin;
}

TimeNs RingStream::nextTime(std::uint64_t ticks) {
    last_ = std::max(last_, time(ticks));
    return last_;
}

StringId RingStream::nameOf(std::uint32_t id) {
    const Name* name = find(names_, id);
    if (name == nullptr || !name->text.valid()) {
        ++malformed_;
        return context_.sink.writer().string("");
    }
    return name->text;
}

template<class Record>
OperatorFacts RingStream::facts(const Record& record, std::span<const std::uint64_t> scalars) {
    OperatorFacts facts;
    facts.scope = static_cast<ring::Scope>(record.header.flags);
    facts.sequence = record.sequence;
    facts.forwardThread = record.forwardThread;
    facts.scalars = scalars;
    if (const Name* name = find(names_, record.name)) {
        facts.overload = name->overload;
    }
    if (const StackId* stack = find(stacks_, record.stack)) {
        facts.stack = *stack;
    }
    if (const auto signature = signatures_.find(record.signature); signature != signatures_.end()) {
        facts.signature = &signature->second;
    }
    return facts;
}

void RingStream::begin(const ring::RecordView& record) {
    const auto* op = record.as<ring::OpBegin>();
    if (op == nullptr || !track_.valid()) {
        ++malformed_;
        return;
    }
    const OperatorFacts known = facts(*op, record.words<ring::OpBegin>());
    SliceRecord slice;
    slice.start = nextTime(op->ticks);
    slice.duration = -1;
    slice.name = nameOf(op->name);
    slice.layout = context_.rows.row(known, cells_);
    SliceHandle handle = context_.sink.addSlice(track_, slice, cells_);
    noteAutograd(*op, handle,
                 !open_.empty() && open_.back().backward && open_.back().sequence == op->sequence);
    open_.push_back({op->header.key, std::move(handle), known.stack,
                     known.scope == ring::Scope::BackwardFunction, op->sequence});
}

template<class Record>
void RingStream::noteAutograd(const Record& record, const SliceHandle& slice, bool inner) {
    const auto scope = static_cast<ring::Scope>(record.header.flags);
    if (record.sequence < 0) {
        return;
    }
    if (scope == ring::Scope::BackwardFunction) {
        // Of nodes inside one another only the outermost is what the forward operator led to.
        if (!inner) {
            owner_.forwardBackward().backward(record.forwardThread, record.sequence, slice);
        }
    } else if (scope == ring::Scope::Function) {
        owner_.forwardBackward().forward(torchThread_, record.sequence, slice);
    }
}

bool RingStream::end(std::uint32_t key, TimeNs end) {
    const auto found =
        std::find_if(open_.rbegin(), open_.rend(), [&](const OpenOperator& op) { return op.key == key; });
    if (found == open_.rend()) {
        return false;
    }
    context_.sink.endSlice(found->slice, end);
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
    const bool elsewhere = (op->header.flags & ring::kEndElsewhere) != 0;
    if (elsewhere || !end(op->header.key, at)) {
        owner_.endedElsewhere(op->header.key, at);
    }
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
    slice.duration = end - slice.start;
    slice.name = nameOf(op->name);
    const OperatorFacts known = facts(*op, record.words<ring::OpComplete>());
    slice.layout = context_.rows.row(known, cells_);
    const SliceHandle handle = context_.sink.addSlice(owner_.thread(op->header.key, {}), slice, cells_);
    if (op->header.key != threadId_) {
        return; // what torch calls that thread is not known, so nothing leads to its operators
    }
    noteAutograd(*op, handle, op->sequence == wholeNode_ && slice.start < wholeNodeEnd_);
    if (known.scope == ring::Scope::BackwardFunction && end > wholeNodeEnd_) {
        wholeNode_ = op->sequence;
        wholeNodeEnd_ = end;
    }
}

void RingStream::memory(const ring::RecordView& record) {
    const auto* event = record.as<ring::MemoryEvent>();
    if (event == nullptr || !track_.valid()) {
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
}

void RingStream::outOfMemory(const ring::RecordView& record) {
    const auto* event = record.as<ring::OutOfMemory>();
    if (event == nullptr || !track_.valid()) {
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

} // namespace lanes::recorder
