// Reads complete records from buffers that CUPTI has not handed back. A flush withholds a buffer as long as one piece
// of work in it is running. A kernel that runs for seconds would thus delay thousands of calls in its buffer by
// seconds. A program that is killed would lose them.
//
// No manual states that CUPTI never changes a complete record, so the reader verifies it first. It hands nothing over
// before enough records have come back as they were seen complete. It stops for good when one has changed, and while
// too many come back that should have been seen and were not. Calls and work are judged separately. All functions
// need the ring's lock.
#pragma once

#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/ActivityDecoder.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace lanes::probe::cupti {

class EarlyReader {
public:
    // All arguments outlive this.
    EarlyReader(const Functions& functions, const ActivityBuffers& buffers, ActivityDecoder& decoder)
        : functions_(functions)
        , buffers_(buffers)
        , decoder_(decoder) {}

    // Looks at the present contents of the buffers. `clock`: CUPTI's time, read before.
    void begin(std::uint64_t clock);
    // Looks again at the records found by begin(): a flush completes some of them.
    void look();
    // Hands over the records that were seen complete and have not changed, as far as their class is trusted. Call it
    // a moment after look(), in which pending writes are finished.
    void read();
    // CUPTI has handed a buffer back: hands over its remaining records.
    void returned(std::uint8_t* buffer, std::size_t valid);
    // Return up to when all calls, or all work, have been handed over, given `upTo`, a time before begin().
    [[nodiscard]] std::uint64_t callsUpTo(std::uint64_t upTo) const { return upToOf(Class::Call, upTo); }
    [[nodiscard]] std::uint64_t workUpTo(std::uint64_t upTo) const { return upToOf(Class::Work, upTo); }

private:
    enum class Class : std::uint8_t { Call, Work };
    // How reliable the complete records of a class have proved to be.
    struct Trust {
        std::uint64_t unchanged = 0;
        std::uint64_t missed = 0;
        bool changed = false;
        [[nodiscard]] bool given() const;
    };
    struct Seen {
        std::uint32_t at = 0; // offset in the buffer
        Class what = Class::Call;
        bool taken = false;
        std::uint64_t hash = 0;
    };
    struct Buffer {
        std::uint64_t taken = 0;         // ActivityBuffers::Out
        std::size_t end = 0;             // behind the last record that has been begun
        bool stuck = false;              // the record there is of an unknown kind
        std::vector<std::uint32_t> open; // offsets of records that were not complete
        std::vector<Seen> complete;      // the other records
    };

    // Finds the offsets of new records.
    void extend(Buffer& buffer, const std::uint8_t* at);
    void look(Buffer& buffer, const std::uint8_t* at);
    void takeTrusted(Buffer& buffer, const std::uint8_t* at);
    // compare() checks the records that were seen against the buffer; countMissed() counts those that could have been
    // seen and were not.
    void compare(const Buffer& buffer, const std::uint8_t* at);
    void countMissed(const Buffer* buffer, const std::uint8_t* at, std::size_t valid);
    [[nodiscard]] std::size_t strideAt(const std::uint8_t* at, std::size_t left);
    [[nodiscard]] std::uint64_t upToOf(Class what, std::uint64_t upTo) const;
    [[nodiscard]] const Trust& trust(Class what) const { return trust_[static_cast<std::size_t>(what)]; }
    [[nodiscard]] Trust& trust(Class what) { return trust_[static_cast<std::size_t>(what)]; }

    const Functions& functions_;
    const ActivityBuffers& buffers_;
    ActivityDecoder& decoder_;
    std::map<std::size_t, Buffer> seen_; // by the buffer's number
    std::array<Trust, 2> trust_;
    std::array<std::size_t, 256> strides_{}; // by kind, 0: not asked yet
    std::uint64_t clock_ = 0;                // of the last begin()
};

} // namespace lanes::probe::cupti
