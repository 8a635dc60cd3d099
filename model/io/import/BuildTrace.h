// The frame around every reader that uses ImportBuilder: makes the builder, publishes the trace, and answers a stop.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/import/ImportBuilder.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lanes {

// Fills the builder, or returns the reason why there is no trace. May throw Stopped.
using FillBuilder = std::function<std::optional<Error>(ImportBuilder& builder)>;
using FillFromBytes =
    std::function<std::optional<Error>(ImportBuilder& builder, std::unique_ptr<ByteStream> bytes)>;

// Makes the trace of a file whose path is `source`. Runs on the calling thread.
[[nodiscard]] Result<std::shared_ptr<const Trace>>
buildTrace(const std::string& source, const OpenOptions& options, const FillBuilder& fill);
// buildTrace() for a file that is read from begin to end, unpacked if it is compressed.
[[nodiscard]] Result<std::shared_ptr<const Trace>>
buildTraceOfBytes(const std::string& path, const OpenOptions& options, const FillFromBytes& fill);

} // namespace lanes
