// What is said of a session in words, on its card, in its tooltip and by screen readers.
#pragma once

#include "app/sessions/SessionEntry.h"

#include <QString>

namespace lanes {

// "Today, 09:14"; empty if it was never.
[[nodiscard]] QString whenText(const QDateTime& when);
// Its program, for one line: the command, or the folder where that is not known.
[[nodiscard]] QString programText(const SessionEntry& entry);
// How long it took; empty: not known.
[[nodiscard]] QString timeText(const SessionEntry& entry);
// Device, events and size, or what is wrong with it; one line.
[[nodiscard]] QString factsText(const SessionEntry& entry);
// All of it, a line each.
[[nodiscard]] QString sessionText(const SessionEntry& entry);

} // namespace lanes
