// Pages of paper: what a view shows, below a line that says of which session, which part of it, and when that was.
#pragma once

#include <QSizeF>
#include <QString>

#include <functional>
#include <stop_token>

class QIODevice;
class QPainter;

namespace lanes {

class Appearance;

// What stands on the pages. Painted off the UI thread, in the light theme whatever the window has.
struct PrintMatter {
    // How many pages of this size; at least one.
    std::function<int(const QSizeF& size)> pages;
    std::function<void(QPainter& painter, Appearance& look, const QSizeF& size, int page)> paint;
};

struct PrintHead {
    QString session;
    QString view;
    QString range;
    QString date;
};

// A4, across. `progress` is told the share that is written. Any thread.
void writePdf(QIODevice& file, const PrintHead& head, const PrintMatter& matter, const std::stop_token& stop,
              const std::function<void(double)>& progress);

} // namespace lanes
