// The reading end of one ring, in the recorder. The reader withstands any bytes in the file: it copies records out
// before it parses them. Damage costs the records that were in the ring at that moment. The reader counts those bytes
// and goes on behind them.
//
//     if (auto reader = RingReader::open(path)) {
//         reader->drain([&](const RecordView& record) {
//             if (const auto* begin = record.as<OpBegin>()) { ... record.tail<OpBegin>() ... }
//         });
//     }
#pragma once

#include "collector/ring/MappedFile.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingLayout.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanes::ring {

// One record in the reader's own memory, 8-byte aligned; valid during the callback.
class RecordView {
public:
    explicit RecordView(std::span<const std::byte> bytes)
        : bytes_(bytes) {}

    [[nodiscard]] const RecordHeader& header() const {
        return *reinterpret_cast<const RecordHeader*>(bytes_.data());
    }
    [[nodiscard]] RecordType type() const { return header().type; }
    // The record as a Record, or nullptr if it is too short to be one. Check type() first.
    template<class Record>
    [[nodiscard]] const Record* as() const {
        return bytes_.size() < sizeof(Record) ? nullptr : reinterpret_cast<const Record*>(bytes_.data());
    }
    // The bytes behind the fixed part of a Record (padding to 8 bytes included).
    template<class Record>
    [[nodiscard]] std::span<const std::byte> tail() const {
        return bytes_.subspan(std::min(sizeof(Record), bytes_.size()));
    }
    // `length` characters of that tail from `offset`, clipped to what is there.
    template<class Record>
    [[nodiscard]] std::string_view text(std::size_t offset, std::size_t length) const {
        const auto rest = tail<Record>();
        offset = std::min(offset, rest.size());
        length = std::min(length, rest.size() - offset);
        return {reinterpret_cast<const char*>(rest.data()) + offset, length};
    }
    // The tail as 64-bit words: an OpBegin's scalars, a DefineSignature's image.
    template<class Record>
    [[nodiscard]] std::span<const std::uint64_t> words() const {
        const auto rest = tail<Record>();
        return {reinterpret_cast<const std::uint64_t*>(rest.data()), rest.size() / 8};
    }

private:
    std::span<const std::byte> bytes_;
};

class RingReader {
public:
    // Returns nothing if the file is not a ring, is cut short, or has another version; `reason`, if given, is set to
    // the cause.
    static std::optional<RingReader> open(const std::string& path, std::string* reason = nullptr) {
        MappedFile file = MappedFile::open(path, kRingHeaderBytes + kMinRingBytes);
        const char* problem = nullptr;
        std::uint64_t capacity = 0;
        if (!file) {
            problem = "cannot be mapped";
        } else {
            const auto* header = reinterpret_cast<const RingHeader*>(file.data());
            capacity = header->capacity;
            if (header->magic != kRingMagic) {
                problem = "is not a ring";
            } else if (header->version != kRingVersion) {
                problem = "was written by another version of the probe";
            } else if (capacity < kMinRingBytes || capacity > kMaxRingBytes ||
                       (capacity & (capacity - 1)) != 0 || file.size() < kRingHeaderBytes + capacity) {
                problem = "has an impossible size";
            }
        }
        if (problem != nullptr) {
            if (reason != nullptr) {
                *reason = path + " " + problem;
            }
            return std::nullopt;
        }
        return RingReader(std::move(file), capacity);
    }

    // Whole records that were copied out of the ring unparsed, from the first to the last byte.
    struct Bytes {
        std::unique_ptr<std::byte[]> data;
        std::size_t size = 0;
    };

    // Copies out all waiting records and frees their room. Returns an empty object if none wait.
    [[nodiscard]] Bytes takeOut() {
        std::uint64_t end = 0;
        if (!available(end)) {
            return {};
        }
        Bytes bytes{std::make_unique_for_overwrite<std::byte[]>(end - tail_), end - tail_};
        copyOut(tail_, {bytes.data.get(), bytes.size});
        tail_ = end;
        header().tail.store(tail_, std::memory_order_release);
        return bytes;
    }

