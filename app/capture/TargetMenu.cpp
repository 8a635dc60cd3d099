#include "app/capture/TargetMenu.h"

#include "app/capture/SshHosts.h"
#include "collector/remote/CaptureTarget.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QScreen>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kPatienceMs = 5000;
constexpr qsizetype kMostRunning = 64;
constexpr int kWidestText = 48; // letters

struct Asked {
    const char* program;
    std::array<const char*, 4> words;
};
constexpr std::array<Asked, 3> kAsked{
    {{"docker", {"ps", "--format", "{{.Names}}\t{{.Image}}"}},
     {"podman", {"ps", "--format", "{{.Names}}\t{{.Image}}"}},
     {"kubectl", {"get", "pods", "--field-selector=status.phase=Running", "--output=name"}}}};

// An ampersand in a menu marks a key.
QString shown(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

TargetMenu::TargetMenu(QWidget* parent)
    : QMenu(parent) {
    connect(this, &QMenu::aboutToShow, this, &TargetMenu::fill);
}

TargetMenu::~TargetMenu() {
    stopAsking();
}

void TargetMenu::stopAsking() {
    for (QProcess* process : std::exchange(asking_, {})) {
        process->disconnect(this);
        process->kill();
        process->deleteLater();
    }
}

QList<TargetMenu::Running> TargetMenu::runningIn(const QString& program, const QString& said) {
    static const QRegularExpression kBlankOrComma(QStringLiteral("[\\s,]")); // targets stand apart by these
    QList<Running> found;
    for (const QString& line : said.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        QString name = line.section(QLatin1Char('\t'), 0, 0).trimmed();
        name = program == QLatin1String("kubectl") ? name.section(QLatin1Char('/'), -1) : name;
        const QString target = program + QLatin1Char(':') + name;
        if (!name.contains(kBlankOrComma) && remote::CaptureTarget::parse(target.toStdString()) &&
            found.size() < kMostRunning) {
            found.append({target, line.section(QLatin1Char('\t'), 1).trimmed()});
        }
    }
    return found;
}

void TargetMenu::fill() {
    stopAsking();
    clear();
    addAction(tr("This machine"), this, [this] { Q_EMIT chosen({}); });
    addSection(tr("Hosts of ssh"));
    const QStringList hosts = sshHosts(QDir::homePath() + QStringLiteral("/.ssh/config"));
    for (const QString& host : hosts) {
        const QString target = QStringLiteral("ssh:") + host;
        addAction(shown(target), this, [this, target] { Q_EMIT chosen(target); });
    }
    if (hosts.isEmpty()) {
        addAction(tr("~/.ssh/config names no host"))->setEnabled(false);
    }
    for (const Asked& asked : kAsked) {
        QStringList words;
        for (const char* word : asked.words) {
            words += word == nullptr ? QStringList() : QStringList(QString::fromLatin1(word));
        }
        ask(QString::fromLatin1(asked.program), words);
    }
}

void TargetMenu::ask(const QString& program, const QStringList& words) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        return;
    }
    auto* process = new QProcess(this);
    asking_ << process;
    connect(process, &QProcess::finished, this, [this, process, program] { take(*process, program); });
    QTimer::singleShot(kPatienceMs, process, &QProcess::kill);
    process->setStandardInputFile(QProcess::nullDevice());
    process->start(program, words);
}

void TargetMenu::take(QProcess& asked, const QString& program) {
    asking_.removeOne(&asked);
    asked.deleteLater();
    const bool good = asked.exitStatus() == QProcess::NormalExit && asked.exitCode() == 0;
    const QList<Running> running =
        good ? runningIn(program, QString::fromUtf8(asked.readAllStandardOutput())) : QList<Running>();
    if (good && running.isEmpty()) {
        return;
    }
    addSection(program == QLatin1String("kubectl") ? tr("Pods that run")
                                                   : tr("Containers of %1 that run").arg(program));
    for (const Running& one : running) {
        QAction* action =
            addAction(shown(one.target), this, [this, target = one.target] { Q_EMIT chosen(target); });
        if (!one.image.isEmpty()) {
            action->setText(action->text() + QLatin1Char('\t') + shown(elided(one.image)));
        }
    }
    if (!good) {
        const QString said = QString::fromUtf8(asked.readAllStandardError()).simplified();
        addAction(said.isEmpty() ? tr("No answer from %1").arg(program) : shown(elided(said)))
            ->setEnabled(false);
    }
    stayOnScreen();
}

QString TargetMenu::elided(const QString& text) const {
    return fontMetrics().elidedText(text, Qt::ElideMiddle, kWidestText * fontMetrics().averageCharWidth());
}

// It has grown while it is open.
void TargetMenu::stayOnScreen() {
    if (isVisible()) {
        resize(sizeHint());
        const QRect room = screen()->availableGeometry();
        move(std::clamp(x(), room.left(), std::max(room.left(), room.right() - width())),
             std::clamp(y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
}

} // namespace lanes
