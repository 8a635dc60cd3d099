// Printed pages: the content of a view, below a line with the session, the part of it, and the date.
#pragma once

#include <QSizeF>
#include <QString>

#include <functional>
#include <stop_token>

class QIODevice;
class QPainter;

namespace lanes {

class Appearance;

// The content of the pages. It is painted off the UI thread, always in the light theme.
struct PrintMatter {
    // Returns the number of pages of this size; at least one.
    std::function<int(const QSizeF& size)> pages;
    std::function<void(QPainter& painter, Appearance& look, const QSizeF& size, int page)> paint;
};

struct PrintHead {
    QString session;
    QString view;
    QString range;
    QString date;
};

// Writes A4 pages in landscape. `progress` gets the share written so far. Any thread.
void writePdf(QIODevice& file, const PrintHead& head, const PrintMatter& matter, const std::stop_token& stop,
              const std::function<void(double)>& progress);

} // namespace lanes
