// What the command palette offers: every command that can be done now, every view, every session of before.
#pragma once

#include "app/window/commands/CommandPalette.h"

#include <QAction>
#include <QList>

#include <functional>
#include <vector>

namespace lanes {

class Actions;
class Settings;

struct PaletteSources {
    const Actions& actions;
    const Settings& settings;
    QList<QAction*> views;  // "Show Timeline"
    QList<QAction*> panels; // "Operators as a panel"
    std::function<void(const QString& path)> open;
};

[[nodiscard]] std::vector<CommandPalette::Entry> paletteEntries(const PaletteSources& sources);

} // namespace lanes
