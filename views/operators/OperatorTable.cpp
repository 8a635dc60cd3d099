#include "views/operators/OperatorTable.h"

#include "model/analysis/operators/Shapes.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr double kNsPerSecond = 1e9;

struct About {
    const char* key;
    const char* title;
    int width;
    const char* tip;
};
constexpr std::array<About, kOperatorColumns> kAbout{{
    {"name", QT_TRANSLATE_NOOP("OperatorTable", "Operator"), 196, ""},
    {"shapes", QT_TRANSLATE_NOOP("OperatorTable", "Input shapes"), 0, ""},
    {"calls", QT_TRANSLATE_NOOP("OperatorTable", "Calls"), 60, ""},
    {"self_cpu_ns", QT_TRANSLATE_NOOP("OperatorTable", "Self CPU"), 140,
     QT_TRANSLATE_NOOP("OperatorTable", "Time on the CPU without the operators that it calls")},
    {"total_cpu_ns", QT_TRANSLATE_NOOP("OperatorTable", "Total CPU"), 86,
     QT_TRANSLATE_NOOP("OperatorTable", "Time on the CPU with the operators that it calls")},
    {"self_device_ns", QT_TRANSLATE_NOOP("OperatorTable", "Device time"), 150,
     QT_TRANSLATE_NOOP("OperatorTable", "Kernels, copies and memsets that it launches itself")},
    {"total_device_ns", QT_TRANSLATE_NOOP("OperatorTable", "Total device"), 100,
     QT_TRANSLATE_NOOP("OperatorTable", "Device work that it and the operators that it calls launch")},
    {"share", QT_TRANSLATE_NOOP("OperatorTable", "Share"), 60,
     QT_TRANSLATE_NOOP("OperatorTable",
                       "Part of the device time of all rows; without a device, of the CPU time")},
    {"mean_device_ns", QT_TRANSLATE_NOOP("OperatorTable", "Mean"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Device time per call")},
    {"max_device_ns", QT_TRANSLATE_NOOP("OperatorTable", "Max"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Most device time of one call")},
    {"mean_ns", QT_TRANSLATE_NOOP("OperatorTable", "Mean CPU"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Duration of a call on the CPU")},
    {"min_ns", QT_TRANSLATE_NOOP("OperatorTable", "Min CPU"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Shortest call on the CPU")},
    {"max_ns", QT_TRANSLATE_NOOP("OperatorTable", "Max CPU"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Longest call on the CPU")},
    {"deviation_ns", QT_TRANSLATE_NOOP("OperatorTable", "Std dev"), 84,
     QT_TRANSLATE_NOOP("OperatorTable", "Standard deviation of the calls' durations on the CPU")},
    {"allocated_bytes", QT_TRANSLATE_NOOP("OperatorTable", "Allocated"), 96,
     QT_TRANSLATE_NOOP("OperatorTable", "Memory allocated while it ran")},
    {"freed_bytes", QT_TRANSLATE_NOOP("OperatorTable", "Freed"), 96,
     QT_TRANSLATE_NOOP("OperatorTable", "Memory freed while it ran")},
    {"flops", QT_TRANSLATE_NOOP("OperatorTable", "FLOP"), 90,
     QT_TRANSLATE_NOOP("OperatorTable", "Floating-point operations, as far as they follow from the shapes")},
    {"bytes", QT_TRANSLATE_NOOP("OperatorTable", "Traffic"), 96,
     QT_TRANSLATE_NOOP("OperatorTable",
                       "Memory traffic, at least: every input read and every result written once")},
    {"flop_per_s", QT_TRANSLATE_NOOP("OperatorTable", "TFLOP/s"), 76,
     QT_TRANSLATE_NOOP("OperatorTable", "Achieved on the device")},
    {"bytes_per_s", QT_TRANSLATE_NOOP("OperatorTable", "GB/s"), 76,
     QT_TRANSLATE_NOOP("OperatorTable", "Achieved on the device")},
    {"flop_per_byte", QT_TRANSLATE_NOOP("OperatorTable", "FLOP/B"), 76,
     QT_TRANSLATE_NOOP("OperatorTable", "Operations per byte of memory traffic, from the shapes")},
}};

QString translated(const char* text) {
    return QCoreApplication::translate("OperatorTable", text);
}

QString titleOf(OperatorGroup group) {
    switch (group) {
    case OperatorGroup::Module:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "Module"));
    case OperatorGroup::Step:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "Step"));
    case OperatorGroup::Thread:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "Thread"));
    case OperatorGroup::Category:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "Category"));
    default:
        return translated(kAbout[0].title);
    }
}

// Where room is short: what says least about a whole goes first.
int yieldsAt(OperatorColumn column) {
    switch (column) {
    case OperatorColumn::TotalCpu:
        return 1;
    case OperatorColumn::Share:
        return 2;
    case OperatorColumn::Mean:
    case OperatorColumn::MeanDevice:
        return 3;
    case OperatorColumn::Max:
    case OperatorColumn::MaxDevice:
        return 4;
    default:
        return 0;
    }
}

// Figures that a table with so much room, px at 100 %, shows as well.
int joinsAt(OperatorColumn column, bool hasDevice) {
    constexpr int kWide = 2100;
    switch (column) {
    case OperatorColumn::Mean:
    case OperatorColumn::Allocated:
    case OperatorColumn::Flops:
    case OperatorColumn::Bytes:
        return kWide;
    case OperatorColumn::FlopRate:
    case OperatorColumn::ByteRate:
        return hasDevice ? kWide : 0;
    default:
        return 0;
    }
}

bool shownAtFirst(OperatorColumn column, OperatorGroup group, bool hasDevice, bool hasShapes) {
    switch (column) {
    case OperatorColumn::Name:
    case OperatorColumn::Calls:
    case OperatorColumn::SelfCpu:
    case OperatorColumn::TotalCpu:
    case OperatorColumn::Share:
        return true;
    case OperatorColumn::Shapes:
        return (group == OperatorGroup::Shapes && hasShapes) || group == OperatorGroup::Stack ||
               group == OperatorGroup::Module;
    case OperatorColumn::TotalDevice:
        return hasDevice && group == OperatorGroup::Tree;
    case OperatorColumn::SelfDevice:
    case OperatorColumn::MeanDevice:
    case OperatorColumn::MaxDevice:
        return hasDevice;
    case OperatorColumn::Mean:
    case OperatorColumn::Max:
        return !hasDevice;
    default:
        return false;
    }
}

constexpr int kMostName = 420;  // px at 100 %: the longest backward operators
constexpr int kLeastText = 210; // px at 100 %: two shapes of three dimensions

// "12.3 G", "4.21 T": for counts of operations.
QString largeText(double value) {
    static constexpr std::array kUnits{"", "k", "M", "G", "T", "P"};
    std::size_t unit = 0;
    while (value >= 1000 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    return QString::number(value, 'g', 4) +
           (unit > 0 ? QChar(0x2009) + QLatin1String(kUnits[unit]) : QString());
}

} // namespace

std::vector<TableColumn> operatorColumns(OperatorGroup group, bool hasDevice, bool hasShapes) {
    std::vector<TableColumn> columns;
    for (int i = 0; i < kOperatorColumns; ++i) {
        const About& about = kAbout[static_cast<std::size_t>(i)];
        const auto column = static_cast<OperatorColumn>(i);
        TableColumn made;
        made.key = QString::fromLatin1(about.key);
        made.title = i == 0 ? titleOf(group) : translated(about.title);
        made.width = about.width;
        made.number = column > OperatorColumn::Shapes;
        made.bar = column == OperatorColumn::SelfCpu || column == OperatorColumn::SelfDevice;
        made.least = kLeastText;
        made.shown = shownAtFirst(column, group, hasDevice, hasShapes);
        made.yields = yieldsAt(column);
        made.joins = joinsAt(column, hasDevice);
        made.tip = *about.tip != '\0' ? translated(about.tip) : QString();
        columns.push_back(std::move(made));
    }
    if (group == OperatorGroup::Stack) {
        columns[1].title = translated(QT_TRANSLATE_NOOP("OperatorTable", "Called from"));
    }
    columns[0].most = kMostName;
    if (!columns[1].shown) {
        columns[0].width = 0; // one column must take what is left
    }
    return columns;
}

OperatorTable::OperatorTable(std::shared_ptr<const OperatorData> data, OperatorQuery query,
                             std::vector<OperatorRow> rows)
    : data_(std::move(data))
    , query_(std::move(query))
    , rows_(std::move(rows)) {
    for (const OperatorRow& row : rows_) {
        totals_[0] += row.selfCpu;
        totals_[1] += row.selfDevice;
        calls_ += row.calls;
        for (int i = 2; i < kOperatorColumns; ++i) {
            double& largest = largest_[static_cast<std::size_t>(i)];
            largest = std::max(largest, number(row, static_cast<OperatorColumn>(i)));
        }
    }
    findPoints();
}

std::uint32_t OperatorTable::rowOf(std::uint32_t op) const {
    if (query_.group == OperatorGroup::Tree) {
        return treeRowOf(op);
    }
    const StringId name = nameOf(op);
    const StringId dims = data_->signatures->dimsOf(op);
    const std::uint32_t context =
        query_.group == OperatorGroup::Stack ? data_->context->nodeOf(op) : CallContext::kNone;
    const Pass pass = query_.group == OperatorGroup::Stack ? data_->context->passOf(op) : Pass::Forward;
    const StringId none = data_->forest->trace().strings().find("[]"); // no inputs are one row with no shapes
    const auto shapesOf = [none](StringId text) { return text == none ? StringId() : text; };
    const auto same = [&](const OperatorRow& row) {
        return row.name == name &&
               (query_.group != OperatorGroup::Shapes || shapesOf(row.shapes) == shapesOf(dims)) &&
               (query_.group != OperatorGroup::Stack || (row.context == context && row.pass == pass));
    };
    if (query_.group > OperatorGroup::Stack) {
        return kNone;
    }
    const auto at = std::ranges::find_if(rows_, same);
    return at == rows_.end() ? kNone : static_cast<std::uint32_t>(at - rows_.begin());
}

StringId OperatorTable::nameOf(std::uint32_t op) const {
    return data_->forest->trace().slice(data_->forest->slice(op)).name;
}

// From the outermost caller inwards, as the rows were made; callers without a row were left out there as well.
std::uint32_t OperatorTable::treeRowOf(std::uint32_t op) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t call = op; call != OperatorForest::kNone; call = data_->forest->parent(call)) {
        path.push_back(call);
    }
    std::uint32_t below = kNone;
    std::uint32_t found = kNone;
    for (auto call = path.rbegin(); call != path.rend(); ++call) {
        const auto at = std::ranges::find_if(rows_, [&, name = nameOf(*call)](const OperatorRow& row) {
            return row.parent == below && row.name == name;
        });
        found = at == rows_.end() ? kNone : static_cast<std::uint32_t>(at - rows_.begin());
        below = found == kNone ? below : found;
    }
    return found;
}

