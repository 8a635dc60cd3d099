#include "views/compare/ComparePanel.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {
namespace {

// Of the difference of the totals.
QString shareText(TimeNs delta, const SessionDiff& diff) {
    const TimeNs whole = diff.timeB - diff.timeA;
    return whole != 0 ? percentText(double(delta) / double(whole)) : QStringLiteral("\u2013");
}

} // namespace

ComparePanel::ComparePanel(Appearance& appearance, SidePanel& panel, const CompareSides& sides,
                           QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel)
    , sides_(sides) {}

void ComparePanel::showRow(const CompareTable& rows, std::uint32_t index) {
    const DiffRow& row = rows.row(index);
    const SessionDiff& diff = rows.diff();
    const QStringList lines = toQString(row.name).split(QLatin1Char('\n'));
    panel_.begin();
    panel_.add(new PanelTitle(
        appearance_,
        {CompareTable::colorOf(row, appearance_.theme()), {}, lines.front(), diffStatusText(row.status)}));
    auto* figures = panel_.add(
        new Figures(appearance_, {{QStringLiteral("A"), amountText(diff.metric, row.timeA)},
                                  {QStringLiteral("B"), amountText(diff.metric, row.timeB)},
                                  {QStringLiteral("B \u2212 A"), deltaText(diff.metric, row.delta())}}));
    if (row.status == DiffStatus::Slower || row.status == DiffStatus::Added) {
        figures->setWarning(2);
    }
    if (row.perStep &&
        diff.stepsA != diff.stepsB) { // totals of other numbers of steps differ without a change
        panel_.add(new PanelParagraph(appearance_, tr("At 95 %, a step differs by %1 to %2.")
                                                       .arg(deltaText(diff.metric, row.perStep->low),
                                                            deltaText(diff.metric, row.perStep->high))));
    } else if (row.low && row.high) {
        panel_.add(new PanelParagraph(
            appearance_, tr("At 95 %, as steps vary: %1 to %2.")
                             .arg(deltaText(diff.metric, *row.low), deltaText(diff.metric, *row.high))));
    } else if (!diff.metric) { // of profiles the head says it
        panel_.add(new PanelParagraph(
            appearance_, tr("Not significant: a comparison needs at least three steps on each side.")));
    }
    panel_.addRule();
    const auto perStep = [](TimeNs time, std::int64_t steps) {
        return steps > 0 ? durationText(time / steps) : tr("no steps");
    };
    panel_.add(new FieldGrid(appearance_, {{tr("Calls in A"), countText(row.callsA)},
                                           {tr("Calls in B"), countText(row.callsB)},
                                           {tr("Share"), shareText(row.delta(), diff)}}));
    if (!diff.metric) {
        panel_.add(new FieldGrid(appearance_, {{tr("A per step"), perStep(row.timeA, diff.stepsA)},
                                               {tr("B per step"), perStep(row.timeB, diff.stepsB)}}));
        panel_.addRule();
        panel_.add(new SectionHead(appearance_, tr("Longest call"), tr("in the timeline")));
        addLink(sides_.a(), row.longestA);
        addLink(sides_.b(), row.longestB);
    }
    if (lines.size() > 1) {
        panel_.addRule();
        panel_.add(new SectionHead(appearance_, tr("Stack")));
        panel_.add(new PanelParagraph(appearance_, lines.mid(1).join(QLatin1Char('\n'))));
    }
    panel_.end();
}

void ComparePanel::showNode(const DiffScene& scene, std::uint32_t index, const SessionDiff& diff) {
    const DiffNode& node = scene.tree.nodes[index];
    const QColor color = QColor::fromRgb(changeColor(scene.change(index), appearance_.theme()));
    const FlameLabel label = flameLabel(node.kind, node.name);
    panel_.begin();
    panel_.add(new PanelTitle(appearance_, {color, {}, label.text, label.place}));
    panel_.add(
        new Figures(appearance_, {{QStringLiteral("A"), amountText(diff.metric, node.a.total)},
                                  {QStringLiteral("B"), amountText(diff.metric, node.b.total)},
                                  {QStringLiteral("B \u2212 A"), deltaText(diff.metric, node.delta())}}));
    panel_.addRule();
    panel_.add(new FieldGrid(appearance_, {{tr("Calls in A"), countText(node.a.calls)},
                                           {tr("Calls in B"), countText(node.b.calls)},
                                           {tr("Share"), shareText(node.delta(), diff)}}));
    panel_.add(new FieldGrid(appearance_, {{tr("A itself"), amountText(diff.metric, node.a.self)},
                                           {tr("B itself"), amountText(diff.metric, node.b.self)}}));
    if (node.a.longest.valid() || node.b.longest.valid()) {
        panel_.addRule();
        panel_.add(new SectionHead(appearance_, tr("Longest call"), tr("in the timeline")));
        addLink(sides_.a(), node.a.longest);
        addLink(sides_.b(), node.b.longest);
    }
    panel_.end();
}

void ComparePanel::showSlice(const StepPair& pair, StepTimelines::Which which, SliceId slice) {
    const bool ofA = which == StepTimelines::Which::A;
    const StepSide& step = ofA ? pair.a : pair.b;
    const Trace::Slice at = step.trace->slice(slice);
    const std::string_view name = step.trace->text(at.name);
    panel_.begin();
    panel_.add(new PanelTitle(appearance_, {appearance_.theme().hueColor(at.hue, shadeOf(name)),
                                            {},
                                            flameLabel(at.kind, name).text,
                                            ofA ? tr("in A") : tr("in B")}));
    panel_.add(new Figures(
        appearance_, {{tr("Duration"), durationText(at.duration)},
                      {tr("Into the step"), durationText(at.start - step.range.begin)},
                      {tr("Share of it"), percentText(double(at.duration) /
                                                      double(std::max<TimeNs>(step.range.length(), 1)))}}));
    panel_.addRule();
    panel_.add(new SectionHead(appearance_, tr("In the timeline")));
    addLink(ofA ? sides_.a() : sides_.b(), slice);
    panel_.end();
}

void ComparePanel::addLink(const CompareSides::Side& side, SliceId slice) {
    if (side.first() == nullptr || !slice.valid()) {
        return;
    }
    const Trace& trace = *side.first()->trace();
    PanelLink::Content content;
    content.icon = QStringLiteral("timeline");
    content.text = side.name;
    content.value = durationText(trace.slice(slice).duration);
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this, [this, state = QPointer(side.first()), slice] {
        if (state) {
            Q_EMIT sliceChosen(state, slice);
        }
    });
}

} // namespace lanes
