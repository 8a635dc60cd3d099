// The panel beside the findings.
#include "views/advice/AdviceView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {

void AdviceView::showRow(std::uint32_t row) {
    panel().begin();
    if (rows_->row(row).place.valid()) {
        showPlace(rows_->row(row));
    } else {
        showFinding(row);
    }
    panel().end();
}

void AdviceView::showFinding(std::uint32_t row) {
    const Finding& finding = rows_->finding(row);
    panel().add(new PanelTitle(
        look(), {{}, QStringLiteral("advice"), adviceText(finding.title), toQString(finding.rule)}));
    panel().add(new Figures(look(), {{tr("Saves"), durationText(finding.saves.best)},
                                     {tr("Share"), percentText(finding.share)},
                                     {tr("Sure"), percentText(finding.confidence, 0)}}));
    const bool steps = !rows_->data().operators().steps.empty();
    panel().add(new PanelParagraph(
        look(), steps ? tr("In each step, %1.").arg(savingBounds(finding))
                      : tr("In the whole range, %1: there are no steps.").arg(savingBounds(finding))));
    panel().addRule();
    panel().add(new SectionHead(look(), tr("What was seen")));
    panel().add(new PanelParagraph(look(), adviceText(finding.seen)));
    panel().add(new SectionHead(look(), tr("What to do")));
    panel().add(new PanelParagraph(look(), adviceText(finding.remedy)));
    listPlaces(finding);
    listOverlaps(finding);
}

void AdviceView::listPlaces(const Finding& finding) {
    if (finding.where.empty()) {
        return;
    }
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Where"), tr("in the timeline")));
    for (const SliceId place : finding.where) {
        PanelLink::Content content;
        content.icon = QStringLiteral("timeline");
        content.text = rows_->labelOf(place);
        content.detail = tr("at %1").arg(rows_->momentOf(place)); // where there is room: names first
        content.value = durationText(rows_->data().trace().slice(place).duration);
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, place] { goTo(place); });
    }
}

void AdviceView::listOverlaps(const Finding& finding) {
    if (finding.overlaps.empty()) {
        return;
    }
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Counts some of the same time"), tr("savings do not add up")));
    for (const std::string_view rule : finding.overlaps) {
        const std::uint32_t other = rows_->rowOf(rule);
        if (other == TableModel::kNone) {
            continue; // left out by the filter
        }
        PanelLink::Content content;
        content.icon = QStringLiteral("advice");
        content.text = adviceText(rows_->finding(other).title);
        content.value = durationText(rows_->finding(other).saves.best);
        auto* link = panel().add(new PanelLink(look(), content));
        // later: this panel goes as the row changes
        connect(
            link, &PanelLink::clicked, this, [this, other] { table().setCurrent(other); },
            Qt::QueuedConnection);
    }
}

void AdviceView::showPlace(const AdviceTable::Row& row) {
    const Finding& finding = rows_->finding(row.parent);
    const Trace::Slice slice = rows_->data().trace().slice(row.place);
    panel().add(new PanelTitle(
        look(),
        {look().theme().hueColor(slice.hue), {}, rows_->labelOf(row.place), adviceText(finding.title)}));
    panel().add(new Figures(look(), {{tr("Begins at"), rows_->momentOf(row.place)},
                                     {tr("Duration"), durationText(slice.duration)}}));
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = tr("Show in the timeline");
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [this, place = row.place] { goTo(place); });
    listStack(row.place);
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("What to do")));
    panel().add(new PanelParagraph(look(), adviceText(finding.remedy)));
}

void AdviceView::listStack(SliceId place) {
    const PythonStack stack = rows_->data().origin().pythonStackOf(place);
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Python stack"),
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
        auto* row = panel().add(new PanelLink(look(), content));
        if (line.slice.valid()) {
            connect(row, &PanelLink::clicked, this, [this, slice = line.slice] { goTo(slice); });
        }
    }
}

} // namespace lanes
