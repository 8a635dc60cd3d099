#include "views/path/PathPanel.h"

#include "views/path/WhatIfRow.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <utility>

namespace lanes {

PathPanel::PathPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void PathPanel::show(const PathTable& rows, std::uint32_t index) {
    const PathRow& row = rows.row(index);
    panel_.begin();
    panel_.add(new PanelTitle(appearance_, {rows.colorOf(index, appearance_.theme()),
                                            {},
                                            rows.label(index),
                                            rows.by() == PathBy::Name ? rows.kindText(index) : QString()}));
    panel_.add(new Figures(appearance_,
                           {{tr("On the path"), rows.text(index, "time_ns")},
                            {tr("Share"), rows.text(index, "share")},
                            {tr("Slack"), row.slack ? rows.text(index, "slack_ns") : tr("not known")}}));
    panel_.addRule();
    panel_.add(new SectionHead(appearance_, tr("Effect of a faster part"), tr("+ and \u2212")));
    if (row.filter.empty()) {
        panel_.add(new PanelParagraph(
            appearance_, rows.by() == PathBy::Line ? tr("Lines have no estimate: their calls would go with "
                                                        "them. Group by name, kind or module instead.")
                                                   : tr("Nothing was recorded there that could be faster.")));
    } else {
        addWhatIf(rows, row);
    }
    listLongest(rows, row);
    panel_.end();
}

void PathPanel::addWhatIf(const PathTable& rows, const PathRow& row) {
    whatIf_ = panel_.add(new WhatIfRow(appearance_, rows.total()));
    connect(whatIf_, &WhatIfRow::timesChanged, this, [this, filter = row.filter] { ask(filter); });
    panel_.add(new PanelParagraph(
        appearance_, rows.by() == PathBy::Name
                         ? tr("All events of this name get faster by this factor, on the path or not, with "
                              "everything inside them. Time that other work then takes is not gained.")
                         : tr("All of it gets faster by this factor, on the path or not. Time that other "
                              "work then takes is not gained.")));
}

void PathPanel::ask(const std::string& filter) {
    if (auto parsed = Filter::parse(filter)) {
        whatIf_->setAfter(std::nullopt);
        Q_EMIT speedupChosen({std::move(parsed).value(), whatIf_->times()});
    }
}

void PathPanel::setAfter(TimeNs after) {
    if (whatIf_) {
        whatIf_->setAfter(after);
    }
}

void PathPanel::listLongest(const PathTable& rows, const PathRow& row) {
    if (!row.longest.slice.valid()) {
        return;
    }
    const Trace& trace = rows.found()->graph->traceOf(row.longest.place);
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Longest segment"), tr("in the timeline")));
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = toQString(trace.text(trace.slice(row.longest.slice).name));
    content.second = tr("at %1").arg(durationText(row.longest.range.begin - trace.span().begin));
    content.value = durationText(row.longest.range.length());
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this,
            [this, slice = row.longest.slice] { Q_EMIT sliceChosen(slice); });
}

} // namespace lanes
