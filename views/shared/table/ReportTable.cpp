#include "views/shared/table/ReportTable.h"

#include "model/analysis/operators/Shapes.h"
#include "model/report/Readers.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanes {

namespace {

using report::Column;
using report::Kind;
using report::Look;
using report::Unit;
using report::Value;

QString none() {
    return QStringLiteral("\u2013");
}

// "328×3×16", or the first alone where the others are 1.
QString sizesText(const report::Integers& sizes) {
    QString text = countText(sizes.empty() ? 0 : sizes.front());
    if (std::any_of(sizes.begin() + (sizes.empty() ? 0 : 1), sizes.end(),
                    [](std::int64_t size) { return size > 1; })) {
        text = QString::number(sizes.front());
        for (std::size_t i = 1; i < sizes.size(); ++i) {
            text += QChar(0xd7) + QString::number(sizes[i]);
        }
    }
    return text;
}

// The innermost frame of the program itself, outside of torch and libraries.
QString ownPlace(const report::Texts& frames) {
    for (const std::string_view frame : frames) {
        const FrameText text = frameText(frame);
        if (!text.library && !text.module) {
            return text.function + QStringLiteral("  ") + text.place;
        }
    }
    return {};
}

// Empty where an operator has no inputs.
QString shapesText(std::string_view dims) {
    if (dims == "[]") {
        return {};
    }
    const QString text = toQString(formatShapes(parseInputDims(dims), "\u00d7"))
                             .replace(QLatin1String(", "), QLatin1String(",  "));
    return text.isEmpty() ? QCoreApplication::translate("ReportTable", "scalars only") : text;
}

} // namespace

QString reportText(std::string_view text) {
    return text.empty() ? QString() : QCoreApplication::translate("Report", std::string(text).c_str());
}

std::vector<TableColumn> columnsOf(const report::Table& table) {
    std::vector<TableColumn> columns;
    for (const Column* column : columnsFor(table, report::View)) {
        TableColumn made;
        made.key = toQString(column->key);
        made.title = reportText(column->title);
        made.width = column->look.width;
        made.least = column->look.least;
        made.most = column->look.most;
        made.joins = column->look.joins;
        made.number = !column->isText();
        made.bar = column->look.form == Look::Form::Bar;
        made.shown = column->look.shown;
        made.yields = column->look.yields;
        made.tip = reportText(column->tip);
        columns.push_back(std::move(made));
    }
    return columns;
}

int columnNamed(const report::Table& table, std::string_view key) {
    const std::vector<const Column*> columns = columnsFor(table, report::View);
    const auto at = std::ranges::find(columns, key, &Column::key);
    return at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
}

ReportTable::ReportTable(report::Table table)
    : table_(std::move(table))
    , columns_(columnsFor(table_, report::View))
    , largest_(columns_.size()) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        for (std::uint32_t row = 0; columns_[i]->look.form == Look::Form::Bar && row < table_.rows; ++row) {
            if (has(row, *columns_[i])) {
                largest_[i] = std::max(largest_[i], report::numberOf(columns_[i]->get(row)));
            }
        }
    }
}

QString ReportTable::peopleText(const Column& column, const Value& value) const {
    if (const auto* word = std::get_if<report::Word>(&value)) {
        return reportText(word->text);
    }
    switch (column.unit) {
    case Unit::Size:
        return sizesText(std::get<report::Integers>(value));
    case Unit::Volume:
        return countText(static_cast<std::int64_t>(report::numberOf(value)));
    case Unit::Stack:
        return ownPlace(std::get<report::Texts>(value));
    case Unit::Shapes:
        return shapesText(report::textOf(value));
    case Unit::Sentence:
        return adviceText(report::textOf(value));
    default:
        break;
    }
    if (column.look.dashForZero && !column.isText() && report::numberOf(value) == 0) {
        return {};
    }
    return toQString(report::peopleText(column, value, table_.zero));
}

QString ReportTable::text(std::uint32_t row, std::string_view key) const {
    const Column* column = table_.column(key);
    const Value value = column != nullptr && has(row, *column) ? column->get(row) : Value();
    return report::isUnknown(value) ? QString() : peopleText(*column, value);
}

QColor ReportTable::colorOf(std::uint32_t row, const Theme& theme) const {
    const report::Tint tint = table_.tint ? table_.tint(row) : report::Tint();
    return tint.shadeBy.empty() ? theme.hueColor(tint.hue) : theme.hueColor(tint.hue, shadeOf(tint.shadeBy));
}

void ReportTable::draw(TableCell& cell, std::uint32_t row, std::size_t column, const Value& value,
                       const Theme& theme) const {
    switch (columns_[column]->look.form) {
    case Look::Form::Dot:
        cell.dot = colorOf(row, theme);
        break;
    case Look::Form::Bar:
        cell.share = largest_[column] > 0 ? report::numberOf(value) / largest_[column] : 0;
        cell.bar =
            columns_[column]->look.bar ? theme.hueColor(*columns_[column]->look.bar) : colorOf(row, theme);
        break;
    case Look::Form::Meter:
        cell.meter = report::numberOf(value) / (columns_[column]->unit == Unit::Percent ? 100 : 1);
        cell.ring = table_.ring && table_.ring(row);
        break;
    case Look::Form::Check:
        if (report::textOf(value) == "yes") {
            cell.icon = QStringLiteral("check");
            cell.ink = TableCell::Ink::Good;
            cell.text.clear();
        } else {
            cell.text =
                QStringLiteral("    ") + (report::textOf(value) == "?" ? QStringLiteral("?") : none());
            cell.ink = TableCell::Ink::Text3;
        }
        break;
    case Look::Form::Plain:
        break;
    }
}

TableCell ReportTable::cell(std::uint32_t row, int index, const Theme& theme) const {
    const auto at = static_cast<std::size_t>(index);
    const Column& column = *columns_[at];
    TableCell cell;
    if (!has(row, column)) {
        return cell;
    }
    const Value value = column.get(row);
    cell.elide = column.isText() ? Qt::ElideMiddle : Qt::ElideRight;
    cell.text = report::isUnknown(value) ? QString() : peopleText(column, value);
    cell.ink = column.look.quiet ? TableCell::Ink::Text2 : TableCell::Ink::Text;
    const bool counted = column.isText() || report::numberOf(value) != 0;
    if (cell.text.isEmpty()) {
        cell.text = column.look.unknown.empty() ? none() : reportText(column.look.unknown);
        cell.ink = TableCell::Ink::Text3;
    } else if (!counted && column.unit != Unit::Share) {
        cell.ink = TableCell::Ink::Text3;
    }
    if (column.look.link && !report::isUnknown(value)) {
        cell.ink = TableCell::Ink::Accent;
    }
    if (!report::isUnknown(value) || column.look.form == Look::Form::Check ||
        column.look.form == Look::Form::Dot) {
        draw(cell, row, at, value, theme);
    }
    return cell;
}

bool ReportTable::has(std::uint32_t row, const Column& column) const {
    return (column.levels & (parent(row) == kNone ? report::Top : report::Below)) != 0;
}

int ReportTable::compare(std::uint32_t a, std::uint32_t b, int index) const {
    const Column& column = *columns_[static_cast<std::size_t>(index)];
    if (!has(a, column) || !has(b, column)) {
        return int(has(a, column)) - int(has(b, column));
    }
    return report::compare(column, column.get(a), column.get(b));
}

QString ReportTable::exact(std::uint32_t row, int index) const {
    const Column& column = *columns_[static_cast<std::size_t>(index)];
    return has(row, column) ? toQString(report::exactText(column, column.get(row))) : QString();
}

} // namespace lanes
