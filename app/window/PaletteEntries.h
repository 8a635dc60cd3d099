// What the command palette offers: every action that can be done now, the views, the sessions opened before.
#pragma once

#include "app/settings/Settings.h"
#include "app/window/Actions.h"
#include "app/window/CommandPalette.h"

#include <functional>
#include <vector>

namespace lanes {

[[nodiscard]] std::vector<CommandPalette::Entry>
paletteEntries(const Actions& actions, const QList<QAction*>& views, const QList<RecentSession>& recent,
               const std::function<void(const QString& path)>& open);

} // namespace lanes
