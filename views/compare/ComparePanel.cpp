// The panel beside the differences.
#include "views/compare/CompareView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {

void CompareView::showRow(std::uint32_t index) {
    const DiffRow& row = rows_->row(index);
    const SessionDiff& diff = rows_->diff();
    const QStringList lines = toQString(row.name).split(QLatin1Char('\n'));
    panel().begin();
    panel().add(new PanelTitle(
        look(), {CompareTable::colorOf(row, look().theme()), {}, lines.front(), diffStatusText(row.status)}));
    auto* figures =
        panel().add(new Figures(look(), {{QStringLiteral("A"), durationText(row.timeA)},
                                         {QStringLiteral("B"), durationText(row.timeB)},
                                         {QStringLiteral("B \u2212 A"), deltaText(row.delta())}}));
    if (row.status == DiffStatus::Slower || row.status == DiffStatus::Added) {
        figures->setWarning(2);
    }
    if (row.low && row.high) {
        panel().add(new PanelParagraph(
            look(), tr("At 95 %, as steps vary: %1 to %2.").arg(deltaText(*row.low), deltaText(*row.high))));
    } else {
        panel().add(new PanelParagraph(
            look(), tr("With fewer than three steps on either side nobody can tell a change from chance.")));
    }
    panel().addRule();
    const auto perStep = [](TimeNs time, std::int64_t steps) {
        return steps > 0 ? durationText(time / steps) : tr("no steps");
    };
    panel().add(new FieldGrid(look(), {{tr("Calls in A"), countText(row.callsA)},
                                       {tr("Calls in B"), countText(row.callsB)},
                                       {tr("Share"), shareText(row.delta())}}));
    panel().add(new FieldGrid(look(), {{tr("A per step"), perStep(row.timeA, diff.stepsA)},
                                       {tr("B per step"), perStep(row.timeB, diff.stepsB)}}));
    panel().addRule();
    panel().add(new SectionHead(look(), tr("Longest call"), tr("in the timeline")));
    addLink(sides_->a(), row.longestA);
    addLink(sides_->b(), row.longestB);
    if (lines.size() > 1) {
        panel().addRule();
        panel().add(new SectionHead(look(), tr("Stack")));
        panel().add(new PanelParagraph(look(), lines.mid(1).join(QLatin1Char('\n'))));
    }
    panel().end();
}

void CompareView::showNode(std::uint32_t index) {
    const DiffNode& node = flame_->scene()->tree.nodes[index];
    const QColor color = QColor::fromRgb(changeColor(flame_->scene()->change(index), look().theme()));
    const FlameLabel label = flameLabel(node.kind, node.name);
    panel().begin();
    panel().add(new PanelTitle(look(), {color, {}, label.text, label.place}));
    panel().add(new Figures(look(), {{QStringLiteral("A"), durationText(node.a.total)},
                                     {QStringLiteral("B"), durationText(node.b.total)},
                                     {QStringLiteral("B \u2212 A"), deltaText(node.delta())}}));
    panel().addRule();
    panel().add(new FieldGrid(look(), {{tr("Calls in A"), countText(node.a.calls)},
                                       {tr("Calls in B"), countText(node.b.calls)},
                                       {tr("Share"), shareText(node.delta())}}));
    panel().add(new FieldGrid(
        look(), {{tr("A itself"), durationText(node.a.self)}, {tr("B itself"), durationText(node.b.self)}}));
    if (node.a.longest.valid() || node.b.longest.valid()) {
        panel().addRule();
        panel().add(new SectionHead(look(), tr("Longest call"), tr("in the timeline")));
        addLink(sides_->a(), node.a.longest);
        addLink(sides_->b(), node.b.longest);
    }
    panel().end();
}

void CompareView::showSlice(StepTimelines::Which which, SliceId slice) {
    const bool ofA = which == StepTimelines::Which::A;
    const StepSide& step = ofA ? timelines_->pair()->a : timelines_->pair()->b;
    const Trace::Slice at = step.trace->slice(slice);
    const std::string_view name = step.trace->text(at.name);
    panel().begin();
    panel().add(new PanelTitle(look(), {look().theme().hueColor(at.hue, shadeOf(name)),
                                        {},
                                        flameLabel(at.kind, name).text,
                                        ofA ? tr("in A") : tr("in B")}));
    panel().add(new Figures(
        look(), {{tr("Duration"), durationText(at.duration)},
                 {tr("Into the step"), durationText(at.start - step.range.begin)},
                 {tr("Share of it"),
                  percentText(double(at.duration) / double(std::max<TimeNs>(step.range.length(), 1)))}}));
    panel().addRule();
    panel().add(new SectionHead(look(), tr("In the timeline")));
    addLink(ofA ? sides_->a() : sides_->b(), slice);
    panel().end();
}

QString CompareView::shareText(TimeNs delta) const {
    const TimeNs whole = rows_->diff().timeB - rows_->diff().timeA;
    return whole != 0 ? percentText(double(delta) / double(whole)) : QStringLiteral("\u2013");
}

void CompareView::addLink(const Side& side, SliceId slice) {
    if (side.first() == nullptr || !slice.valid()) {
        return;
    }
    const Trace& trace = *side.first()->trace();
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = side.name;
    content.value = durationText(trace.slice(slice).duration);
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [state = QPointer(side.first()), slice] {
        if (state) {
            state->goTo(slice);
        }
    });
}

} // namespace lanes
