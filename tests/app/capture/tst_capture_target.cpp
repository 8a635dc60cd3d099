#include "app/capture/ShellWords.h"
#include "app/capture/running/ConsolePanel.h"
#include "app/capture/sheet/TargetReport.h"
#include "app/capture/targets/OfferedTargets.h"
#include "app/capture/targets/SshHosts.h"
#include "app/settings/Settings.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/CaptureDesk.h"
#include "collector/doctor/SystemChecks.h"
#include "collector/remote/FarPrograms.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/FarHost.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"

#include <QCompleter>
#include <QMenu>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <iterator>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::CaptureDialog;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace

/// Captures on another host or in a container, from the window.
class TestCaptureTarget : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
        settings_->setCaptureField("folder", folder_->path());
        appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
        window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
        window_->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
        window_->resize(1280, 800);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
        QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    }

    void cleanup() { window_.reset(); }

    void hostsOfTheUsersSshAreKnown() {
        write(folder_->filePath("config"),
              "Host gpu1 gpu2 *.lab !x\n  User me\nhost=\"gpu1\"\nInclude more-*\n# Host no\n");
        write(folder_->filePath("more-1"), "Host jump\nInclude config\n");
        QCOMPARE(sshHosts(folder_->filePath("config")), QStringList({"gpu1", "gpu2", "jump"}));
        QCOMPARE(sshHosts(folder_->filePath("none")), QStringList());
    }

    void wrongTargetsAreNamedInTheirField() {
        const CaptureDialog dialog(*window_);
        dialog.type("command", "true");
        for (const char* wrong : {"gpu1", "ssh:", "telnet:gpu1", "ssh:-x"}) {
            dialog.type("target", wrong);
            QVERIFY2(dialog.sheet.shownError().contains("ssh:HOST"), wrong);
            QVERIFY(!dialog.start()->isEnabled());
        }
        dialog.type("target", "ssh:gpu1");
        QCOMPARE(dialog.sheet.shownError(), QString());
        QVERIFY(dialog.start()->isEnabled());
    }

    void severalTargetsAreOneJob() {
        const CaptureDialog dialog(*window_);
        dialog.type("target", "ssh:gpu1, ssh:gpu2");
        dialog.type("folder", "");
        dialog.type("command", "torchrun --nnodes {nodes} --node-rank {node} train.py");
        dialog.type("output", "/tmp/job.lanes");
        QCOMPARE(dialog.sheet.shownError(), QString());
        QVERIFY(dialog.field("target").hint().contains("One job on all 2"));
        const CaptureRequest request = dialog.sheet.request();
        QCOMPARE(request.arguments("/tmp/job.lanes"),
                 QStringList({"record", "-o", "/tmp/job.lanes", "--on", "ssh:gpu1", "--on", "ssh:gpu2", "--",
                              "torchrun", "--nnodes", "{nodes}", "--node-rank", "{node}", "train.py"}));
        QVERIFY(request.shellCommand().endsWith(
            "lanescope record -o /tmp/job.lanes --on ssh:gpu1 --on ssh:gpu2 -- torchrun --nnodes '{nodes}' "
            "--node-rank '{node}' train.py"));
        QCOMPARE(request.outputPaths("/tmp/job.lanes"),
                 QStringList({"/tmp/job.lanes", "/tmp/job-gpu1.lanes", "/tmp/job-gpu2.lanes"}));
        dialog.sheet.setAttach(true);
        QVERIFY(dialog.sheet.shownError().contains("leave the others out"));
    }

    void listsOfProgramsTravelWhole() {
        lanes::attach::PythonProgram program{.process = 7,
                                             .user = 5,
                                             .userName = "me",
                                             .command = {"python3", "a b.py", ""},
                                             .refusal = "it is stopped",
                                             .gpuBytes = 12};
        const std::string text = lanes::remote::encodedPrograms({program, program});
        const auto read = lanes::remote::decodedPrograms(text);
        QVERIFY(read);
        QCOMPARE(read->size(), 2U);
        QVERIFY(read->back().command == program.command && read->back().refusal == program.refusal);
        QCOMPARE(read->back().gpuBytes, program.gpuBytes);
        for (std::size_t cut = 1; cut < text.size() / 2; ++cut) {
            QVERIFY(!lanes::remote::decodedPrograms(std::string_view(text).substr(0, cut)));
        }
        QVERIFY(!lanes::remote::decodedPrograms(std::string_view("x\0y\0", 4)));
    }

    void aJobInTwoContainersIsRecordedIntoTheWindow() {
        // each is a home of its own here
        write(folder_->filePath("docker"), "#!/bin/sh\nmkdir -p " + folder_->path().toUtf8() +
                                               "/$3\nh=" + folder_->path().toUtf8() +
                                               "/$3\nshift 3\nXDG_CACHE_HOME= HOME=$h exec \"$@\"\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        const CaptureDialog dialog(*window_);
        dialog.type("target", "docker:one docker:two");
        dialog.type("folder", "");
        dialog.type("command", "sh -c 'echo node {node} of {nodes}'");
        dialog.type("output", folder_->filePath("job.lanes"));
        QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
        QVERIFY(QFile::exists(folder_->filePath("job-one.lanes")));
        QVERIFY(QFile::exists(folder_->filePath("job-two.lanes")));
        // nothing in them is of one job: said, with what there is
        auto* banner = window_->findChild<Banner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible() && banner->text().contains("is no one session"),
                                 kPatience);
        for (const char* name : {"one", "two"}) {
            QVERIFY(QDir(folder_->filePath(QString(name) + "/.cache/lanescope/collector")).exists());
        }
    }

    void whatIsThereIsNotLookedUpHere() {
        const CaptureDialog dialog(*window_);
        dialog.type("target", "docker:box");
        dialog.type("folder", "/no/such/folder/here");
        dialog.type("command", "A=1 ~/env/bin/python missing.py 'a b'");
        dialog.type("environment", "B='2 3'");
        QCOMPARE(dialog.sheet.shownError(), QString());
        const CaptureRequest request = dialog.sheet.request();
        QCOMPARE(
            request.arguments("x.lanes"),
            QStringList({"record", "-o", "x.lanes", "--on", "docker:box", "--folder", "/no/such/folder/here",
                         "--env", "B=2 3", "--env", "A=1", "--", "~/env/bin/python", "missing.py", "a b"}));
        QCOMPARE(request.variables(), QStringList());
        QVERIFY(request.outputPath().startsWith(QDir::currentPath() + "/missing-"));
        QVERIFY(request.shellCommand().endsWith(
            "lanescope record --on docker:box --folder /no/such/folder/here --env 'B=2 3' --env A=1 -- "
            "'~/env/bin/python' missing.py 'a b'"));
        QVERIFY(!buttonWith(dialog.sheet, "Python")->isEnabled());
    }

    void whatIsThereIsSaidWhileItIsTyped() {
        // a `docker` that runs its command here, elsewhere only by its home
        write(folder_->filePath("docker"),
              "#!/bin/sh\nshift 3\nXDG_CACHE_HOME= HOME=" + folder_->path().toUtf8() + " exec \"$@\"\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        QVERIFY(QDir(folder_->path()).mkpath("projects/.venv/bin"));
        const QString python = folder_->filePath("projects/.venv/bin/python");
        write(python, "#!/bin/sh\necho 3.12 2.9.1\n");
        write(folder_->filePath("projects/train.py"), "");
        const CaptureDialog dialog(*window_);
        dialog.type("target", "docker:box");
        dialog.type("folder", "~/proj");
        dialog.type("command", ".venv/bin/python train.py");
        QTRY_VERIFY_WITH_TIMEOUT(dialog.sheet.shownError().contains("no such folder on docker:box"),
                                 kPatience);
        QVERIFY(!dialog.start()->isEnabled());
        QCOMPARE(dialog.field("folder").edit().completer()->model()->index(0, 0).data().toString(),
                 QString("~/projects"));
        dialog.type("folder", "~/projects");
        CaptureField& command = dialog.field("command");
        QTRY_COMPARE_WITH_TIMEOUT(
            command.hint(), QString("Python 3.12, torch 2.9.1 on docker:box. Ready to record."), kPatience);
        QVERIFY(dialog.start()->isEnabled());
        QMenu* menu = buttonWith(dialog.sheet, "Python")->menu();
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().front()->text(), python);
        dialog.type("command", ".venv/bin/python missing.py");
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.sheet.shownError().contains("missing.py is not in this folder on docker:box"), kPatience);
        dialog.type("command", "no-such-program");
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.sheet.shownError().contains("no program “no-such-program” on docker:box"), kPatience);
        QCOMPARE(command.text(), QString("no-such-program"));
        // whoever does not answer keeps nobody from trying; what is not there does
        for (const auto& [said, startable] :
             {std::pair("Connection timed out", true), std::pair("No such container", false)}) {
            write(folder_->filePath("docker"), QByteArray("#!/bin/sh\necho ") + said + " >&2\nexit 1\n");
            dialog.type("target", startable ? "docker:busy" : "docker:other");
            command.edit().setFocus();
            QTRY_VERIFY_WITH_TIMEOUT(dialog.field("target").hint().contains("cannot be reached"), kPatience);
            QCOMPARE(dialog.start()->isEnabled(), startable);
        }
    }

    void thisMachineIsOfferedToo() {
        const CaptureDialog dialog(*window_);
        dialog.type("target", "ssh:gpu1");
        const QTableView& offered = open(dialog);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // the first, as it opens
        QVERIFY(!offered.isVisible());
        QCOMPARE(dialog.field("target").text(), QString());
        QVERIFY(buttonWith(dialog.sheet, "Python")->isEnabled());
        open(dialog);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // closes the table, not the dialog
        QVERIFY(!offered.isVisible() && dialog.sheet.isVisible());
    }

    void localIsThisMachine() {
        const CaptureDialog dialog(*window_);
        dialog.type("command", "true");
        dialog.type("target", "local");
        QCOMPARE(dialog.sheet.shownError(), QString());
        QVERIFY(dialog.start()->isEnabled());
        QVERIFY(!dialog.sheet.request().arguments("x.lanes").contains("--on"));
        QVERIFY(buttonWith(dialog.sheet, "Python")->isEnabled());
        dialog.type("target", "local ssh:gpu1"); // a job whose first part is here
        QCOMPARE(dialog.sheet.shownError(), QString());
        QCOMPARE(dialog.sheet.request().outputPaths("/tmp/job.lanes").mid(1),
                 QStringList({"/tmp/job-local.lanes", "/tmp/job-gpu1.lanes"}));
    }

    void namesThatAreNoTargetsAreLeftOut() {
        const auto targets = [](const char* program, const char* said) {
            QStringList names;
            for (const OfferedTarget& one : OfferedTargets::runningIn(program, said)) {
                names << one.target + "|" + one.image;
            }
            return names;
        };
        QCOMPARE(targets("docker", "box\tpytorch:2.5\n-x\ty\na b\tz\n\n"),
                 QStringList({"docker:box|pytorch:2.5"}));
        QCOMPARE(targets("kubectl", "one-0\ttorch:2\ntwo\n"),
                 QStringList({"kubectl:one-0|torch:2", "kubectl:two|"}));
    }

    void onlyASelectedContainerIsLookedInto() {
        // a `docker` of two containers: one has a Python with torch, the other none
        write(folder_->filePath("python3"), "#!/bin/sh\n[ $# = 2 ] && echo 3.12.1 || echo 2.9.1\n");
        write(folder_->filePath("docker"),
              "#!/bin/sh\n[ \"$1\" = ps ] && exec printf "
              "'trainer\\tpytorch:2.9\\ndb\\tpostgres:16\\n'\nname=$3\nshift 3\n"
              "echo $name >> " +
                  folder_->path().toUtf8() + "/asked\n[ $name = trainer ] || PATH=/none\nexec /bin/\"$@\"\n");
        write(folder_->filePath("podman"), "#!/bin/sh\n[ \"$1\" = ps ]\n");
        write(folder_->filePath("kubectl"), "#!/bin/sh\necho the server was refused >&2\nexit 1\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        const CaptureDialog dialog(*window_);
        QTableView& offered = open(dialog);
        const auto lines = [&offered] {
            QStringList texts;
            for (int row = 0; row < offered.model()->rowCount(); ++row) {
                QStringList cells;
                for (int column = 0; column < offered.model()->columnCount(); ++column) {
                    cells << offered.model()->index(row, column).data().toString();
                }
                texts << cells.join("|");
            }
            return texts;
        };
        const auto rowOf = [&](const QString& begin) {
            const QStringList all = lines();
            const auto at =
                std::ranges::find_if(all, [&](const QString& one) { return one.startsWith(begin); });
            return at == all.end() ? -1 : static_cast<int>(std::distance(all.begin(), at));
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowOf("docker:db") >= 0 && rowOf("kubectl") >= 0, kPatience);
        QCOMPARE(lines()[rowOf("docker:db")], QString("docker:db|postgres:16||select to look inside"));
        QVERIFY(!QFile::exists(folder_->filePath("asked"))); // nothing ran in any
        for (const char* name : {"docker:trainer", "docker:db"}) {
            while (offered.currentIndex().row() < rowOf(name)) {
                QTest::keyClick(&offered, Qt::Key_Down);
            }
        }
        const QString gpus = lanes::doctor::SystemChecks("").facts("/").devices.empty() ? "no GPU" : "";
        for (const QString& line :
             {QString("docker:trainer|pytorch:2.9|%1|Python 3.12, torch 2.9.1").arg(gpus),
              QString("docker:db|postgres:16|%1|no Python").arg(gpus),
              QString("kubectl|the server was refused||")}) {
            const auto there = [&] {
                const QStringList all = lines();
                return std::ranges::any_of(all, [&](const QString& one) {
                    return gpus.isEmpty() ? one.section('|', -1) == line.section('|', -1) : one == line;
                });
            };
            QTRY_VERIFY2_WITH_TIMEOUT(there(), qPrintable(lines().join("\n")), kPatience);
        }
        const auto click = [&](const QString& begin) {
            const QModelIndex index = offered.model()->index(rowOf(begin), 0);
            QTest::mouseClick(offered.viewport(), Qt::LeftButton, {}, offered.visualRect(index).center());
        };
        click("kubectl|"); // is no target
        QVERIFY(offered.isVisible());
        click("docker:trainer|");
        QCOMPARE(dialog.field("target").text(), QString("docker:trainer"));
        QVERIFY(!offered.isVisible());
    }

    void whatATargetHasIsListedBeforeItIsUsed() {
        using Tone = CaptureField::Tone;
        TargetCheck::Answer answer;
        QVERIFY(TargetReport::linesOf(answer).isEmpty()); // nothing has come
        answer.given = true;
        answer.through = "jump-1";
        answer.answersInMs = 34;
        answer.collectorBytes = 3 << 20;
        answer.collectorCopied = true;
        answer.devices = {"NVIDIA H100", "NVIDIA H100", "NVIDIA T4"};
        answer.driver = "575.57";
        answer.cupti = "12.8.90";
        answer.sharedMemory = 64 << 20;
        answer.sharedMemoryRoomy = false;
        answer.disk = 20LL << 30;
        const auto texts = [&] {
            QStringList all;
            for (const TargetReport::Line& line : TargetReport::linesOf(answer)) {
                all << (line.tone == Tone::Warning ? "! "
                        : line.tone == Tone::Quiet ? "- "
                                                   : "") +
                           line.what + "|" + line.detail;
            }
            return all;
        };
        QCOMPARE(
            texts(),
            QStringList({"Connected through jump-1|answers in 34.0\u2009ms",
                         "The collector is there|3\u2009MiB, copied just now, checksum equal",
                         "2 × NVIDIA H100, NVIDIA T4, driver 575.57|CUPTI 12.8.90 of torch, "
                         "profiling allowed",
                         "! /dev/shm has 64\u2009MiB free|busy threads may lose records: --shm-size=1g"}));
        answer.profilingRestricted = true;
        QVERIFY(texts()[2].startsWith("! ") && texts()[2].contains("administrators"));
        answer.devices.clear();
        QVERIFY2(texts()[2].contains("there is a driver, but no device"), qPrintable(texts()[2]));
        answer.driver.clear();
        QCOMPARE(texts()[2], QString("- No NVIDIA GPU|operators are recorded all the same"));
        answer.disk = 100 << 20;
        QVERIFY(texts().back().startsWith("! Its disk has 100\u2009MiB free"));
    }

    void theListIsOfTheTargetThatIsTyped() {
        write(folder_->filePath("docker"),
              "#!/bin/sh\nshift 3\nXDG_CACHE_HOME= HOME=" + folder_->path().toUtf8() + " exec \"$@\"\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        const CaptureDialog dialog(*window_);
        auto& report = *dynamic_cast<TargetReport*>(
            dialog.field("target").parentWidget()->findChild<QWidget*>("report"));
        QVERIFY(!report.isVisible());
        dialog.type("command", "");
        dialog.type("target", "docker:box");
        dialog.field("folder").edit().setFocus(); // the name is whole
        QTRY_VERIFY_WITH_TIMEOUT(report.isVisible(), kPatience);
        QCOMPARE(report.lines().front().what, QString("Connected"));
        QVERIFY(report.accessibleDescription().contains("The collector is there: "));
        dialog.type("target", "docker:bo");
        QVERIFY(!report.isVisible());
    }

    void variablesAreCompletedAndLookedUpThere() {
        write(folder_->filePath("docker"), "#!/bin/sh\nshift 3\nXDG_CACHE_HOME= THERE_ALREADY=1 HOME=" +
                                               folder_->path().toUtf8() + " exec \"$@\"\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        QVERIFY(QDir(folder_->path()).mkpath(".venv/bin"));
        write(folder_->filePath(".venv/bin/python"), "#!/bin/sh\necho 3.12 2.9.1-$FLAVOUR\n");
        const CaptureDialog dialog(*window_);
        dialog.type("target", "docker:box");
        dialog.type("folder", "");
        dialog.type("command", ".venv/bin/python -c pass");
        CaptureField& environment = dialog.field("environment");
        dialog.type("environment", "FLAVOUR=cpu PYTHONPATH=/usr:/no/such/place");
        QTRY_COMPARE_WITH_TIMEOUT(
            environment.hint(), QString("PYTHONPATH: there is no /no/such/place on docker:box."), kPatience);
        QCOMPARE(environment.tone(), CaptureField::Tone::Warning);
        QVERIFY(dialog.start()->isEnabled());
        QVERIFY(dialog.field("command").hint().contains("torch 2.9.1-cpu on docker:box"));
        dialog.type("environment", "THERE_ALREADY=2");
        QTRY_COMPARE_WITH_TIMEOUT(environment.hint(),
                                  QString("THERE_ALREADY is set on docker:box; yours takes its place."),
                                  kPatience);
        dialog.type("environment", "FLAVOUR='a b' THERE_A");
        QCompleter& completer = *environment.edit().completer();
        QTRY_COMPARE_WITH_TIMEOUT(completer.completionCount(), 1, kPatience);
        QCOMPARE(completer.currentCompletion(), QString("FLAVOUR='a b' THERE_ALREADY="));
        dialog.type("command", ".ve");
        QCOMPARE(dialog.field("command").edit().completer()->currentCompletion(),
                 QString(".venv/bin/python"));
        dialog.type("target", "docker:box docker:other"); // of a job the first is asked
        dialog.type("command", "no-such-program");
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.sheet.shownError().contains("no program “no-such-program” on docker:box"), kPatience);
        dialog.type("command", "true .ve"); // its arguments are its own
        QCOMPARE(dialog.field("command").edit().completer()->completionCount(), 0);
    }

    void aContainerIsRecordedIntoTheWindow() {
        // a `docker` that runs its command here, elsewhere only by its home
        write(folder_->filePath("docker"),
              "#!/bin/sh\nshift 3\nXDG_CACHE_HOME= HOME=" + folder_->path().toUtf8() + " exec \"$@\"\n");
        qputenv("PATH", folder_->path().toUtf8() + ":" + qgetenv("PATH"));
        write(folder_->filePath("said.sh"), "echo hello from $1\n");
        const CaptureDialog dialog(*window_);
        dialog.type("target", "docker:box");
        dialog.type("folder", folder_->path());
        dialog.type("command", "sh said.sh there");
        dialog.type("output", folder_->filePath("made.lanes"));
        QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
        const auto* input = window_->capture().console().findChild<QLineEdit*>();
        QVERIFY(!input->isEnabled() && input->placeholderText().startsWith("Nothing")); // it is empty there
        QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
        QVERIFY(QFile::exists(folder_->filePath("made.lanes")));
        QVERIFY(QDir(folder_->filePath(".cache/lanescope/collector")).exists());
    }

    void aPassphraseIsAskedForAndAWrongOneExplained() {
        if (!test::FarHost::installed()) {
            QSKIP("openssh-server is not installed");
        }
        lanes::test::FarHost host;
        QVERIFY(host.good());
        host.ask("lock"); // its user's key has a passphrase
        write(folder_->filePath("askpass"), "#!/bin/sh\necho \"$1\" >> \"$0.asked\"\ncat \"$0.answer\"\n");
        write(folder_->filePath("askpass.answer"), "wrong\n");
        qputenv("SSH_ASKPASS", folder_->filePath("askpass").toUtf8());
        const CaptureDialog dialog(*window_);
        dialog.type("target", "ssh:there");
        dialog.type("command", "true");
        dialog.type("output", folder_->filePath("locked.lanes"));
        QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
        auto* banner = window_->findChild<Banner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatience);
        QVERIFY2(banner->text().contains("Permission denied") &&
                     banner->text().contains("password or passphrase"),
                 qPrintable(banner->text()));
        QFile asked(folder_->filePath("askpass.asked"));
        QVERIFY(asked.open(QIODevice::ReadOnly));
        QVERIFY(asked.readAll().contains("Enter passphrase for key"));

        write(folder_->filePath("askpass.answer"), "the right one\n");
        banner->hide();
        QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(dialog.field("target").text(), QString("ssh:there")); // what was typed is there again
        QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
        qunsetenv("SSH_ASKPASS");
    }

private:
    // The table of what is offered, opened as a user does.
    static QTableView& open(const CaptureDialog& dialog) {
        QTest::mouseClick(buttonWith(dialog.sheet, "Hosts"), Qt::LeftButton);
        return *dialog.field("target").parentWidget()->findChild<QTableView*>();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

int run_tst_capture_target(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureTarget>(argc, argv);
}
#include "tst_capture_target.moc"
