#include "app/capture/InterpreterCheck.h"

#include <QProcess>

namespace lanes {
namespace {

constexpr int kPauseMs = 250;

// torch is found, not imported, as that takes seconds
const char* const kQuestion = "import sys, importlib.util as u\n"
                              "v = '%d.%d' % sys.version_info[:2]\n"
                              "t = ''\n"
                              "try:\n"
                              "    from importlib.metadata import version\n"
                              "    t = version('torch')\n"
                              "except Exception:\n"
                              "    t = '?' if u.find_spec('torch') else ''\n"
                              "print(v + ' ' + t)\n";

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
    asking_->start(asked_, {QStringLiteral("-c"), QString::fromLatin1(kQuestion)});
    asking_->closeWriteChannel();
}

} // namespace lanes
