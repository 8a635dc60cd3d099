#include "app/render/Offscreen.h"

#include "app/window/parts/Language.h"
#include "resources/Fonts.h"

#include <QApplication>

namespace lanes {

int drawOffscreen(char** argv, std::string_view language, const std::function<int()>& draw) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt warns of things that concern no picture, such as a missing session bus; `draw` reports errors itself.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    int quiet = 1;
    const QApplication application(quiet, argv);
    addBakedFonts();
    const Language shown(QString::fromUtf8(language.data(), static_cast<qsizetype>(language.size())));
    return draw();
}

} // namespace lanes
