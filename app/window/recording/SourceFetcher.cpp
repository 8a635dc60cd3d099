#include "app/window/recording/SourceFetcher.h"

#include "app/capture/targets/SshQuestions.h"
#include "app/settings/Settings.h"
#include "collector/remote/Origins.h"
#include "collector/remote/SourceFile.h"
#include "views/details/DetailsPanel.h"
#include "views/shared/controls/SaveText.h"
#include "views/shared/text/Text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>

#include <utility>

namespace lanes {
namespace {

constexpr qsizetype kMostFetchedBytes = static_cast<qsizetype>(remote::kMostSourceBytes);
constexpr qsizetype kMostComplaint = 300;

} // namespace

SourceFetcher::SourceFetcher(Settings& settings, DetailsPanel& details, std::function<QString()> program,
                             QObject* parent)
    : QObject(parent)
    , settings_(settings)
    , details_(details)
    , program_(std::move(program)) {
    connect(&details_, &DetailsPanel::sourceFetchRequested, this, &SourceFetcher::fetch);
}

SourceFetcher::~SourceFetcher() {
    if (asking_ != nullptr) {
        asking_->disconnect(this);
    }
}

void SourceFetcher::setSession(const QString& path) {
    if (path == session_) {
        return;
    }
    session_ = path;
    origin_ = {};
    if (const auto origin = path.isEmpty() ? std::nullopt : remote::originOf(path.toStdString())) {
        const QByteArray key =
            QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex().left(24);
        origin_.target = toQString(origin->target);
        origin_.copies = copies_.filePath(QString::fromLatin1(key));
    }
    say();
}

void SourceFetcher::say() {
    origin_.agreed = settings_.sourceTargets().contains(origin_.target);
    details_.setSourceOrigin(origin_);
}

// One at a time: who has gone on to another line does not wait for this one.
void SourceFetcher::fetch(const QString& file) {
    settings_.addSourceTarget(origin_.target);
    if (QProcess* before = std::exchange(asking_, nullptr)) {
        before->disconnect(this);
        before->kill();
        connect(before, &QProcess::finished, before, &QObject::deleteLater);
    }
    text_.clear();
    asking_ = new QProcess(this);
    connect(asking_, &QProcess::readyReadStandardOutput, this, [this] {
        text_ += asking_->readAllStandardOutput();
        if (text_.size() > kMostFetchedBytes) {
            asking_->kill();
        }
    });
    const auto ended = [this, file, session = session_] {
        if (session == session_) {
            take(file);
        }
    };
    connect(asking_, &QProcess::finished, this, ended);
    connect(asking_, &QProcess::errorOccurred, this, [ended](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            ended();
        }
    });
    asking_->setStandardInputFile(QProcess::nullDevice());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    letSshAsk(environment, program_());
    asking_->setProcessEnvironment(environment);
    asking_->start(program_(), {QStringLiteral("source"), QStringLiteral("--"), session_, file});
}

QString SourceFetcher::complaintOf(const QString& file) {
    const QString said = QString::fromUtf8(asking_->readAllStandardError()).simplified();
    return said.isEmpty() ? tr("%1 did not come from %2; 'lanescope source' in a shell says more.")
                                .arg(file, origin_.target)
                          : said.right(kMostComplaint);
}

void SourceFetcher::take(const QString& file) {
    QProcess* done = asking_;
    const bool good = done->exitStatus() == QProcess::NormalExit && done->exitCode() == 0 &&
                      done->error() != QProcess::FailedToStart && text_.size() <= kMostFetchedBytes;
    QString complaint = good ? QString() : complaintOf(file);
    if (good) {
        const QString copy = SourcePlaces{.origin = origin_}.copyOf(file);
        QDir().mkpath(QFileInfo(copy).path());
        complaint = saveFile(copy, [this](QIODevice& out) { out.write(text_); });
    }
    asking_ = nullptr;
    done->deleteLater();
    if (complaint.isEmpty()) {
        say();
        details_.showSourceAgain();
    } else {
        details_.sayNotFetched(file, complaint);
    }
}

} // namespace lanes
