#include "app/window/commands/PaletteEntries.h"

#include "app/settings/Settings.h"
#include "app/window/commands/Actions.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lanes {
namespace {

class EntryWords {
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

using Entry = CommandPalette::Entry;

Entry entryOf(const char* icon, const QString& text, QAction* action) {
    return {
        QString::fromLatin1(icon), text, {}, action->shortcut().toString(QKeySequence::NativeText), [action] {
            action->trigger();
        }};
}

} // namespace

std::vector<Entry> paletteEntries(const PaletteSources& sources) {
    std::vector<Entry> entries;
    for (const ActionSpec& spec : actionSpecs()) {
        QAction* action = sources.actions[spec.id];
        if (action->isEnabled() && spec.id != ActionId::Palette) {
            Entry entry = entryOf(spec.icon, sources.actions.plainText(spec.id), action);
            entry.keys = sources.actions.keysText(spec.id);
            entries.push_back(std::move(entry));
        }
    }
    for (QAction* view : sources.views) {
        if (view->isEnabled()) {
            entries.push_back(entryOf("right", EntryWords::tr("Show %1").arg(view->text()), view));
        }
    }
    for (QAction* panel : sources.panels) {
        if (panel->isEnabled()) {
            const QString text = panel->isChecked() ? EntryWords::tr("Close the panel of %1")
                                                    : EntryWords::tr("%1 as a panel");
            entries.push_back(entryOf("bottom", text.arg(panel->text()), panel));
        }
    }
    for (const RecentSession& session : sources.settings.recentSessions().mid(0, Settings::kRecentInMenus)) {
        entries.push_back({QStringLiteral("open"),
                           EntryWords::tr("Open %1").arg(QFileInfo(session.path).fileName()),
                           QFileInfo(session.path).path(),
                           {},
                           [open = sources.open, path = session.path] { open(path); }});
    }
    return entries;
}

} // namespace lanes
