// What a call into NVTX says of a range or a mark.
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

// The texts that a program gives to NVTX once and then names by a handle: registered strings, domains, names of categories.
// Handles are small numbers, no addresses: one that nobody was given names nothing.
// Any thread. Asking takes no lock; texts stay for ever, and are bounded.
class NvtxNames {
public:
    static constexpr std::size_t kMostTexts = 16 * 1024;
    static constexpr std::size_t kMaxTextBytes = 1024;
    static constexpr unsigned kMostDomains = 64; // the default one, 0, among them
    static constexpr unsigned kNoDomain = kMostDomains;
    static constexpr std::size_t kMostCategories = 4096;

    // Equal texts have equal handles. 0: there is no room left.
    std::uint64_t registerString(std::string_view text);
    // Empty for a handle that is none.
    [[nodiscard]] std::string_view string(std::uint64_t handle) const;

    // The domain of that name; kNoDomain if there is no room left.
    unsigned domain(std::string_view name);
    // The domain that a handle names: its own number. kNoDomain for what is none.
    [[nodiscard]] unsigned known(std::uint64_t handle) const;
    [[nodiscard]] std::string_view domainName(unsigned domain) const; // empty: the default one

    // A later name takes the place of the one before. False: there is no room left.
    bool nameCategory(unsigned domain, std::uint32_t category, std::string_view name);
    [[nodiscard]] std::string_view categoryName(unsigned domain, std::uint32_t category) const;

    // Around fork().
    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }
    void unlockInChild() { new (&mutex_) std::mutex; }

private:
    using Text = std::atomic<const std::string*>;
    struct Category {
        std::atomic<std::uint64_t> key{0}; // domain and number; category 0 is none, so no key is 0
        Text name{nullptr};
    };

    // Its number from 1 on; 0: there is no room left.
    std::uint64_t keep(std::string_view text);
    [[nodiscard]] static std::uint64_t keyOf(unsigned domain, std::uint32_t category) {
        return std::uint64_t{domain} << 32 | category;
    }
    // The place of a category, or where it would stand; nullptr if there is none.
    [[nodiscard]] const Category* place(std::uint64_t key) const;

    std::mutex mutex_; // guards the numbers below, and who writes
    std::map<std::string, std::uint64_t, std::less<>> numbers_;
    std::atomic<std::uint64_t> texts_{0};
    std::atomic<unsigned> domains_{1};
    Text text_[kMostTexts] = {};
    Text domain_[kMostDomains] = {};
    Category categories_[kMostCategories];
};

// A text as UTF-8, clipped at NvtxNames::kMaxTextBytes. Large; for the stack.
class MessageText {
public:
    // Null pointers are empty texts. Refers to `text` itself.
    [[nodiscard]] static std::string_view of(const char* text);
    // Refers to this.
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
    bool isCollection = false; // Python's, of garbage
    unsigned ownFrames = 0;    // the innermost ones of the Python stack that are ours, not the program's
};

// `attributes` may be null, and of an older NVTX. The event refers to it, to `names` and to `wide`.
[[nodiscard]] Event readEvent(const EventAttributes* attributes, const NvtxNames& names, MessageText& wide);

} // namespace lanes::probe::nvtx
