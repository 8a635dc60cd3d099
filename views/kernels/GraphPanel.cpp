// The panel beside the nodes of a CUDA graph.
#include "views/kernels/GraphPage.h"
#include "views/shared/controls/PanelColumns.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanes {
namespace {

constexpr int kMomentDigits = 5;
constexpr std::size_t kHuesListed = 5;

QString meanText(const MeanTime& time, std::size_t count) {
    const QString mean = durationText(time.mean);
    return count < 2 ? mean : mean + QStringLiteral("  \u00b1\u2009") + durationText(time.deviation, 3);
}

} // namespace

void GraphPage::fillPanel(SidePanel& panel, std::uint32_t row, TimeNs zero) {
    const GraphNode& node = rows_->node(row);
    const TableCell deviation =
        rows_->cell(row, static_cast<int>(GraphColumn::Deviation), appearance_.theme());
    panel.begin();
    panel.add(new PanelTitle(
        appearance_, {rows_->cell(row, static_cast<int>(GraphColumn::Kernel), appearance_.theme()).dot,
                      {},
                      rows_->nameOf(node),
                      tr("Node %1 of %2").arg(node.number).arg(rows_->graph().nodes())}));
    auto* figures = new Figures(
        appearance_,
        {{tr("Median"), durationText(node.median)},
         {tr("Spread"), rows_->cell(row, static_cast<int>(GraphColumn::Spread), appearance_.theme()).text},
         {tr("Deviation"), deviation.text}});
    if (deviation.ink == TableCell::Ink::Warn) {
        figures->setWarning(2);
    }
    panel.add(figures);
    panel.addRule();
    listReplays(panel, row);
    listTimes(panel);
    listSpread(panel);
    listLinks(panel, row, zero);
    panel.setFoot(rows_->graph().nodesRecorded
                      ? nullptr
                      : new PanelNote(appearance_, tr("Nodes are told apart by their kernels"),
                                      tr("the n-th run of a name is one node")));
    panel.end();
}

void GraphPage::listReplays(SidePanel& panel, std::uint32_t row) {
    const GraphNode& node = rows_->node(row);
    const QColor color = rows_->cell(row, static_cast<int>(GraphColumn::Kernel), appearance_.theme()).dot;
    PanelColumns::Content content;
    for (const std::uint32_t work : node.works) {
        const TimeNs time = work == GraphReplay::kMissing ? 0 : rows_->data().duration[work];
        content.columns.push_back(
            {double(time), work == GraphReplay::kMissing ? tr("not known") : durationText(time, 3), color});
    }
    content.line = double(node.median);
    content.first = tr("replay %1").arg(rows_->times().replays.front() + 1);
    content.last = tr("replay %1").arg(rows_->times().replays.back() + 1);
    panel.add(new SectionHead(appearance_, tr("In each replay"), tr("median as a line")));
    auto* columns = panel.add(new PanelColumns(appearance_, std::move(content)));
    columns->setCurrent(replay_.value_or(node.longest));
    connect(columns, &PanelColumns::chosen, this, [this, row](std::size_t replay) {
        replay_ = replay;
        if (const SliceId slice = rows_->sliceOf(rows_->node(row), replay); slice.valid()) {
            Q_EMIT linkFollowed(slice);
        }
    });
    panel.addRule(6);
}

void GraphPage::listTimes(SidePanel& panel) const {
    const GraphTimes& times = rows_->times();
    panel.add(new SectionHead(appearance_, tr("All replays"), tr("mean and standard deviation")));
    const auto field = [&](const QString& name, const QString& value) {
        panel.add(new FieldRow(appearance_, {name, value}));
    };
    field(tr("Replay"), meanText(times.length, times.replays.size()));
    field(tr("Device busy"), meanText(times.busy, times.replays.size()));
    field(tr("Between nodes"), meanText(times.idle, times.replays.size()));
    field(tr("Launch call"), times.call ? meanText(*times.call, times.replays.size()) : tr("not known"));
    panel.addRule(6);
}

void GraphPage::listSpread(SidePanel& panel) const {
    const GraphTimes& times = rows_->times();
    const TimeNs all = std::accumulate(times.spread.begin(), times.spread.end(), TimeNs(0));
    if (all <= 0) {
        return;
    }
    std::array<std::size_t, kHueCount> order{};
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t hue) { return times.spread[hue]; });
    panel.add(new SectionHead(appearance_, tr("Where the differences come from"), tr("of all spreads")));
    for (std::size_t i = 0; i < kHuesListed && times.spread[order[i]] > 0; ++i) {
        PanelBar::Content content;
        content.text = hueText(static_cast<Hue>(order[i]));
        content.value = percentText(double(times.spread[order[i]]) / double(all));
        content.share = double(times.spread[order[i]]) / double(times.spread[order.front()]);
        content.color = appearance_.theme().hueColor(static_cast<Hue>(order[i]));
        panel.add(new PanelBar(appearance_, content));
    }
    panel.addRule(6);
}

void GraphPage::listLinks(SidePanel& panel, std::uint32_t row, TimeNs zero) {
    const GraphNode& node = rows_->node(row);
    const std::size_t replay = std::min<std::size_t>(replay_.value_or(node.longest), node.works.size() - 1);
    const OperatorForest& forest = *rows_->data().forest;
    const Trace& trace = forest.trace();
    const auto link = [&](const char* icon, const QString& role, SliceId slice, const QString& target) {
        if (!slice.valid()) {
            panel.add(new FieldRow(appearance_, {role, tr("not known")}));
            return;
        }
        const QString time = durationText(trace.slice(slice).start - zero, kMomentDigits);
        auto* line = panel.add(new LinkRow(appearance_, {QLatin1String(icon), role, target, time, {}}));
        connect(line, &LinkRow::clicked, this, [this, slice] { Q_EMIT linkFollowed(slice); });
    };
    const auto nameOf = [&](SliceId slice) {
        return slice.valid() ? toQString(trace.text(trace.slice(slice).name)) : QString();
    };
    const SliceId call = rows_->replay(replay).launch;
    const std::uint32_t work = node.works[replay];
    const std::uint32_t op =
        work == GraphReplay::kMissing ? DeviceWork::kNoOperator : forest.deviceWork()[work].op;
    const SliceId caller = op == DeviceWork::kNoOperator ? SliceId() : forest.slice(op);
    panel.add(new SectionHead(appearance_, tr("Links"),
                              tr("of replay %1").arg(rows_->times().replays[replay] + 1)));
    link("link", tr("Launch"), call, nameOf(call));
    link("operators", tr("Operator"), caller, nameOf(caller));
    link("replay", tr("Longest"), rows_->sliceOf(node, node.longest),
         tr("replay %1").arg(rows_->times().replays[node.longest] + 1));
}

} // namespace lanes
