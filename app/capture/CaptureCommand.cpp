#include "app/capture/CaptureCommand.h"

#include "app/capture/ShellWords.h"
#include "app/cli/recording/RemoteJob.h"
#include "collector/recorder/host/OutputFile.h"
#include "collector/remote/CaptureTarget.h"
#include "collector/ring/FileLock.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <iterator>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(CaptureRequest)
};

// NAME=value as a shell takes it for a variable.
bool isAssignment(const QString& word) {
    const qsizetype end = word.indexOf(QLatin1Char('='));
    return end > 0 && !word[0].isDigit() && std::all_of(word.begin(), word.begin() + end, [](QChar c) {
               return c == QLatin1Char('_') || (c.unicode() < 128 && c.isLetterOrNumber());
           });
}

struct CommandWords {
    QStringList variables; // before the program
    QStringList words;     // program and arguments
};

CommandWords wordsOf(const QString& command, const QString& target) {
    CommandWords out;
    for (const QString& word : splitShellWords(command, target.isEmpty() ? Home::Ours : Home::Theirs).words) {
        const bool variable = out.words.isEmpty() && isAssignment(word);
        (variable ? out.variables : out.words) << word;
    }
    return out;
}

// The value alone is quoted: with its name it would be a word like any other.
QString quotedVariable(const QString& variable) {
    const qsizetype value = variable.indexOf(QLatin1Char('=')) + 1;
    return variable.left(value) + (value < variable.size() ? quotedForShell(variable.mid(value)) : QString());
}

bool isPython(const QString& program) {
    return QFileInfo(program).fileName().startsWith(QLatin1String("python"));
}

bool isScript(const QString& word) {
    return word.endsWith(QLatin1String(".py"));
}

// The program as the system would find it from `folder`; empty if it would not.
// As the program's environment would find it: a PATH among `variables` counts in place of ours.
QString foundProgram(const QString& program, const QString& folder, const QStringList& variables) {
    if (!program.contains(QLatin1Char('/'))) {
        const QString path = QStringLiteral("PATH=");
        const auto given = std::find_if(variables.rbegin(), variables.rend(),
                                        [&](const QString& variable) { return variable.startsWith(path); });
        if (given == variables.rend()) {
            return QStandardPaths::findExecutable(program);
        }
        QStringList folders;
        for (const QString& one : given->mid(path.size()).split(QLatin1Char(':'))) {
            folders << QDir(folder).absoluteFilePath(one); // an empty one is the program's own folder
        }
        return QStandardPaths::findExecutable(program, folders);
    }
    const QFileInfo file(QDir(folder).absoluteFilePath(program));
    return file.isFile() && file.isExecutable() ? file.absoluteFilePath() : QString();
}

// The script's name rather than the interpreter's, where there is one.
QString nameOf(const QStringList& words) {
    for (const QString& word : words) {
        if (word.endsWith(QLatin1String(".py"))) {
            return QFileInfo(word).completeBaseName();
        }
    }
    return words.isEmpty() ? QStringLiteral("program") : QFileInfo(words.front()).fileName();
}

// What makes a line something that only a shell could do; empty: nothing.
QString lineError(const QString& line) {
    const ShellWords split = splitShellWords(line);
    if (split.openQuote) {
        return Words::tr("A quote is not closed: add the missing one.");
    }
    return split.shellOnly.isEmpty()
               ? QString()
               : Words::tr("“%1” needs a shell. Quote it, or run: bash -c '…'").arg(split.shellOnly);
}

QString programError(const QString& program) {
    if (isScript(program)) {
        return Words::tr("%1 cannot be run by itself. Put its interpreter before it: python3 %1")
            .arg(program);
    }
    return program.contains(QLatin1Char('/'))
               ? Words::tr("%1 is no program that can be run. Is it executable?").arg(program)
               : Words::tr("There is no program “%1” in the search path. Give its path, or install it.")
                     .arg(program);
}

// Options of `record` that take a value, each left out where that is empty.
QStringList option(const QString& name, const QString& value) {
    return value.isEmpty() ? QStringList() : QStringList{name, value};
}

} // namespace

