#include "views/kernels/GraphTable.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanes {
namespace {

struct About {
    const char* key;
    const char* title;
    int width;
    const char* tip;
};
constexpr std::array<About, kGraphColumns> kAbout{{
    {"node", QT_TRANSLATE_NOOP("GraphTable", "Node"), 56,
     QT_TRANSLATE_NOOP("GraphTable", "In the order in which a replay runs them")},
    {"kernel", QT_TRANSLATE_NOOP("GraphTable", "Kernel"), 0, ""},
    {"median_ns", QT_TRANSLATE_NOOP("GraphTable", "Median"), 80, ""},
    {"replays_ns", QT_TRANSLATE_NOOP("GraphTable", "Every replay"), 240,
     QT_TRANSLATE_NOOP("GraphTable", "A dot for each replay, the median as a line; square-root scale")},
    {"spread_ns", QT_TRANSLATE_NOOP("GraphTable", "Spread"), 82,
     QT_TRANSLATE_NOOP("GraphTable", "From the shortest to the longest")},
    {"deviation", QT_TRANSLATE_NOOP("GraphTable", "Deviation"), 78,
     QT_TRANSLATE_NOOP("GraphTable", "Standard deviation, as a part of the mean")},
    {"longest_replay", QT_TRANSLATE_NOOP("GraphTable", "Longest in"), 86, ""},
    {"share", QT_TRANSLATE_NOOP("GraphTable", "Share"), 56,
     QT_TRANSLATE_NOOP("GraphTable", "Part of the device time of all nodes")},
    {"grid", QT_TRANSLATE_NOOP("GraphTable", "Grid"), 88,
     QT_TRANSLATE_NOOP("GraphTable", "Blocks of a launch")},
}};
constexpr int kLeastName = 150; // px at 100 %
constexpr double kMuch = .1;    // deviation from which on it warns

QString translated(const char* text) {
    return *text == '\0' ? QString() : QCoreApplication::translate("GraphTable", text);
}

// Where room is short: the panel says it as well.
int yieldsAt(GraphColumn column) {
    switch (column) {
    case GraphColumn::Share:
        return 1;
    case GraphColumn::Longest:
        return 2;
    case GraphColumn::Grid:
        return 3;
    default:
        return 0;
    }
}

// "328\u00d73\u00d716", or the blocks alone where they stand in one row.
QString gridText(const LaunchShape& shape) {
    if (shape.grid[1] <= 1 && shape.grid[2] <= 1) {
        return countText(shape.grid[0]);
    }
    return QStringLiteral("%1\u00d7%2\u00d7%3").arg(shape.grid[0]).arg(shape.grid[1]).arg(shape.grid[2]);
}

std::size_t busiestOf(const std::vector<DeviceGraph>& graphs) {
    std::size_t best = 0;
    TimeNs most = -1;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        TimeNs busy = 0;
        for (const GraphReplay& replay : graphs[i].replays) {
            busy += replay.busy;
        }
        if (busy > most) {
            most = busy;
            best = i;
        }
    }
    return best;
}

} // namespace

std::vector<TableColumn> graphColumns() {
    std::vector<TableColumn> columns;
    for (int i = 0; i < kGraphColumns; ++i) {
        const auto which = static_cast<GraphColumn>(i);
        const About& about = kAbout[static_cast<std::size_t>(i)];
        TableColumn column;
        column.key = QString::fromLatin1(about.key);
        column.title = translated(about.title);
        column.width = about.width;
        column.least = kLeastName;
        column.number =
            which != GraphColumn::Kernel && which != GraphColumn::Longest && which != GraphColumn::Replays;
        column.yields = yieldsAt(which);
        column.tip = translated(about.tip);
        columns.push_back(std::move(column));
    }
    return columns;
}

std::shared_ptr<const GraphTable> GraphTable::make(TraceAnalyses& analyses, const Query& query,
                                                   const std::stop_token& stop) {
    const std::shared_ptr<const KernelData> kernels = analyses.kernels(stop);
    const Graphs graphs = kernels ? analyses.graphs(stop) : nullptr;
    return graphs ? std::shared_ptr<const GraphTable>(new GraphTable(kernels, graphs, query)) : nullptr;
}

GraphTable::GraphTable(std::shared_ptr<const KernelData> data, Graphs graphs, Query query)
    : data_(std::move(data))
    , graphs_(std::move(graphs))
    , query_(std::move(query)) {
    if (graphs_->empty()) {
        return;
    }
    if (!query_.graph || *query_.graph >= graphs_->size()) {
        query_.graph = busiestOf(*graphs_);
    }
    times_ = graphTimes(*data_, graph(), query_.range);
    for (const GraphNode& node : times_.nodes) {
        total_ += node.total;
        longest_ = std::max(longest_, node.max);
    }
    keepMatching();
}

void GraphTable::keepMatching() {
    std::optional<FilterMatcher> matcher;
    if (!query_.filter.empty()) {
        matcher.emplace(query_.filter, data_->forest->sharedTrace(), data_->context);
    }
    for (std::uint32_t i = 0; i < times_.nodes.size(); ++i) {
        const GraphNode& node = times_.nodes[i];
        if (!matcher || matcher->matches(sliceOf(node, node.longest))) {
            shown_.push_back(i);
        }
    }
}

QString GraphTable::nameOf(const GraphNode& node) const {
    const std::string_view recorded = data_->forest->trace().text(node.name);
    return toQString(node.kind == EventKind::Kernel ? foldedKernelName(recorded) : std::string(recorded));
}

