// What a record says of a collective of torch.distributed, as sessions have it.
#pragma once

#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/RingReader.h"

#include <optional>

namespace lanes::recorder {

// Nothing for a record that is none. Names become texts of the session.
[[nodiscard]] std::optional<CollectiveFacts> readCollective(const ring::RecordView& record,
                                                            session::SessionWriter& writer);

} // namespace lanes::recorder
