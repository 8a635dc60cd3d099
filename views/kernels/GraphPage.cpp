#include "views/kernels/GraphPage.h"

#include "model/analysis/text/KernelName.h"
#include "views/kernels/GraphPanel.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanes {
namespace {

constexpr int kLabelParts = 60; // a piece is named from this part of the longest replay on

QString awayText(double share) {
    const QString text = percentText(std::abs(share));
    return (share < 0 ? QChar(0x2212) : QChar(u'+')) + text;
}

} // namespace

GraphPage::GraphPage(Appearance& appearance, SidePanel& panel, QWidget* view)
    : QObject(view)
    , appearance_(appearance)
    , choice_(new ChoiceButton(appearance, tr("Graph"), {}, view))
    , chart_(new GraphChart(appearance, view))
    , panel_(new GraphPanel(appearance, panel, this)) {
    choice_->hide();
    chart_->hide();
    connect(chart_, &GraphChart::chosen, this,
            [this](std::uint32_t node, std::size_t replay) { chooseNode(node, replay, false); });
    connect(chart_, &GraphChart::activated, this,
            [this](std::uint32_t node, std::size_t replay) { chooseNode(node, replay, true); });
    connect(panel_, &GraphPanel::sliceChosen, this, &GraphPage::linkFollowed);
    connect(panel_, &GraphPanel::replayChosen, this, &GraphPage::chooseReplay);
}

QString GraphPage::nameOf(std::size_t graph) const {
    const DeviceGraph& one = rows_->graphs()[graph];
    const QString which =
        one.id >= 0 ? tr("id %1").arg(one.id) : tr("%1 of %2").arg(graph + 1).arg(rows_->graphs().size());
    const auto nodes = static_cast<std::int64_t>(one.nodes);
    const auto replays = static_cast<std::int64_t>(one.replays.size());
    return tr("%1, %2, %3")
        .arg(which, tr("%1 nodes", nullptr, pluralOf(nodes)).arg(countText(nodes)),
             tr("%1 replays", nullptr, pluralOf(replays)).arg(countText(replays)));
}

QMenu* GraphPage::menu() {
    auto* menu = new QMenu(choice_);
    auto* group = new QActionGroup(menu);
    for (std::size_t i = 0; rows_ && i < rows_->graphs().size(); ++i) {
        QAction* action = menu->addAction(nameOf(i), this, [this, i] {
            graph_ = i;
            replay_.reset();
            Q_EMIT graphChosen();
        });
        action->setCheckable(true);
        action->setChecked(i == rows_->chosen());
        group->addAction(action);
    }
    return menu;
}

void GraphPage::show(std::shared_ptr<const GraphTable> rows) {
    rows_ = std::move(rows);
    const bool any = rows_ && !rows_->graphs().empty();
    choice_->setVisible(any);
    chart_->setVisible(any && !rows_->times().replays.empty());
    if (any) {
        choice_->setMenu(nameOf(rows_->chosen()), [this] { return menu(); });
        fillChart();
    }
}

QString GraphPage::hint() const {
    if (!rows_ || rows_->rows() == 0) {
        return {};
    }
    const DeviceGraph& graph = rows_->graph();
    if (graph.nodesRecorded) {
        const auto same = std::ranges::count_if(rows_->times().nodes, &GraphNode::sameKernel);
        const auto nodes = static_cast<std::int64_t>(graph.nodes);
        return tr("%1 of %2 nodes carry the same kernel in every replay", nullptr, pluralOf(nodes))
            .arg(countText(same), countText(nodes));
    }
    return tr("no node ids recorded: told apart by name and order");
}

