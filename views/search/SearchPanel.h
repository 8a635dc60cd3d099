// What a search found: how many and how long together, by name, and each event by time. A name restricts the list to
// its events; an event is selected and brought into view.
#pragma once

#include "views/shared/controls/RowList.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewState.h"

#include <QPointer>
#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

namespace lanes {

class Appearance;
class PanelRule;
class SearchHead;
class SectionHead;

class SearchPanel : public QWidget {
    Q_OBJECT

public:
    explicit SearchPanel(Appearance& appearance, QWidget* parent = nullptr);
    ~SearchPanel() override;

    void setState(ViewState* state);
    // Which keys go to the next match, and the one before.
    void setKeys(const QString& next, const QString& previous);
    // "130 events, 3.855 ms on the GPU", or why nothing is listed.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] RowList& names() const { return *names_; }
    [[nodiscard]] RowList& events() const { return *events_; }

Q_SIGNALS:
    void closeRequested();
    void clicked(); // one of its rows, by mouse

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void chooseName(int index);
    void listEvents();
    void showPosition();
    [[nodiscard]] FoundEvent listed(int index) const;
    [[nodiscard]] QString shortName(SliceId slice) const;
    [[nodiscard]] QColor dotOf(SliceId slice) const;
    [[nodiscard]] RowList::Row rowOf(FoundEvent event, TimeNs step) const;

    Appearance& appearance_;
    QPointer<ViewState> state_;
    std::shared_ptr<const SearchResult> shown_;
    std::vector<FoundEvent> ofName_; // the events of the chosen name
    int name_ = -1;                  // chosen in the list of names
    LatestJob job_;
    SearchHead* head_;
    SectionHead* namesHead_;
    RowList* names_;
    PanelRule* rule_;
    SectionHead* eventsHead_;
    RowList* events_;
};

} // namespace lanes
