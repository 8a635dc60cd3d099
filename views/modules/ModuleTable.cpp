#include "views/modules/ModuleTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lanes {
namespace {

struct About {
    const char* key;
    const char* title;
    int width;
    bool bar;
    int yields; // where room is short
    const char* tip;
};
constexpr int kLeastName = 280; // px at 100 %, deep in the tree
constexpr std::array<About, kModuleColumns> kAbout{{
    {"module", QT_TRANSLATE_NOOP("ModuleTable", "Module"), 0, false, 0, ""},
    {"calls", QT_TRANSLATE_NOOP("ModuleTable", "Calls"), 60, false, 0, ""},
    {"host_ns", QT_TRANSLATE_NOOP("ModuleTable", "Host time"), 150, true, 0,
     QT_TRANSLATE_NOOP("ModuleTable", "From call to return, with the modules inside")},
    {"host_self_ns", QT_TRANSLATE_NOOP("ModuleTable", "Host self"), 84, false, 2,
     QT_TRANSLATE_NOOP("ModuleTable", "Without the modules inside")},
    {"device_ns", QT_TRANSLATE_NOOP("ModuleTable", "Device time"), 168, true, 0,
     QT_TRANSLATE_NOOP("ModuleTable", "Device work launched inside; solid: by its own operators")},
    {"backward_ns", QT_TRANSLATE_NOOP("ModuleTable", "Backward"), 92, false, 0,
     QT_TRANSLATE_NOOP("ModuleTable", "Device time of the backward pass; without a device, its host time")},
    {"share", QT_TRANSLATE_NOOP("ModuleTable", "Share"), 60, false, 1,
     QT_TRANSLATE_NOOP("ModuleTable", "Part of all device time in modules; without a device, of host time")},
    {"allocated_bytes", QT_TRANSLATE_NOOP("ModuleTable", "Allocated"), 140, true, 3,
     QT_TRANSLATE_NOOP("ModuleTable", "Memory allocated inside")},
}};

QString translated(const char* text) {
    return *text == '\0' ? QString() : QCoreApplication::translate("ModuleTable", text);
}

QString zeroOrUnknown(bool isKnown) {
    return isKnown ? QStringLiteral("0") : QStringLiteral("\u2013");
}

} // namespace

std::vector<TableColumn> moduleColumns(const ModuleFacts& facts) {
    std::vector<TableColumn> columns;
    for (int i = 0; i < kModuleColumns; ++i) {
        const About& about = kAbout[static_cast<std::size_t>(i)];
        TableColumn column;
        column.key = QString::fromLatin1(about.key);
        column.title = translated(about.title);
        column.width = about.width;
        column.number = i > 0;
        column.shown = (facts.device || static_cast<ModuleColumn>(i) != ModuleColumn::Device) &&
                       (facts.backward || static_cast<ModuleColumn>(i) != ModuleColumn::Backward);
        column.bar = about.bar;
        column.least = kLeastName;
        column.yields = about.yields;
        column.tip = translated(about.tip);
        columns.push_back(std::move(column));
    }
    return columns;
}

ModuleTable::ModuleTable(const OperatorData& data, std::shared_ptr<const FlameTree> tree,
                         const std::string& filter, bool mergeSiblings)
    : tree_(std::move(tree))
    , forest_(data.forest)
    , context_(data.context.get())
    , merge_(mergeSiblings)
    , facts_{std::ranges::any_of(data.forest->deviceWork(),
                                 [](const DeviceWork& work) { return work.launch.valid(); }),
             tree_->total(FlameWeight::BackwardCpuTime) > 0}
    , hasMemory_(data.forest->trace().memory().size() > 0)
    , children_(tree_->children(FlameWeight::CpuTime)) {
    addChildren(kNone, {0});
    for (std::uint32_t row = 0; row < rows_.size(); ++row) { // those added on the way are visited as well
        addChildren(row, std::vector<std::uint32_t>(rows_[row].nodes));
    }
    if (!filter.empty()) {
        keepMatching(filter);
    }
    for (const Row& row : rows_) {
        if (row.parent == kNone) {
            for (std::size_t i = 0; i < whole_.size(); ++i) {
                whole_[i] += row.total[i];
            }
        }
    }
}

