#include "app/window/page/SourceDesk.h"

#include "app/document/Document.h"
#include "app/document/Editor.h"
#include "app/settings/Settings.h"
#include "app/window/parts/Banner.h"
#include "app/window/sheets/Sheets.h"
#include "views/details/DetailsPanel.h"
#include "views/details/SourcePreview.h"

#include <utility>

namespace lanes {

SourceDesk::SourceDesk(Settings& settings, DetailsPanel& details, Sheets& sheets, Banner& banner,
                       std::function<const Document*()> document, QObject* parent)
    : QObject(parent)
    , settings_(settings)
    , details_(details)
    , sheets_(sheets)
    , banner_(banner)
    , document_(std::move(document)) {
    connect(&details_, &DetailsPanel::sourceActivated, this, &SourceDesk::open);
    connect(&details_, &DetailsPanel::locateSourcesRequested, this, &SourceDesk::locate);
    connect(&details_, &DetailsPanel::sourceRootAllowed, &settings_, &Settings::addSourceRoot);
    connect(&settings_, &Settings::sourcesChanged, this, &SourceDesk::takeSettings);
    takeSettings();
}

void SourceDesk::locate() {
    const Document* document = document_();
    sheets_.showSources(document != nullptr ? document->trace() : nullptr, details_.sources().sessionFolder,
                        details_.preview().missingFile());
}

void SourceDesk::open(const QString& file, int line) {
    const auto opened = openInEditor(settings_.editor(), file, line);
    if (!opened) {
        banner_.say(Banner::Tone::Error, QString::fromStdString(opened.error().message), tr("Settings…"),
                    [this] { sheets_.showSettings(); });
    }
}

void SourceDesk::takeSettings() {
    QList<SourceMapping> mappings;
    for (const auto& [recorded, here] : settings_.sourceMappings()) {
        mappings << SourceMapping{recorded, here};
    }
    details_.setSources(mappings, settings_.sourceRoots());
}

} // namespace lanes
