// Restores the scroll position of a scroll area whose content was replaced. The content and its size arrive in steps, so it
// sets the value again after each change of the bar's range.
#pragma once

#include <QObject>

class QScrollBar;

namespace lanes {

// UI thread. Child of the bar. It ends when the user scrolls or when it is deleted.
class KeptScroll : public QObject {
    Q_OBJECT

public:
    KeptScroll(QScrollBar& bar, int value);

private:
    void apply();

    QScrollBar& bar_;
    int value_;
    bool applying_ = false;
};

} // namespace lanes
