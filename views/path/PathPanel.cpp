// The panel beside the path: what a row is, and what would be gained if it were faster.
#include "model/analysis/path/WhatIf.h"
#include "views/path/PathView.h"
#include "views/path/WhatIfRow.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <vector>

namespace lanes {

void PathView::showRow(std::uint32_t index) {
    const PathRow& row = rows_->row(index);
    panel().begin();
    panel().add(new PanelTitle(
        look(), {rows_->colorOf(index, look().theme()),
                 {},
                 rows_->labelOf(index),
                 row.kind && rows_->by() == PathBy::Name ? pathKindText(*row.kind) : QString()}));
    panel().add(new Figures(
        look(), {{tr("On the path"), durationText(row.time)},
                 {tr("Share"), percentText(double(row.time) / double(std::max<TimeNs>(rows_->total(), 1)))},
                 {tr("Slack"), row.slack ? durationText(*row.slack) : tr("not known")}}));
    panel().addRule();
    panel().add(new SectionHead(look(), tr("What if it were faster"), tr("+ and \u2212")));
    if (row.filter.empty()) {
        panel().add(new PanelParagraph(
            look(), rows_->by() == PathBy::Line
                        ? tr("Of a line nobody can say what it would be without its calls: ask by name, kind "
                             "or module.")
                        : tr("Nothing was recorded there that could be faster.")));
    } else {
        addWhatIf(row);
    }
    listLongest(row);
    panel().end();
}

void PathView::addWhatIf(const PathRow& row) {
    auto* whatIf = panel().add(new WhatIfRow(look(), rows_->total()));
    connect(whatIf, &WhatIfRow::timesChanged, this, [this, filter = row.filter] { replay(filter); });
    panel().add(new PanelParagraph(
        look(), rows_->by() == PathBy::Name
                    ? tr("All events of this name would be so much faster, on the path or not, with all that "
                         "runs within them; what something else would decide then is not counted as gained.")
                    : tr("All of it would be so much faster, on the path or not; what something else would "
                         "decide then is not counted as gained.")));
}

WhatIfRow* PathView::whatIf() const {
    return panel().findChild<WhatIfRow*>();
}

void PathView::replay(const std::string& filter) {
    WhatIfRow* row = whatIf();
    auto parsed = Filter::parse(filter);
    if (row == nullptr || !parsed) {
        return;
    }
    row->setAfter(std::nullopt);
    runAside(
        [found = rows_->found(), faster = std::vector{Speedup{std::move(parsed).value(), row->times()}}](
            const std::stop_token& stop) {
            return rangeIfFaster(*found->graph, found->path.range, faster, stop);
        },
        [this](std::optional<TimeNs> after) {
            if (WhatIfRow* shown = whatIf(); shown != nullptr && after) {
                shown->setAfter(after);
            }
        });
}

void PathView::listLongest(const PathRow& row) {
    if (!row.longest.slice.valid()) {
        return;
    }
    const Trace& trace = rows_->found()->graph->traceOf(row.longest.place);
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Longest segment"), tr("in the timeline")));
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = toQString(trace.text(trace.slice(row.longest.slice).name));
    content.second = tr("at %1").arg(durationText(row.longest.range.begin - trace.span().begin));
    content.value = durationText(row.longest.range.length());
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [this, slice = row.longest.slice] { goTo(slice); });
}

} // namespace lanes
