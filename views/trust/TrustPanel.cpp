// The panel beside the ledger.
#include "model/analysis/trust/TouchedFigures.h"
#include "model/io/containers/FileExcerpt.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"
#include "views/trust/BytesRow.h"
#include "views/trust/TrustView.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <array>

namespace lanes {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 30; // some seconds of unpacking

constexpr std::array<const char*, kFigureKinds> kFigureNames{
    QT_TRANSLATE_NOOP("lanes::TrustView", "Operators: calls, times, callers"),
    QT_TRANSLATE_NOOP("lanes::TrustView", "Kernels: times, launches, owners"),
    QT_TRANSLATE_NOOP("lanes::TrustView", "Memory: bytes and blocks"),
    QT_TRANSLATE_NOOP("lanes::TrustView", "Overview: where the time went")};

} // namespace

void TrustView::showRow(std::uint32_t row) {
    const TrustTable::Row& shown = rows_->row(row);
    panel().begin();
    if (shown.entry == nullptr) {
        panel().add(new PanelTitle(
            look(),
            {{}, QStringLiteral("ledger"), rows_->groupName(shown.group), rows_->groupNote(shown.group)}));
        if (const QString meaning = rows_->groupMeaning(shown.group); !meaning.isEmpty()) {
            panel().add(new PanelParagraph(look(), meaning));
        }
        listCoverage();
    } else {
        const LedgerEntry& entry = *shown.entry;
        panel().add(
            new PanelTitle(look(), {{},
                                    entry.fault ? QStringLiteral("warning") : QStringLiteral("info"),
                                    rows_->groupName(entry.group),
                                    tr("%1, %2 times", nullptr, pluralOf(std::int64_t(entry.count)))
                                        .arg(toQString(entry.key), countText(std::int64_t(entry.count)))}));
        panel().add(new PanelParagraph(look(), noteText(entry.title)));
        listTouched(entry);
        listPlace(entry);
        listBytes(entry);
    }
    listCommand();
    panel().end();
}

void TrustView::listCoverage() {
    const Ledger::Coverage& coverage = rows_->ledger().coverage;
    panel().add(
        new SectionHead(look(), tr("Work of devices"),
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
        panel().add(new PanelMeter(look(), {text, percentText(share), share, count < coverage.work}));
    }
}

void TrustView::listTouched(const LedgerEntry& entry) {
    panel().add(new SectionHead(look(), tr("What it does to the numbers")));
    panel().add(new PanelParagraph(look(), noteText(entry.meaning)));
    panel().add(new SectionHead(look(), tr("Which figures"), tr("a warning: touched")));
    for (int i = 0; i < kFigureKinds; ++i) {
        const bool touched = touches(entry, static_cast<FigureKind>(i));
        PanelLink::Content line;
        line.icon = touched ? QStringLiteral("warning") : QStringLiteral("check");
        line.text = tr(kFigureNames[static_cast<std::size_t>(i)]);
        line.value = touched ? tr("touched") : tr("hold");
        line.strong = touched;
        line.link = false;
        panel().add(new PanelLink(look(), line));
    }
}

void TrustView::listPlace(const LedgerEntry& entry) {
    const QString where = rows_->whereText(entry);
    if (where.isEmpty()) {
        return;
    }
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("First at"), where));
    if (!entry.slice.valid() && !entry.time) {
        return;
    }
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = entry.slice.valid()
                       ? toQString(rows_->trace().text(rows_->trace().slice(entry.slice).name))
                       : tr("Show in the timeline");
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [this, first = entry] { goToFirst(first); });
}

// The bytes come when they have been read: a packed file is unpacked up to there.
void TrustView::listBytes(const LedgerEntry& entry) {
    const std::string& file = rows_->trace().info().source;
    const bool imported =
        QFileInfo(toQString(file)).isFile() && !file.ends_with(".lanes"); // else it may be a pipe
    if (entry.offset < 0 || entry.offset > kFarthest || entry.time || !imported) {
        return;
    }
    if (bytes_.file == file && bytes_.offset == entry.offset) {
        if (!bytes_.text.empty()) {
            panel().add(new BytesRow(look(), bytes_.offset, bytes_.text));
        }
        return;
    }
    runAside(
        [file, offset = entry.offset](const std::stop_token& stop) -> Bytes {
            auto text = fileExcerpt(file, offset, std::size_t{BytesRow::kLineBytes} * BytesRow::kLines, stop);
            return {file, offset, text ? std::move(text).value() : std::string()};
        },
        [this](Bytes bytes) {
            bytes_ = std::move(bytes);
            if (const std::uint32_t row = table().current(); rows_ && row < rows_->rows()) {
                showRow(row);
            }
        });
}

void TrustView::listCommand() {
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("The same on the command line"), tr("click copies")));
    PanelLink::Content content;
    content.icon = QStringLiteral("copy");
    QString file = toQString(rows_->trace().info().source);
    file.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    content.text = QStringLiteral("lanescope check '%1'").arg(file);
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this,
            [text = content.text] { QGuiApplication::clipboard()->setText(text); });
}

} // namespace lanes
