#include "app/capture/CaptureRun.h"

#include <QDir>
#include <QFileInfo>

#include <csignal>
#include <utility>

namespace lanes {
namespace {

constexpr int kLookMs = 100;
constexpr qint64 kMostAtOnce = 1 << 20;
constexpr qint64 kSmallestSession = 16; // the file's magic is written, so a reader knows what it is

} // namespace

CaptureRun::CaptureRun(QString recorder, const CaptureRequest& request, QObject* parent)
    : QObject(parent)
    , recorder_(std::move(recorder))
    , request_(request)
    , output_(request.outputPath())
    , process_(new QProcess(this)) {
    connect(process_, &QProcess::finished, this, &CaptureRun::finish);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            Q_EMIT finished(
                tr("The recorder %1 could not be started; install Lanescope again.").arg(recorder_));
        }
    });
    connect(&look_, &QTimer::timeout, this, &CaptureRun::lookForSession);
    connect(&look_, &QTimer::timeout, this, &CaptureRun::read);
}

CaptureRun::~CaptureRun() {
    process_->disconnect(this);
    if (running()) {
        // destroying a QProcess kills it; a training of hours must survive its viewer
        process_->setParent(nullptr);
        connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
    }
}

void CaptureRun::start() {
    QDir().mkpath(QFileInfo(output_).path());
    process_->setWorkingDirectory(expandHome(request_.folder));
    process_->setProgram(recorder_);
    process_->setArguments(request_.arguments(output_));
    out_.setFileName(folder_.filePath(QStringLiteral("out")));
    error_.setFileName(folder_.filePath(QStringLiteral("error")));
    process_->setStandardOutputFile(out_.fileName());
    process_->setStandardErrorFile(error_.fileName());
    process_->start();
    look_.start(kLookMs);
}

void CaptureRun::stopProgram() {
    if (running()) {
        ::kill(static_cast<pid_t>(process_->processId()), stopAsked_ ? SIGTERM : SIGINT);
        stopAsked_ = true;
    }
}

void CaptureRun::write(const QByteArray& text) {
    process_->write(text);
}

void CaptureRun::lookForSession() {
    if (!ready_ && QFileInfo(output_).size() >= kSmallestSession) {
        ready_ = true;
        Q_EMIT sessionReady();
    }
}

QByteArray CaptureRun::appended(QFile& file, qint64& seen) {
    if (!file.isOpen() && !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    file.seek(seen);
    QByteArray text = file.read(kMostAtOnce);
    seen += text.size();
    return text;
}

void CaptureRun::read() {
    const QByteArray out = appended(out_, outSeen_);
    if (!out.isEmpty()) {
        Q_EMIT printed(QString::fromUtf8(out), false);
    }
    const QByteArray error = appended(error_, errorSeen_);
    if (!error.isEmpty()) {
        const QString text = QString::fromUtf8(error);
        const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        lastError_ = lines.isEmpty() ? lastError_ : lines.last();
        Q_EMIT printed(text, true);
    }
}

void CaptureRun::finish() {
    read();
    look_.stop();
    lookForSession();
    const bool crashed = process_->exitStatus() == QProcess::CrashExit;
    if (!ready_) {
        Q_EMIT finished(lastError_.isEmpty() ? tr("Nothing was recorded.") : lastError_);
    } else if (crashed && !stopAsked_) {
        Q_EMIT finished(tr("The program was ended by a signal; everything until then is recorded."));
    } else if (process_->exitCode() != 0 && !stopAsked_) {
        Q_EMIT finished(tr("The program ended with exit code %1; everything until then is recorded.")
                            .arg(process_->exitCode()));
    } else {
        Q_EMIT finished({});
    }
}

} // namespace lanes
