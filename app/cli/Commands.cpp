#include "app/cli/Commands.h"

#include "app/cli/ConvertCommand.h"
#include "app/cli/InfoCommand.h"
#include "app/cli/RecordCommand.h"

#include <array>

namespace lanes::cli {

std::span<const Command> commands() {
    static constexpr std::array kCommands{
        Command{"record", "Runs a program and records what it does into a session", runRecord},
        Command{"convert", "Converts a trace into a session, or a session into Chrome JSON", runConvert},
        Command{"info", "Prints what a session or a trace holds", runInfo},
    };
    return kCommands;
}

} // namespace lanes::cli
