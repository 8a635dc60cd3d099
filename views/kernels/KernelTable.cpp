#include "views/kernels/KernelTable.h"

#include "model/analysis/operators/Shapes.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanes {
namespace {

struct AboutKernels {
    const char* key;
    const char* title;
    int width;
    bool shown;
    const char* tip;
    int joins = 0; // where a table has so much room
};
constexpr int kWide = 1800; // px at 100 % of the table: names leave that much of it empty
constexpr int kWidest = 2600;
constexpr std::array<AboutKernels, kKernelColumns> kAboutKernels{{
    {"name", QT_TRANSLATE_NOOP("KernelTable", "Kernel"), 0, true, ""},
    {"launches", QT_TRANSLATE_NOOP("KernelTable", "Launches"), 66, true, ""},
    {"total_ns", QT_TRANSLATE_NOOP("KernelTable", "Device time"), 142, true, ""},
    {"share", QT_TRANSLATE_NOOP("KernelTable", "Share"), 56, true,
     QT_TRANSLATE_NOOP("KernelTable", "Part of the device time of all rows")},
    {"mean_ns", QT_TRANSLATE_NOOP("KernelTable", "Mean"), 76, true, ""},
    {"min_ns", QT_TRANSLATE_NOOP("KernelTable", "Min"), 76, false, "", kWide},
    {"max_ns", QT_TRANSLATE_NOOP("KernelTable", "Max"), 76, false, "", kWide},
    {"grid", QT_TRANSLATE_NOOP("KernelTable", "Grid"), 84, true,
     QT_TRANSLATE_NOOP("KernelTable", "Blocks of a launch; of the most frequent where they differ")},
    {"block", QT_TRANSLATE_NOOP("KernelTable", "Block"), 50, true,
     QT_TRANSLATE_NOOP("KernelTable", "Threads of a block")},
    {"registers", QT_TRANSLATE_NOOP("KernelTable", "Regs"), 42, true,
     QT_TRANSLATE_NOOP("KernelTable", "Registers of a thread")},
    {"shared_bytes", QT_TRANSLATE_NOOP("KernelTable", "Shared"), 76, false,
     QT_TRANSLATE_NOOP("KernelTable", "Shared memory of a block"), kWidest},
    {"blocks_per_sm", QT_TRANSLATE_NOOP("KernelTable", "Blocks/SM"), 72, false,
     QT_TRANSLATE_NOOP("KernelTable", "Blocks that fit on a multiprocessor at once"), kWidest},
    {"waves", QT_TRANSLATE_NOOP("KernelTable", "Waves"), 60, false,
     QT_TRANSLATE_NOOP("KernelTable", "Times that a launch fills the device"), kWidest},
    {"occupancy", QT_TRANSLATE_NOOP("KernelTable", "Occupancy"), 112, true,
     QT_TRANSLATE_NOOP("KernelTable",
                       "Warps on a multiprocessor of those that it could hold; a ring: fewer blocks "
                       "than the device holds at once")},
    {"tensor_cores", QT_TRANSLATE_NOOP("KernelTable", "Tensor"), 58, true,
     QT_TRANSLATE_NOOP("KernelTable", "Use of tensor cores, from the kernel's name")},
    {"operator", QT_TRANSLATE_NOOP("KernelTable", "Operator"), 150, false,
     QT_TRANSLATE_NOOP("KernelTable", "Operator that launched most of its time"), kWide},
    {"shapes", QT_TRANSLATE_NOOP("KernelTable", "Input shapes"), 190, false, "", kWide},
    {"delay_ns", QT_TRANSLATE_NOOP("KernelTable", "Launch latency"), 112, true,
     QT_TRANSLATE_NOOP("KernelTable",
                       "From the start of the launching call to the start of the kernel, median")},
    {"queued_ns", QT_TRANSLATE_NOOP("KernelTable", "Queue time"), 92, true,
     QT_TRANSLATE_NOOP("KernelTable",
                       "From the end of the launching call to the start of the kernel, median")},
}};

QString kernelText(const char* text) {
    return *text == '\0' ? QString() : QCoreApplication::translate("KernelTable", text);
}

QString none() {
    return QStringLiteral("\u2013");
}

bool isText(KernelColumn column) {
    return column == KernelColumn::Name || column == KernelColumn::Operator ||
           column == KernelColumn::Shapes || column == KernelColumn::Tensor;
}

constexpr int kLeastKernelName = 190; // px at 100 %
constexpr int kMostOperator = 300;
constexpr int kMostShapes = 520;

// Where room is short: what the panel says as well goes first.
int yieldsAt(KernelColumn column) {
    switch (column) {
    case KernelColumn::Share:
        return 1;
    case KernelColumn::Block:
        return 2;
    case KernelColumn::Registers:
        return 3;
    case KernelColumn::Queued:
        return 4;
    case KernelColumn::Delay:
        return 5;
    default:
        return 0;
    }
}

double orUnknown(std::int64_t value) {
    return value > 0 ? double(value) : -1;
}

} // namespace