QString CaptureRequest::commandError() const {
    if (attach) {
        return process > 0 ? QString() : Words::tr("Choose the program that is recorded.");
    }
    QString unclear = lineError(command);
    if (!unclear.isEmpty()) {
        return unclear;
    }
    const QStringList words = wordsOf(command, target).words;
    if (words.isEmpty()) {
        return Words::tr("Say what to run, for example: python3 train.py");
    }
    if (!target.isEmpty()) {
        return {}; // what is there only the target knows
    }
    if (foundProgram(words[0], expandHome(folder), goodVariables()).isEmpty()) {
        return programError(words[0]);
    }
    const QString script =
        isPython(words[0]) && words.size() > 1 && isScript(words[1]) ? words[1] : QString();
    return script.isEmpty() || QFileInfo::exists(QDir(expandHome(folder)).absoluteFilePath(script))
               ? QString()
               : Words::tr("%1 is not in this folder. Choose the folder that it is in.").arg(script);
}

QString CaptureRequest::targetError() const {
    const QStringList all = targets();
    for (const QString& one : all) {
        const std::string name = one.toStdString();
        if (!remote::CaptureTarget::isHere(name) && !remote::CaptureTarget::parse(name)) {
            return Words::tr("“%1” is no target. Write ssh:HOST, docker:NAME, podman:NAME, kubectl:POD or "
                             "docker-image:IMAGE; nothing for this machine.")
                .arg(one);
        }
    }
    if (attach && onImage()) {
        return Words::tr("An image runs nothing yet; write docker:NAME or podman:NAME of a container.");
    }
    return attach && all.size() > 1
               ? Words::tr("A running program is on one host or in one container; leave the others out.")
               : QString();
}

bool CaptureRequest::canBeLookedAt() const {
    const QStringList all = targets();
    return !attach && !all.isEmpty() && !remote::CaptureTarget::isHere(all.front().toStdString()) &&
           !onImage() && targetError().isEmpty() && (command.isEmpty() || commandError().isEmpty());
}

bool CaptureRequest::onImage() const {
    const QStringList all = targets();
    return std::ranges::any_of(all, [](const QString& one) {
        return one.startsWith(QLatin1String("docker-image:")) ||
               one.startsWith(QLatin1String("podman-image:"));
    });
}

QStringList CaptureRequest::targets() const {
    return target.split(QRegularExpression(QStringLiteral("[\\s,]+")), Qt::SkipEmptyParts);
}

QString CaptureRequest::folderError() const {
    if (!target.isEmpty() || attach) {
        return {};
    }
    const QFileInfo info(expandHome(folder));
    return info.isDir() ? QString() : Words::tr("%1 is no folder.").arg(folder);
}

QString CaptureRequest::environmentError() const {
    if (attach) {
        return {};
    }
    QString unclear = lineError(environment);
    if (!unclear.isEmpty()) {
        return unclear;
    }
    for (const QString& word : splitShellWords(environment, Home::Theirs).words) { // as it was typed
        if (!isAssignment(word)) {
            return Words::tr("“%1” is no variable. Write NAME=value, with quotes around blanks.").arg(word);
        }
    }
    return {};
}

QString CaptureRequest::outputError() const {
    const QFileInfo file(outputPath());
    if (file.isDir()) {
        return Words::tr("%1 is a folder; give the session a name.").arg(output);
    }
    if (ring::FileLock::holderOf(file.canonicalFilePath().toStdString()) ==
        ring::FileLock::Holder::Somebody) {
        return Words::tr("%1 is just being recorded into; give the session another name.").arg(output);
    }
    static const QStringList kOtherFormats{QStringLiteral("json"), QStringLiteral("gz"),
                                           QStringLiteral("zip"), QStringLiteral("zst")};
    if (kOtherFormats.contains(file.suffix().toLower())) {
        return Words::tr("A capture is a session: write %1.lanes. File > Export makes other formats of it.")
            .arg(file.baseName());
    }
    for (const QString& path : outputPaths(outputPath())) {
        if (!recorder::OutputFile::mayReplace(QFile::encodeName(path).toStdString())) {
            return Words::tr("%1 is there and is no session; give this one another name.")
                .arg(QFileInfo(path).fileName());
        }
    }
    QFileInfo folderInfo(file.path());
    while (!folderInfo.exists() && !folderInfo.isRoot()) {
        folderInfo.setFile(folderInfo.path()); // what is missing will be made
    }
    return folderInfo.isDir() && folderInfo.isWritable()
               ? QString()
               : Words::tr("%1 cannot be written; choose another folder.").arg(file.path());
}

bool CaptureRequest::valid() const {
    return targetError().isEmpty() && folderError().isEmpty() && commandError().isEmpty() &&
           environmentError().isEmpty() && outputError().isEmpty() &&
           recording.pythonTrouble().sentence.isEmpty() && recording.whereTrouble().sentence.isEmpty() &&
           recording.whenTrouble().sentence.isEmpty() && recording.keepTrouble().sentence.isEmpty();
}

