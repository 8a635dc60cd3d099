#include "views/shared/panels/FocusSuccessor.h"

#include <QList>
#include <QWidget>

#include <algorithm>

namespace lanes {
namespace {

QList<QWidget*> stopsOf(const QWidget& rows) {
    QList<QWidget*> stops = rows.findChildren<QWidget*>();
    stops.removeIf([](const QWidget* row) { return row->focusPolicy() == Qt::NoFocus; });
    return stops;
}

} // namespace

QWidget* successorOf(const QWidget& focused, const QWidget& before, const QWidget& after) {
    const QList<QWidget*> stops = stopsOf(after);
    const auto same = std::ranges::find(stops, focused.accessibleName(), &QWidget::accessibleName);
    if (same != stops.end()) {
        return *same;
    }
    const qsizetype at = stopsOf(before).indexOf(&focused);
    return stops.isEmpty() ? nullptr : stops[std::clamp<qsizetype>(at, 0, stops.size() - 1)];
}

QWidget* firstStopOf(const QWidget& rows) {
    const QList<QWidget*> stops = stopsOf(rows);
    return stops.isEmpty() ? nullptr : stops.front();
}

} // namespace lanes
