#include "collector/probe/cpython/SampleRing.h"

#include "collector/probe/cpython/CodeKeeper.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lanes::probe {

using ring::RecordType;

SampleRing::SampleRing(ring::MappedFile file)
    : file_(std::move(file))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , stacks_(kNodes, true) {}

void SampleRing::sample(const PythonLayout& layout, std::uint32_t thread, std::uint64_t ticks,
                        std::span<const PythonFrame> frames) {
    // What is kept is code for good; all else is asked.
    const bool known = std::ranges::all_of(
        frames, [](const PythonFrame& frame) { return isKept(frame.code) || isCode(frame.code); });
    const auto stack =
        known ? stacks_.idOf(layout, frames.data(), static_cast<unsigned>(frames.size()), writer_, 0)
              : std::nullopt;
    write(thread, ticks, stack.value_or(0), stack ? 0 : ring::kStackUnknown);
}

void SampleRing::unknown(std::uint32_t thread, std::uint64_t ticks) {
    write(thread, ticks, 0, ring::kStackUnknown);
}

void SampleRing::write(std::uint32_t thread, std::uint64_t ticks, std::uint32_t stack, std::uint8_t flags) {
    ring::PythonSample record{};
    record.header = ring::recordHeader(RecordType::PythonSample, sizeof record, flags, thread);
    record.ticks = ticks;
    record.stack = stack;
    if (!writer_.write(record)) {
        writer_.countDrop();
    }
}

void SampleRing::round(std::uint64_t ticks, std::uint64_t periodNs, bool last) {
    ring::PythonRound record{};
    record.header =
        ring::recordHeader(RecordType::PythonRound, sizeof record, last ? ring::kLastRound : 0, 0);
    record.ticks = ticks;
    record.periodNs = periodNs;
    if (!writer_.write(record)) {
        writer_.countDrop();
    }
}

void SampleRing::name(std::uint32_t thread, std::string_view name) {
    ring::ThreadName record{};
    const std::size_t bytes = ring::roundUpToWord(sizeof record + name.size());
    void* place = writer_.reserve(bytes);
    if (place == nullptr) {
        return; // it has none
    }
    record.header = ring::recordHeader(RecordType::ThreadName, bytes, 0, thread);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    std::ranges::copy(name, static_cast<char*>(place) + sizeof record);
    writer_.commit(bytes);
}

} // namespace lanes::probe
