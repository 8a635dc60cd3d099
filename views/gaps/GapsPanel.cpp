// The panel beside the gaps: what one of them went to, and the events that show it.
#include "views/gaps/GapsView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/WaitText.h"

#include <algorithm>
#include <vector>

namespace lanes {
namespace {

constexpr std::size_t kProofs = 12; // a gap may be in hundreds of stretches

} // namespace

void GapsView::showRow(std::uint32_t row) {
    panel().begin();
    if (rows_->stretch(row) == nullptr) {
        showGap(row);
    } else {
        showStretch(row);
    }
    panel().end();
}

void GapsView::showGap(std::uint32_t row) {
    const SessionGap& gap = rows_->gap(row);
    panel().add(new PanelTitle(look(), {waitColor(look().theme(), rows_->cause(row)),
                                        {},
                                        waitText(rows_->cause(row)),
                                        rows_->row(row).where}));
    panel().add(new Figures(look(), {{tr("Length"), durationText(gap.gap.range.length())},
                                     {tr("Begins at"), rows_->momentOf(gap.gap.range.begin)},
                                     {tr("Sure"), percentText(rows_->confidence(row), 0)}}));
    listCauses(gap);
    listProofs(row);
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Around it"), tr("in the timeline")));
    addLink(tr("Ran before"), gap.gap.before);
    addLink(tr("Ended it"), gap.gap.after);
    addLink(tr("Launched by"), gap.launch);
    addLink(tr("In operator"), gap.op);
}

void GapsView::listCauses(const SessionGap& gap) {
    panel().addRule();
    panel().add(new SectionHead(look(), tr("Why"), tr("sums to the gap")));
    const CauseTimes times = causeTimes(gap.causes);
    std::vector<PanelSplit::Part> parts;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] > 0) {
            const auto cause = static_cast<WaitCause>(i);
            parts.push_back({waitText(cause), durationText(times[i]),
                             percentText(double(times[i]) / double(gap.gap.range.length())), double(times[i]),
                             waitColor(look().theme(), cause)});
        }
    }
    std::ranges::stable_sort(parts, std::greater(), &PanelSplit::Part::weight);
    panel().add(new PanelSplit(look(), std::move(parts)));
}

// The longest, in order of time.
void GapsView::listProofs(std::uint32_t row) {
    std::vector<const WaitStretch*> proven;
    for (const WaitStretch& stretch : rows_->gap(row).causes) {
        if (stretch.proof.valid()) {
            proven.push_back(&stretch);
        }
    }
    if (proven.empty()) {
        return;
    }
    std::ranges::stable_sort(proven, std::greater(),
                             [](const WaitStretch* stretch) { return stretch->range.length(); });
    proven.resize(std::min(proven.size(), kProofs));
    std::ranges::sort(proven, {}, [](const WaitStretch* stretch) { return stretch->range.begin; });
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("What shows it"), tr("in order of time")));
    for (const WaitStretch* stretch : proven) {
        PanelLink::Content content;
        content.dot = waitColor(look().theme(), stretch->cause);
        content.text = rows_->labelOf(stretch->proof);
        content.second = tr("%1 sure").arg(percentText(double(stretch->confidence), 0));
        content.value = durationText(stretch->range.length());
        auto* link = panel().add(new PanelLink(look(), content));
        link->setToolTip(waitText(stretch->cause));
        connect(link, &PanelLink::clicked, this, [this, slice = stretch->proof] { goTo(slice); });
    }
}

void GapsView::showStretch(std::uint32_t row) {
    const WaitStretch& stretch = *rows_->stretch(row);
    panel().add(new PanelTitle(look(), {waitColor(look().theme(), stretch.cause),
                                        {},
                                        waitText(stretch.cause),
                                        rows_->row(rows_->parent(row)).where}));
    panel().add(new Figures(look(), {{tr("Length"), durationText(stretch.range.length())},
                                     {tr("Begins at"), rows_->momentOf(stretch.range.begin)},
                                     {tr("Sure"), percentText(double(stretch.confidence), 0)}}));
    panel().addRule();
    if (stretch.proof.valid()) {
        panel().add(new SectionHead(look(), tr("What shows it"), tr("in the timeline")));
        addLink(tr("Shown by"), stretch.proof);
    } else {
        panel().add(new PanelParagraph(look(), tr("Nothing was recorded in it that shows why.")));
    }
}

void GapsView::addLink(const QString& what, SliceId slice) {
    if (!slice.valid()) {
        return;
    }
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = rows_->labelOf(slice);
    content.value = what;
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [this, slice] { goTo(slice); });
}

} // namespace lanes
