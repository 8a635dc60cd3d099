// What a call into NVTX says of a range or a mark.
#pragma once

#include "collector/probe/nvtx/NvtxLayout.h"
#include "collector/probe/nvtx/NvtxNames.h"
#include "collector/ring/Records.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe::nvtx {

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
