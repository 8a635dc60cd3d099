#include "views/kernels/GraphTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr double kMuch = .1; // deviation from which on it warns

std::size_t busiestOf(const std::vector<DeviceGraph>& graphs) {
    const auto busy = [](const DeviceGraph& graph) {
        TimeNs sum = 0;
        for (const GraphReplay& replay : graph.replays) {
            sum += replay.busy;
        }
        return sum;
    };
    return static_cast<std::size_t>(std::ranges::max_element(graphs, {}, busy) - graphs.begin());
}

} // namespace

std::shared_ptr<const GraphTable> GraphTable::make(TraceAnalyses& analyses, Query query,
                                                   const std::stop_token& stop) {
    auto kernels = analyses.kernels(stop);
    Graphs graphs = kernels ? analyses.graphs(stop) : nullptr;
    if (!graphs) {
        return nullptr;
    }
    if (!query.graph || *query.graph >= graphs->size()) {
        query.graph = busiestOf(*graphs);
    }
    auto nodes = report::graphNodes(std::move(kernels), *graphs,
                                    {.range = query.range, .filter = query.filter}, query.graph, stop);
    return nodes ? std::make_shared<const GraphTable>(std::move(nodes), std::move(graphs), std::move(query))
                 : nullptr;
}

GraphTable::GraphTable(std::shared_ptr<const report::GraphNodes> nodes, Graphs graphs, Query query)
    : ReportTable(report::graphNodeTable(nodes))
    , nodes_(std::move(nodes))
    , graphs_(std::move(graphs))
    , query_(std::move(query)) {}

SliceId GraphTable::sliceOf(const GraphNode& node, std::size_t replay) const {
    const std::uint32_t work = node.workIn(replay);
    return work == GraphReplay::kMissing ? SliceId() : data().forest->deviceWork()[work].slice;
}

std::pair<std::uint32_t, std::optional<std::size_t>> GraphTable::find(SliceId slice) const {
    const DeviceWork* found = data().forest->workOf(slice);
    const auto work = found == nullptr
                          ? GraphReplay::kMissing
                          : static_cast<std::uint32_t>(found - data().forest->deviceWork().data());
    for (std::size_t i = 0; i < times().replays.size(); ++i) {
        if (slice == replay(i).launch) {
            return {kNone, i};
        }
        if (found == nullptr || !replay(i).range.contains(data().start[work])) {
            continue;
        }
        const auto run = std::ranges::find(replay(i).runs, work, &GraphRun::work);
        for (std::uint32_t row = 0; run != replay(i).runs.end() && row < rows(); ++row) {
            if (node(row).number == run->at + 1) {
                return {row, i};
            }
        }
    }
    return {kNone, std::nullopt};
}

TableCell GraphTable::cell(std::uint32_t row, int column, const Theme& theme) const {
    TableCell cell = ReportTable::cell(row, column, theme);
    const GraphNode& node = this->node(row);
    if (column == this->column("replays_ns")) {
        cell.text.clear();
        const double most = std::max(1., double(nodes_->rows[row].graph->longest));
        for (const GraphRun& run : node.runs) {
            cell.dots.push_back(std::sqrt(double(data().duration[run.work]) / most));
        }
        cell.tick = std::sqrt(double(node.median) / most);
        cell.bar = colorOf(row, theme);
    } else if (column == this->column("longest_replay")) {
        cell.text = QCoreApplication::translate("GraphTable", "replay %1").arg(node.longest + 1);
    } else if (column == this->column("deviation") && exact(row, column).toDouble() >= kMuch) {
        cell.ink = TableCell::Ink::Warn;
    }
    return cell;
}

int GraphTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    return ReportTable::compare(a, b,
                                column == this->column("replays_ns") ? this->column("median_ns") : column);
}

} // namespace lanes
