// The matches of a search: their number and total time, grouped by name, and each event by time or longest first. Choosing a
// name restricts the list to its events. Choosing an event selects it and brings it into view.
#pragma once

#include "views/shared/controls/RowList.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewState.h"

#include <QPointer>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

class Appearance;
class PanelRule;
class SearchHead;
class SectionHead;
class SegmentedControl;

// The events listed, in their order. Immutable.
struct ListedEvents {
    std::shared_ptr<const FoundEvents> found;
    std::shared_ptr<const FoundByDuration> byDuration; // null: by time
    std::optional<std::vector<FoundEvent>> ofName;     // events of one name; nothing: all

    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] FoundEvent at(std::size_t position) const; // position < count()
    // Returns -1 if the event is not listed. O(log events), for one name O(events).
    [[nodiscard]] int positionOf(FoundEvent event) const;
    // Returns the events of one name, in the same order. After a stop request the result is incomplete. O(events log events).
    [[nodiscard]] ListedEvents named(StringId name, const std::stop_token& stop) const;
};

class SearchPanel : public QWidget {
    Q_OBJECT

public:
    explicit SearchPanel(Appearance& appearance, QWidget* parent = nullptr);
    ~SearchPanel() override;

    void setState(ViewState* state);
    // Names the keys that go to the next and the previous match.
    void setKeys(const QString& next, const QString& previous);
    // "130 events, 3.855 ms on the GPU", or the reason why nothing is listed.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] RowList& names() const { return *names_; }
    [[nodiscard]] RowList& events() const { return *events_; }
    [[nodiscard]] SegmentedControl& order() const { return *order_; }

Q_SIGNALS:
    void closeRequested();
    void clicked(); // by mouse, on one of its rows

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void chooseName(int index);
    void listEvents();
    void showEvents();
    void showPosition();
    [[nodiscard]] QString shortName(SliceId slice) const;
    [[nodiscard]] QColor dotOf(SliceId slice) const;
    [[nodiscard]] RowList::Row rowOf(FoundEvent event, TimeNs step) const;

    Appearance& appearance_;
    QPointer<ViewState> state_;
    std::shared_ptr<const SearchResult> shown_;
    ListedEvents listed_;
    // The name chosen in the list of names. A growing session sorts that list anew.
    std::optional<std::string> chosenName_;
    int name_ = -1; // its index in the list; -1: not listed
    LatestJob job_; // lists the events of a name
    SearchHead* head_;
    SectionHead* namesHead_;
    RowList* names_;
    PanelRule* rule_;
    QWidget* eventsRow_; // above the events
    SectionHead* eventsHead_;
    SegmentedControl* order_;
    RowList* events_;
};

} // namespace lanes
