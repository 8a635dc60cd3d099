// The cards that the window shows over itself: keys, commands, settings, what the doctor found.
#pragma once

#include "app/window/CommandPalette.h"

#include <QObject>

#include <vector>

namespace lanes {

class Actions;
class Appearance;
class DoctorSheet;
class Overlay;
class Settings;

class Sheets : public QObject {
    Q_OBJECT

public:
    Sheets(Appearance& appearance, Settings& settings, Actions& actions, QWidget& window);

    void showKeys();
    void showPalette(std::vector<CommandPalette::Entry> entries);
    // See DoctorSheet::examine().
    void showDoctor(const QString& command, const QString& folder);
    void showSettings();
    void showShortcuts();

private:
    CommandPalette* palette_;
    DoctorSheet* doctor_;
    Overlay* keysOverlay_;
    Overlay* paletteOverlay_;
    Overlay* doctorOverlay_;
    Overlay* settingsOverlay_;
    Overlay* shortcutsOverlay_;
};

} // namespace lanes