double OperatorTable::share(const OperatorRow& row) const {
    const TimeNs part = hasDevice() ? row.selfDevice : row.selfCpu;
    const TimeNs whole = hasDevice() ? totals_[1] : totals_[0];
    return whole > 0 ? double(part) / double(whole) : 0;
}

double OperatorTable::number(const OperatorRow& row, OperatorColumn column) const {
    switch (column) {
    case OperatorColumn::Calls:
        return double(row.calls);
    case OperatorColumn::SelfCpu:
        return double(row.selfCpu);
    case OperatorColumn::TotalCpu:
        return double(row.totalCpu);
    case OperatorColumn::SelfDevice:
        return double(row.selfDevice);
    case OperatorColumn::TotalDevice:
        return double(row.totalDevice);
    case OperatorColumn::Share:
        return share(row);
    case OperatorColumn::MeanDevice:
        return row.calls > 0 ? std::floor(double(row.selfDevice) / double(row.calls)) : 0;
    case OperatorColumn::MaxDevice:
        return double(row.maxDevice);
    case OperatorColumn::Mean:
        return double(row.mean());
    case OperatorColumn::Min:
        return double(row.min);
    case OperatorColumn::Max:
        return double(row.max);
    case OperatorColumn::Deviation:
        return double(row.deviation());
    case OperatorColumn::Allocated:
        return double(row.allocated);
    case OperatorColumn::Freed:
        return double(row.freed);
    case OperatorColumn::Flops:
        return double(row.flops);
    case OperatorColumn::Bytes:
        return double(row.bytes);
    case OperatorColumn::FlopRate:
        return row.costedDevice > 0 ? double(row.flops) / double(row.costedDevice) * kNsPerSecond : 0;
    case OperatorColumn::ByteRate:
        return row.costedDevice > 0 ? double(row.bytes) / double(row.costedDevice) * kNsPerSecond : 0;
    case OperatorColumn::Intensity:
        return row.bytes > 0 ? double(row.flops) / double(row.bytes) : 0;
    case OperatorColumn::Name:
    case OperatorColumn::Shapes:
        break;
    }
    return 0;
}

