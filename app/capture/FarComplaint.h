// What the capture dialog says of a host or container that could not be asked or used: the cause and what helps, in one line.
#pragma once

#include <QString>

namespace lanes {

// `said` is what came on standard error, of ssh, docker or kubectl and of the near end; empty: nothing did.
[[nodiscard]] QString farComplaint(const QString& said, const QString& target);

} // namespace lanes
