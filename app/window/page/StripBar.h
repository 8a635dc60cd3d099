// The second bar: the whole session of the current tab as a strip.
#pragma once

#include <QToolBar>

class QStackedWidget;

namespace lanes {

class Appearance;
class DocumentPage;

// It contains one strip per page, in the order of the tabs.
class StripBar : public QToolBar {
    Q_OBJECT

public:
    explicit StripBar(Appearance& appearance, QWidget* parent = nullptr);

    void add(DocumentPage& page);
    void remove(int index);
    void moveStrip(int from, int to);
    // Shows the strip of that page, or nothing if the page has no views to show yet.
    void show(int index, const DocumentPage* page);

private:
    Appearance& appearance_;
    QStackedWidget* strips_;
};

} // namespace lanes
