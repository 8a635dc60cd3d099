// The panel at the right of every view: the search while one is on, else the range or the event, whichever was chosen
// last, else the session.
#pragma once

#include "views/shared/session/ViewState.h"

#include <QPointer>
#include <QStackedWidget>

namespace lanes {

class Actions;
class Appearance;
class DetailsPanel;
class RangePanel;
class SearchField;
class SearchPanel;

class SidePane : public QStackedWidget {
    Q_OBJECT

public:
    explicit SidePane(Appearance& appearance, QWidget* parent = nullptr);

    // Whose panel it is, or null. `folder`: see DetailsPanel.
    void setState(ViewState* state, const QString& folder);
    // Its rows and buttons tell the keys that do the same.
    void setKeys(const Actions& actions);
    // Down in the field goes to the list of what was found; closing the panel empties the field.
    void bind(SearchField& field);
    [[nodiscard]] DetailsPanel& details() const { return *details_; }
    [[nodiscard]] RangePanel& range() const { return *range_; }
    [[nodiscard]] SearchPanel& search() const { return *search_; }
    [[nodiscard]] bool searching() const;
    // What the panel says of the event or range that is selected, else of the session; also while a search covers it.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void closeRequested();
    void left(); // whoever was in it with the keyboard, or clicked what was found, is the view's again

private:
    void choose();

    QPointer<ViewState> state_;
    DetailsPanel* details_;
    RangePanel* range_;
    SearchPanel* search_;
    bool rangeLast_ = false; // it was chosen after the event
};

} // namespace lanes
