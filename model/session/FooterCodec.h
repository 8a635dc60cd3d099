// Converts the index at a session's end to and from the FOOTER message. Pure functions.
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

// A chunk in front of the footer.
struct FooterEntry {
    ChunkType type = ChunkType::Session;
    std::uint64_t offset = 0; // of its header
    std::uint32_t stored = 0;
    TrackId track; // SLICES only
};

// The caller sets the counts of slices and points.
void encodeFooter(ColumnEncoder& encoder, std::span<const FooterEntry> index, proto::Footer& out);

// Any message is safe. Nothing if it is damaged, or claims more chunks than fit into a file of `fileBytes`. The contents
// of the entries may still be wrong.
[[nodiscard]] std::optional<std::vector<FooterEntry>>
decodeFooter(ColumnDecoder& decoder, const proto::Footer& message, std::uint64_t fileBytes);

} // namespace lanes::session