QString gridText(const LaunchShape& shape) {
    if (shape.grid[1] <= 1 && shape.grid[2] <= 1) {
        return countText(shape.grid[0]);
    }
    return QStringLiteral("%1\u00d7%2\u00d7%3").arg(shape.grid[0]).arg(shape.grid[1]).arg(shape.grid[2]);
}

std::vector<TableColumn> kernelColumns() {
    std::vector<TableColumn> columns;
    for (int i = 0; i < kKernelColumns; ++i) {
        const AboutKernels& about = kAboutKernels[static_cast<std::size_t>(i)];
        TableColumn column;
        column.key = QString::fromLatin1(about.key);
        column.title = kernelText(about.title);
        column.width = about.width;
        column.number = !isText(static_cast<KernelColumn>(i));
        column.bar = static_cast<KernelColumn>(i) == KernelColumn::Time;
        column.least = kLeastKernelName;
        column.shown = about.shown;
        column.joins = about.joins;
        column.yields = yieldsAt(static_cast<KernelColumn>(i));
        column.tip = kernelText(about.tip);
        columns.push_back(std::move(column));
    }
    columns[static_cast<std::size_t>(KernelColumn::Operator)].most = kMostOperator;
    columns[static_cast<std::size_t>(KernelColumn::Shapes)].most = kMostShapes;
    return columns;
}

KernelTable::KernelTable(std::shared_ptr<const KernelData> data, KernelQuery query,
                         std::vector<KernelRow> rows)
    : data_(std::move(data))
    , query_(std::move(query))
    , rows_(std::move(rows)) {
    const Trace& trace = data_->forest->trace();
    for (const KernelRow& row : rows_) {
        const std::string_view recorded = trace.text(row.name);
        const bool kernel = row.kind == EventKind::Kernel;
        texts_.push_back({kernel ? foldedKernelName(recorded) : std::string(recorded), shadeOf(recorded),
                          kernel ? tensorCoreUse(recorded) : TensorCoreVerdict()});
        launches_ += row.calls;
        total_ += row.total;
        largest_ = std::max(largest_, row.total);
    }
}

QString KernelTable::nameOf(std::uint32_t row) const {
    return toQString(texts_[row].name);
}

QString KernelTable::shapesText(StringId dims) const {
    const std::string_view raw = data_->forest->trace().text(dims);
    return toQString(formatShapes(parseInputDims(raw), "\u00d7"))
        .replace(QLatin1String(", "), QLatin1String(",  "));
}

std::uint32_t KernelTable::rowNamed(StringId name) const {
    const auto at = std::ranges::find(rows_, name, &KernelRow::name);
    return at == rows_.end() ? kNone : static_cast<std::uint32_t>(at - rows_.begin());
}

