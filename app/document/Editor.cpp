#include "app/document/Editor.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <array>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Editor)
};

// How an editor is told the line. {p} stands for the program with what else the variable holds.
struct EditorForm {
    const char* name;
    const char* arguments;
    bool terminal;
};
constexpr std::array<EditorForm, 19> kForms = {{
    {"code", "-g {file}:{line}", false},
    {"codium", "-g {file}:{line}", false},
    {"cursor", "-g {file}:{line}", false},
    {"subl", "{file}:{line}", false},
    {"zed", "{file}:{line}", false},
    {"kate", "-l {line} {file}", false},
    {"kwrite", "-l {line} {file}", false},
    {"gedit", "+{line} {file}", false},
    {"gvim", "+{line} {file}", false},
    {"emacs", "+{line} {file}", false},
    {"pycharm", "--line {line} {file}", false},
    {"qtcreator", "{file}:{line}", false},
    {"vim", "+{line} {file}", true},
    {"nvim", "+{line} {file}", true},
    {"vi", "+{line} {file}", true},
    {"nano", "+{line} {file}", true},
    {"micro", "{file}:{line}", true},
    {"hx", "{file}:{line}", true},
    {"helix", "{file}:{line}", true},
}};

QStringList filled(const QStringList& words, const QString& file, int line) {
    QStringList out;
    for (QString word : words) {
        out << word.replace(QStringLiteral("{line}"), QString::number(std::max(line, 1)))
                   .replace(QStringLiteral("{file}"), file);
    }
    return out;
}

} // namespace

QStringList editorCommand(const QString& command, const QString& environment, const QString& file, int line) {
    if (!command.trimmed().isEmpty()) {
        QStringList words = QProcess::splitCommand(command);
        if (!command.contains(QStringLiteral("{file}"))) {
            words << QStringLiteral("{file}");
        }
        return filled(words, file, line);
    }
    QStringList words = QProcess::splitCommand(environment);
    if (words.isEmpty()) {
        return {QStringLiteral("xdg-open"), file};
    }
    const QString name = QFileInfo(words.front()).fileName();
    const auto* form = std::find_if(kForms.begin(), kForms.end(),
                                    [&](const EditorForm& f) { return name == QLatin1String(f.name); });
    if (form == kForms.end()) {
        return words << file;
    }
    words += filled(QString::fromLatin1(form->arguments).split(QLatin1Char(' ')), file, line);
    if (form->terminal) {
        words.prepend(QStringLiteral("-e"));
        words.prepend(QStringLiteral("x-terminal-emulator"));
    }
    return words;
}

Result<void> openInEditor(const QString& command, const QString& file, int line) {
    if (!QFileInfo::exists(file)) {
        return Error{Words::tr("%1 is not on this machine.").arg(file).toStdString()};
    }
    const QString visual = qEnvironmentVariable("VISUAL", qEnvironmentVariable("EDITOR"));
    QStringList words = editorCommand(command, visual, file, line);
    const QString program = words.takeFirst();
    if (!QProcess::startDetached(program, words)) {
        return Error{Words::tr("The editor “%1” could not be started; choose another in the settings.")
                         .arg(program)
                         .toStdString()};
    }
    return {};
}

} // namespace lanes
