// A program of torch that runs already, and the capture dialog's list in which it is found.
#pragma once

#include "app/capture/sheet/ProgramPicker.h"
#include "app/capture/targets/RunningPrograms.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/CaptureFixture.h"
#include "tests/app/capture/TorchProgram.h"

#include <QTableView>

#include <sys/wait.h>

#include <csignal>

namespace lanes::test {

struct AttachFixture : CaptureFixture {
    AttachFixture() {
        settings.setCaptureField("command", "typed before");
        settings.setCaptureField("output", at("attached.lanes"));
    }
    ~AttachFixture() {
        program.kill();
        program.waitForFinished(kPatience);
    }
    AttachFixture(const AttachFixture&) = delete;
    AttachFixture& operator=(const AttachFixture&) = delete;

    [[nodiscard]] ProgramPicker& picker() const { return *window->findChild<ProgramPicker*>(); }
    [[nodiscard]] QTableView& table() const { return *picker().findChild<QTableView*>(); }
    [[nodiscard]] bool looking() const { return picker().findChild<RunningPrograms*>()->looking(); }
    // Multiplies for ever; false if it does not come to that.
    [[nodiscard]] bool startProgram() {
        program.setWorkingDirectory(folder.path());
        if (!writeFile(at("loop.py"), kEndless)) {
            return false;
        }
        program.start(kPython, {"-u", "loop.py"});
        return QTest::qWaitFor([this] { return program.peek(100).contains("ready"); }, kPatience);
    }
    // It stands still once it does: on a busy machine its threads hear of it later.
    [[nodiscard]] bool stopProgram() const {
        siginfo_t stopped{};
        return ::kill(static_cast<pid_t>(process()), SIGSTOP) == 0 &&
               ::waitid(P_PID, static_cast<id_t>(process()), &stopped, WSTOPPED | WNOWAIT) == 0;
    }
    [[nodiscard]] qint64 process() const { return program.processId(); }
    void openSheet() const {
        QTest::keyClick(window.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    }
    // The row of the program; -1: it is not listed.
    [[nodiscard]] int row() const {
        const QAbstractItemModel& model = *table().model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, RunningPrograms::Process).data().toLongLong() == process()) {
                return row;
            }
        }
        return -1;
    }
    void choose() const {
        QTRY_VERIFY_WITH_TIMEOUT(row() >= 0, kPatience);
        const QModelIndex index = table().model()->index(row(), RunningPrograms::Command);
        table().scrollTo(index);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(index).center());
    }
    // Whether it goes on, which it says.
    [[nodiscard]] bool programRunsOn() {
        const qint64 printed = program.bytesAvailable();
        return QTest::qWaitFor([&] { return program.bytesAvailable() > printed; }, kPatience) &&
               program.state() == QProcess::Running;
    }

    QProcess program;
};

} // namespace lanes::test
