#include "app/window/parts/Language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

#include <clocale>

namespace lanes {

Language::Language(const QString& name) {
    // Qt sets the desktop's locale for the C library. There "1.5" is no number where the decimal sign is a comma.
    std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
    const QLocale locale = name.isEmpty() ? QLocale::system() : QLocale(name);
    const QString prefix = QStringLiteral("lanescope");
    const QString folder = QStringLiteral(":/i18n");
    if (!own_.load(locale, prefix, QStringLiteral("_"), folder) &&
        !own_.load(QLocale(QLocale::English), prefix, QStringLiteral("_"), folder)) {
        return; // built without translations: the source's English stands
    }
    QCoreApplication::installTranslator(&own_);
    // in the language that the window speaks, not in one that only Qt knows
    if (qt_.load(QLocale(own_.language()), QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&qt_);
    }
}

Language::~Language() {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&qt_);
}

} // namespace lanes
