#include "app/capture/running/RecordingLink.h"

#include "collector/recorder/host/ProcessTree.h"
#include "views/shared/text/Text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <csignal>
#include <utility>

namespace lanes {
namespace {

constexpr qint64 kPatienceMs = 5000;

bool isCommand(const QList<QString>& asked) {
    return std::any_of(asked.begin(), asked.end(), [](const QString& done) { return !done.isEmpty(); });
}

} // namespace

RecordingLink::RecordingLink(std::string folder, QObject* parent)
    : QObject(parent)
    , folder_(std::move(folder)) {}

QString RecordingLink::session() const {
    return status_ ? QDir::cleanPath(QFile::decodeName(QByteArray::fromStdString(status_->session)))
                   : QString();
}

QString RecordingLink::program() const {
    const QStringList words = status_ ? toQString(status_->command).split(QLatin1Char(' ')) : QStringList();
    for (const QString& word : words) {
        if (word.endsWith(QLatin1String(".py"))) {
            return QFileInfo(word).fileName();
        }
    }
    return words.isEmpty() ? QString() : QFileInfo(words.front()).fileName();
}

QString RecordingLink::target() const {
    return status_ ? toQString(status_->target) : QString();
}

void RecordingLink::poll() {
    if (asked_.isEmpty()) {
        ask(QStringLiteral("status"), {});
    } else if (silent_.elapsed() > kPatienceMs) {
        const bool command = isCommand(asked_);
        drop();
        if (command) {
            Q_EMIT refused(
                tr("The recorder of “%1” does not answer; it may be stopped or very busy.").arg(program()));
        }
    }
}

bool RecordingLink::connectNow() {
    if (connection_) {
        return true;
    }
    auto made = recorder::ControlConnection::open(folder_);
    if (!made) {
        return false;
    }
    connection_.emplace(std::move(made).value());
    news_ = std::make_unique<QSocketNotifier>(connection_->descriptor(), QSocketNotifier::Read);
    connect(news_.get(), &QSocketNotifier::activated, this, &RecordingLink::take);
    return true;
}

void RecordingLink::ask(const QString& request, const QString& done) {
    const bool sent = connectNow() && connection_->send(request.toStdString());
    if (sent) {
        if (asked_.isEmpty()) {
            silent_.start();
        }
        asked_.enqueue(done);
    } else {
        drop();
        if (!done.isEmpty()) {
            Q_EMIT refused(
                tr("The recording of %1 cannot be reached; it may just have ended.").arg(program()));
        }
    }
}

void RecordingLink::drop() {
    asked_.clear();
    if (news_) {
        news_->setEnabled(false);
        news_.release()->deleteLater(); // it may be its own signal that leads here
    }
    connection_.reset();
}

void RecordingLink::take() {
    for (bool gone = false; connection_ && !gone;) {
        const auto answer = connection_->take(gone);
        if (gone) {
            drop();
        } else if (!answer) {
            return;
        } else if (!asked_.isEmpty()) {
            silent_.start();
            const QString done = asked_.dequeue();
            if (!done.isEmpty()) {
                *answer ? Q_EMIT told(done) : Q_EMIT refused(toQString(answer->error().message));
                poll(); // what it has changed is seen at once
            } else if (*answer) {
                auto heard = recorder::parseStatus(answer->value());
                if (!status_ || *status_ != heard) {
                    status_ = std::move(heard);
                    Q_EMIT changed();
                }
            }
        }
    }
}

void RecordingLink::setPaused(bool paused) {
    paused ? ask(QStringLiteral("stop"), tr("Recording is paused"))
           : ask(QStringLiteral("start"), tr("Recording goes on"));
}

void RecordingLink::mark(const QString& text, qint64 agoNs) {
    ask(QStringLiteral("mark-ago %1 %2").arg(QString::number(agoNs), text), tr("Marked: %1").arg(text));
}

void RecordingLink::save() {
    ask(QStringLiteral("save"), tr("Saving what the flight recorder holds"));
}

void RecordingLink::detach() {
    ask(QStringLiteral("detach"), tr("Detaching from %1; it runs on").arg(program()));
}

pid_t RecordingLink::reachableProgram() {
    if (!status_ || !connection_ || status_->program <= 1) {
        Q_EMIT refused(tr("The recording of %1 cannot be reached; it may just have ended.").arg(program()));
        return 0;
    }
    if (!recorder::sharesPids(connection_->recorder())) {
        Q_EMIT refused(tr("“%1” runs in a container of its own; stop it there.").arg(program()));
        return 0;
    }
    return status_->program;
}

void RecordingLink::stopThere() {
    // asked of a recording that has attached to it, "interrupt" would end the recording
    const QString whom = status_->attached ? QStringLiteral("program ") : QString();
    switch (nextStop_) {
    case CaptureRun::Stop::Interrupt:
        ask(whom + QStringLiteral("interrupt"), tr("%1 was asked to stop").arg(program()));
        break;
    case CaptureRun::Stop::Terminate:
        ask(whom + QStringLiteral("terminate"), tr("%1 was asked to terminate").arg(program()));
        break;
    case CaptureRun::Stop::Kill:
        ask(whom + QStringLiteral("kill"), tr("%1 was killed").arg(program()));
        break;
    }
    if (status_->away.empty()) {
        nextStop_ =
            nextStop_ == CaptureRun::Stop::Interrupt ? CaptureRun::Stop::Terminate : CaptureRun::Stop::Kill;
        Q_EMIT changed();
    }
}

void RecordingLink::stopProgram() {
    if (!target().isEmpty()) {
        stopThere();
        return;
    }
    const pid_t program = reachableProgram();
    if (program == 0) {
        return;
    }
    switch (nextStop_) {
    case CaptureRun::Stop::Interrupt:
        ::kill(program, SIGINT);
        nextStop_ = CaptureRun::Stop::Terminate;
        break;
    case CaptureRun::Stop::Terminate:
        ::kill(program, SIGTERM);
        nextStop_ = CaptureRun::Stop::Kill;
        break;
    case CaptureRun::Stop::Kill:
        killProgram();
        break;
    }
    Q_EMIT changed();
}

void RecordingLink::killProgram() {
    if (!target().isEmpty()) {
        nextStop_ = CaptureRun::Stop::Kill;
        stopThere();
        return;
    }
    const pid_t program = reachableProgram();
    if (program == 0) {
        return;
    }
    // the recorder must live to write what the program left; of a program that records itself it is a child
    const pid_t recorder = connection_->recorder();
    const bool startedIt = recorder::isBelow(program, recorder);
    recorder::killTree(startedIt ? recorder : program, !startedIt, recorder);
    nextStop_ = CaptureRun::Stop::Kill;
    Q_EMIT changed();
}

} // namespace lanes
