// Why a process cannot be attached to: one sentence that names what is in the way, and the remedy.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>

namespace lanes::attach {

// What its state forbids; nothing where it may be tried.
[[nodiscard]] std::optional<Error> refusal(pid_t process);
// The kernel has refused to let us trace it.
[[nodiscard]] Error denied(pid_t process);

} // namespace lanes::attach