    // Passes each record of `bytes` to `take(const RecordView&)`, oldest first. Returns the number of bytes behind
    // the last valid record: after damage only the end of `bytes` is a known record border. May run concurrently with
    // any other function.
    template<class Take>
    [[nodiscard]] static std::size_t read(const Bytes& bytes, Take&& take) {
        return bytes.size - parse({bytes.data.get(), bytes.size}, take);
    }
    // Calls takeOut() and read(). Returns the bytes taken; 0 means that the ring was empty.
    template<class Take>
    std::size_t drain(Take&& take) {
        const Bytes bytes = takeOut();
        damagedBytes_ += read(bytes, take);
        return bytes.size;
    }

    // Committed bytes that wait. The recorder reads the fullest ring first.
    [[nodiscard]] std::uint64_t pending() const {
        const std::uint64_t waiting = header().head.load(std::memory_order_relaxed) - tail_;
        return std::min(waiting, capacity_);
    }
    [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
    // Records that the writer could not place so far. Returns 0 if the number in the file is higher than any program
    // could reach.
    [[nodiscard]] std::uint64_t dropped() const {
        const std::uint64_t told = header().dropped.load(std::memory_order_relaxed);
        return told <= static_cast<std::uint64_t>(monotonicNs() - openedNs_ + kOldestRingNs) ? told : 0;
    }
    // Bytes skipped because they were no records.
    [[nodiscard]] std::uint64_t damagedBytes() const { return damagedBytes_; }

private:
    // The longest time that a ring is assumed to exist before it is opened. No program drops a record every
    // nanosecond.
    static constexpr std::int64_t kOldestRingNs = 3'600'000'000'000;

    RingReader(MappedFile file, std::uint64_t capacity)
        : file_(std::move(file))
        , capacity_(capacity)
        , tail_(header().tail.load(std::memory_order_relaxed)) {}

    [[nodiscard]] RingHeader& header() const { return *reinterpret_cast<RingHeader*>(file_.data()); }

    // True if records wait, up to position `end`. An impossible head is damage: everything up to it is skipped.
    bool available(std::uint64_t& end) {
        end = header().head.load(std::memory_order_acquire);
        if (end - tail_ > capacity_ || end % 8 != 0) {
            damagedBytes_ += capacity_;
            tail_ = end & ~std::uint64_t{7};
            header().tail.store(tail_, std::memory_order_release);
            return false;
        }
        return end != tail_;
    }

    void copyOut(std::uint64_t from, std::span<std::byte> to) const {
        const std::byte* data = file_.data() + kRingHeaderBytes;
        const auto at = static_cast<std::size_t>(from & (capacity_ - 1));
        const std::size_t first = std::min(to.size(), static_cast<std::size_t>(capacity_) - at);
        std::memcpy(to.data(), data + at, first);
        std::memcpy(to.data() + first, data, to.size() - first);
    }

    // Returns the bytes of the whole records at the front of `bytes`.
    template<class Take>
    static std::size_t parse(std::span<const std::byte> bytes, Take& take) {
        std::size_t used = 0;
        while (bytes.size() - used >= sizeof(RecordHeader)) {
            RecordHeader record{};
            std::memcpy(&record, bytes.data() + used, sizeof record);
            const std::size_t length = std::size_t{record.words} * 8;
            if (length == 0 || length > kMaxRecordBytes || length > bytes.size() - used) {
                break;
            }
            if (record.type != RecordType::Pad) {
                take(RecordView(bytes.subspan(used, length)));
            }
            used += length;
        }
        return used;
    }

    MappedFile file_;
    std::uint64_t capacity_; // as checked once: the value in the file may change at any time
    std::uint64_t tail_;
    std::uint64_t damagedBytes_ = 0;
    std::int64_t openedNs_ = monotonicNs();
};

} // namespace lanes::ring
