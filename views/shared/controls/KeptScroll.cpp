#include "views/shared/controls/KeptScroll.h"

#include <QScopedValueRollback>
#include <QScrollBar>

namespace lanes {

KeptScroll::KeptScroll(QScrollBar& bar, int value)
    : QObject(&bar)
    , bar_(bar)
    , value_(value) {
    apply();
    connect(&bar, &QScrollBar::rangeChanged, this, &KeptScroll::apply);
    connect(&bar, &QScrollBar::valueChanged, this, [this] {
        if (!applying_) {
            disconnect(&bar_, nullptr, this, nullptr);
            deleteLater();
        }
    });
}

void KeptScroll::apply() {
    const QScopedValueRollback applying(applying_, true);
    bar_.setValue(value_);
}

} // namespace lanes
