#include "app/window/CaptureDesk.h"

#include "app/capture/CaptureSheet.h"
#include "app/capture/ConsolePanel.h"
#include "app/window/DockTitle.h"
#include "app/window/Overlay.h"
#include "views/shared/Appearance.h"

#include <QCoreApplication>
#include <QDockWidget>

namespace lanes {

CaptureDesk::CaptureDesk(Appearance& appearance, Settings& settings, QMainWindow& window)
    : QObject(&window)
    , appearance_(appearance)
    , window_(window)
    , sheet_(new CaptureSheet(appearance, settings))
    , overlay_(new Overlay(appearance, sheet_, Overlay::Veil::Dim, &window, tr("Capture a program")))
    , dock_(new QDockWidget(tr("Console"), &window))
    , console_(new ConsolePanel(appearance, dock_))
    , recorder_(QCoreApplication::applicationFilePath()) {
    dock_->setObjectName(QStringLiteral("console"));
    dock_->setTitleBarWidget(new DockTitle(appearance_, *dock_));
    dock_->setWidget(console_);
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock_);
    dock_->hide();
    connect(sheet_, &CaptureSheet::closeRequested, overlay_, &Overlay::close);
    connect(sheet_, &CaptureSheet::startRequested, this, [this](const CaptureRequest& request) {
        overlay_->close();
        start(request);
    });
    connect(console_, &ConsolePanel::inputEnded, this, [this] {
        if (running()) {
            run_->endInput();
            console_->setInputEnabled(false);
        }
    });
    connect(console_, &ConsolePanel::entered, this, [this](const QString& line) {
        if (running()) {
            console_->print(line + QLatin1Char('\n'), false);
            run_->write(line.toUtf8() + '\n');
        }
    });
}

CaptureDesk::~CaptureDesk() = default;

void CaptureDesk::ask() {
    if (running()) {
        Q_EMIT failed(
            tr("%1 is still being recorded; stop it first or let it end.").arg(run_->request().command));
        return;
    }
    overlay_->open();
}

void CaptureDesk::start(const CaptureRequest& request) {
    run_ = std::make_unique<CaptureRun>(recorder_, request);
    CaptureRun* run = run_.get();
    console_->begin();
    console_->setInputEnabled(true);
    dock_->show();
    connect(run, &CaptureRun::sessionReady, this, [this, run] { Q_EMIT sessionReady(run->outputPath()); });
    connect(run, &CaptureRun::printed, console_, &ConsolePanel::print);
    connect(run, &CaptureRun::finished, this, [this](const QString& failure) {
        console_->setInputEnabled(false);
        Q_EMIT runningChanged(false);
        if (!failure.isEmpty()) {
            Q_EMIT failed(failure);
        }
    });
    run_->start();
    Q_EMIT runningChanged(true);
}

void CaptureDesk::stopProgram() {
    if (run_) {
        run_->stopProgram();
        Q_EMIT stopAsked(run_->nextStop());
    }
}

void CaptureDesk::hideConsole() {
    dock_->hide();
}

QString CaptureDesk::sessionPath() const {
    return run_ ? run_->outputPath() : QString();
}

} // namespace lanes
