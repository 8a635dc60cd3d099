// The cards that the window shows over itself: keys, commands, notes, settings.
#pragma once

#include "app/window/CommandPalette.h"
#include "model/base/Diagnostics.h"

#include <QObject>

#include <vector>

namespace lanes {

class Actions;
class Appearance;
class NotesSheet;
class Overlay;
class Settings;

class Sheets : public QObject {
    Q_OBJECT

public:
    Sheets(Appearance& appearance, Settings& settings, Actions& actions, QWidget& window);

    void showKeys();
    void showPalette(std::vector<CommandPalette::Entry> entries);
    void showNotes(const QString& title, const Diagnostics& notes);
    void showSettings();
    void showShortcuts();

private:
    CommandPalette* palette_;
    NotesSheet* notes_;
    Overlay* keysOverlay_;
    Overlay* paletteOverlay_;
    Overlay* notesOverlay_;
    Overlay* settingsOverlay_;
    Overlay* shortcutsOverlay_;
};

} // namespace lanes
