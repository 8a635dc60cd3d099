// A zip archive that holds one trace.
#pragma once

#include "model/io/containers/ByteStream.h"

namespace lanes {

[[nodiscard]] bool isZip(const InputFile& file);
// The content of its only file (folders and macOS's resource forks do not count).
[[nodiscard]] Result<std::unique_ptr<ByteStream>> openZipEntry(const std::shared_ptr<const InputFile>& file);

} // namespace lanes
