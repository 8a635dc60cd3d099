#include "app/window/page/PrintMatter.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QPainter>
#include <QPicture>

#include <algorithm>
#include <memory>

namespace lanes {
namespace {

PrintMatter printedTable(const TablePages& table) {
    const auto pages = [rows = table.order.size()](const QSizeF& size) {
        const int each = TablePages::rowsOn(size.height());
        return (rows + each - 1) / each;
    };
    const auto paint = [table](QPainter& painter, Appearance& look, const QSizeF& size, int page) {
        table.paint(painter, look, size, page * TablePages::rowsOn(size.height()));
    };
    return {pages, paint};
}

PrintMatter printedShapes(VectorPicture picture) {
    const auto shared = std::make_shared<const VectorPicture>(std::move(picture));
    const auto scaleFor = [shared](const QSizeF& size) { return size.width() / shared->size().width(); };
    const auto pages = [shared, scaleFor](const QSizeF& size) {
        return static_cast<int>(shared->pages(size.height() / scaleFor(size)).size());
    };
    const auto paint = [shared, scaleFor](QPainter& painter, Appearance&, const QSizeF& size, int page) {
        const auto parts = shared->pages(size.height() / scaleFor(size));
        painter.scale(scaleFor(size), scaleFor(size));
        shared->paintPage(painter, parts[static_cast<std::size_t>(page)]);
    };
    return {pages, paint};
}

PrintMatter printedWidget(QWidget& widget) {
    const auto picture = std::make_shared<QPicture>();
    QPainter painter(picture.get());
    widget.render(&painter);
    painter.end();
    const auto paint = [picture, whole = QSizeF(widget.size())](QPainter& onto, Appearance&,
                                                                const QSizeF& size, int) {
        const qreal scale = std::min(size.width() / whole.width(), size.height() / whole.height());
        onto.scale(scale, scale);
        onto.drawPicture(0, 0, *picture);
    };
    return {[](const QSizeF&) { return 1; }, paint};
}

} // namespace

PrintMatter printMatterOf(SessionView& view) {
    if (const auto* table = qobject_cast<TableView*>(&view);
        table != nullptr && table->table().isVisible() && table->table().model() != nullptr) {
        return printedTable(table->table().pages());
    }
    if (auto* timeline = qobject_cast<TimelineView*>(&view)) {
        Theme theme = Theme::lightTheme();
        if (const auto trace = view.state() != nullptr ? view.state()->trace() : nullptr;
            trace != nullptr && trace->ownClasses() != nullptr) {
            theme.paintOwn(*trace->ownClasses());
        }
        VectorPicture picture = timeline->canvas().vectors(theme);
        return picture.isEmpty() ? PrintMatter() : printedShapes(std::move(picture));
    }
    return view.busy() ? PrintMatter() : printedWidget(view);
}

} // namespace lanes
