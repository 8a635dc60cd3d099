// What the doctor says, in the window's language.
#pragma once

#include <QString>

namespace lanes {

// Of a group, a name, what was found, what it costs or what helps; commands stay as they are, as does what is not known.
[[nodiscard]] QString doctorText(const QString& english);

} // namespace lanes
