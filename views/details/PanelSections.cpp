#include "views/details/PanelSections.h"

#include "views/shared/panels/FocusSuccessor.h"

#include <QApplication>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace lanes {
namespace {

QVBoxLayout* columnOf(QWidget* parent) {
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
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
    if (area_.isAncestorOf(QApplication::focusWidget())) {
        area_.setFocus(); // until there are rows again; else it would go to whatever comes next in the window
    }
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
        if (QWidget* first = area_.hasFocus() ? firstStopOf(*section) : nullptr) {
            first->setFocus();
        }
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
