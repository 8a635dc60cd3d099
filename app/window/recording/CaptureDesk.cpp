#include "app/window/recording/CaptureDesk.h"

#include "app/capture/running/ConsolePanel.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/window/parts/DockTitle.h"
#include "app/window/parts/Overlay.h"
#include "views/shared/look/Appearance.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QStackedWidget>

#include <algorithm>

namespace lanes {
namespace {

constexpr std::ptrdiff_t kKeptEnded = 8; // consoles of captures that have ended

} // namespace

CaptureDesk::CaptureDesk(Appearance& appearance, Settings& settings, QMainWindow& window)
    : QObject(&window)
    , appearance_(appearance)
    , window_(window)
    , sheet_(new CaptureSheet(appearance, settings))
    , overlay_(new Overlay(appearance, sheet_, Overlay::Veil::Dim, &window, tr("Capture a program")))
    , dock_(new QDockWidget(tr("Console"), &window))
    , consoles_(new QStackedWidget(dock_))
    , recorder_(QCoreApplication::applicationFilePath()) {
    sheet_->setRecorder(recorder_);
    dock_->setObjectName(QStringLiteral("console"));
    dock_->setTitleBarWidget(new DockTitle(appearance_, *dock_));
    dock_->setWidget(consoles_);
    makeConsole();
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock_);
    dock_->hide();
    connect(sheet_, &CaptureSheet::sizeHintChanged, overlay_, &Overlay::refit);
    connect(sheet_, &CaptureSheet::closeRequested, overlay_, &Overlay::close);
    connect(sheet_, &CaptureSheet::startRequested, this, [this](const CaptureRequest& request) {
        overlay_->close();
        start(request);
    });
}

CaptureDesk::~CaptureDesk() = default;

ConsolePanel* CaptureDesk::makeConsole() {
    auto* console = new ConsolePanel(appearance_, consoles_);
    consoles_->addWidget(console);
    return console;
}

void CaptureDesk::connectConsole(const Capture& capture) {
    CaptureRun* run = capture.run.get();
    ConsolePanel* console = capture.console;
    connect(console, &ConsolePanel::inputEnded, run, [run, console] {
        if (run->running()) {
            run->endInput();
            console->setInputEnabled(false);
        }
    });
    connect(console, &ConsolePanel::entered, run, [run, console](const QString& line) {
        if (run->running()) {
            console->print(line + QLatin1Char('\n'), false);
            run->write(line.toUtf8() + '\n');
        }
    });
    connect(run, &CaptureRun::printed, console, &ConsolePanel::print);
}

void CaptureDesk::connectRun(const Capture& capture) {
    CaptureRun* run = capture.run.get();
    connect(run, &CaptureRun::sessionReady, this, &CaptureDesk::sessionReady);
    connect(run, &CaptureRun::finished, this, [this, run, console = capture.console](const QString& failure) {
        console->setInputEnabled(false);
        Q_EMIT runsChanged();
        if (!failure.isEmpty()) {
            const bool others = captures_.size() > 1;
            Q_EMIT failed(others ? tr("%1: %2").arg(QFileInfo(run->outputPath()).fileName(), failure)
                                 : failure);
        }
    });
}

void CaptureDesk::setRecorder(const QString& program) {
    recorder_ = program;
    sheet_->setRecorder(program);
}

void CaptureDesk::ask() {
    sheet_->setAttach(false);
    overlay_->open();
}

void CaptureDesk::askAttach() {
    sheet_->setAttach(true);
    overlay_->open();
}

// Of ended captures the newest stay, but none into the session that is recorded anew.
void CaptureDesk::dropEnded(const QString& session) {
    std::ptrdiff_t ended =
        std::ranges::count_if(captures_, [](const Capture& it) { return !it.run->running(); });
    for (auto it = captures_.begin(); it != captures_.end();) {
        if (!it->run->running() && (it->run->writes(session) || ended > kKeptEnded)) {
            delete it->console;
            it = captures_.erase(it);
            --ended;
        } else {
            ++it;
        }
    }
}

void CaptureDesk::start(const CaptureRequest& request) {
    auto made = std::make_unique<CaptureRun>(recorder_, request);
    CaptureRun* run = made.get();
    dropEnded(run->outputPath());
    captures_.push_back({std::move(made), makeConsole()});
    const Capture& capture = captures_.back();
    connectConsole(capture);
    ConsolePanel* console = capture.console;
    console->begin();
    // what runs already reads from where it was started, what runs elsewhere from nothing
    console->setInputEnabled(!request.attach && request.target.isEmpty());
    consoles_->setCurrentWidget(console);
    dock_->show();
    connectRun(capture);
    Q_EMIT started();
    run->start();
    Q_EMIT runsChanged();
}

void CaptureDesk::showConsoleOf(const QString& session) {
    for (const Capture& capture : captures_) {
        if (capture.run->writes(session)) {
            consoles_->setCurrentWidget(capture.console);
        }
    }
}

void CaptureDesk::hideConsole() {
    dock_->hide();
}

bool CaptureDesk::running() const {
    return std::ranges::any_of(captures_, [](const Capture& it) { return it.run->running(); });
}

CaptureRun* CaptureDesk::runOf(const QString& session) const {
    for (const Capture& capture : captures_) {
        if (capture.run->running() && capture.run->writes(session)) {
            return capture.run.get();
        }
    }
    return nullptr;
}

QString CaptureDesk::onlyRunning() const {
    QString only;
    for (const Capture& capture : captures_) {
        if (capture.run->running()) {
            if (!only.isEmpty()) {
                return {};
            }
            only = capture.run->outputPath();
        }
    }
    return only;
}

ConsolePanel& CaptureDesk::console() const {
    return *static_cast<ConsolePanel*>(consoles_->currentWidget());
}

} // namespace lanes
