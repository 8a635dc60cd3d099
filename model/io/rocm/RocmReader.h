// Reads AMD's databases: rocprofv3's rocpd (.db) and rocmProfileData's .rpd.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"
#include "model/io/sqlite/SqliteFile.h"

#include <memory>

namespace lanes {

// rocpd: one set of tables "rocpd_kernel_dispatch_<uuid>" for each process.
[[nodiscard]] bool isRocpd(const SqliteFile& file);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readRocpd(const SqliteFile& file,
                                                             const OpenOptions& options);

// rocmProfileData: the tables rocpd_api and rocpd_op, without a suffix.
[[nodiscard]] bool isRpd(const SqliteFile& file);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readRpd(const SqliteFile& file,
                                                           const OpenOptions& options);

} // namespace lanes