double KernelTable::number(std::uint32_t index, KernelColumn column) const {
    const KernelRow& row = rows_[index];
    const bool kernel = row.kind == EventKind::Kernel;
    const KernelData::Launch* launch = kernel ? &launchOf(index) : nullptr;
    switch (column) {
    case KernelColumn::Launches:
        return double(row.calls);
    case KernelColumn::Time:
        return double(row.total);
    case KernelColumn::Share:
        return total_ > 0 ? double(row.total) / double(total_) : 0;
    case KernelColumn::Mean:
        return double(row.mean());
    case KernelColumn::Min:
        return double(row.min);
    case KernelColumn::Max:
        return double(row.max);
    case KernelColumn::Grid:
        return kernel ? orUnknown(launch->shape.blocks()) : -1;
    case KernelColumn::Block:
        return kernel ? orUnknown(launch->shape.threadsPerBlock()) : -1;
    case KernelColumn::Registers:
        return kernel ? orUnknown(launch->shape.registers) : -1;
    case KernelColumn::Shared:
        return kernel && launch->shape.blocks() > 0 ? double(launch->shape.sharedBytes) : -1;
    case KernelColumn::BlocksPerSm:
        return kernel && launch->estimate.known ? double(*std::ranges::min_element(launch->estimate.fit))
                                                : -1;
    case KernelColumn::Waves:
        return kernel && launch->estimate.known ? launch->estimate.waves : -1;
    case KernelColumn::Occupancy:
        return kernel ? row.occupancy : -1;
    case KernelColumn::Tensor:
        return kernel ? double(texts_[index].verdict.use) : -1;
    case KernelColumn::Delay:
        return double(row.medianDelay);
    case KernelColumn::Queued:
        return double(row.medianQueue);
    case KernelColumn::Name:
    case KernelColumn::Operator:
    case KernelColumn::Shapes:
        break;
    }
    return -1;
}

QString KernelTable::gridText(std::uint32_t row) const {
    const LaunchShape& shape = launchOf(row).shape;
    if (rows_[row].launchVaries) {
        return QStringLiteral("~\u2009") + countText(shape.blocks());
    }
    return lanes::gridText(shape);
}

QString KernelTable::numberText(std::uint32_t row, KernelColumn column) const {
    const double value = number(row, column);
    if (value < 0) {
        return none();
    }
    switch (column) {
    case KernelColumn::Launches:
    case KernelColumn::Block:
    case KernelColumn::Registers:
    case KernelColumn::BlocksPerSm:
        return countText(static_cast<std::int64_t>(value));
    case KernelColumn::Grid:
        return gridText(row);
    case KernelColumn::Share:
        return percentText(value);
    case KernelColumn::Shared:
        return bytesText(static_cast<std::int64_t>(value));
    case KernelColumn::Waves:
        return QString::number(value, 'f', 1);
    case KernelColumn::Occupancy:
        return percentText(value / 100, 0);
    case KernelColumn::Delay:
    case KernelColumn::Queued:
        return durationText(static_cast<TimeNs>(value), 3);
    default:
        return durationText(static_cast<TimeNs>(value));
    }
}

TableCell KernelTable::occupancyCell(std::uint32_t row) const {
    TableCell cell;
    cell.text = numberText(row, KernelColumn::Occupancy);
    const double percent = number(row, KernelColumn::Occupancy);
    if (percent < 0) {
        cell.ink = TableCell::Ink::Text3;
        return cell;
    }
    cell.meter = percent / 100;
    cell.ring = launchOf(row).estimate.known && !launchOf(row).estimate.fills;
    return cell;
}

TableCell KernelTable::tensorCell(std::uint32_t row) const {
    TableCell cell;
    cell.ink = TableCell::Ink::Text3;
    const TensorCoreUse use = texts_[row].verdict.use;
    if (rows_[row].kind == EventKind::Kernel && use == TensorCoreUse::Yes) {
        cell.icon = QStringLiteral("check");
        cell.ink = TableCell::Ink::Good;
    } else {
        cell.text = QStringLiteral("    ") + (use == TensorCoreUse::Unknown ? QStringLiteral("?") : none());
    }
    return cell;
}