QString CaptureRequest::outputPath() const {
    QString path =
        output.trimmed().isEmpty() ? QStringLiteral("{name}-{date}.lanes") : expandHome(output.trimmed());
    path.replace(QStringLiteral("{name}"), nameOf(wordsOf(command, target).words));
    path.replace(QStringLiteral("{date}"),
                 QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
    return QDir::cleanPath(QDir(workingFolder()).absoluteFilePath(path));
}

QStringList CaptureRequest::outputPaths(const QString& whole) const {
    QStringList paths{whole};
    std::vector<std::string> names;
    std::ranges::transform(targets(), std::back_inserter(names), &QString::toStdString);
    for (const std::string& part : names.size() > 1
                                       ? cli::partsOf(QFile::encodeName(whole).toStdString(), names)
                                       : std::vector<std::string>()) {
        paths << QFile::decodeName(QByteArray::fromStdString(part));
    }
    return paths;
}

QString CaptureRequest::workingFolder() const {
    const QString here = expandHome(folder);
    if (attach && !QFileInfo(here).isDir()) {
        return QDir::homePath(); // of another program's folder that is gone since
    }
    return target.isEmpty() ? here : QDir::currentPath();
}

QStringList CaptureRequest::allVariables() const {
    const Home home = target.isEmpty() ? Home::Ours : Home::Theirs;
    return splitShellWords(environment, home).words + wordsOf(command, target).variables;
}

QStringList CaptureRequest::goodVariables() const {
    return environmentError().isEmpty() ? allVariables() : QStringList();
}

QStringList CaptureRequest::options() const {
    QStringList words = recording.words();
    if (attach) {
        words.removeAll(QStringLiteral("--no-children")); // those that run already stay out in any case
    }
    for (const QString& one : targets()) {
        words << QStringLiteral("--on") << one;
    }
    if (!target.isEmpty() && !attach) {
        words << option(QStringLiteral("--folder"), folder);
        for (const QString& variable : allVariables()) {
            words << option(QStringLiteral("--env"), variable);
        }
    }
    return words;
}

QStringList CaptureRequest::arguments(const QString& outputPath) const {
    if (attach) {
        return QStringList{QStringLiteral("attach"), QStringLiteral("-o"), outputPath} + options() +
               QStringList{QString::number(process)};
    }
    QStringList words = wordsOf(command, target).words;
    if (!words.isEmpty() && target.isEmpty()) {
        words[0] = foundProgram(words[0], expandHome(folder), goodVariables());
    }
    return QStringList{QStringLiteral("record"), QStringLiteral("-o"), outputPath} + options() +
           QStringList{QStringLiteral("--")} + words;
}

QStringList CaptureRequest::variables() const {
    return target.isEmpty() && !attach ? allVariables() : QStringList();
}

QString CaptureRequest::shellCommand() const {
    QStringList words;
    for (const QString& variable : variables()) {
        words << quotedVariable(variable);
    }
    words << QStringLiteral("lanescope") << (attach ? QStringLiteral("attach") : QStringLiteral("record"));
    if (!output.trimmed().isEmpty()) {
        words << QStringLiteral("-o") << quotedForShell(outputPath());
    }
    const QStringList what = attach ? QStringList{QString::number(process)}
                                    : QStringList{QStringLiteral("--")} + wordsOf(command, target).words;
    for (const QString& word : options() + what) {
        words << quotedForShell(word);
    }
    return QStringLiteral("cd %1 && %2").arg(quotedForShell(workingFolder()), words.join(QLatin1Char(' ')));
}

QStringList CaptureRequest::commandWords() const {
    return wordsOf(command, target).words;
}

QString CaptureRequest::interpreter() const {
    const QStringList words = wordsOf(command, target).words;
    const bool here = target.isEmpty() && !attach && !words.isEmpty() && isPython(words[0]);
    return !here ? QString() : foundProgram(words[0], expandHome(folder), goodVariables());
}

CaptureRequest CaptureRequest::withInterpreter(const QString& path) const {
    CommandWords split = wordsOf(command, target);
    if (!split.words.isEmpty() && isPython(split.words[0])) {
        split.words[0] = path;
    } else {
        split.words.prepend(path);
    }
    QStringList quoted;
    std::ranges::transform(split.variables, std::back_inserter(quoted), quotedVariable);
    std::ranges::transform(split.words, std::back_inserter(quoted), quotedForShell);
    CaptureRequest changed = *this;
    changed.command = quoted.join(QLatin1Char(' '));
    return changed;
}

} // namespace lanes
