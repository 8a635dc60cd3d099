// The event of an NVTX call: the facts of a range or a mark.
#pragma once

#include "collector/probe/nvtx/NvtxLayout.h"
#include "collector/ring/Records.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace lanes::probe::nvtx {

// The texts that a program registers with NVTX once and then names by a handle: registered strings, domains, category
// names. Handles are small numbers, not addresses; an unknown one names nothing. Any thread. Look-ups take no lock;
// texts stay for ever, and are bounded.
class NvtxNames {
public:
    static constexpr std::size_t kMostTexts = 16 * 1024;
    static constexpr std::size_t kMaxTextBytes = 1024;
    static constexpr unsigned kMostDomains = 64; // the default domain, 0, included
    static constexpr unsigned kNoDomain = kMostDomains;
    static constexpr std::size_t kMostCategories = 4096;

    // Equal texts have equal handles. Returns 0 if there is no room left.
    std::uint64_t registerString(std::string_view text);
    // Returns an empty text for an unknown handle.
    [[nodiscard]] std::string_view string(std::uint64_t handle) const;

    // Returns the domain with that name; kNoDomain if there is no room left.
    unsigned domain(std::string_view name);
    // Returns the domain that a handle names; a domain's handle is its number. kNoDomain for an unknown handle.
    [[nodiscard]] unsigned known(std::uint64_t handle) const;
    [[nodiscard]] std::string_view domainName(unsigned domain) const; // empty: the default one

    // A later name replaces the earlier one. False: there is no room left.
    bool nameCategory(unsigned domain, std::uint32_t category, std::string_view name);
    [[nodiscard]] std::string_view categoryName(unsigned domain, std::uint32_t category) const;

    // For use around fork().
    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }
    void unlockInChild() { new (&mutex_) std::mutex; }

private:
    using Text = std::atomic<const std::string*>;
    struct Category {
        std::atomic<std::uint64_t> key{0}; // domain and number; category 0 is none, so no key is 0
        Text name{nullptr};
    };

    // Returns the text's number, from 1 on; 0: there is no room left.
    std::uint64_t keep(std::string_view text);
    [[nodiscard]] static std::uint64_t keyOf(unsigned domain, std::uint32_t category) {
        return std::uint64_t{domain} << 32 | category;
    }
    // Returns the place of a category, or its future place; nullptr if there is no room.
    [[nodiscard]] const Category* place(std::uint64_t key) const;

    std::mutex mutex_; // guards the numbers below, and the writers
    std::map<std::string, std::uint64_t, std::less<>> numbers_;
    std::atomic<std::uint64_t> texts_{0};
    std::atomic<unsigned> domains_{1};
    Text text_[kMostTexts] = {};
    Text domain_[kMostDomains] = {};
    Category categories_[kMostCategories];
};

// A text as UTF-8, clipped to NvtxNames::kMaxTextBytes. Large; meant for the stack.
class MessageText {
public:
    // Null pointers are empty texts. The result refers to `text` itself.
    [[nodiscard]] static std::string_view of(const char* text);
    // The result refers to this object.
    [[nodiscard]] std::string_view of(const wchar_t* text);

private:
    char bytes_[NvtxNames::kMaxTextBytes];
};

struct Event {
    std::string_view message; // may be empty
    std::uint32_t category = 0;
    std::uint32_t color = 0; // 0xAARRGGBB, if there is one
    bool hasColor = false;
    ring::PayloadKind payloadKind = ring::PayloadKind::None;
    std::uint64_t payload = 0; // the bits of a value of that kind
    bool isCollection = false; // a garbage collection of Python
    unsigned ownFrames = 0;    // innermost frames of the Python stack that are the probe's own
};

// `attributes` may be null, or of an older NVTX. The event refers to `attributes`, to `names` and to `wide`.
[[nodiscard]] Event readEvent(const EventAttributes* attributes, const NvtxNames& names, MessageText& wide);

} // namespace lanes::probe::nvtx
