#include "app/window/WindowCommand.h"

#include "app/cli/Command.h"
#include "app/cli/ParseArguments.h"
#include "app/document/Document.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/RunningWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Language.h"
#include "model/io/CategoriesFile.h"
#include "resources/Fonts.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/SessionReference.h"
#include "views/shared/text/Text.h"

#include <QApplication>
#include <QDir>
#include <QFile>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace lanes {

namespace {

// Brings a place of a document into view as soon as that much of it has been read.
// `range` since the session's begin. Moves once; what the user does afterwards stays.
void openAt(Document& document, TimeRange range) {
    auto* once = new QObject(&document);
    const auto go = [&document, range, once] {
        const ViewState& view = document.view();
        if (!view.trace()) {
            return;
        }
        const TimeNs begin = view.origin();
        const TimeRange wanted{begin + range.begin, begin + range.end};
        if (wanted.end <= view.bounds().end || document.state() == Document::State::Ready ||
            document.state() == Document::State::Live) {
            document.view().setVisible(wanted);
            once->deleteLater();
            QObject::disconnect(&document, nullptr, once, nullptr);
            QObject::disconnect(&document.view(), nullptr, once, nullptr);
        }
    };
    // Queued: the view itself first takes what is new.
    QObject::connect(&document, &Document::stateChanged, once, go, Qt::QueuedConnection);
    QObject::connect(&document.view(), &ViewState::traceChanged, once, go, Qt::QueuedConnection);
    go();
}

using cli::kFailed;
using cli::kGood;

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
    std::string categories;
    bool newWindow = false;
};

// As they were given, but whole: the window that takes them may have been started elsewhere.
QStringList referencesOf(const Wishes& wishes) {
    QStringList references;
    for (const std::string& file : wishes.files) {
        references << QDir::current().absoluteFilePath(QFile::decodeName(file.c_str()));
    }
    return references;
}

// A path, or a path with a place: "train.lanes#t=1ms..2ms". Gives the path.
QString openReference(MainWindow& window, const QString& text) {
    const SessionReference reference = referenceOf(text);
    DocumentPage* page = window.openFile(reference.path);
    if (reference.range) {
        openAt(page->document(), *reference.range);
    }
    return reference.path;
}

int showWindow(int argc, char** argv, const Wishes& wishes,
               const Result<std::shared_ptr<const OwnClasses>>& categories) {
    const QtMessageHandler usual = qInstallMessageHandler(endWithoutDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    QApplication::setApplicationName(QStringLiteral("Lanescope"));
    QApplication::setApplicationVersion(QStringLiteral(LANESCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lanescope"));
    addBakedFonts();
    Settings settings;
    Appearance appearance;
    if (wishes.theme == "light" || wishes.theme == "dark") {
        appearance.setMode(wishes.theme == "light" ? Appearance::Mode::Light : Appearance::Mode::Dark);
    } else {
        appearance.setMode(modeOf(settings.theme()));
    }
    appearance.setOwnClasses(categories ? categories.value() : nullptr);
    appearance.setWheelZooms(settings.wheelZooms());
    QObject::connect(&settings, &Settings::wheelChanged, &appearance,
                     [&] { appearance.setWheelZooms(settings.wheelZooms()); });
    QObject::connect(&settings, &Settings::themeChanged, &appearance,
                     [&] { appearance.setMode(modeOf(settings.theme())); });
    appearance.applyTo(application);
    const Language language(wishes.language.empty() ? settings.language()
                                                    : QString::fromStdString(wishes.language));
    MainWindow window(appearance, settings);
    window.show();
    const auto open = [&](const QStringList& references) {
        QStringList files;
        for (const QString& reference : references) {
            files << openReference(window, reference);
        }
        window.openAll(files); // they are open; ranks of one job among them are offered as one session
    };
    open(referencesOf(wishes));
    if (!categories) {
        window.warn(toQString(categories.error().message));
    }
    const RunningWindow running([&](const QStringList& references) {
        open(references);
        window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
        window.raise();
        window.activateWindow();
    });
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
    parser
        .add_option("--categories", wishes.categories,
                    "own categories of kernels and calls (default: categories.toml in ~/.config/lanescope)")
        ->option_text("FILE");
    parser.add_flag("--new-window", wishes.newWindow,
                    "a window of its own; otherwise the files open in the window that is there already");
    if (const auto code = cli::parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto categories = chosenCategories(wishes.categories);
    if (!categories && !wishes.categories.empty()) { // the usual file's faults are told in the window
        std::fprintf(stderr, "lanescope: %s\n", categories.error().message.c_str());
        return kFailed;
    }
    if (!hasDisplay()) {
        return complainOfDisplay("there is no display for a window");
    }
    const bool asItIs = wishes.theme.empty() && wishes.language.empty() && wishes.categories.empty();
    if (!wishes.newWindow && asItIs && RunningWindow::handOver(referencesOf(wishes))) {
        return kGood;
    }
    return showWindow(argc, argv, wishes, categories);
}

} // namespace lanes
