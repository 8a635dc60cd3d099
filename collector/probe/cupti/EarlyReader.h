// Reads what is complete in buffers that CUPTI has not handed back. A flush withholds a buffer as long as one piece of work in it
// runs: with a kernel that runs for seconds, thousands of calls beside it would come seconds late, and none at all from a
// program that is killed.
//
// No manual says that CUPTI writes a record once and for all, so this has to be seen first: nothing is taken before records that
// were seen complete have come back unchanged, and nothing from then on if one has not, or if one comes back that should have
// been seen. Calls and work are trusted apart. With the ring's lock held, all of it.
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
    // All outlive this.
    EarlyReader(const Functions& functions, const ActivityBuffers& buffers, ActivityDecoder& decoder)
        : functions_(functions)
        , buffers_(buffers)
        , decoder_(decoder) {}

    // Looks at what buffers hold by now. `clock`: CUPTI's time, read before.
    void begin(std::uint64_t clock);
    // Looks again at what was there when it began: a flush completes some of it.
    void look();
    // Hands over what it has seen complete and is as it was then, as far as it is trusted. A moment after look(), in which whoever
    // was about to write has done it.
    void read();
    // CUPTI has handed a buffer back: hands over what it still holds.
    void returned(std::uint8_t* buffer, std::size_t valid);
    // Up to when all calls have been handed over, and all work, as of `upTo`, before begin().
    [[nodiscard]] std::uint64_t callsUpTo(std::uint64_t upTo) const { return upToOf(Class::Call, upTo); }
    [[nodiscard]] std::uint64_t workUpTo(std::uint64_t upTo) const { return upToOf(Class::Work, upTo); }

private:
    enum class Class : std::uint8_t { Call, Work };
    // How a class of records has kept its word.
    struct Trust {
        std::uint64_t unchanged = 0;
        std::uint64_t missed = 0;
        bool changed = false;
        [[nodiscard]] bool given() const;
    };
    struct Seen {
        std::uint32_t at = 0; // in the buffer
        Class what = Class::Call;
        bool taken = false;
        std::uint64_t hash = 0;
    };
    struct Buffer {
        std::uint64_t taken = 0;         // ActivityBuffers::Out
        std::size_t end = 0;             // behind the last record that has been begun
        bool stuck = false;              // what stands there is not known
        std::vector<std::uint32_t> open; // offsets of records that were not complete
        std::vector<Seen> complete;      // of the others
    };

    // Offsets of records that are new.
    void extend(Buffer& buffer, const std::uint8_t* at);
    void look(Buffer& buffer, const std::uint8_t* at);
    void takeTrusted(Buffer& buffer, const std::uint8_t* at);
    // Whether what was seen of a buffer is what it holds; what was not seen, and could have been.
    void compare(const Buffer& buffer, const std::uint8_t* at);
    void countMissed(const Buffer* buffer, const std::uint8_t* at, std::size_t valid);
    [[nodiscard]] std::size_t strideAt(const std::uint8_t* at, std::size_t left);
    [[nodiscard]] std::uint64_t upToOf(Class what, std::uint64_t upTo) const;
    [[nodiscard]] const Trust& trust(Class what) const { return trust_[static_cast<std::size_t>(what)]; }
    [[nodiscard]] Trust& trust(Class what) { return trust_[static_cast<std::size_t>(what)]; }

    const Functions& functions_;
    const ActivityBuffers& buffers_;
    ActivityDecoder& decoder_;
    std::map<std::size_t, Buffer> seen_; // by number
    std::array<Trust, 2> trust_;
    std::array<std::size_t, 256> strides_{}; // by kind, 0: not asked yet
    std::uint64_t clock_ = 0;                // as of the last begin()
};

} // namespace lanes::probe::cupti
