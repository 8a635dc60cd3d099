#include "app/capture/running/CaptureRun.h"

#include "app/capture/targets/FarComplaint.h"
#include "app/capture/targets/SshQuestions.h"
#include "collector/recorder/host/ProcessTree.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <algorithm>
#include <csignal>
#include <utility>

namespace lanes {
namespace {

constexpr int kLookMs = 100;
constexpr qint64 kMostAtOnce = 1 << 20;
constexpr qsizetype kMostErrors = 8192; // its last words, of which a failure is made
constexpr qint64 kSmallestSession = 16; // the file's magic is written, so a reader knows what it is

QProcessEnvironment environmentOf(const CaptureRequest& request, const QString& recorder) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // into a file Python would print only every few KiB
    environment.insert(QStringLiteral("PYTHONUNBUFFERED"), QStringLiteral("1"));
    for (const QString& variable : request.variables()) {
        environment.insert(variable.section(QLatin1Char('='), 0, 0), variable.section(QLatin1Char('='), 1));
    }
    if (!request.target.isEmpty()) {
        letSshAsk(environment, recorder);
    }
    return environment;
}

} // namespace

CaptureRun::CaptureRun(QString recorder, const CaptureRequest& request, QObject* parent)
    : QObject(parent)
    , recorder_(std::move(recorder))
    , request_(request)
    , output_(request.outputPath())
    , process_(new QProcess(this)) {
    for (const QString& path : request_.outputPaths(output_)) {
        sessions_.push_back({path, {}, false});
    }
    connect(process_, &QProcess::finished, this, &CaptureRun::finish);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            look_.stop();
            Q_EMIT finished(
                tr("The recorder %1 could not be started; install Lanescope again.").arg(recorder_));
        }
    });
    connect(&look_, &QTimer::timeout, this, &CaptureRun::lookForSessions);
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
    for (Session& session : sessions_) {
        session.replaced = QFileInfo(session.path).lastModified();
    }
    process_->setWorkingDirectory(request_.workingFolder());
    process_->setProgram(recorder_);
    process_->setArguments(request_.arguments(output_));
    process_->setProcessEnvironment(environmentOf(request_, recorder_));
    out_.file.setFileName(folder_.filePath(QStringLiteral("out")));
    error_.file.setFileName(folder_.filePath(QStringLiteral("error")));
    process_->setStandardOutputFile(out_.file.fileName());
    process_->setStandardErrorFile(error_.file.fileName());
    // a window that a script has started in the background ignores Ctrl-C, and so would the program that is to hear it
    process_->setChildProcessModifier([] { std::signal(SIGINT, SIG_DFL); });
    process_->start();
    look_.start(kLookMs);
}

void CaptureRun::stopProgram() {
    if (!running()) {
        return;
    }
    const auto recorder = static_cast<pid_t>(process_->processId());
    switch (nextStop_) {
    case Stop::Interrupt:
        ::kill(recorder, SIGINT); // it passes signals on
        nextStop_ = Stop::Terminate;
        break;
    case Stop::Terminate:
        ::kill(recorder, SIGTERM);
        nextStop_ = Stop::Kill;
        break;
    case Stop::Kill:
        killProgram();
        break;
    }
}

void CaptureRun::killProgram() {
    if (!running()) {
        return;
    }
    const auto recorder = static_cast<pid_t>(process_->processId());
    nextStop_ = Stop::Kill;
    if (!request_.target.isEmpty()) {
        ::kill(recorder, SIGTERM); // the program is elsewhere; killing ours would only lose sight of it
        return;
    }
    recorder::killTree(recorder, false, 0); // itself must live to write what the program left
}

void CaptureRun::write(const QByteArray& text) {
    process_->write(text);
}

void CaptureRun::endInput() {
    process_->closeWriteChannel();
}

bool CaptureRun::writes(const QString& session) const {
    return std::ranges::find(sessions_, session, &Session::path) != sessions_.end();
}

void CaptureRun::lookForSessions() {
    for (Session& session : sessions_) {
        const QFileInfo file(session.path);
        if (!session.ready && file.size() >= kSmallestSession && file.lastModified() != session.replaced) {
            session.ready = true;
            Q_EMIT sessionReady(session.path);
        }
    }
}

QString CaptureRun::Stream::newText() {
    const bool open = file.isOpen() || file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    return open ? QString(decoder.decode(file.read(kMostAtOnce))) : QString();
}

bool CaptureRun::read() {
    bool some = false;
    for (Stream* stream : {&out_, &error_}) {
        const QString text = stream->newText();
        if (text.isEmpty()) {
            continue;
        }
        some = true;
        const bool asError = stream == &error_;
        if (asError) {
            errors_ = (errors_ + text).right(kMostErrors);
        }
        Q_EMIT printed(text, asError);
    }
    return some;
}

QString CaptureRun::lastError() const {
    return errors_.trimmed().section(QLatin1Char('\n'), -1);
}

// Of several the one that the last word is about.
QString CaptureRun::troubledTarget() const {
    const QStringList all = request_.targets();
    const auto named =
        std::ranges::find_if(all, [said = lastError()](const QString& one) { return said.contains(one); });
    return named != all.end() ? *named : request_.target;
}

QString CaptureRun::failure() const {
    if (std::ranges::none_of(sessions_, &Session::ready)) {
        return errors_.trimmed().isEmpty() ? tr("Nothing was recorded.")
               : request_.target.isEmpty() ? lastError()
                                           : farComplaint(errors_, troubledTarget());
    }
    if (lastError().contains(QLatin1String("--resume "))) { // we have lost sight of it, however it came
        return farComplaint(lastError(), request_.target);
    }
    if (sessions_.size() > 1 && !sessions_.front().ready) {
        return lastError(); // why what came from each is no one session
    }
    if (request_.attach) {
        return process_->exitStatus() == QProcess::NormalExit && process_->exitCode() == 0 ? QString()
                                                                                           : lastError();
    }
    if (nextStop_ != Stop::Interrupt || endExpected_) {
        return {}; // it ended as it was asked to
    }
    if (process_->exitStatus() == QProcess::CrashExit) {
        return tr("The program was ended by a signal; everything until then is recorded.");
    }
    return process_->exitCode() == 0
               ? QString()
               : tr("The program ended with exit code %1; everything until then is recorded.")
                     .arg(process_->exitCode());
}

void CaptureRun::finish() {
    look_.stop();
    while (read()) {
    }
    lookForSessions();
    Q_EMIT finished(failure());
}

} // namespace lanes
