#include "views/gaps/GapsPanel.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/WaitText.h"

#include <algorithm>
#include <vector>

namespace lanes {
namespace {

constexpr std::size_t kProofs = 12; // a gap may be in hundreds of stretches

} // namespace

GapsPanel::GapsPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void GapsPanel::show(const GapTable& rows, std::uint32_t row) {
    panel_.begin();
    if (rows.stretch(row) == nullptr) {
        showGap(rows, row);
    } else {
        showStretch(rows, row);
    }
    panel_.end();
}

void GapsPanel::showGap(const GapTable& rows, std::uint32_t row) {
    const SessionGap& gap = rows.gap(row);
    panel_.add(new PanelTitle(
        appearance_,
        {waitColor(appearance_.theme(), rows.cause(row)), {}, waitText(rows.cause(row)), rows.place(row)}));
    panel_.add(new Figures(appearance_, {{tr("Length"), rows.text(row, "range_ns")},
                                         {tr("Begins at"), rows.text(row, "start_ns")},
                                         {tr("Confidence"), rows.text(row, "confidence")}}));
    listCauses(gap);
    listProofs(rows, row);
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Around it"), tr("in the timeline")));
    addLink(rows, tr("Ran before"), gap.gap.before);
    addLink(rows, tr("Ended it"), gap.gap.after);
    addLink(rows, tr("Launched by"), gap.launch);
    addLink(rows, tr("In operator"), gap.op);
}

void GapsPanel::listCauses(const SessionGap& gap) {
    panel_.addRule();
    panel_.add(new SectionHead(appearance_, tr("Why"), tr("sums to the gap")));
    const CauseTimes times = causeTimes(gap.causes);
    std::vector<PanelSplit::Part> parts;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] > 0) {
            const auto cause = static_cast<WaitCause>(i);
            parts.push_back({waitText(cause), durationText(times[i]),
                             percentText(double(times[i]) / double(gap.gap.range.length())), double(times[i]),
                             waitColor(appearance_.theme(), cause)});
        }
    }
    std::ranges::stable_sort(parts, std::greater(), &PanelSplit::Part::weight);
    panel_.add(new PanelSplit(appearance_, std::move(parts)));
}

// The longest, in order of time.
void GapsPanel::listProofs(const GapTable& rows, std::uint32_t row) {
    std::vector<const WaitStretch*> proven;
    for (const WaitStretch& stretch : rows.gap(row).causes) {
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
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Evidence"), tr("confidence, time")));
    for (const WaitStretch* stretch : proven) {
        PanelLink::Content content;
        content.dot = waitColor(appearance_.theme(), stretch->cause);
        content.text = sliceLabel(rows.trace(), stretch->proof);
        content.second = percentText(double(stretch->confidence), 0);
        content.value = durationText(stretch->range.length());
        auto* link = panel_.add(new PanelLink(appearance_, content));
        link->setToolTip(tr("%1, confidence %2").arg(waitText(stretch->cause), content.second));
        connect(link, &PanelLink::clicked, this,
                [this, slice = stretch->proof] { Q_EMIT sliceChosen(slice); });
    }
}

void GapsPanel::showStretch(const GapTable& rows, std::uint32_t row) {
    const WaitStretch& stretch = *rows.stretch(row);
    panel_.add(new PanelTitle(
        appearance_,
        {waitColor(appearance_.theme(), stretch.cause), {}, waitText(stretch.cause), rows.place(row)}));
    panel_.add(new Figures(appearance_, {{tr("Length"), rows.text(row, "range_ns")},
                                         {tr("Begins at"), rows.text(row, "start_ns")},
                                         {tr("Confidence"), rows.text(row, "confidence")}}));
    panel_.addRule();
    if (stretch.proof.valid()) {
        panel_.add(new SectionHead(appearance_, tr("Evidence"), tr("in the timeline")));
        addLink(rows, tr("Shown by"), stretch.proof);
    } else {
        panel_.add(new PanelParagraph(appearance_, tr("Nothing was recorded in it that shows why.")));
    }
}

void GapsPanel::addLink(const GapTable& rows, const QString& what, SliceId slice) {
    if (!slice.valid()) {
        return;
    }
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = sliceLabel(rows.trace(), slice);
    content.value = what;
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this, [this, slice] { Q_EMIT sliceChosen(slice); });
}

} // namespace lanes
