// The reasons why a process cannot be attached to: one sentence with the obstacle and the remedy.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>

namespace lanes::attach {

// Returns what its state forbids; nothing if attaching may be tried.
[[nodiscard]] std::optional<Error> refusal(pid_t process);
// Returns the error for a process that the kernel does not let the recorder trace.
[[nodiscard]] Error denied(pid_t process);

} // namespace lanes::attach
