// Keeps a scroll area where another one of the same content was scrolled to: content and room come later, in steps.
#pragma once

#include <QObject>

class QScrollBar;

namespace lanes {

// UI thread. Child of the bar. Holds until somebody scrolls, or it is deleted.
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
