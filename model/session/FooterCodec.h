// The index at a session's end, to and from the FOOTER message. Pure functions.
#pragma once

#include "model/base/Ids.h"
#include "model/session/SessionFormat.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/session/writing/ColumnEncoder.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes::proto {
class Footer;
}

namespace lanes::session {

// A chunk that stands before the footer.
struct FooterEntry {
    ChunkType type = ChunkType::Session;
    std::uint64_t offset = 0; // of its header
    std::uint32_t stored = 0;
    TrackId track; // SLICES only
};

// The counts of slices and points are left to the caller.
void encodeFooter(ColumnEncoder& encoder, std::span<const FooterEntry> index, proto::Footer& out);

// Any message is safe: nothing if it is damaged, or tells of more chunks than there is room for in a file of `fileBytes`.
// What the entries say may still be wrong.
[[nodiscard]] std::optional<std::vector<FooterEntry>>
decodeFooter(ColumnDecoder& decoder, const proto::Footer& message, std::uint64_t fileBytes);

} // namespace lanes::session
