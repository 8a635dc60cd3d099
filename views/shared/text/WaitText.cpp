#include "views/shared/text/WaitText.h"

#include "model/report/Gaps.h"

#include <QCoreApplication>

namespace lanes {

QString waitText(WaitCause cause) {
    return QCoreApplication::translate("Report", report::waitWord(cause).text.data());
}

QColor waitColor(const Theme& theme, WaitCause cause) {
    return cause == WaitCause::Unknown ? QColor() : theme.hueColor(waitHue(cause));
}

} // namespace lanes
