#include "views/shared/panels/PanelText.h"

#include "views/shared/panels/PanelParts.h"

#include <QLayout>

namespace lanes {

namespace {

void addText(const QWidget& column, QString& text) {
    const QLayout* rows = column.layout();
    for (int i = 0; rows != nullptr && i < rows->count(); ++i) {
        const QWidget* row = rows->itemAt(i)->widget();
        if (row == nullptr || row->isHidden()) {
            continue;
        }
        if (row->accessibleName().isEmpty()) { // a section of rows, or nothing to say
            addText(*row, text);
            continue;
        }
        if (qobject_cast<const SectionHead*>(row) != nullptr && !text.isEmpty()) {
            text += QLatin1Char('\n');
        }
        text += row->accessibleName() + QLatin1Char('\n');
    }
}

} // namespace

QString panelText(const QWidget& column) {
    QString text;
    addText(column, text);
    return text;
}

} // namespace lanes