QString OperatorTable::numberText(const OperatorRow& row, OperatorColumn column) const {
    const double value = number(row, column);
    if (column == OperatorColumn::Share) {
        return percentText(value);
    }
    if (column == OperatorColumn::Calls) {
        return countText(row.calls);
    }
    if (value == 0) {
        const bool zeroIsMeasured = column == OperatorColumn::SelfCpu || column == OperatorColumn::TotalCpu ||
                                    column == OperatorColumn::SelfDevice ||
                                    column == OperatorColumn::TotalDevice ||
                                    column == OperatorColumn::Deviation;
        return zeroIsMeasured ? QStringLiteral("0") : QStringLiteral("\u2013");
    }
    switch (column) {
    case OperatorColumn::Allocated:
    case OperatorColumn::Freed:
    case OperatorColumn::Bytes:
        return bytesText(static_cast<std::int64_t>(value));
    case OperatorColumn::Flops:
        return largeText(value);
    case OperatorColumn::FlopRate:
        return QString::number(value / 1e12, 'g', 4);
    case OperatorColumn::ByteRate:
        return QString::number(value / 1e9, 'f', 1);
    case OperatorColumn::Intensity:
        return QString::number(value, 'f', 1);
    default:
        return durationText(static_cast<TimeNs>(value));
    }
}

