#include "views/details/PanelSections.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

QVBoxLayout* columnOf(QWidget* parent) {
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

QList<QWidget*> stopsOf(const QWidget& section) {
    QList<QWidget*> stops = section.findChildren<QWidget*>();
    stops.removeIf([](const QWidget* row) { return row->focusPolicy() == Qt::NoFocus; });
    return stops;
}

// The row that says the same, or else the one in its place; null if there is none.
QWidget* successorOf(const QWidget& row, const QWidget& before, const QWidget& after) {
    const QList<QWidget*> stops = stopsOf(after);
    const auto same = std::ranges::find(stops, row.accessibleName(), &QWidget::accessibleName);
    if (same != stops.end()) {
        return *same;
    }
    const qsizetype at = stopsOf(before).indexOf(&row);
    return stops.isEmpty() ? nullptr : stops[std::clamp<qsizetype>(at, 0, stops.size() - 1)];
}

} // namespace

PanelSections::PanelSections(QScrollArea& area)
    : area_(area) {}

void PanelSections::clear() {
    auto* inside = new QWidget;
    column_ = columnOf(inside);
    column_->addStretch(1);
    sections_.clear();
    // the old rows may be the ones whose click brought us here
    if (QWidget* old = area_.takeWidget()) {
        old->hide();
        old->deleteLater();
    }
    area_.setWidget(inside);
}

void PanelSections::fill(std::size_t index, const std::function<void()>& rows) {
    auto* section = new QWidget;
    filled_ = columnOf(section);
    rows();
    filled_ = nullptr;
    column_->insertWidget(static_cast<int>(index), section);
    section->show();
    if (index == sections_.size()) {
        sections_.push_back(section);
        return;
    }
    QWidget* old = std::exchange(sections_[index], section);
    if (QWidget* focused = old->focusWidget(); focused != nullptr && focused->hasFocus()) {
        if (QWidget* next = successorOf(*focused, *old, *section)) {
            next->setFocus();
        }
    }
    column_->removeWidget(old);
    old->hide();
    old->deleteLater();
}

void PanelSections::add(QWidget* row) {
    filled_->addWidget(row);
}

} // namespace lanes
