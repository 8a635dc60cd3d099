#include "app/doctor/DoctorRun.h"

#include "app/doctor/DoctorText.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <utility>

namespace lanes {
namespace {

DoctorLine::State stateOf(const QString& word) {
    return word == QLatin1String("good")      ? DoctorLine::State::Good
           : word == QLatin1String("limited") ? DoctorLine::State::Limited
                                              : DoctorLine::State::Broken;
}

} // namespace

std::vector<DoctorLine> doctorLines(const QByteArray& json) {
    std::vector<DoctorLine> lines;
    const QJsonObject all = QJsonDocument::fromJson(json).object();
    for (const QJsonValue value : all[QLatin1String("findings")].toArray()) {
        const QJsonObject finding = value.toObject();
        const auto text = [&finding](const char* key) {
            return doctorText(finding[QLatin1String(key)].toString());
        };
        const QString state = finding[QLatin1String("state")].toString();
        DoctorLine line{text("group"), text("name"), stateOf(state), text("found"), text("why"), {}};
        for (const QJsonValue fix : finding[QLatin1String("fix")].toArray()) {
            line.fix << doctorText(fix.toString());
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

DoctorRun::DoctorRun(QString program, QObject* parent)
    : QObject(parent)
    , program_(std::move(program)) {}

DoctorRun::~DoctorRun() {
    if (process_ != nullptr) {
        process_->disconnect(this);
    }
}

void DoctorRun::cancel() {
    if (QProcess* ended = std::exchange(process_, nullptr)) {
        ended->disconnect(this);
        connect(ended, &QProcess::finished, ended, &QObject::deleteLater);
        ended->terminate();
    }
}

void DoctorRun::start(const QStringList& command, const QString& folder) {
    cancel();
    process_ = new QProcess(this);
    process_->setProgram(program_);
    process_->setArguments(QStringList{QStringLiteral("doctor"), QStringLiteral("--json"),
                                       QStringLiteral("-o"), folder, QStringLiteral("--")} +
                           command);
    connect(process_, &QProcess::finished, this, &DoctorRun::finish);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            finish();
        }
    });
    process_->start(QIODevice::ReadOnly);
}

void DoctorRun::finish() {
    QProcess* ended = std::exchange(process_, nullptr);
    const std::vector<DoctorLine> lines = doctorLines(ended->readAllStandardOutput());
    const QString said =
        QString::fromUtf8(ended->readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
    ended->deleteLater();
    Q_EMIT finished(lines, !lines.empty() ? QString()
                           : said.isEmpty()
                               ? tr("%1 doctor gave no answer; run it in a shell to see why.").arg(program_)
                               : said);
}

} // namespace lanes