QString OperatorTable::nameOf(const OperatorRow& row) const {
    if (!row.label.empty()) {
        return toQString(row.label);
    }
    return query_.group == OperatorGroup::Module
               ? translated(QT_TRANSLATE_NOOP("OperatorTable", "outside modules"))
               : translated(QT_TRANSLATE_NOOP("OperatorTable", "outside steps"));
}

QString OperatorTable::passText(const OperatorRow& row) const {
    switch (row.pass) {
    case Pass::Backward:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "backward"));
    case Pass::Optimizer:
        return translated(QT_TRANSLATE_NOOP("OperatorTable", "optimizer"));
    case Pass::Forward:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("OperatorTable", "forward"));
}

TableCell OperatorTable::placeCell(const OperatorRow& row) const {
    TableCell cell;
    cell.ink = TableCell::Ink::Text2;
    cell.elide = Qt::ElideMiddle;
    if (query_.group == OperatorGroup::Module) {
        cell.text = passText(row);
        return cell;
    }
    if (query_.group == OperatorGroup::Stack) {
        for (const std::string_view frame : row.context == CallContext::kNone
                                                ? std::vector<std::string_view>{}
                                                : data_->context->frames(row.context)) {
            const FrameText text = frameText(frame);
            if (!text.library && !text.module) {
                cell.text = text.function + QStringLiteral("  ") + text.place +
                            (row.pass == Pass::Forward ? QString() : QStringLiteral("  ") + passText(row));
                return cell;
            }
        }
        cell.text = translated(QT_TRANSLATE_NOOP("OperatorTable", "not recorded"));
    } else if (query_.group == OperatorGroup::Shapes) {
        const std::string_view raw = data_->forest->trace().text(row.shapes);
        cell.text = toQString(formatShapes(parseInputDims(raw), "\u00d7"))
                        .replace(QLatin1String(", "), QLatin1String(",  "));
        if (!cell.text.isEmpty()) {
            return cell;
        }
        cell.text = raw.empty() ? translated(QT_TRANSLATE_NOOP("OperatorTable", "not recorded"))
                                : translated(QT_TRANSLATE_NOOP("OperatorTable", "scalars only"));
    }
    cell.ink = TableCell::Ink::Text3;
    return cell;
}

