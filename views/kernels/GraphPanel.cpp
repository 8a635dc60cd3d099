#include "views/kernels/GraphPanel.h"

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

GraphPanel::GraphPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void GraphPanel::show(const Content& content) {
    const GraphTable& rows = content.rows;
    const std::uint32_t row = content.row;
    const GraphNode& node = rows.node(row);
    const TableCell deviation = rows.cell(row, rows.column("deviation"), appearance_.theme());
    panel_.begin();
    panel_.add(new PanelTitle(appearance_, {rows.colorOf(row, appearance_.theme()),
                                            {},
                                            rows.text(row, "name"),
                                            tr("Node %1 of %2").arg(node.number).arg(rows.graph().nodes)}));
    auto* figures = new Figures(
        appearance_, {{tr("Median"), durationText(node.median)},
                      {tr("Spread"), rows.cell(row, rows.column("spread_ns"), appearance_.theme()).text},
                      {tr("Deviation"), deviation.text}});
    if (deviation.ink == TableCell::Ink::Warn) {
        figures->setWarning(2);
    }
    panel_.add(figures);
    panel_.addRule();
    listReplays(content);
    listTimes(rows.times());
    listSpread(rows.times(), rows.data().forest->trace());
    listLinks(content);
    panel_.setFoot(rows.graph().nodesRecorded
                       ? nullptr
                       : new PanelNote(appearance_, tr("Nodes are told apart by their kernels"),
                                       tr("the n-th run of a name is one node")));
    panel_.end();
}

void GraphPanel::listReplays(const Content& content) {
    const GraphTable& rows = content.rows;
    const std::uint32_t row = content.row;
    const GraphNode& node = rows.node(row);
    const QColor color = rows.colorOf(row, appearance_.theme());
    PanelColumns::Content times;
    for (std::size_t replay = 0; replay < rows.times().replays.size(); ++replay) {
        const std::uint32_t work = node.workIn(replay);
        const TimeNs time = work == GraphReplay::kMissing ? 0 : rows.data().duration[work];
        times.columns.push_back(
            {double(time), work == GraphReplay::kMissing ? tr("not known") : durationText(time, 3), color});
    }
    times.line = double(node.median);
    times.first = tr("replay %1").arg(rows.times().replays.front() + 1);
    times.last = tr("replay %1").arg(rows.times().replays.back() + 1);
    panel_.add(new SectionHead(appearance_, tr("In each replay"), tr("median as a line")));
    auto* columns = panel_.add(new PanelColumns(appearance_, std::move(times)));
    columns->setCurrent(content.replay.value_or(node.longest));
    connect(columns, &PanelColumns::chosen, this,
            [this, row](std::size_t replay) { Q_EMIT replayChosen(row, replay); });
    panel_.addRule(6);
}

void GraphPanel::listTimes(const GraphTimes& times) {
    panel_.add(new SectionHead(appearance_, tr("All replays"), tr("mean and standard deviation")));
    const auto field = [&](const QString& name, const QString& value) {
        panel_.add(new FieldRow(appearance_, {name, value}));
    };
    field(tr("Replay"), meanText(times.length, times.replays.size()));
    field(tr("Device busy"), meanText(times.busy, times.replays.size()));
    field(tr("Between nodes"), meanText(times.idle, times.replays.size()));
    field(tr("Launch call"), times.call ? meanText(*times.call, times.replays.size()) : tr("not known"));
    panel_.addRule(6);
}

void GraphPanel::listSpread(const GraphTimes& times, const Trace& trace) {
    const TimeNs all = std::accumulate(times.spread.begin(), times.spread.end(), TimeNs(0));
    if (all <= 0) {
        return;
    }
    std::array<std::size_t, kAllHues> order{};
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t hue) { return times.spread[hue]; });
    panel_.add(new SectionHead(appearance_, tr("Where the differences come from"), tr("of all spreads")));
    for (std::size_t i = 0; i < kHuesListed && times.spread[order[i]] > 0; ++i) {
        PanelBar::Content content;
        content.text = hueText(static_cast<Hue>(order[i]), trace);
        content.value = percentText(double(times.spread[order[i]]) / double(all));
        content.share = double(times.spread[order[i]]) / double(times.spread[order.front()]);
        content.color = appearance_.theme().hueColor(static_cast<Hue>(order[i]));
        panel_.add(new PanelBar(appearance_, content));
    }
    panel_.addRule(6);
}

void GraphPanel::listLinks(const Content& content) {
    const GraphTable& rows = content.rows;
    const GraphNode& node = rows.node(content.row);
    const std::size_t replay =
        std::min<std::size_t>(content.replay.value_or(node.longest), rows.times().replays.size() - 1);
    const OperatorForest& forest = *rows.data().forest;
    const Trace& trace = forest.trace();
    const auto link = [&](const char* icon, const QString& role, SliceId slice, const QString& target) {
        if (!slice.valid()) {
            panel_.add(new FieldRow(appearance_, {role, tr("not known")}));
            return;
        }
        const QString time = durationText(trace.slice(slice).start - content.origin, kMomentDigits);
        auto* line = panel_.add(new LinkRow(appearance_, {QLatin1String(icon), role, target, time, {}}));
        connect(line, &LinkRow::clicked, this, [this, slice] { Q_EMIT sliceChosen(slice); });
    };
    const auto nameOf = [&](SliceId slice) {
        return slice.valid() ? toQString(trace.text(trace.slice(slice).name)) : QString();
    };
    const SliceId call = rows.replay(replay).launch;
    const std::uint32_t work = node.workIn(replay);
    const std::uint32_t op =
        work == GraphReplay::kMissing ? DeviceWork::kNoOperator : forest.deviceWork()[work].op;
    const SliceId caller = op == DeviceWork::kNoOperator ? SliceId() : forest.slice(op);
    panel_.add(
        new SectionHead(appearance_, tr("Links"), tr("of replay %1").arg(rows.times().replays[replay] + 1)));
    link("link", tr("Launch"), call, nameOf(call));
    link("operators", tr("Operator"), caller, nameOf(caller));
    link("replay", tr("Longest"), rows.sliceOf(node, node.longest),
         tr("replay %1").arg(rows.times().replays[node.longest] + 1));
}

} // namespace lanes
