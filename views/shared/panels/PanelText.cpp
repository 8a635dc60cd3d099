#include "views/shared/panels/PanelText.h"

#include "views/shared/panels/PanelParts.h"

#include <QLayout>

namespace lanes {

QString panelText(const QWidget& column) {
    QString text;
    const QLayout* rows = column.layout();
    for (int i = 0; rows != nullptr && i < rows->count(); ++i) {
        const QWidget* row = rows->itemAt(i)->widget();
        if (row == nullptr || row->isHidden() || row->accessibleName().isEmpty()) {
            continue;
        }
        if (qobject_cast<const SectionHead*>(row) != nullptr && !text.isEmpty()) {
            text += QLatin1Char('\n');
        }
        text += row->accessibleName() + QLatin1Char('\n');
    }
    return text;
}

} // namespace lanes