void OperatorTable::findPoints() {
    points_ = rooflinePoints(rows_);
    if (points_.empty()) {
        return;
    }
    std::ranges::stable_sort(points_, std::ranges::greater{}, &RooflinePoint::time);
    hues_.assign(rows_.size(), Hue::Operator);
    std::vector<std::pair<StringId, std::uint32_t>> byName; // of points; rows of one name launch alike
    byName.reserve(points_.size());
    for (const RooflinePoint& point : points_) {
        byName.emplace_back(rows_[point.row].name, point.row);
    }
    std::ranges::stable_sort(byName, {}, [](const auto& entry) { return entry.first; });
    for (const DeviceWork& work : data_->forest->deviceWork()) {
        if (work.op == DeviceWork::kNoOperator) {
            continue;
        }
        const StringId name = nameOf(work.op);
        const auto rows =
            std::ranges::equal_range(byName, name, {}, [](const auto& entry) { return entry.first; });
        for (const auto& [of, row] : rows) {
            hues_[row] = data_->forest->trace().slice(work.slice).hue;
        }
    }
}

Hue OperatorTable::hueOf(const RooflinePoint& point) const {
    return hues_[point.row];
}

TableCell OperatorTable::cell(std::uint32_t index, int columnIndex, const Theme& theme) const {
    const OperatorRow& row = rows_[index];
    const auto column = static_cast<OperatorColumn>(columnIndex);
    if (column == OperatorColumn::Shapes) {
        return placeCell(row);
    }
    TableCell cell;
    if (column == OperatorColumn::Name) {
        cell.text = nameOf(row);
        cell.elide = Qt::ElideMiddle;
        cell.dot = theme.hueColor(row.hue);
        cell.ink = row.label.empty() ? TableCell::Ink::Text3 : TableCell::Ink::Text;
        return cell;
    }
    cell.text = numberText(row, column);
    const double value = number(row, column);
    const double largest = largest_[static_cast<std::size_t>(columnIndex)];
    cell.share = largest > 0 ? value / largest : 0;
    if (column == OperatorColumn::SelfCpu || column == OperatorColumn::SelfDevice) {
        cell.bar = theme.hueColor(column == OperatorColumn::SelfCpu ? Hue::Operator : Hue::Gemm);
    }
    if (value == 0 && column != OperatorColumn::Share) {
        cell.ink = TableCell::Ink::Text3;
    } else if (column == OperatorColumn::TotalCpu || column == OperatorColumn::Share) {
        cell.ink = TableCell::Ink::Text2;
    }
    return cell;
}

int OperatorTable::compare(std::uint32_t a, std::uint32_t b, int columnIndex) const {
    const auto column = static_cast<OperatorColumn>(columnIndex);
    if (column == OperatorColumn::Name) {
        return rows_[a].label.compare(rows_[b].label);
    }
    if (column == OperatorColumn::Shapes) {
        if (query_.group == OperatorGroup::Stack) {
            return rows_[a].context < rows_[b].context ? -1 : int(rows_[a].context > rows_[b].context);
        }
        const Trace& trace = data_->forest->trace();
        return trace.text(rows_[a].shapes).compare(trace.text(rows_[b].shapes));
    }
    const double left = number(rows_[a], column);
    const double right = number(rows_[b], column);
    return left < right ? -1 : int(left > right);
}

QString OperatorTable::exact(std::uint32_t index, int columnIndex) const {
    const OperatorRow& row = rows_[index];
    const auto column = static_cast<OperatorColumn>(columnIndex);
    switch (column) {
    case OperatorColumn::Name:
        return nameOf(row);
    case OperatorColumn::Shapes:
        return query_.group != OperatorGroup::Shapes ? placeCell(row).text
               : !row.shapes.valid()                 ? QString()
                                     : toQString(oneLineShapes(data_->forest->trace().text(row.shapes)));
    case OperatorColumn::Share:
        return QString::number(share(row), 'f', 6);
    case OperatorColumn::Intensity:
        return QString::number(number(row, column), 'f', 3);
    default:
        return QString::number(number(row, column), 'f', 0);
    }
}

std::uint64_t OperatorTable::identity(std::uint32_t index) const {
    const OperatorRow& row = rows_[index];
    std::uint64_t hash = std::hash<std::string>{}(row.label);
    for (std::uint32_t up = row.parent; up != kNone; up = rows_[up].parent) {
        hash = hash * 0x9e3779b97f4a7c15U + rows_[up].name.value;
    }
    hash = hash * 0x9e3779b97f4a7c15U + row.shapes.value;
    return hash * 0x9e3779b97f4a7c15U + row.context;
}

} // namespace lanes