QString KernelTable::ownerText(std::uint32_t row, KernelColumn column) const {
    const std::vector<KernelOwner>& owners = rows_[row].owners;
    if (owners.empty()) {
        return {};
    }
    return column == KernelColumn::Operator ? toQString(data_->forest->trace().text(owners.front().name))
                                            : shapesText(owners.front().dims);
}

TableCell KernelTable::cell(std::uint32_t index, int columnIndex, const Theme& theme) const {
    const KernelRow& row = rows_[index];
    const auto column = static_cast<KernelColumn>(columnIndex);
    TableCell cell;
    switch (column) {
    case KernelColumn::Name:
        cell.text = nameOf(index);
        cell.elide = Qt::ElideMiddle;
        cell.dot = theme.hueColor(row.hue, texts_[index].shade);
        return cell;
    case KernelColumn::Occupancy:
        return occupancyCell(index);
    case KernelColumn::Tensor:
        return tensorCell(index);
    case KernelColumn::Operator:
    case KernelColumn::Shapes:
        cell.text = ownerText(index, column);
        cell.elide = Qt::ElideMiddle;
        cell.ink = TableCell::Ink::Text2;
        if (cell.text.isEmpty()) {
            cell.text = none();
            cell.ink = TableCell::Ink::Text3;
        }
        return cell;
    default:
        break;
    }
    cell.text = numberText(index, column);
    if (number(index, column) < 0) {
        cell.ink = TableCell::Ink::Text3;
    } else if (column == KernelColumn::Share || column == KernelColumn::Queued ||
               (column >= KernelColumn::Grid && column <= KernelColumn::Waves)) {
        cell.ink = TableCell::Ink::Text2;
    }
    if (column == KernelColumn::Time && largest_ > 0) {
        cell.share = double(row.total) / double(largest_);
        cell.bar = theme.hueColor(row.hue, texts_[index].shade);
    }
    return cell;
}

int KernelTable::compare(std::uint32_t a, std::uint32_t b, int columnIndex) const {
    const auto column = static_cast<KernelColumn>(columnIndex);
    if (column == KernelColumn::Name) {
        return texts_[a].name.compare(texts_[b].name);
    }
    if (column == KernelColumn::Operator || column == KernelColumn::Shapes) {
        return ownerText(a, column).compare(ownerText(b, column));
    }
    const double left = number(a, column);
    const double right = number(b, column);
    return left < right ? -1 : int(left > right);
}

QString KernelTable::exact(std::uint32_t index, int columnIndex) const {
    const auto column = static_cast<KernelColumn>(columnIndex);
    const Trace& trace = data_->forest->trace();
    switch (column) {
    case KernelColumn::Name:
        return toQString(trace.text(rows_[index].name));
    case KernelColumn::Operator:
        return ownerText(index, column);
    case KernelColumn::Shapes:
        return rows_[index].owners.empty() ? QString()
                                           : toQString(trace.text(rows_[index].owners.front().dims));
    case KernelColumn::Tensor: {
        static constexpr std::array kUses{"no", "yes", "?"};
        return rows_[index].kind == EventKind::Kernel
                   ? QLatin1String(kUses[static_cast<std::size_t>(texts_[index].verdict.use)])
                   : QString();
    }
    case KernelColumn::Grid:
        return number(index, column) < 0 ? QString()
                                         : QStringLiteral("%1x%2x%3")
                                               .arg(launchOf(index).shape.grid[0])
                                               .arg(launchOf(index).shape.grid[1])
                                               .arg(launchOf(index).shape.grid[2]);
    case KernelColumn::Share:
        return QString::number(number(index, column), 'f', 6);
    case KernelColumn::Waves:
        return number(index, column) < 0 ? QString() : QString::number(number(index, column), 'f', 2);
    default:
        return number(index, column) < 0 ? QString() : QString::number(number(index, column), 'f', 0);
    }
}

} // namespace lanes
