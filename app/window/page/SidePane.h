// The panel at the right of every view. During a search it shows the matches. Else it shows the brushed range or the selected
// event, whichever came last, or the session.
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

    // Sets the session, or null. `folder`: see DetailsPanel.
    void setState(ViewState* state, const QString& folder);
    // Sets the keys that its rows and buttons name.
    void setKeys(const Actions& actions);
    // Connects the search field: Down in the field goes to the list of matches, and closing the panel clears the field.
    void bind(SearchField& field);
    [[nodiscard]] DetailsPanel& details() const { return *details_; }
    [[nodiscard]] RangePanel& range() const { return *range_; }
    [[nodiscard]] SearchPanel& search() const { return *search_; }
    [[nodiscard]] bool searching() const;
    // The panel's text about the selected event or range, else about the session; also while a search covers it.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void closeRequested();
    void left(); // its keyboard or mouse use has ended: the keyboard belongs to the view again

private:
    void choose();

    QPointer<ViewState> state_;
    DetailsPanel* details_;
    RangePanel* range_;
    SearchPanel* search_;
    bool rangeLast_ = false; // the range was chosen after the event
};

} // namespace lanes
