#include "app/window/page/TableMemory.h"

#include "app/settings/Settings.h"
#include "app/window/page/DocumentPage.h"
#include "views/query/QueryView.h"
#include "views/shared/table/TableView.h"

namespace lanes {

void rememberColumns(QWidget& view, const QString& id, Settings& settings) {
    auto* table = qobject_cast<TableView*>(&view);
    if (table == nullptr) {
        return;
    }
    table->setArrangement(settings.tableColumns(id));
    QObject::connect(table, &TableView::arrangementChanged, &settings,
                     [table, id, &settings] { settings.setTableColumns(id, table->arrangement()); });
    if (auto* query = qobject_cast<QueryView*>(&view)) {
        query->setHistory(settings.queries());
        QObject::connect(query, &QueryView::historyChanged, &settings,
                         [query, &settings] { settings.setQueries(query->history()); });
    }
}

void rememberColumns(DocumentPage& page, Settings& settings) {
    QObject::connect(&page, &DocumentPage::viewMade, &settings,
                     [&settings](QWidget* view, const QString& id) { rememberColumns(*view, id, settings); });
}

} // namespace lanes
