#include "app/window/page/SidePane.h"

#include "app/window/commands/Actions.h"
#include "app/window/parts/SearchField.h"
#include "views/details/DetailsPanel.h"
#include "views/range/RangePanel.h"
#include "views/search/SearchPanel.h"
#include "views/shared/controls/RowList.h"

#include <QApplication>

namespace lanes {

SidePane::SidePane(Appearance& appearance, QWidget* parent)
    : QStackedWidget(parent)
    , details_(new DetailsPanel(appearance, this))
    , range_(new RangePanel(appearance, this))
    , search_(new SearchPanel(appearance, this)) {
    addWidget(details_);
    addWidget(range_);
    addWidget(search_);
    connect(details_, &DetailsPanel::closeRequested, this, &SidePane::closeRequested);
}

void SidePane::setKeys(const Actions& actions) {
    details_->setKeys({actions.keysText(ActionId::FollowBack), actions.keysText(ActionId::FollowForward)});
    search_->setKeys(actions.keysText(ActionId::NextMatch), actions.keysText(ActionId::PreviousMatch));
}

void SidePane::bind(SearchField& field) {
    connect(search_, &SearchPanel::closeRequested, &field, [this, &field] {
        field.clear();
        Q_EMIT left();
    });
    connect(search_, &SearchPanel::clicked, this, &SidePane::left);
    connect(&field, &SearchField::listRequested, this, [this] {
        if (search_->isVisible()) {
            search_->events().setFocus();
        }
    });
}

void SidePane::setState(ViewState* state, const QString& folder) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = state;
    details_->setState(state, folder);
    range_->setState(state);
    search_->setState(state);
    rangeLast_ = state_ && state_->brush() && !state_->selection().valid();
    if (state_) {
        connect(state_, &ViewState::filterChanged, this, &SidePane::choose);
        connect(state_, &ViewState::brushChanged, this, [this] {
            rangeLast_ = state_->brush().has_value();
            choose();
        });
        connect(state_, &ViewState::spotChanged, this, [this] {
            rangeLast_ = rangeLast_ && !state_->spot();
            choose();
        });
        connect(state_, &ViewState::selectionChanged, this, [this](SliceId slice) {
            rangeLast_ = !slice.valid() && state_->brush().has_value();
            choose();
        });
    }
    choose();
}

bool SidePane::searching() const {
    return currentWidget() == search_;
}

QString SidePane::asText() const {
    return rangeLast_ ? range_->asText() : details_->asText();
}

void SidePane::choose() {
    const QWidget* before = currentWidget();
    const bool hasKeyboard = isAncestorOf(QApplication::focusWidget());
    if (!state_ || !state_->trace()) {
        setCurrentWidget(details_);
    } else if (!state_->filter().isEmpty()) {
        setCurrentWidget(search_);
    } else if (rangeLast_) {
        setCurrentWidget(range_);
    } else {
        setCurrentWidget(details_);
    }
    if (hasKeyboard && currentWidget() != before) {
        Q_EMIT left();
    }
}

} // namespace lanes
