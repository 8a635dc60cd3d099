#include "views/advice/AdvicePanel.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

namespace lanes {

AdvicePanel::AdvicePanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void AdvicePanel::show(const AdviceTable& rows, std::uint32_t row) {
    panel_.begin();
    if (rows.row(row).place.valid()) {
        showPlace(rows, row);
    } else {
        showFinding(rows, row);
    }
    panel_.end();
}

void AdvicePanel::showFinding(const AdviceTable& rows, std::uint32_t row) {
    const Finding& finding = rows.finding(row);
    panel_.add(new PanelTitle(
        appearance_, {{}, QStringLiteral("advice"), adviceText(finding.title), toQString(finding.rule)}));
    panel_.add(new Figures(appearance_, {{tr("Saves"), rows.text(row, "saves_ns")},
                                         {tr("Share"), rows.text(row, "share")},
                                         {tr("Confidence"), rows.text(row, "confidence")}}));
    const bool steps = !rows.data().operators().steps.empty();
    const QString bounds = tr("%1 to %2").arg(rows.text(row, "low_ns"), rows.text(row, "high_ns"));
    panel_.add(new PanelParagraph(appearance_,
                                  steps ? tr("In each step, %1.").arg(bounds)
                                        : tr("In the whole range, %1: there are no steps.").arg(bounds)));
    panel_.addRule();
    panel_.add(new SectionHead(appearance_, tr("What was seen")));
    panel_.add(new PanelParagraph(appearance_, adviceText(finding.seen)));
    panel_.add(new SectionHead(appearance_, tr("What to do")));
    panel_.add(new PanelParagraph(appearance_, adviceText(finding.remedy)));
    listPlaces(rows, finding);
    listOverlaps(rows, finding);
}

void AdvicePanel::listPlaces(const AdviceTable& rows, const Finding& finding) {
    if (finding.where.empty()) {
        return;
    }
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Where"), tr("what costs most first")));
    for (const SliceId place : finding.where) {
        PanelLink::Content content;
        content.icon = QStringLiteral("timeline");
        content.text = rows.labelOf(place);
        content.detail = tr("at %1").arg(rows.momentOf(place)); // where there is room: names first
        content.value = durationText(rows.data().trace().slice(place).duration);
        auto* link = panel_.add(new PanelLink(appearance_, content));
        connect(link, &PanelLink::clicked, this, [this, place] { Q_EMIT sliceChosen(place); });
    }
}

void AdvicePanel::listOverlaps(const AdviceTable& rows, const Finding& finding) {
    if (finding.overlaps.empty()) {
        return;
    }
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Counts some of the same time"), tr("savings do not add up")));
    for (const std::string_view rule : finding.overlaps) {
        const std::uint32_t other = rows.rowOf(rule);
        if (other == TableModel::kNone) {
            continue; // left out by the filter
        }
        PanelLink::Content content;
        content.icon = QStringLiteral("advice");
        content.text = rows.text(other, "title");
        content.value = rows.text(other, "saves_ns");
        auto* link = panel_.add(new PanelLink(appearance_, content));
        // later: this link goes as the row changes
        connect(
            link, &PanelLink::clicked, this, [this, other] { Q_EMIT rowChosen(other); },
            Qt::QueuedConnection);
    }
}

void AdvicePanel::showPlace(const AdviceTable& rows, std::uint32_t row) {
    const SliceId place = rows.row(row).place;
    const Finding& finding = rows.finding(row);
    const Trace::Slice slice = rows.data().trace().slice(place);
    panel_.add(new PanelTitle(
        appearance_,
        {appearance_.theme().hueColor(slice.hue), {}, rows.labelOf(place), adviceText(finding.title)}));
    panel_.add(new Figures(appearance_, {{tr("Begins at"), rows.momentOf(place)},
                                         {tr("Duration"), durationText(slice.duration)}}));
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = tr("Show in the timeline");
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this, [this, place] { Q_EMIT sliceChosen(place); });
    listStack(rows.data().origin().pythonStackOf(place));
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("What to do")));
    panel_.add(new PanelParagraph(appearance_, adviceText(finding.remedy)));
}

void AdvicePanel::listStack(const PythonStack& stack) {
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Python stack"),
                               stack.lines.empty() ? tr("not recorded")
                               : stack.ofForward   ? tr("of the forward operator")
                                                   : tr("innermost first")));
    for (const StackLine& line : stack.lines) {
        const FrameText frame = frameText(line.text);
        PanelLink::Content content;
        content.icon = frame.module ? QStringLiteral("module") : QStringLiteral("python");
        content.text = frame.function;
        content.value = frame.place;
        content.strong = !frame.library;
        content.link = line.slice.valid();
        auto* row = panel_.add(new PanelLink(appearance_, content));
        if (line.slice.valid()) {
            connect(row, &PanelLink::clicked, this,
                    [this, slice = line.slice] { Q_EMIT sliceChosen(slice); });
        }
    }
}

} // namespace lanes
