#include "app/capture/sheet/CaptureChecks.h"

#include "app/capture/RefusalText.h"
#include "app/capture/ShellWords.h"
#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/InterpreterCheck.h"
#include "app/capture/sheet/ProgramPicker.h"
#include "app/capture/sheet/TargetField.h"
#include "app/capture/sheet/WordCompleter.h"
#include "app/capture/targets/TargetCheck.h"

#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QString>
#include <QStringList>

#include <array>

namespace lanes {

namespace {

constexpr std::array kEnvironments{".venv", "venv", "env"}; // that interpreters of a folder stand in

// What programs with torch are steered by.
constexpr std::array kTorchVariables{
    "CUDA_VISIBLE_DEVICES",    "CUDA_LAUNCH_BLOCKING", "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",         "NCCL_DEBUG",           "NCCL_SOCKET_IFNAME",
    "GLOO_SOCKET_IFNAME",      "MASTER_ADDR",          "MASTER_PORT",
    "PYTORCH_CUDA_ALLOC_CONF", "PYTHONPATH",           "PYTHONUNBUFFERED",
    "LD_LIBRARY_PATH",         "TORCH_LOGS",           "TORCHINDUCTOR_CACHE_DIR",
    "TOKENIZERS_PARALLELISM"};

// For the command: these interpreters, and those of a virtual environment as a program in its folder names them.
QStringList offeredInterpreters(const QStringList& paths) {
    QStringList words = paths;
    for (const char* environment : kEnvironments) {
        const QString below = QLatin1String(environment) + QStringLiteral("/bin/python");
        if (!paths.filter(QLatin1Char('/') + below).isEmpty()) {
            words << below;
        }
    }
    return words;
}

// For the environment: "NAME=" of what programs with torch are steered by, and of what is set.
QStringList offeredVariables(const QStringList& set) {
    QStringList words;
    for (const char* name : kTorchVariables) {
        words << QString::fromLatin1(name) + QLatin1Char('=');
    }
    for (const QString& name : set) {
        words << name + QLatin1Char('=');
    }
    words.removeDuplicates();
    words.sort();
    return words;
}

// Python interpreters that this folder's programs are likely to run with: of virtual environments in it, of the
// active environment, of the search path. Absolute, each once; asks only the file system.
QStringList interpretersFor(const QString& folder) {
    QStringList found;
    const auto add = [&found](const QString& path) {
        const QFileInfo file(path);
        if (!path.isEmpty() && file.isFile() && file.isExecutable() &&
            !found.contains(file.absoluteFilePath())) {
            found << file.absoluteFilePath();
        }
    };
    for (const char* environment : kEnvironments) {
        add(QDir(expandHome(folder))
                .absoluteFilePath(QLatin1String(environment) + QStringLiteral("/bin/python")));
    }
    for (const char* active : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        if (qEnvironmentVariableIsSet(active)) {
            add(qEnvironmentVariable(active) + QStringLiteral("/bin/python"));
        }
    }
    add(QStandardPaths::findExecutable(QStringLiteral("python3")));
    add(QStringLiteral("/usr/bin/python3"));
    return found;
}

} // namespace

CaptureChecks::CaptureChecks(const Fields& fields, QObject* parent)
    : QObject(parent)
    , fields_(fields)
    , where_(fields.target.field())
    , interpreter_(new InterpreterCheck(this))
    , there_(new TargetCheck(this))
    , interpretersThere_(new WordCompleter(fields.command.edit(), WordCompleter::Which::First))
    , variables_(new WordCompleter(fields.environment.edit(), WordCompleter::Which::Each)) {
    fields_.command.edit().setCompleter(interpretersThere_);
    fields_.environment.edit().setCompleter(variables_);
    connect(interpreter_, &InterpreterCheck::changed, this, &CaptureChecks::changed);
    connect(there_, &TargetCheck::changed, this, &CaptureChecks::changed);
}

void CaptureChecks::setRecorder(const QString& program) {
    there_->setRecorder(program);
}

const QStringList& CaptureChecks::interpretersThere() const {
    return there_->answer().interpreters;
}

void CaptureChecks::forgetInterpreter() {
    interpreter_->forget();
}

void CaptureChecks::forgetTarget() {
    there_->forget();
}

void CaptureChecks::check(const CaptureRequest& now, bool asks) {
    using Tone = CaptureField::Tone;
    const bool here = now.target.isEmpty();
    checkWhere(now);
    const QString folder = now.folderError();
    const QString environment = now.environmentError();
    fields_.folder.say(folder.isEmpty() ? Tone::Quiet : Tone::Bad,
                       here ? folder : tr("A folder there; nothing for the home folder"));
    fields_.environment.say(environment.isEmpty() ? Tone::Quiet : Tone::Bad,
                            environment.isEmpty() ? tr("NAME=value, for this program only") : environment);
    const bool runnable = folder.isEmpty() && now.commandError().isEmpty();
    if (runnable && asks && !now.attach) {
        interpreter_->ask(now.interpreter());
    }
    if (now.attach) {
        checkProgram();
    } else {
        checkCommand(now);
    }
    checkThere(now, asks);
    checkOutput(now, runnable);
}

void CaptureChecks::checkCommand(const CaptureRequest& now) {
    using Tone = CaptureField::Tone;
    if (now.command.isEmpty()) {
        fields_.command.say(Tone::Quiet, tr("As in a shell: the program and its arguments"));
    } else if (!now.folderError().isEmpty()) {
        fields_.command.say(Tone::Quiet, QString()); // nobody knows yet
    } else if (const QString error = now.commandError(); !error.isEmpty()) {
        fields_.command.say(Tone::Bad, error);
    } else if (!now.target.isEmpty()) {
        fields_.command.say(Tone::Quiet, tr("Looked up there"));
    } else if (now.interpreter().isEmpty()) {
        fields_.command.say(Tone::Quiet, tr("Child processes with torch are recorded, too"));
    } else {
        const auto [tone, text] = interpreter_->finding();
        fields_.command.say(tone, text);
    }
}

void CaptureChecks::checkProgram() {
    const auto program = fields_.programs.chosen();
    if (!fields_.programs.complaint().isEmpty()) {
        fields_.programs.say(fields_.programs.complaint(), true);
    } else if (!program) {
        fields_.programs.say(
            tr("Choose the program that is recorded; it runs on while it is, and afterwards."), false);
    } else if (!program->refusal.isEmpty()) {
        fields_.programs.say(refusalText(program->refusal), true);
    } else {
        fields_.programs.say(tr("Is recorded from now on, until it ends or you detach. It needs no restart."),
                             false);
    }
}

void CaptureChecks::checkWhere(const CaptureRequest& now) {
    using Tone = CaptureField::Tone;
    const QString error = now.targetError();
    const auto count = static_cast<int>(now.targets().size());
    where_.say(
        error.isEmpty() ? Tone::Quiet : Tone::Bad,
        !error.isEmpty() ? error
        : count == 0     ? now.attach
                               ? tr("Or ssh:HOST, docker:NAME, podman:NAME, kubectl:POD")
                               : tr("Or ssh:HOST, docker:NAME, podman:NAME, kubectl:POD, docker-image:IMAGE")
            : count > 1
            ? tr("One job on all %1: {node} is the number of each, {nodes} how many they are").arg(count)
        : now.attach
            ? tr("Programs there are listed; the session grows here, also when the connection breaks")
            : tr("It runs there; its session grows here, also when the connection breaks"));
    if (now.attach && error.isEmpty()) {
        fields_.programs.setTarget(now.target);
    }
}

void CaptureChecks::checkThere(const CaptureRequest& now, bool asks) {
    const bool wanted = asks && now.canBeLookedAt() && !where_.edit().hasFocus();
    if (now.attach || now.target.isEmpty()) {
        there_->forget();
        fields_.target.report({});
        interpretersThere_->setWords({});
        variables_->setWords(offeredVariables(QProcessEnvironment::systemEnvironment().keys()));
        fields_.folder.edit().setCompleter(nullptr);
        return;
    }
    if (there_->askedTarget() != now.targets().front()) {
        there_->forget(); // what is known is of another
    }
    if (wanted) {
        there_->ask({now.targets().front(), now.folder, now.commandWords(), now.goodVariables()});
    }
    fields_.target.report(there_->answer());
    interpretersThere_->setWords(offeredInterpreters(there_->answer().interpreters));
    variables_->setWords(offeredVariables(there_->answer().variables));
    if (fields_.folder.edit().completer() != &there_->completer()) {
        fields_.folder.edit().setCompleter(&there_->completer());
    }
    sayFindings(now);
}

void CaptureChecks::sayFindings(const CaptureRequest& now) {
    const bool asked = now.command.isEmpty() || now.commandError().isEmpty();
    if (const auto finding = there_->finding(); finding && asked) {
        const std::array<CaptureField*, 3> fields{&where_, &fields_.folder, &fields_.command};
        fields[static_cast<std::size_t>(finding->field)]->say(
            finding->tone, finding->text, finding->trouble.remedy, finding->trouble.command);
    }
    if (const auto finding = there_->findingOfEnvironment(); finding && now.environmentError().isEmpty()) {
        fields_.environment.say(finding->tone, finding->text);
    }
}

void CaptureChecks::checkOutput(const CaptureRequest& now, bool runnable) {
    using Tone = CaptureField::Tone;
    const QString error = now.outputError();
    const QString path = now.outputPath();
    if (!error.isEmpty()) {
        fields_.output.say(Tone::Bad, error);
    } else if (QFileInfo::exists(path)) {
        fields_.output.say(Tone::Warning,
                           tr("%1 is there already and would be replaced.").arg(shortPath(path)));
    } else {
        fields_.output.say(Tone::Quiet, runnable ? shortPath(path) : QString());
    }
}

} // namespace lanes
