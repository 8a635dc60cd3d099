#include "views/trust/TrustPanel.h"

#include "model/analysis/trust/TouchedFigures.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"
#include "views/trust/BytesRow.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <array>

namespace lanes {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 30; // some seconds of unpacking

constexpr std::array<const char*, kFigureKinds> kFigureNames{
    QT_TRANSLATE_NOOP("lanes::TrustPanel", "Operators: calls, times, callers"),
    QT_TRANSLATE_NOOP("lanes::TrustPanel", "Kernels: times, launches, owners"),
    QT_TRANSLATE_NOOP("lanes::TrustPanel", "Memory: bytes and blocks"),
    QT_TRANSLATE_NOOP("lanes::TrustPanel", "Overview: where the time went")};

} // namespace

TrustPanel::TrustPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void TrustPanel::show(const TrustTable& rows, std::uint32_t row) {
    const TrustTable::Row& shown = rows.row(row);
    panel_.begin();
    if (shown.entry == nullptr) {
        panel_.add(new PanelTitle(
            appearance_,
            {{}, QStringLiteral("ledger"), rows.groupName(shown.group), rows.groupNote(shown.group)}));
        if (const QString meaning = rows.groupMeaning(shown.group); !meaning.isEmpty()) {
            panel_.add(new PanelParagraph(appearance_, meaning));
        }
        listCoverage(rows.ledger().coverage);
    } else {
        const LedgerEntry& entry = *shown.entry;
        panel_.add(new PanelTitle(appearance_,
                                  {{},
                                   entry.fault ? QStringLiteral("warning") : QStringLiteral("info"),
                                   rows.groupName(entry.group),
                                   tr("%1, %2 times", nullptr, pluralOf(std::int64_t(entry.count)))
                                       .arg(toQString(entry.key), countText(std::int64_t(entry.count)))}));
        panel_.add(new PanelParagraph(appearance_, noteText(entry.title)));
        listTouched(entry);
        listPlace(rows, entry);
        listBytes(rows.trace().info().source, entry);
    }
    listCommand(rows.trace().info().source);
    panel_.end();
}

void TrustPanel::listCoverage(const Ledger::Coverage& coverage) {
    panel_.add(
        new SectionHead(appearance_, tr("Work of devices"),
                        coverage.work > 0 ? countText(std::int64_t(coverage.work)) : tr("none recorded")));
    if (coverage.work == 0) {
        return;
    }
    const std::array<std::pair<QString, std::uint64_t>, 3> shares{
        {{tr("tied to its launch"), coverage.launch},
         {tr("tied to an operator"), coverage.operators},
         {tr("with a Python stack"), coverage.stack}}};
    for (const auto& [text, count] : shares) {
        const double share = double(count) / double(coverage.work);
        panel_.add(new PanelMeter(appearance_, {text, percentText(share), share, count < coverage.work}));
    }
}

void TrustPanel::listTouched(const LedgerEntry& entry) {
    panel_.add(new SectionHead(appearance_, tr("Effect on the figures")));
    panel_.add(new PanelParagraph(appearance_, noteText(entry.meaning)));
    panel_.add(new SectionHead(appearance_, tr("Figures"), tr("a warning: affected")));
    for (int i = 0; i < kFigureKinds; ++i) {
        const bool touched = touches(entry, static_cast<FigureKind>(i));
        PanelLink::Content line;
        line.icon = touched ? QStringLiteral("warning") : QStringLiteral("check");
        line.text = tr(kFigureNames[static_cast<std::size_t>(i)]);
        line.value = touched ? tr("affected") : tr("correct");
        line.strong = touched;
        line.link = false;
        panel_.add(new PanelLink(appearance_, line));
    }
}

void TrustPanel::listPlace(const TrustTable& rows, const LedgerEntry& entry) {
    const QString where = rows.whereText(entry);
    if (where.isEmpty()) {
        return;
    }
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("First at"), where));
    if (!entry.slice.valid() && !entry.time) {
        return;
    }
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = entry.slice.valid() ? toQString(rows.trace().text(rows.trace().slice(entry.slice).name))
                                       : tr("Show in the timeline");
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this, [this, first = entry] { Q_EMIT entryChosen(first); });
}

// The bytes come when they have been read.
void TrustPanel::listBytes(const std::string& file, const LedgerEntry& entry) {
    const bool imported =
        QFileInfo(toQString(file)).isFile() && !file.ends_with(".lanes"); // else it may be a pipe
    if (entry.offset < 0 || entry.offset > kFarthest || entry.time || !imported) {
        return;
    }
    if (bytes_.file == file && bytes_.offset == entry.offset) {
        if (!bytes_.text.empty()) {
            panel_.add(new BytesRow(appearance_, bytes_.offset, bytes_.text));
        }
        return;
    }
    Q_EMIT bytesWanted(file, entry.offset);
}

void TrustPanel::listCommand(const std::string& source) {
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("The same on the command line"), tr("click copies")));
    PanelLink::Content content;
    content.icon = QStringLiteral("copy");
    QString file = toQString(source);
    file.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    content.text = QStringLiteral("lanescope check '%1'").arg(file);
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this,
            [text = content.text] { QGuiApplication::clipboard()->setText(text); });
}

} // namespace lanes
