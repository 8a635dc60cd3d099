#include "app/window/PaletteEntries.h"

#include "app/window/MainWindow.h"

#include <QFileInfo>

namespace lanes {

std::vector<CommandPalette::Entry> paletteEntries(const Actions& actions, const QList<QAction*>& views,
                                                  const QList<RecentSession>& recent,
                                                  const std::function<void(const QString& path)>& open) {
    std::vector<CommandPalette::Entry> entries;
    for (const ActionSpec& spec : actionSpecs()) {
        QAction* action = actions[spec.id];
        if (!action->isEnabled() || spec.id == ActionId::Palette) {
            continue;
        }
        QString text = action->text().section(QLatin1Char('\t'), 0, 0);
        text.remove(QLatin1Char('&'));
        entries.push_back({QString::fromUtf8(spec.icon), text, {}, Actions::keysText(spec), [action] {
                               action->trigger();
                           }});
    }
    for (QAction* action : views) {
        if (action->isEnabled()) {
            entries.push_back({QStringLiteral("right"),
                               MainWindow::tr("Show %1").arg(action->text()),
                               {},
                               action->shortcut().toString(QKeySequence::NativeText),
                               [action] { action->trigger(); }});
        }
    }
    for (const RecentSession& session : recent) {
        entries.push_back({QStringLiteral("open"),
                           MainWindow::tr("Open %1").arg(QFileInfo(session.path).fileName()),
                           QFileInfo(session.path).path(),
                           {},
                           [open, path = session.path] { open(path); }});
    }
    return entries;
}

} // namespace lanes
