// The texts about a session on its card, in its tooltip and for screen readers.
#pragma once

#include "app/sessions/SessionEntry.h"

#include <QString>

namespace lanes {

// "Today, 09:14"; empty: never.
[[nodiscard]] QString whenText(const QDateTime& when);
// The program in one line: its command, or the folder if the command is unknown.
[[nodiscard]] QString programText(const SessionEntry& entry);
// Its duration; empty: unknown.
[[nodiscard]] QString timeText(const SessionEntry& entry);
// Device, events and size, or the error; one line.
[[nodiscard]] QString factsText(const SessionEntry& entry);
// All texts, one per line.
[[nodiscard]] QString sessionText(const SessionEntry& entry);

} // namespace lanes
