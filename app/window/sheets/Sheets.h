// The cards that the window shows over itself: keys, commands, settings, the doctor's result.
#pragma once

#include "app/window/commands/CommandPalette.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lanes {

class Actions;
class Appearance;
class DoctorSheet;
class Overlay;
class Settings;
class SettingsSheet;
class SourceSheet;
class Trace;

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
    // See SourceSheet::examine().
    void showSources(const std::shared_ptr<const Trace>& trace, const QString& folder, const QString& wanted);

private:
    CommandPalette* palette_;
    DoctorSheet* doctor_;
    SettingsSheet* settings_;
    SourceSheet* sources_;
    Overlay* keysOverlay_;
    Overlay* paletteOverlay_;
    Overlay* doctorOverlay_;
    Overlay* settingsOverlay_;
    Overlay* shortcutsOverlay_;
    Overlay* sourcesOverlay_;
};

} // namespace lanes
