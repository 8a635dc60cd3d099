#include "collector/probe/ThreadRecorder.h"

#include <pthread.h>

#include <algorithm>

namespace lanes::probe {

namespace {

using ring::RecordType;

ring::RingHeader* headerOf(const ring::MappedFile& file) {
    return reinterpret_cast<ring::RingHeader*>(file.data());
}

constexpr std::size_t kSmallestTable = 256;

// Tables cost about as much as an eighth of the ring they serve.
std::size_t tableSize(std::uint64_t ringBytes, std::uint64_t bytesPerEntry, std::size_t most) {
    std::size_t entries = kSmallestTable;
    while (entries < most && entries * bytesPerEntry < ringBytes) {
        entries *= 2;
    }
    return entries;
}

constexpr std::uint64_t kRingBytesPerNode = 256;
constexpr std::size_t kMostNodes = 32 * 1024;
constexpr std::uint64_t kRingBytesPerName = 1024;
constexpr std::size_t kMostNames = 8 * 1024;
constexpr std::size_t kMaxNameBytes = 1024;

std::string_view clipped(std::string_view text, std::size_t bytes) {
    return text.substr(0, bytes);
}

} // namespace

ThreadRecorder::ThreadRecorder(ring::MappedFile&& file, ring::ClockKind clock, std::uint32_t recording)
    : writer_(headerOf(file))
    , clock_(clock)
    , recording_(recording)
    , names_(tableSize(headerOf(file)->capacity, kRingBytesPerName, kMostNames))
    , signatures_(tableSize(headerOf(file)->capacity, kRingBytesPerName, kMostNames))
    , stacks_(tableSize(headerOf(file)->capacity, kRingBytesPerNode, kMostNodes)) {
    file_ = std::move(file);
}

void ThreadRecorder::takeRing(ring::MappedFile&& file, std::uint32_t recording) {
    const std::uint64_t capacity = headerOf(file)->capacity;
    names_ = DefinitionTable<WordKey>(tableSize(capacity, kRingBytesPerName, kMostNames));
    signatures_ = DefinitionTable<WordKey>(tableSize(capacity, kRingBytesPerName, kMostNames));
    stacks_ = StackTable(tableSize(capacity, kRingBytesPerNode, kMostNodes));
    file_ = std::move(file);
    writer_ = ring::RingWriter(headerOf(file_));
    recording_ = recording;
    openStack_ = {};
    lossCount_ = 0;
}

std::size_t ThreadRecorder::owedBytes() const {
    // More ends than begins may come from the thread that had this ring before.
    const std::uint32_t elsewhere = std::min(endedElsewhere_.load(std::memory_order_relaxed), openOperators_);
    return (openOperators_ - elsewhere + 1) * sizeof(ring::OpEnd);
}

void* ThreadRecorder::reserve(std::size_t bytes) {
    return hasRoomAgain() ? writer_.reserve(bytes, owedBytes()) : nullptr;
}

bool ThreadRecorder::catchUp() {
    if (lossCount_ != 0 && !noteLosses()) {
        return false;
    }
    if (!startIsTold_) {
        startIsTold_ = writeNamed(start_, RecordType::ThreadStart, threadId_,
                                  std::string_view(startName_.data(), start_.nameBytes));
    }
    isBehind_ = !startIsTold_;
    return startIsTold_;
}

bool ThreadRecorder::noteLosses() {
    ring::Dropped record{};
    record.header = ring::recordHeader(RecordType::Dropped, sizeof record, 0, 0);
    record.fromTicks = lossTicks_;
    record.toTicks = readTicks(clock_);
    record.count = lossCount_;
    if (!writer_.write(record, owedBytes())) {
        return false;
    }
    lossCount_ = 0;
    return true;
}

void ThreadRecorder::countLoss() {
    if (lossCount_++ == 0) {
        lossTicks_ = readTicks(clock_);
    }
    writer_.countDrop();
    isBehind_ = true;
}

void ThreadRecorder::startThread(std::uint32_t threadId, std::uint64_t torchThread, std::string_view name,
                                 bool goesOn) {
    threadId_ = threadId;
    openOperators_ = 0;
    openStack_ = {};
    ranges_.clear();
    outputs_.clear();
    endedElsewhere_.store(0, std::memory_order_relaxed);
    start_ = {};
    start_.header.flags = goesOn ? ring::kThreadGoesOn : 0;
    start_.ticks = readTicks(clock_);
    start_.pthread = static_cast<std::uint64_t>(pthread_self());
    start_.torchThread = torchThread;
    name = clipped(name, startName_.size());
    start_.nameBytes = static_cast<std::uint32_t>(name.size());
    std::ranges::copy(name, startName_.begin());
    startIsTold_ = false;
    isBehind_ = true;
    catchUp();
}

void ThreadRecorder::endThread() {
    if (!startIsTold_) {
        return; // nothing of it is there
    }
    ring::ThreadEnd record{};
    record.header = ring::recordHeader(RecordType::ThreadEnd, sizeof record, 0, threadId_);
    record.ticks = readTicks(clock_);
    if (!writer_.write(record)) {
        countLoss();
    }
}

void ThreadRecorder::nameThread(std::uint32_t threadId, std::string_view name) {
    if (!hasRoomAgain() || !writeNamed(ring::ThreadName{}, RecordType::ThreadName, threadId, name)) {
        countLoss();
    }
}

template<class Record>
bool ThreadRecorder::writeNamed(Record record, RecordType type, std::uint32_t threadId,
                                std::string_view name) {
    name = clipped(name, kMaxNameBytes);
    const std::size_t bytes = ring::roundUpToWord(sizeof record + name.size());
    void* place = writer_.reserve(bytes, owedBytes());
    if (place == nullptr) {
        return false;
    }
    record.header = ring::recordHeader(type, bytes, record.header.flags, threadId);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    std::copy(name.begin(), name.end(), static_cast<char*>(place) + sizeof record);
    writer_.commit(bytes);
    return true;
}

std::uint32_t ThreadRecorder::defineName(const OperatorName& name) {
    const std::string_view text = clipped(name.name, kMaxNameBytes);
    const std::string_view overload = clipped(name.overload, kMaxNameBytes);
    const WordKey key{name.key};
    const std::uint32_t id = names_.slotFor(key);
    const std::size_t bytes = ring::roundUpToWord(sizeof(ring::DefineName) + text.size() + overload.size());
    void* place = reserve(bytes);
    if (place == nullptr) {
        return 0;
    }
    ring::DefineName record{};
    record.header = ring::recordHeader(RecordType::DefineName, bytes, 0, id);
    record.nameBytes = static_cast<std::uint32_t>(text.size());
    record.overloadBytes = static_cast<std::uint32_t>(overload.size());
    std::memcpy(place, &record, sizeof record);
    char* to = static_cast<char*>(place) + sizeof record;
    std::copy(text.begin(), text.end(), to);
    std::copy(overload.begin(), overload.end(), to + text.size());
    writer_.commit(bytes);
    names_.insert(id, key,
                  noteOf(readCollectiveName(name.name)) | noteOf(writesOf(name.name, name.overload)));
    return id;
}

void ThreadRecorder::collective(ring::Collective facts, std::string_view name, std::string_view group) {
    name = clipped(name, kMaxNameBytes);
    group = clipped(group, kMaxNameBytes);
    const std::size_t bytes = ring::roundUpToWord(sizeof facts + name.size() + group.size());
    void* place = reserve(bytes);
    if (place == nullptr) {
        countLoss();
        return;
    }
    facts.header = ring::recordHeader(RecordType::Collective, bytes, facts.header.flags, facts.header.key);
    facts.nameBytes = static_cast<std::uint16_t>(name.size());
    facts.groupBytes = static_cast<std::uint32_t>(group.size());
    std::memcpy(place, &facts, sizeof facts);
    char* const text = static_cast<char*>(place) + sizeof facts;
    std::ranges::copy(group, std::ranges::copy(name, text).out);
    writer_.commit(bytes);
}

std::optional<std::uint32_t> ThreadRecorder::stackOf(const PythonLayout& layout, const PythonFrame* frames,
                                                     unsigned count) {
    return stacks_.idOf(layout, frames, count, writer_, owedBytes());
}

void ThreadRecorder::abandon() {
    abandoned_ = true;
    file_.unmap();
    names_ = DefinitionTable<WordKey>(kSmallestTable);
    signatures_ = DefinitionTable<WordKey>(kSmallestTable);
    stacks_ = StackTable(kSmallestTable);
}

std::uint32_t ThreadRecorder::signatureOf(const ArgumentBuffer& arguments) {
    const WordKey key{arguments.hash()};
    if (const std::uint32_t known = signatures_.find(key); known != 0) {
        return known;
    }
    const std::uint32_t id = signatures_.slotFor(key);
    const std::size_t bytes = sizeof(ring::DefineSignature) + std::size_t{arguments.words} * 8;
    void* place = reserve(bytes);
    if (place == nullptr) {
        return 0;
    }
    ring::DefineSignature record{};
    record.header = ring::recordHeader(RecordType::DefineSignature, bytes, 0, id);
    std::memcpy(place, &record, sizeof record);
    std::memcpy(static_cast<std::byte*>(place) + sizeof record, arguments.image,
                std::size_t{arguments.words} * 8);
    writer_.commit(bytes);
    signatures_.insert(id, key);
    return id;
}

bool ThreadRecorder::beginOperator(const OperatorFacts& facts, OperatorIds ids,
                                   const ArgumentBuffer& arguments) {
    const std::size_t bytes = sizeof(ring::OpBegin) + std::size_t{arguments.scalarCount} * 8;
    void* place = reserve(bytes);
    if (place == nullptr) {
        countLoss();
        return false;
    }
    ring::OpBegin record{};
    record.header = ring::recordHeader(RecordType::OpBegin, bytes, facts.scope, facts.key);
    record.name = ids.name;
    record.stack = ids.stack;
    record.signature = ids.signature;
    record.forwardThread = facts.forwardThread;
    record.sequence = facts.sequence;
    std::memcpy(static_cast<std::byte*>(place) + sizeof record, arguments.scalars,
                std::size_t{arguments.scalarCount} * 8);
    record.ticks = readTicks(clock_); // last, so that the work above is not part of the operator
    std::memcpy(place, &record, sizeof record);
    writer_.commit(bytes);
    ++openOperators_;
    return true;
}

void ThreadRecorder::endOperator(std::uint32_t key, std::uint64_t ticks, std::uint8_t flags) {
    ring::OpEnd record{};
    record.header = ring::recordHeader(RecordType::OpEnd, sizeof record, flags, key);
    record.ticks = ticks;
    // Room has been kept for what this thread began. What the thread before it left open ends here uninvited.
    const bool owed = openOperators_ != 0;
    if (!writer_.write(record, owed ? 0 : owedBytes())) {
        countLoss();
    }
    openOperators_ -= owed ? 1 : 0;
    if (key == openStack_.key) {
        openStack_ = {};
    }
}

void ThreadRecorder::endOperatorOf(ThreadRecorder& other, std::uint32_t key, std::uint64_t ticks) {
    ring::OpEnd record{};
    record.header = ring::recordHeader(RecordType::OpEnd, sizeof record, ring::kEndElsewhere, key);
    record.ticks = ticks;
    if (!writer_.write(record, owedBytes())) {
        countLoss();
    }
    other.endedElsewhere_.fetch_add(1, std::memory_order_relaxed);
}

void ThreadRecorder::loseEnd() {
    endedElsewhere_.fetch_add(1, std::memory_order_relaxed);
    if (file_) { // else it is the parent's operator
        writer_.countDrop();
    }
}

bool ThreadRecorder::beginRange(ring::RangeBegin& range) {
    void* place = reserve(sizeof range);
    if (place == nullptr) {
        return false;
    }
    range.ticks = readTicks(clock_);
    std::memcpy(place, &range, sizeof range);
    writer_.commit(sizeof range);
    // Its end will stand here only if it was pushed.
    const bool pushed =
        range.header.type == RecordType::RangeBegin && (range.header.flags & ring::kStartedRange) == 0;
    openOperators_ += pushed ? 1 : 0;
    return true;
}

void ThreadRecorder::endStarted(std::uint32_t key, std::uint64_t ticks) {
    ring::OpEnd end{};
    end.header = ring::recordHeader(RecordType::OpEnd, sizeof end, ring::kEndOfStarted, key);
    end.ticks = ticks;
    record(end);
}

bool ThreadRecorder::wholeOperator(const OperatorFacts& facts, OperatorIds ids, TickRange ticks) {
    const std::size_t bytes = sizeof(ring::OpComplete) + std::size_t{arguments_.scalarCount} * 8;
    void* place = reserve(bytes);
    if (place == nullptr) {
        return false;
    }
    ring::OpComplete record{};
    record.header = ring::recordHeader(RecordType::OpComplete, bytes, facts.scope, facts.key);
    record.beginTicks = ticks.begin;
    record.endTicks = ticks.end;
    record.name = ids.name;
    record.signature = ids.signature;
    record.forwardThread = facts.forwardThread;
    record.sequence = facts.sequence;
    std::memcpy(place, &record, sizeof record);
    std::memcpy(static_cast<std::byte*>(place) + sizeof record, arguments_.scalars,
                std::size_t{arguments_.scalarCount} * 8);
    writer_.commit(bytes);
    return true;
}

} // namespace lanes::probe
