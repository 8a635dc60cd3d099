// The language of all texts in the window.
#pragma once

#include <QString>
#include <QTranslator>

namespace lanes {

// Installs the translation while it lives; needs a QCoreApplication. Numbers have a decimal point in every language: Qt's
// default locale and LC_NUMERIC become "C" for good. Dates follow QLocale::system().
class Language {
public:
    // "zh_CN", "en"...; empty: the desktop's. A language without a translation becomes English.
    explicit Language(const QString& name);
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

private:
    QTranslator own_;
    QTranslator qt_; // texts of Qt's own dialogs
};

} // namespace lanes
