// The host names in the user's ssh configuration.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

// Returns the names behind "Host" in this configuration file of ssh and in the files that it includes, in their order. Patterns
// are left out; each name appears once. A file that cannot be read gives none. It reads at most a few files, so it may run on
// the UI thread.
[[nodiscard]] QStringList sshHosts(const QString& configFile);

} // namespace lanes
