#include "collector/probe/cpython/FunctionRing.h"

#include "collector/probe/StackTable.h"
#include "collector/probe/cpython/CodeIdentity.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/OwnCode.h"
#include "collector/ring/Records.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lanes::probe {

using ring::RecordType;

FunctionRing::FunctionRing(ring::MappedFile file, std::uint64_t ticks)
    : file_(std::move(file))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , codes_(kCodes) {
    endAll(ticks); // it tells readers what ring this is
}

std::size_t FunctionRing::owed() const {
    return (open_ + 2) * sizeof(ring::FunctionEnd);
}

std::uint32_t FunctionRing::idOf(const PythonLayout& layout, std::uint64_t code) {
    const WordKey key{keepRunning(code) ? code : CodeIdentity<DirectMemory>(layout).of(code)};
    if (const std::uint32_t known = codes_.find(key); known != 0) {
        return known;
    }
    const std::uint32_t id = codes_.slotFor(key);
    const CodeFacts facts = describeCode(layout, code);
    const bool own = isOwnFile(facts.file);
    if (!own && !writeCode(facts, id, writer_, owed())) {
        return 0;
    }
    codes_.insert(id, key, own ? kOwnCode : 0);
    return id;
}

bool FunctionRing::begin(const PythonLayout& layout, std::uint32_t thread, std::uint64_t code,
                         std::uint64_t ticks) {
    ring::FunctionBegin record{};
    record.header = ring::recordHeader(RecordType::FunctionBegin, sizeof record, 0, thread);
    record.ticks = ticks;
    record.code = idOf(layout, code);
    if (record.code != 0 && codes_.slot(record.code).note == kOwnCode) {
        return false;
    }
    if (record.code == 0 || !writer_.write(record, owed())) {
        countLoss();
        return false;
    }
    ++open_;
    losses_ = 0;
    return true;
}

void FunctionRing::end(std::uint32_t thread, std::uint64_t ticks) {
    ring::FunctionEnd record{};
    record.header = ring::recordHeader(RecordType::FunctionEnd, sizeof record, 0, thread);
    record.ticks = ticks;
    if (!writer_.write(record)) {
        countLoss(); // the reader has moved its end: it is not one of ours
    }
    --open_;
}

void FunctionRing::endAll(std::uint64_t ticks) {
    ring::FunctionEnd record{};
    record.header = ring::recordHeader(RecordType::FunctionEnd, sizeof record, ring::kAllFunctions, 0);
    record.ticks = ticks;
    if (!writer_.write(record)) {
        countLoss();
    }
    open_ = 0;
}

void FunctionRing::name(std::uint32_t thread, std::string_view name) {
    ring::ThreadName record{};
    const std::size_t bytes = ring::roundUpToWord(sizeof record + name.size());
    void* place = writer_.reserve(bytes, owed());
    if (place == nullptr) {
        return; // it has none
    }
    record.header = ring::recordHeader(RecordType::ThreadName, bytes, 0, thread);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    std::ranges::copy(name, static_cast<char*>(place) + sizeof record);
    writer_.commit(bytes);
}

void FunctionRing::countLoss() {
    ++losses_;
    writer_.countDrop();
}

} // namespace lanes::probe
