#include "app/capture/targets/OfferedTargets.h"

#include "app/capture/targets/SshHosts.h"
#include "collector/remote/CaptureTarget.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace lanes {
namespace {

constexpr int kPatienceOfTargetsMs = 5000;
constexpr qsizetype kMostRunning = 64;

struct Asked {
    const char* program;
    std::array<const char*, 4> words;
};
constexpr std::array<Asked, 3> kAsked{
    {{"docker", {"ps", "--format", "{{.Names}}\t{{.Image}}"}},
     {"podman", {"ps", "--format", "{{.Names}}\t{{.Image}}"}},
     {"kubectl",
      {"get", "pods", "--field-selector=status.phase=Running",
       R"(--output=jsonpath={range .items[*]}{.metadata.name}{"\t"}{.spec.containers[0].image}{"\n"}{end})"}}}};

// How many devices it was given, its Python and the torch of that, a line each.
const std::string kInside =
    "n=0; for d in /dev/nvidia[0-9]*; do [ -e $d ] && n=$((n+1)); done; echo lanescope:$n; "
    "p=$(command -v python3 || command -v python) || exit 0; "
    "$p -c \"import sys;print(sys.version.split()[0])\"; "
    "$p -c \"import sys,importlib.metadata as m;print(m.version(sys.argv[1]))\" torch "
    "2>/dev/null";

} // namespace

OfferedTargets::~OfferedTargets() {
    stopAsking();
}

void OfferedTargets::stopAsking() {
    for (QProcess* process : std::exchange(asking_, {})) {
        process->disconnect(this);
        process->kill();
        process->deleteLater();
    }
    wanted_.clear();
    isLooking_ = false;
}

QList<OfferedTarget> OfferedTargets::runningIn(const QString& program, const QString& said) {
    static const QRegularExpression kBlankOrComma(QStringLiteral("[\\s,]")); // targets stand apart by these
    QList<OfferedTarget> found;
    for (const QString& line : said.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QString name = line.section(QLatin1Char('\t'), 0, 0).trimmed();
        const QString target = program + QLatin1Char(':') + name;
        if (!name.contains(kBlankOrComma) && remote::CaptureTarget::parse(target.toStdString()) &&
            found.size() < kMostRunning) {
            found.append(
                {OfferedTarget::Kind::Container, target, line.section(QLatin1Char('\t'), 1).trimmed()});
        }
    }
    return found;
}

void OfferedTargets::refresh() {
    stopAsking();
    beginResetModel();
    targets_ = {OfferedTarget{}};
    for (const QString& host : sshHosts(QDir::homePath() + QStringLiteral("/.ssh/config"))) {
        targets_.append({OfferedTarget::Kind::Host, QStringLiteral("ssh:") + host});
    }
    endResetModel();
    for (const Asked& asked : kAsked) {
        QStringList words;
        for (const char* word : asked.words) {
            words += word == nullptr ? QStringList() : QStringList(QString::fromLatin1(word));
        }
        ask(QString::fromLatin1(asked.program), words);
    }
}

QProcess* OfferedTargets::process() {
    auto* process = new QProcess(this);
    asking_ << process;
    QTimer::singleShot(kPatienceOfTargetsMs, process, &QProcess::kill);
    process->setStandardInputFile(QProcess::nullDevice());
    return process;
}

void OfferedTargets::ask(const QString& program, const QStringList& words) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        return;
    }
    QProcess* asked = process();
    connect(asked, &QProcess::finished, this, [this, asked, program] { take(*asked, program); });
    asked->start(program, words);
}