void ModuleTable::addChildren(std::uint32_t parent, const std::vector<std::uint32_t>& nodes) {
    const auto first = static_cast<std::uint32_t>(rows_.size());
    std::vector<TimeNs> longest;
    for (const std::uint32_t above : nodes) {
        for (const std::uint32_t node : children_[above]) {
            const FlameNode& module = tree_->nodes()[node];
            const std::string_view name =
                merge_ ? moduleClass(module.name) : moduleBelow(module.name, tree_->nodes()[above].name);
            std::uint32_t row = first;
            while (row < rows_.size() && rows_[row].name != name) {
                ++row;
            }
            if (row == rows_.size()) {
                rows_.push_back({std::string(name), parent, {}, {}, {}, {}});
                longest.push_back(-1);
            }
            rows_[row].nodes.push_back(node);
            for (std::size_t i = 0; i < module.total.size(); ++i) {
                rows_[row].self[i] += module.self[i];
                rows_[row].total[i] += module.total[i];
            }
            const std::int64_t host = of(module.total, FlameWeight::CpuTime);
            if (host > longest[row - first]) {
                longest[row - first] = host;
                rows_[row].longest = module.example;
            }
        }
    }
}

void ModuleTable::keepMatching(const std::string& filter) {
    const QString wanted = toQString(filter);
    std::vector<bool> kept(rows_.size());
    for (std::uint32_t row = rows(); row-- > 0;) {
        kept[row] = kept[row] || toQString(rows_[row].name).contains(wanted, Qt::CaseInsensitive);
        if (kept[row] && rows_[row].parent != kNone) {
            kept[rows_[row].parent] = true;
        }
    }
    std::vector<std::uint32_t> moved(rows_.size(), kNone);
    std::vector<Row> left;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        if (kept[row]) {
            moved[row] = static_cast<std::uint32_t>(left.size());
            left.push_back(std::move(rows_[row]));
            if (left.back().parent != kNone) {
                left.back().parent = moved[left.back().parent];
            }
        }
    }
    rows_ = std::move(left);
}

std::vector<std::uint32_t> ModuleTable::childrenOf(std::uint32_t row) const {
    std::vector<std::uint32_t> below;
    for (std::uint32_t other = row + 1; other < rows_.size(); ++other) {
        if (rows_[other].parent == row) {
            below.push_back(other);
        }
    }
    return below;
}

std::set<std::string_view> ModuleTable::namesOf(std::uint32_t row) const {
    std::set<std::string_view> names;
    for (const std::uint32_t node : rows_[row].nodes) {
        names.insert(tree_->nodes()[node].name);
    }
    return names;
}

std::uint32_t ModuleTable::rowOf(SliceId slice) const {
    const DeviceWork* work = forest_->workOf(slice);
    const std::uint32_t op =
        work != nullptr ? work->op : forest_->indexOf(slice).value_or(OperatorForest::kNone);
    const std::uint32_t node =
        context_ != nullptr && op != OperatorForest::kNone ? context_->nodeOf(op) : CallContext::kNone;
    const std::uint32_t module = node != CallContext::kNone ? context_->node(node).module : node;
    return module != CallContext::kNone ? rowNamed(context_->text(module)) : kNone;
}

std::uint32_t ModuleTable::rowNamed(std::string_view name) const {
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        for (const std::uint32_t node : rows_[row].nodes) {
            if (tree_->nodes()[node].name == name) {
                return row;
            }
        }
    }
    return kNone;
}

FlameWeight ModuleTable::mainTime() const {
    return facts_.device ? FlameWeight::DeviceTime : FlameWeight::CpuTime;
}

FlameWeight ModuleTable::backwardTime() const {
    return facts_.device ? FlameWeight::BackwardDeviceTime : FlameWeight::BackwardCpuTime;
}

