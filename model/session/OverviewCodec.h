// Converts coarse lanes to and from the OVERVIEW message. Pure functions.
#pragma once

#include "model/session/reading/ColumnDecoder.h"
#include "model/session/writing/ColumnEncoder.h"
#include "model/trace/slices/CoarseLanes.h"

#include <cstdint>
#include <optional>

namespace lanes::proto {
class Overview;
}

namespace lanes::session {

void encodeOverview(ColumnEncoder& encoder, const CoarseLanes& coarse, proto::Overview& out);

// Any message is safe. Left out are damaged lanes, lanes of tracks at or above `tracks`, and lanes beyond what a picture
// needs. Nothing if no lane is left.
[[nodiscard]] std::optional<CoarseLanes> decodeOverview(ColumnDecoder& decoder,
                                                        const proto::Overview& message, std::uint32_t tracks);

} // namespace lanes::session
