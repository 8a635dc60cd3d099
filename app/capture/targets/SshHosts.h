// The hosts that the user's ssh knows by name.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

// Names behind "Host" in this configuration file of ssh and in those that it includes; without patterns, each once, in
// their order. Of a file that cannot be read: none. Reads at most a few files; fit for the UI thread.
[[nodiscard]] QStringList sshHosts(const QString& configFile);

} // namespace lanes
