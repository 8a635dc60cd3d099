#include "app/cli/Command.h"

namespace lanes::cli {

const Command* findCommand(std::span<const Command> commands, std::string_view name) {
    for (const Command& command : commands) {
        if (command.name == name) {
            return &command;
        }
    }
    return nullptr;
}

} // namespace lanes::cli
