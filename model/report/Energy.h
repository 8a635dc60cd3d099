// Energy of devices, by what it was taken for.
#pragma once

#include "model/report/Answers.h"

#include <array>

namespace lanes::report {

// Words of `stats --by`.
inline constexpr std::array<std::string_view, 5> kByEnergy{"energy_device", "energy_step", "energy_class",
                                                           "energy_kernel", "energy_module"};

// A row for each device, step, class of kernels, kernel or module, and one for the time without work: joules with their bounds
// (see Energy.h), share and mean power. Without curves of energy or power a table without rows. Nothing if asked to stop.
// O(device work log device work + samples).
[[nodiscard]] std::optional<Table> energy(TraceAnalyses& analyses, const Asked& asked,
                                          const std::stop_token& stop);

} // namespace lanes::report
