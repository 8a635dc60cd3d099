// What the fields of the dialog say of what is typed into them.
#include "app/capture/RefusalText.h"
#include "app/capture/ShellWords.h"
#include "app/capture/running/RecordingPanel.h"
#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/capture/sheet/InterpreterCheck.h"
#include "app/capture/sheet/OfferedWords.h"
#include "app/capture/sheet/ProgramPicker.h"
#include "app/capture/sheet/TargetField.h"
#include "app/capture/sheet/WordCompleter.h"
#include "app/capture/targets/TargetCheck.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QProcessEnvironment>
#include <QPushButton>

#include <array>

namespace lanes {

void CaptureSheet::checkCommand(const CaptureRequest& now) {
    using Tone = CaptureField::Tone;
    if (now.command.isEmpty()) {
        command_->say(Tone::Quiet, tr("As in a shell: the program and its arguments"));
    } else if (!now.folderError().isEmpty()) {
        command_->say(Tone::Quiet, QString()); // nobody knows yet
    } else if (const QString error = now.commandError(); !error.isEmpty()) {
        command_->say(Tone::Bad, error);
    } else if (!now.target.isEmpty()) {
        command_->say(Tone::Quiet, tr("Looked up there"));
    } else if (now.interpreter().isEmpty()) {
        command_->say(Tone::Quiet, tr("What it starts is recorded too: every Python process with torch"));
    } else {
        const auto [tone, text] = interpreter_->finding();
        command_->say(tone, text);
    }
}

void CaptureSheet::checkProgram() {
    const auto program = programs_->chosen();
    if (!programs_->complaint().isEmpty()) {
        programs_->say(programs_->complaint(), true);
    } else if (!program) {
        programs_->say(tr("Choose the program that is recorded; it runs on while it is, and afterwards."),
                       false);
    } else if (!program->refusal.isEmpty()) {
        programs_->say(refusalText(program->refusal), true);
    } else {
        programs_->say(tr("Is recorded from now on, until it ends or you detach. It needs no restart."),
                       false);
    }
}

void CaptureSheet::checkWhere(const CaptureRequest& now) {
    using Tone = CaptureField::Tone;
    const QString error = now.targetError();
    const auto count = static_cast<int>(now.targets().size());
    where_->say(
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
        programs_->setTarget(now.target);
    }
}

void CaptureSheet::checkThere(const CaptureRequest& now) {
    const bool wanted = isVisible() && now.canBeLookedAt() && !where_->edit().hasFocus();
    if (now.attach || now.target.isEmpty()) {
        there_->forget();
        target_->report({});
        interpretersThere_->setWords({});
        variables_->setWords(offeredVariables(QProcessEnvironment::systemEnvironment().keys()));
        folder_->edit().setCompleter(nullptr);
        return;
    }
    if (there_->askedTarget() != now.targets().front()) {
        there_->forget(); // what is known is of another
    }
    if (wanted) {
        there_->ask({now.targets().front(), now.folder, now.commandWords(), now.goodVariables()});
    }
    target_->report(there_->answer());
    interpretersThere_->setWords(offeredInterpreters(there_->answer().interpreters));
    variables_->setWords(offeredVariables(there_->answer().variables));
    if (folder_->edit().completer() != &there_->completer()) {
        folder_->edit().setCompleter(&there_->completer());
    }
    const bool asked = now.command.isEmpty() || now.commandError().isEmpty();
    if (const auto finding = there_->finding(); finding && asked) {
        const std::array<CaptureField*, 3> fields{where_, folder_, command_};
        fields[static_cast<std::size_t>(finding->field)]->say(
            finding->tone, finding->text, finding->trouble.remedy, finding->trouble.command);
    }
    if (const auto finding = there_->findingOfEnvironment(); finding && now.environmentError().isEmpty()) {
        environment_->say(finding->tone, finding->text);
    }
}

void CaptureSheet::checkOutput(const CaptureRequest& now, bool runnable) {
    using Tone = CaptureField::Tone;
    const QString error = now.outputError();
    const QString path = now.outputPath();
    if (!error.isEmpty()) {
        output_->say(Tone::Bad, error);
    } else if (QFileInfo::exists(path)) {
        output_->say(Tone::Warning, tr("%1 is there already and would be replaced.").arg(shortPath(path)));
    } else {
        output_->say(Tone::Quiet, runnable ? shortPath(path) : QString());
    }
}

void CaptureSheet::check() {
    using Tone = CaptureField::Tone;
    const CaptureRequest now = request();
    const bool here = now.target.isEmpty();
    checkWhere(now);
    python_->setEnabled(here || !there_->answer().interpreters.isEmpty());
    browseFolder_->setEnabled(here);
    const QString folder = now.folderError();
    const QString environment = now.environmentError();
    folder_->say(folder.isEmpty() ? Tone::Quiet : Tone::Bad,
                 here ? folder : tr("A folder there; nothing for the home folder"));
    environment_->say(environment.isEmpty() ? Tone::Quiet : Tone::Bad,
                      environment.isEmpty() ? tr("NAME=value, for this program only") : environment);
    const bool runnable = folder.isEmpty() && now.commandError().isEmpty();
    if (runnable && isVisible() && !now.attach) {
        interpreter_->ask(now.interpreter());
    }
    if (now.attach) {
        checkProgram();
    } else {
        checkCommand(now);
    }
    checkThere(now);
    checkOutput(now, runnable);
    start_->setEnabled(now.valid() && troubledField() == nullptr);
    copy_->setEnabled(!now.command.isEmpty() || now.process > 0);
    copy_->setText(tr("Copy as command line"));
    const CaptureField* troubled = troubledField();
    const QString recording = recording_->check();
    const bool refused = now.attach && where_->tone() != Tone::Bad &&
                         ((programs_->chosen() && now.process == 0) || !programs_->complaint().isEmpty());
    const QString label = refused ? programs_->label() : troubled == nullptr ? recording : troubled->label();
    summary_->setText(label.isEmpty() ? QString() : tr("%1 needs your attention").arg(label));
}

} // namespace lanes
