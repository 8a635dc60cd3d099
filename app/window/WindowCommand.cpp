#include "app/window/WindowCommand.h"

#include "app/document/OpenAt.h"
#include "app/settings/Settings.h"
#include "app/window/DocumentPage.h"
#include "app/window/Language.h"
#include "app/window/MainWindow.h"
#include "resources/Fonts.h"
#include "views/shared/Appearance.h"
#include "views/shared/SessionReference.h"

#include <QApplication>
#include <QFile>
#include <QThreadPool>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace lanes {
namespace {

constexpr int kGood = 0;
constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kFewestWorkers = 4; // a file that is being read must not keep small jobs waiting

bool hasDisplay() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int complainOfDisplay(const std::string& what) {
    std::fprintf(stderr,
                 "lanescope: %s; `lanescope info FILE` and `lanescope render FILE -o out.png` need none\n",
                 what.c_str());
    return kFailed;
}

// Qt ends a program that cannot reach its display by abort(), after many words.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext& /*where*/, const QString& /*text*/) {
    if (type == QtFatalMsg) {
        const QByteArray name = qgetenv(qEnvironmentVariableIsSet("DISPLAY") ? "DISPLAY" : "WAYLAND_DISPLAY");
        std::_Exit(complainOfDisplay("the display " + name.toStdString() + " cannot be reached"));
    }
}

Appearance::Mode modeOf(ThemeChoice choice) {
    switch (choice) {
    case ThemeChoice::Light:
        return Appearance::Mode::Light;
    case ThemeChoice::Dark:
        return Appearance::Mode::Dark;
    case ThemeChoice::Desktop:
        break;
    }
    return Appearance::Mode::System;
}

struct Wishes {
    std::vector<std::string> files;
    std::string theme;
    std::string language;
};

// A path, or a path with a place: "train.lanes#t=1ms..2ms". Gives the path.
QString openReference(MainWindow& window, const QString& text) {
    const SessionReference reference = referenceOf(text);
    DocumentPage* page = window.openFile(reference.path);
    if (reference.range) {
        openAt(page->document(), *reference.range);
    }
    return reference.path;
}

int showWindow(int argc, char** argv, const Wishes& wishes) {
    const QtMessageHandler usual = qInstallMessageHandler(endWithoutDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    QApplication::setApplicationName(QStringLiteral("Lanescope"));
    QApplication::setApplicationVersion(QStringLiteral(LANESCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lanescope"));
    QThreadPool::globalInstance()->setMaxThreadCount(std::max(kFewestWorkers, QThread::idealThreadCount()));
    addBakedFonts();
    Settings settings;
    const Language language(wishes.language.empty() ? settings.language()
                                                    : QString::fromStdString(wishes.language));
    Appearance appearance;
    if (wishes.theme == "light" || wishes.theme == "dark") {
        appearance.setMode(wishes.theme == "light" ? Appearance::Mode::Light : Appearance::Mode::Dark);
    } else {
        appearance.setMode(modeOf(settings.theme()));
    }
    appearance.setWheelZooms(settings.wheelZooms());
    QObject::connect(&settings, &Settings::wheelChanged, &appearance,
                     [&] { appearance.setWheelZooms(settings.wheelZooms()); });
    QObject::connect(&settings, &Settings::themeChanged, &appearance,
                     [&] { appearance.setMode(modeOf(settings.theme())); });
    appearance.applyTo(application);
    MainWindow window(appearance, settings);
    window.show();
    QStringList files;
    for (const std::string& file : wishes.files) {
        files << openReference(window, QFile::decodeName(file.c_str()));
    }
    window.openAll(files); // they are open; ranks of one job among them are offered as one session
    return QApplication::exec();
}

} // namespace

int runWindow(int argc, char** argv) {
    CLI::App parser("Shows sessions and traces in a window", "lanescope");
    Wishes wishes;
    parser.add_option("FILE", wishes.files,
                      "sessions (.lanes) or traces, maybe with a place: file#t=1ms..2ms; without one the "
                      "window says what to do");
    parser.add_option("--theme", wishes.theme, "light or dark, for this time")
        ->check(CLI::IsMember({"light", "dark", "desktop"}));
    parser.add_option("--lang", wishes.language, "language of the window, for this time")
        ->check(CLI::IsMember({"en", "zh_CN"}));
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    if (!hasDisplay()) {
        return complainOfDisplay("there is no display for a window");
    }
    return showWindow(argc, argv, wishes);
}

} // namespace lanes