std::int64_t ModuleTable::number(const Row& row, ModuleColumn column) const {
    switch (column) {
    case ModuleColumn::Calls:
        return of(row.self, FlameWeight::Count);
    case ModuleColumn::Host:
        return of(row.total, FlameWeight::CpuTime);
    case ModuleColumn::HostSelf:
        return of(row.self, FlameWeight::CpuTime);
    case ModuleColumn::Device:
        return of(row.total, FlameWeight::DeviceTime);
    case ModuleColumn::Backward:
        return of(row.total, backwardTime());
    case ModuleColumn::Share:
        return of(row.total, mainTime());
    case ModuleColumn::Allocated:
        return of(row.total, FlameWeight::AllocatedBytes);
    case ModuleColumn::Name:
        break;
    }
    return 0;
}

TableCell ModuleTable::cell(std::uint32_t index, int columnIndex, const Theme& theme) const {
    const Row& row = rows_[index];
    const auto column = static_cast<ModuleColumn>(columnIndex);
    TableCell cell;
    if (column == ModuleColumn::Name) {
        cell.text = toQString(row.name);
        if (row.nodes.size() > 1) {
            cell.note = QStringLiteral("\u00d7 %1").arg(row.nodes.size());
        }
        return cell;
    }
    const std::int64_t value = number(row, column);
    const auto share = [value](std::int64_t whole) { return whole > 0 ? double(value) / double(whole) : 0; };
    cell.ink = value == 0 ? TableCell::Ink::Text3 : TableCell::Ink::Text;
    switch (column) {
    case ModuleColumn::Calls:
        cell.text = countText(value);
        break;
    case ModuleColumn::Share:
        cell.text = percentText(share(of(whole_, mainTime())));
        cell.ink = TableCell::Ink::Text2;
        break;
    case ModuleColumn::Allocated:
        cell.text = value > 0 ? bytesText(value) : zeroOrUnknown(hasMemory_);
        cell.bar = theme.hueColor(Hue::Norm);
        cell.share = share(of(whole_, FlameWeight::AllocatedBytes));
        break;
    case ModuleColumn::Device:
        cell.text = value > 0 ? durationText(value) : zeroOrUnknown(facts_.device);
        cell.bar = theme.hueColor(Hue::Gemm);
        cell.share = share(of(whole_, FlameWeight::DeviceTime));
        cell.own = value > 0 ? double(of(row.self, FlameWeight::DeviceTime)) / double(value) : 1;
        break;
    case ModuleColumn::Host:
        cell.text = durationText(value);
        cell.bar = theme.hueColor(Hue::Range);
        cell.share = share(of(whole_, FlameWeight::CpuTime));
        break;
    case ModuleColumn::Backward:
        cell.text = value > 0 ? durationText(value) : zeroOrUnknown(facts_.backward);
        break;
    default:
        cell.text = durationText(value);
        cell.ink = TableCell::Ink::Text2;
    }
    return cell;
}

int ModuleTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    if (static_cast<ModuleColumn>(column) == ModuleColumn::Name) {
        return rows_[a].name.compare(rows_[b].name);
    }
    const std::int64_t left = number(rows_[a], static_cast<ModuleColumn>(column));
    const std::int64_t right = number(rows_[b], static_cast<ModuleColumn>(column));
    return left < right ? -1 : int(left > right);
}

QString ModuleTable::exact(std::uint32_t index, int columnIndex) const {
    const auto column = static_cast<ModuleColumn>(columnIndex);
    if (column == ModuleColumn::Name) {
        QString path = toQString(rows_[index].name);
        for (std::uint32_t up = rows_[index].parent; up != kNone; up = rows_[up].parent) {
            path.prepend(toQString(rows_[up].name) + QLatin1Char('/'));
        }
        return path;
    }
    if (column == ModuleColumn::Share) {
        const std::int64_t whole = of(whole_, mainTime());
        return QString::number(whole > 0 ? double(number(rows_[index], column)) / double(whole) : 0, 'f', 6);
    }
    return QString::number(number(rows_[index], column));
}

std::uint64_t ModuleTable::identity(std::uint32_t index) const {
    std::uint64_t hash = 0;
    for (std::uint32_t row = index; row != kNone; row = rows_[row].parent) {
        hash = hash * 0x9e3779b97f4a7c15U + std::hash<std::string>{}(rows_[row].name);
    }
    return hash;
}

} // namespace lanes