void GraphPage::sayWhyEmpty(EmptyState& empty) const {
    if (!rows_) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (rows_->graphs().empty()) {
        empty.setText(
            tr("No CUDA graph was replayed in this session"),
            tr("They appear where the program replays one - torch.cuda.CUDAGraph, or torch.compile with "
               "mode=\"reduce-overhead\" - and GPU work is recorded."));
    } else if (!rows_->query().filter.empty()) {
        empty.setText(tr("No node matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(tr("No replay of this graph begins in this range"),
                      tr("Brush a wider range, or choose the whole session."));
    }
}

GraphChart::Lane GraphPage::laneOf(std::size_t replay) const {
    const GraphTimes& times = rows_->times();
    const GraphReplay& one = rows_->replay(replay);
    const Trace& trace = rows_->data().forest->trace();
    GraphChart::Lane lane;
    lane.replay = replay;
    lane.name = tr("Replay %1").arg(times.replays[replay] + 1);
    lane.length = durationText(one.range.length());
    lane.sign = times.medianLength > 0
                    ? double(one.range.length() - times.medianLength) / double(times.medianLength)
                    : 0;
    lane.away = awayText(lane.sign);
    for (const auto& [number, work] : one.runs) {
        const auto at = std::ranges::lower_bound(times.nodes, number + 1, {}, &GraphNode::number);
        const GraphNode& node = *at;
        const TimeNs begin = rows_->data().start[work] - one.range.begin;
        const std::string_view name = trace.text(rows_->data().name[work]);
        GraphChart::Piece piece;
        piece.range = {begin, begin + rows_->data().duration[work]};
        piece.node = static_cast<std::uint32_t>(at - times.nodes.begin());
        piece.color = appearance_.theme().hueColor(node.hue, shadeOf(name));
        if (piece.range.length() * kLabelParts >= times.medianLength) {
            piece.label = toQString(labelStages(node.kind, name).back());
        }
        lane.pieces.push_back(std::move(piece));
    }
    std::ranges::stable_sort(lane.pieces, {},
                             [](const GraphChart::Piece& piece) { return piece.range.begin; });
    return lane;
}

void GraphPage::fillChart() {
    const GraphTimes& times = rows_->times();
    GraphChart::Picture picture;
    picture.median = times.medianLength;
    for (std::size_t i = 0; i < times.replays.size(); ++i) {
        if (i == 0) {
            GraphChart::Lane typical = laneOf(times.typical);
            if (times.replays.size() > 1) {
                typical.name = tr("Median of %1").arg(times.replays.size());
            }
            typical.length = durationText(times.medianLength);
            typical.away.clear();
            picture.lanes.push_back(std::move(typical));
        }
        if (times.replays.size() > 1) {
            picture.lanes.push_back(laneOf(i));
        }
        picture.longest = std::max(picture.longest, rows_->replay(i).range.length());
    }
    chart_->setPicture(std::move(picture));
}

void GraphPage::chooseNode(std::uint32_t node, std::size_t replay, bool reveal) {
    replay_ = replay;
    for (std::uint32_t row = 0; row < rows_->rows(); ++row) {
        if (&rows_->node(row) == &rows_->times().nodes[node]) {
            Q_EMIT nodeChosen(row, reveal);
            return;
        }
    }
    // the filter hides its row
    if (const SliceId slice = rows_->sliceOf(rows_->times().nodes[node], replay); slice.valid()) {
        Q_EMIT linkFollowed(slice);
    }
}

void GraphPage::fillPanel(std::uint32_t row, TimeNs origin) {
    panel_->show({*rows_, row, replay_, origin});
}

void GraphPage::chooseReplay(std::uint32_t row, std::size_t replay) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    replay_ = replay;
    if (const SliceId slice = rows_->sliceOf(rows_->node(row), replay); slice.valid()) {
        Q_EMIT linkFollowed(slice);
    }
}

SliceId GraphPage::sliceOf(std::uint32_t row) const {
    const GraphNode& node = rows_->node(row);
    const SliceId chosen =
        replay_ && *replay_ < rows_->times().replays.size() ? rows_->sliceOf(node, *replay_) : SliceId();
    return chosen.valid() ? chosen : rows_->sliceOf(node, node.longest);
}

SliceId GraphPage::otherReplay(std::uint32_t row, bool forward) {
    const GraphNode& node = rows_->node(row);
    const std::size_t count = rows_->times().replays.size();
    const std::size_t now = std::min(replay_.value_or(node.longest), count - 1);
    for (std::size_t away = 1; away < count; ++away) {
        const std::size_t replay = (now + (forward ? away : count - away)) % count;
        if (const SliceId slice = rows_->sliceOf(node, replay); slice.valid()) {
            replay_ = replay;
            return slice;
        }
    }
    return {};
}

std::uint32_t GraphPage::nextNode(std::uint32_t row, bool forward) const {
    const std::uint32_t now = rows_->node(row).number;
    std::uint32_t best = TableModel::kNone;
    for (std::uint32_t other = 0; other < rows_->rows(); ++other) {
        const std::uint32_t number = rows_->node(other).number;
        const bool beyond = forward ? number > now : number < now;
        const bool nearer = best == TableModel::kNone ||
                            (forward ? number < rows_->node(best).number : number > rows_->node(best).number);
        best = beyond && nearer ? other : best;
    }
    return best;
}

SliceId GraphPage::operatorOf(std::uint32_t row) const {
    const OperatorForest& forest = *rows_->data().forest;
    const DeviceWork* work = forest.workOf(sliceOf(row));
    return work != nullptr && work->op != DeviceWork::kNoOperator ? forest.slice(work->op) : SliceId();
}

std::uint32_t GraphPage::follow(SliceId slice) {
    if (!rows_ || rows_->rows() == 0) {
        return TableModel::kNone;
    }
    const auto [row, replay] = rows_->find(slice);
    replay_ = replay ? replay : replay_;
    return row;
}

void GraphPage::markCurrent(std::uint32_t row) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const GraphNode& node = rows_->node(row);
    chart_->setCurrent(static_cast<std::uint32_t>(&node - rows_->times().nodes.data()),
                       replay_.value_or(node.longest));
}

} // namespace lanes
