// A zip archive that holds traces.
#pragma once

#include "model/io/containers/ByteStream.h"

#include <string>
#include <vector>

namespace lanes {

[[nodiscard]] bool isZip(const InputFile& file);
// The names of the files in it that may be traces (folders and macOS's resource forks do not count): those that are named like
// one, or all where none is.
[[nodiscard]] std::vector<std::string> zipEntries(const InputFile& file);
// The content of the entry that the file was opened for, or of its only file.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> openZipEntry(const std::shared_ptr<const InputFile>& file);

} // namespace lanes
