#include "app/doctor/DoctorTable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(DoctorTable)
};

enum class Column : std::uint8_t { Name, Found, State };
constexpr int kLeastFound = 200;

} // namespace

DoctorTable::DoctorTable(std::vector<DoctorLine> lines)
    : lines_(std::move(lines)) {
    std::uint32_t head = kNone;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (head == kNone || rows_[head].group != lines_[i].group) {
            head = rows();
            rows_.push_back({-1, lines_[i].group, kNone});
        }
        rows_.push_back({static_cast<int>(i), lines_[i].group, head});
    }
}

std::vector<TableColumn> DoctorTable::tableColumns() {
    return {
        {.key = QStringLiteral("name"), .title = Words::tr("What"), .width = 210, .number = false},
        {.key = QStringLiteral("found"), .title = Words::tr("Found"), .least = kLeastFound, .number = false},
        {.key = QStringLiteral("state"), .title = Words::tr("State"), .width = 84, .number = false}};
}

QString DoctorTable::stateText(DoctorLine::State state) {
    return state == DoctorLine::State::Good      ? Words::tr("good")
           : state == DoctorLine::State::Limited ? Words::tr("limited")
                                                 : Words::tr("broken");
}

QColor DoctorTable::colorOf(DoctorLine::State state, const Theme& theme) {
    return state == DoctorLine::State::Good      ? theme.good
           : state == DoctorLine::State::Limited ? theme.warn
                                                 : theme.bad;
}

const DoctorLine* DoctorTable::line(std::uint32_t row) const {
    return row < rows() && rows_[row].line >= 0 ? &lines_[static_cast<std::size_t>(rows_[row].line)]
                                                : nullptr;
}

int DoctorTable::count(DoctorLine::State state) const {
    return static_cast<int>(std::ranges::count(lines_, state, &DoctorLine::state));
}

std::uint32_t DoctorTable::worst() const {
    std::uint32_t found = kNone;
    for (std::uint32_t row = 0; row < rows(); ++row) {
        const DoctorLine* at = line(row);
        if (at != nullptr && (found == kNone || at->state > line(found)->state)) {
            found = row;
        }
    }
    return found;
}

QString DoctorTable::asText() const {
    QString text;
    for (const DoctorLine& line : lines_) {
        text += stateText(line.state) + QStringLiteral("  ") + line.name + QStringLiteral(": ") + line.found +
                QLatin1Char('\n');
        for (const QString& extra : QStringList{line.why} + line.fix) {
            text += extra.isEmpty() ? QString() : QStringLiteral("    ") + extra + QLatin1Char('\n');
        }
    }
    return text;
}

TableCell DoctorTable::cell(std::uint32_t row, int column, const Theme& theme) const {
    TableCell cell;
    const DoctorLine* at = line(row);
    if (at == nullptr) {
        cell.text = static_cast<Column>(column) == Column::Name ? rows_[row].group : QString();
        return cell;
    }
    switch (static_cast<Column>(column)) {
    case Column::Name:
        cell.text = at->name;
        cell.dot = colorOf(at->state, theme);
        break;
    case Column::Found:
        cell.text = at->found;
        cell.ink = TableCell::Ink::Text2;
        break;
    case Column::State:
        cell.text = stateText(at->state);
        cell.ink = at->state == DoctorLine::State::Good      ? TableCell::Ink::Good
                   : at->state == DoctorLine::State::Limited ? TableCell::Ink::Warn
                                                             : TableCell::Ink::Bad;
        break;
    }
    return cell;
}

int DoctorTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    const DoctorLine* left = line(a);
    const DoctorLine* right = line(b);
    if (static_cast<Column>(column) == Column::State && left != nullptr && right != nullptr) {
        return static_cast<int>(left->state) - static_cast<int>(right->state);
    }
    return a < b ? -1 : int(b < a); // as the doctor says it
}

QString DoctorTable::exact(std::uint32_t row, int column) const {
    return cell(row, column, Theme::darkTheme()).text;
}

} // namespace lanes
