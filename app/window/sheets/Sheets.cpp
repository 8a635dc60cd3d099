#include "app/window/sheets/Sheets.h"

#include "app/doctor/DoctorSheet.h"
#include "app/window/commands/KeySheet.h"
#include "app/window/commands/ShortcutSheet.h"
#include "app/window/parts/Overlay.h"
#include "app/window/sheets/SettingsSheet.h"
#include "app/window/sheets/SourceSheet.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

Sheets::Sheets(Appearance& appearance, Settings& settings, Actions& actions, QWidget& window)
    : QObject(&window)
    , palette_(new CommandPalette(appearance))
    , doctor_(new DoctorSheet(appearance))
    , settings_(new SettingsSheet(appearance, settings))
    , sources_(new SourceSheet(appearance, settings))
    , keysOverlay_(new Overlay(appearance, new KeySheet(appearance, actions), Overlay::Veil::Dim, &window,
                               tr("Keys and mouse")))
    , paletteOverlay_(new Overlay(appearance, palette_, Overlay::Veil::None, &window))
    , doctorOverlay_(new Overlay(appearance, doctor_, Overlay::Veil::Dim, &window, tr("Doctor")))
    , settingsOverlay_(new Overlay(appearance, settings_, Overlay::Veil::Dim, &window, tr("Settings")))
    , shortcutsOverlay_(new Overlay(appearance, new ShortcutSheet(appearance, actions), Overlay::Veil::Dim,
                                    &window, tr("Keyboard shortcuts")))
    , sourcesOverlay_(new Overlay(appearance, sources_, Overlay::Veil::Dim, &window, tr("Locate sources"))) {
    connect(sources_, &SourceSheet::sizeChanged, sourcesOverlay_, &Overlay::refit);
    connect(doctorOverlay_, &Overlay::closed, doctor_, &DoctorSheet::cancel);
    connect(palette_, &CommandPalette::chosen, paletteOverlay_, &Overlay::close);
}

void Sheets::showKeys() {
    keysOverlay_->open();
}

void Sheets::showPalette(std::vector<CommandPalette::Entry> entries) {
    palette_->setEntries(std::move(entries));
    paletteOverlay_->open();
}

void Sheets::showDoctor(const QString& command, const QString& folder) {
    doctorOverlay_->open();
    doctor_->examine(command, folder);
}

void Sheets::showSources(const std::shared_ptr<const Trace>& trace, const QString& folder,
                         const QString& wanted) {
    sources_->examine(trace, folder, wanted);
    sourcesOverlay_->open();
}

void Sheets::showShortcuts() {
    shortcutsOverlay_->open();
}

void Sheets::showSettings() {
    settingsOverlay_->open();
}

} // namespace lanes