QColor GraphTable::colorOf(const GraphNode& node, const Theme& theme) const {
    return theme.hueColor(node.hue, shadeOf(data_->forest->trace().text(node.name)));
}

SliceId GraphTable::sliceOf(const GraphNode& node, std::size_t replay) const {
    const std::uint32_t work = node.workIn(replay);
    return work == GraphReplay::kMissing ? SliceId() : data_->forest->deviceWork()[work].slice;
}

std::pair<std::uint32_t, std::optional<std::size_t>> GraphTable::find(SliceId slice) const {
    const DeviceWork* found = data_->forest->workOf(slice);
    const auto work = found == nullptr
                          ? GraphReplay::kMissing
                          : static_cast<std::uint32_t>(found - data_->forest->deviceWork().data());
    for (std::size_t i = 0; i < times_.replays.size(); ++i) {
        if (slice == replay(i).launch) {
            return {kNone, i};
        }
        if (found == nullptr || !replay(i).range.contains(data_->start[work])) {
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

const LaunchShape& GraphTable::shapeOf(const GraphNode& node) const {
    return data_->launches[data_->launch[node.longestWork]].shape;
}

double GraphTable::number(std::uint32_t row, GraphColumn column) const {
    const GraphNode& node = this->node(row);
    switch (column) {
    case GraphColumn::Node:
        return node.number;
    case GraphColumn::Median:
    case GraphColumn::Replays:
        return double(node.median);
    case GraphColumn::Spread:
        return times_.replays.size() > 1 ? double(node.spread()) : -1;
    case GraphColumn::Deviation: {
        const auto runs = double(node.runs.size());
        return runs > 1 && node.total > 0 ? double(node.deviation) / (double(node.total) / runs) : -1;
    }
    case GraphColumn::Longest:
        return node.longest;
    case GraphColumn::Share:
        return total_ > 0 ? double(node.total) / double(total_) : 0;
    case GraphColumn::Grid:
        return shapeOf(node).blocks() > 0 ? double(shapeOf(node).blocks()) : -1;
    case GraphColumn::Kernel:
        break;
    }
    return -1;
}

TableCell GraphTable::cell(std::uint32_t row, int columnIndex, const Theme& theme) const {
    const auto column = static_cast<GraphColumn>(columnIndex);
    const GraphNode& node = this->node(row);
    TableCell cell;
    if (column == GraphColumn::Kernel) {
        cell.text = nameOf(node);
        cell.elide = Qt::ElideMiddle;
        cell.dot = colorOf(node, theme);
        return cell;
    }
    const double value = number(row, column);
    if (value < 0) {
        cell.text = QStringLiteral("\u2013");
        cell.ink = TableCell::Ink::Text3;
        return cell;
    }
    switch (column) {
    case GraphColumn::Replays: {
        const double most = std::max(1., double(longest_));
        for (const GraphRun& run : node.runs) {
            cell.dots.push_back(std::sqrt(double(data_->duration[run.work]) / most));
        }
        cell.tick = std::sqrt(value / most);
        cell.bar = colorOf(node, theme);
        break;
    }
    case GraphColumn::Node:
        cell.text = countText(node.number);
        cell.ink = TableCell::Ink::Text2;
        break;
    case GraphColumn::Longest:
        cell.text = QCoreApplication::translate("GraphTable", "replay %1").arg(node.longest + 1);
        cell.ink = TableCell::Ink::Text2;
        break;
    case GraphColumn::Deviation:
        cell.text = percentText(value);
        cell.ink = value >= kMuch ? TableCell::Ink::Warn : TableCell::Ink::Text2;
        break;
    case GraphColumn::Share:
        cell.text = percentText(value);
        cell.ink = TableCell::Ink::Text2;
        break;
    case GraphColumn::Grid:
        cell.text = gridText(shapeOf(node));
        cell.ink = TableCell::Ink::Text2;
        break;
    default:
        cell.text = durationText(static_cast<TimeNs>(value));
    }
    return cell;
}

int GraphTable::compare(std::uint32_t a, std::uint32_t b, int columnIndex) const {
    const auto column = static_cast<GraphColumn>(columnIndex);
    if (column == GraphColumn::Kernel) {
        return nameOf(node(a)).compare(nameOf(node(b)));
    }
    const double left = number(a, column);
    const double right = number(b, column);
    return left < right ? -1 : int(left > right);
}

QString GraphTable::exact(std::uint32_t row, int columnIndex) const {
    const auto column = static_cast<GraphColumn>(columnIndex);
    const GraphNode& node = this->node(row);
    const double value = number(row, column);
    switch (column) {
    case GraphColumn::Kernel:
        return toQString(data_->forest->trace().text(node.name));
    case GraphColumn::Replays: {
        QStringList times;
        const bool ranInAll = node.runs.size() == times_.replays.size();
        for (const GraphRun& run : node.runs) {
            const QString time = QString::number(data_->duration[run.work]);
            times << (ranInAll ? time : QStringLiteral("%1:%2").arg(run.at + 1).arg(time));
        }
        return times.join(QLatin1Char(' '));
    }
    case GraphColumn::Longest:
        return QString::number(node.longest + 1);
    case GraphColumn::Grid: {
        const LaunchShape& shape = shapeOf(node);
        return value < 0
                   ? QString()
                   : QStringLiteral("%1x%2x%3").arg(shape.grid[0]).arg(shape.grid[1]).arg(shape.grid[2]);
    }
    case GraphColumn::Deviation:
    case GraphColumn::Share:
        return value < 0 ? QString() : QString::number(value, 'f', 6);
    default:
        return value < 0 ? QString() : QString::number(value, 'f', 0);
    }
}

} // namespace lanes
