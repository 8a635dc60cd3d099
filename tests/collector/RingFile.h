// A ring file with its writing end, as a target would make it, and records that tell whether they came through whole.
#pragma once

#include "collector/ring/MappedFile.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/RingWriter.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace lanes::test {

class RingFile {
public:
    explicit RingFile(const std::string& path, std::uint64_t capacity = ring::kMinRingBytes)
        : file_(ring::MappedFile::create(path, ring::kRingHeaderBytes + capacity)) {
        header().magic = ring::kRingMagic;
        header().version = ring::kRingVersion;
        header().capacity = capacity;
    }
    ring::RingHeader& header() { return *reinterpret_cast<ring::RingHeader*>(file_.data()); }
    ring::MappedFile& file() { return file_; }

private:
    ring::MappedFile file_;
};

// A record of `words` words whose payload repeats `value`.
inline bool put(ring::RingWriter& writer, std::uint64_t value, std::size_t words) {
    auto* place = static_cast<std::uint64_t*>(writer.reserve(words * 8));
    if (place == nullptr) {
        writer.countDrop();
        return false;
    }
    const ring::RecordHeader header =
        ring::recordHeader(ring::RecordType::OpEnd, words * 8, 0, static_cast<std::uint32_t>(value));
    std::memcpy(place, &header, sizeof header);
    std::fill(place + 1, place + words, value);
    writer.commit(words * 8);
    return true;
}

inline bool intact(const ring::RecordView& record, std::uint64_t value) {
    const auto* words = reinterpret_cast<const std::uint64_t*>(&record.header());
    return record.header().key == static_cast<std::uint32_t>(value) &&
           std::all_of(words + 1, words + record.header().words,
                       [value](std::uint64_t word) { return word == value; });
}

} // namespace lanes::test