void OfferedTargets::take(QProcess& asked, const QString& program) {
    asking_.removeOne(&asked);
    asked.deleteLater();
    const bool good = asked.exitStatus() == QProcess::NormalExit && asked.exitCode() == 0;
    QList<OfferedTarget> running;
    if (good) {
        running = runningIn(program, QString::fromUtf8(asked.readAllStandardOutput()));
    } else {
        const QString said = QString::fromUtf8(asked.readAllStandardError()).simplified();
        running.append({OfferedTarget::Kind::Trouble, program,
                        said.isEmpty() ? tr("No answer from %1").arg(program) : said});
    }
    if (running.isEmpty()) {
        return;
    }
    const auto end = static_cast<int>(targets_.size());
    beginInsertRows({}, end, end + static_cast<int>(running.size()) - 1);
    targets_ += running;
    endInsertRows();
}

// One at a time, and of those that were passed meanwhile only the last.
void OfferedTargets::lookInside(int row) {
    const OfferedTarget& target = targets_[row];
    wanted_ = target.kind == OfferedTarget::Kind::Container && !target.asked ? target.target : QString();
    if (wanted_.isEmpty() || isLooking_) {
        return;
    }
    isLooking_ = true;
    QStringList words;
    std::ranges::transform(remote::CaptureTarget::parse(wanted_.toStdString())->command(kInside, {}),
                           std::back_inserter(words), QString::fromStdString);
    QProcess* asked = process();
    connect(asked, &QProcess::finished, this,
            [this, asked, of = std::exchange(wanted_, {})] { takeInside(*asked, of); });
    asked->start(words.takeFirst(), words);
}

void OfferedTargets::takeInside(QProcess& asked, const QString& target) {
    asking_.removeOne(&asked);
    asked.deleteLater();
    isLooking_ = false;
    const QString said =
        QString::fromUtf8(asked.readAllStandardOutput()).section(QStringLiteral("lanescope:"), 1);
    const auto at = std::ranges::find(targets_, target, &OfferedTarget::target);
    if (at != targets_.end() && !said.isEmpty()) {
        at->asked = true;
        at->devices = said.section(QLatin1Char('\n'), 0, 0).toInt();
        at->python = said.section(QLatin1Char('\n'), 1, 1).section(QLatin1Char('.'), 0, 1);
        at->torch = said.section(QLatin1Char('\n'), 2, 2);
        const auto row = static_cast<int>(std::distance(targets_.begin(), at));
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
    const auto next = std::ranges::find(targets_, wanted_, &OfferedTarget::target);
    if (!wanted_.isEmpty() && next != targets_.end()) {
        lookInside(static_cast<int>(std::distance(targets_.begin(), next)));
    }
}

int OfferedTargets::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(targets_.size());
}

int OfferedTargets::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString OfferedTargets::insideText(const OfferedTarget& target) {
    if (!target.asked) {
        return target.kind == OfferedTarget::Kind::Container ? tr("select to look inside") : QString();
    }
    return target.python.isEmpty()  ? tr("no Python")
           : target.torch.isEmpty() ? tr("Python %1, no torch").arg(target.python)
                                    : tr("Python %1, torch %2").arg(target.python, target.torch);
}

QVariant OfferedTargets::data(const QModelIndex& index, int role) const {
    const OfferedTarget& target = targets_[index.row()];
    if (role == Qt::ToolTipRole && index.column() == Image) {
        return target.image;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Name:
        return target.kind == OfferedTarget::Kind::Here ? tr("This machine") : target.target;
    case Image:
        return target.kind == OfferedTarget::Kind::Host ? tr("host of ssh") : target.image;
    case Devices:
        return target.devices < 0    ? QString()
               : target.devices == 0 ? tr("no GPU")
                                     : tr("%n GPUs", nullptr, target.devices);
    case Inside:
        return insideText(target);
    default:
        return {};
    }
}

QVariant OfferedTargets::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) { // not shown; what a screen reader calls the row
        return data(index(section, Name), Qt::DisplayRole);
    }
    switch (section) {
    case Name:
        return tr("Name");
    case Image:
        return tr("Image");
    case Devices:
        return tr("Devices");
    case Inside:
        return tr("Found inside");
    default:
        return {};
    }
}

} // namespace lanes
