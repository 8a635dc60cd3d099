#include "app/capture/sheet/InterpreterCheck.h"

#include "collector/remote/FarLook.h"

#include <QProcess>

namespace lanes {
namespace {

constexpr int kPauseMs = 250;

} // namespace

InterpreterCheck::InterpreterCheck(QObject* parent)
    : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &InterpreterCheck::start);
}

InterpreterCheck::~InterpreterCheck() {
    stopAsking();
}

void InterpreterCheck::stopAsking() {
    pause_.stop();
    if (asking_ != nullptr) {
        asking_->disconnect(this);
        asking_->kill();
        asking_->deleteLater();
        asking_ = nullptr;
    }
}

void InterpreterCheck::forget() {
    stopAsking();
    asked_.clear();
    answer_ = {};
}

void InterpreterCheck::ask(const QString& interpreter) {
    if (interpreter == asked_) {
        return;
    }
    forget();
    asked_ = interpreter;
    if (!interpreter.isEmpty()) {
        pause_.start();
    }
}

InterpreterCheck::Finding InterpreterCheck::finding() const {
    using Tone = CaptureField::Tone;
    if (!answer_.given) {
        return {Tone::Quiet, tr("Asking the interpreter")};
    }
    if (answer_.python.isEmpty()) {
        return {Tone::Warning, tr("The interpreter does not answer; it is recorded all the same.")};
    }
    if (answer_.torch.isEmpty()) {
        return {Tone::Warning,
                tr("Python %1 has no torch: choose another Python, or install torch.").arg(answer_.python)};
    }
    return {Tone::Good, tr("Python %1, torch %2. Ready to record.").arg(answer_.python, answer_.torch)};
}

void InterpreterCheck::start() {
    asking_ = new QProcess(this);
    const auto answered = [this](int exitCode) {
        const QString text = QString::fromUtf8(asking_->readAllStandardOutput()).trimmed();
        const bool good = exitCode == 0;
        answer_ = {good ? text.section(QLatin1Char(' '), 0, 0) : QString(),
                   good ? text.section(QLatin1Char(' '), 1, 1) : QString(), true};
        Q_EMIT changed();
    };
    connect(asking_, &QProcess::finished, this, answered);
    connect(asking_, &QProcess::errorOccurred, this, [answered](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            answered(-1);
        }
    });
    asking_->start(asked_, {QStringLiteral("-c"), QString::fromLatin1(remote::kInterpreterQuestion)});
    asking_->closeWriteChannel();
}

} // namespace lanes
