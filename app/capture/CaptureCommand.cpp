#include "app/capture/CaptureCommand.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(CaptureRequest)
};

QStringList wordsOf(const QString& command) {
    QStringList words = QProcess::splitCommand(command);
    if (!words.isEmpty()) {
        words[0] = expandHome(words[0]);
    }
    return words;
}

// The program as the system would find it from `folder`; empty if it would not.
QString foundProgram(const QString& program, const QString& folder) {
    if (!program.contains(QLatin1Char('/'))) {
        return QStandardPaths::findExecutable(program);
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

QString quoted(const QString& word) {
    static const QString kPlain = QStringLiteral("-_./=:,+@%");
    const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || kPlain.contains(c);
    });
    QString inside = word;
    return plain ? word
                 : QLatin1Char('\'') + inside.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                       QLatin1Char('\'');
}

} // namespace

QString expandHome(const QString& path) {
    const bool home = path == QLatin1String("~") || path.startsWith(QLatin1String("~/"));
    return home ? QDir::homePath() + path.mid(1) : path;
}

QString CaptureRequest::commandError() const {
    const QStringList words = wordsOf(command);
    if (words.isEmpty()) {
        return Words::tr("Say what to run, for example: python3 train.py");
    }
    if (foundProgram(words[0], expandHome(folder)).isEmpty()) {
        return words[0].contains(QLatin1Char('/'))
                   ? Words::tr("%1 is no program that can be run. Is it executable?").arg(words[0])
                   : Words::tr("There is no program “%1” in the search path.").arg(words[0]);
    }
    for (const QString& word : words) {
        const bool script = word.endsWith(QLatin1String(".py"));
        if (script && !QFileInfo::exists(QDir(expandHome(folder)).absoluteFilePath(expandHome(word)))) {
            return Words::tr("%1 is not in this folder. Choose the folder that it is in.").arg(word);
        }
    }
    return {};
}

QString CaptureRequest::folderError() const {
    const QFileInfo info(expandHome(folder));
    return info.isDir() ? QString() : Words::tr("%1 is no folder.").arg(folder);
}

QString CaptureRequest::outputError() const {
    const QFileInfo file(outputPath());
    if (file.isDir()) {
        return Words::tr("%1 is a folder; give the session a name.").arg(output);
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
    return folderError().isEmpty() && commandError().isEmpty() && outputError().isEmpty();
}

QString CaptureRequest::outputPath() const {
    QString path =
        output.trimmed().isEmpty() ? QStringLiteral("{name}-{date}.lanes") : expandHome(output.trimmed());
    path.replace(QStringLiteral("{name}"), nameOf(wordsOf(command)));
    path.replace(QStringLiteral("{date}"),
                 QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
    return QDir::cleanPath(QDir(expandHome(folder)).absoluteFilePath(path));
}

QStringList CaptureRequest::arguments(const QString& outputPath) const {
    QStringList words = wordsOf(command);
    if (!words.isEmpty()) {
        words[0] = foundProgram(words[0], expandHome(folder));
    }
    return QStringList{QStringLiteral("record"), QStringLiteral("-o"), outputPath, QStringLiteral("--")} +
           words;
}

QString CaptureRequest::shellCommand() const {
    QStringList words{QStringLiteral("lanescope"), QStringLiteral("record")};
    if (!output.trimmed().isEmpty()) {
        words << QStringLiteral("-o") << quoted(outputPath());
    }
    words << QStringLiteral("--");
    for (const QString& word : QProcess::splitCommand(command)) {
        words << quoted(word);
    }
    return QStringLiteral("cd %1 && %2").arg(quoted(expandHome(folder)), words.join(QLatin1Char(' ')));
}

QString CaptureRequest::interpreter() const {
    const QStringList words = wordsOf(command);
    if (words.isEmpty() || !QFileInfo(words[0]).fileName().startsWith(QLatin1String("python"))) {
        return {};
    }
    return foundProgram(words[0], expandHome(folder));
}

} // namespace lanes
