// A zip archive that holds traces.
#pragma once

#include "model/io/containers/ByteStream.h"

#include <string>
#include <vector>

namespace lanes {

[[nodiscard]] bool isZip(const InputFile& file);
// The names of its files that may be traces: those with a trace's ending, or all if there is none. Folders and macOS's
// resource forks do not count.
[[nodiscard]] std::vector<std::string> zipEntries(const InputFile& file);
// The content of the entry that the file was opened for, or of the archive's only file.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> openZipEntry(const std::shared_ptr<const InputFile>& file);

} // namespace lanes
