// The subcommands that need no Qt: one line each in Commands.cpp, one file each beside it.
#pragma once

#include "app/cli/Command.h"

namespace lanes::cli {

[[nodiscard]] std::span<const Command> commands();

} // namespace lanes::cli
