#include "app/capture/ShellWords.h"
#include "app/capture/running/ConsolePanel.h"
#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace lanes;
using lanes::test::buttonWith;
using Dialog = lanes::test::CaptureDialog;

/// Captures from the window: the dialog's fields, the program's life, its console, the session that opens by itself.
class TestCapture : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void splitsALineAsAShellDoes_data();
    void splitsALineAsAShellDoes();
    void quotesSoThatAShellGivesItBack();
    void saysInTheFieldWhatIsWrong_data();
    void saysInTheFieldWhatIsWrong();
    void startNeedsEveryFieldGood();
    void offersTheInterpretersOfTheFolder();
    void asksTheInterpreterForItsTorch();
    void copiesTheSameAsACommand();
    void whoGetsTheRecordsOfTheGpuIsChosen();
    void kindsSayWhatTheyCost();
    void fillsInNameAndDate();
    void printsAsATerminalDoes();
    void recordsWhatWasTypedIn();
    void programGetsFolderEnvironmentAndInput();
    void sessionIsFollowedWhileItGrows();
    void failingProgramIsSaidSo();
    void stopsHarderEachTime();
    void onePressIsOneSignalHoweverOftenItWasRecorded();
    void stopIsHeardWhereTheWindowIgnoresIt();
    void programOutlivesTheWindow();
    void sessionOfTheSameNameIsReadAnew();

private:
    // Opens the dialog, runs `script` under sh in the test's folder, and waits until its session is open.
    DocumentPage* run(const QString& script, const QString& environment = {});
    [[nodiscard]] CaptureDesk& desk() const { return window_->capture(); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

void TestCapture::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
}

void TestCapture::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    settings_->setCaptureField("folder", folder_->path());
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
    desk().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY(window_->findChild<CaptureSheet*>()->isVisible());
}

void TestCapture::cleanup() {
    if (window_ && desk().running()) {
        while (CaptureRun* run = desk().runOf(desk().onlyRunning())) {
            run->killProgram();
            QTest::qWait(50);
        }
    }
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestCapture::run(const QString& script, const QString& environment) {
    QFile file(folder_->filePath("program.sh"));
    if (!file.open(QIODevice::WriteOnly)) {
        return nullptr;
    }
    file.write(script.toUtf8());
    file.close();
    const Dialog dialog(*window_);
    dialog.type("command", "sh program.sh one 'two words'");
    dialog.type("environment", environment);
    dialog.type("output", "made/{name}.lanes");
    QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
    const bool opened = QTest::qWaitFor([this] { return window_->pageCount() == 1; }, kPatience);
    return opened ? window_->currentPage() : nullptr;
}

void TestCapture::splitsALineAsAShellDoes_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << "  " << QStringList{};
    QTest::newRow("blanks") << " a  b\tc " << QStringList{"a", "b", "c"};
    QTest::newRow("single quotes") << R"(a 'b  "c" \d')" << QStringList{"a", R"(b  "c" \d)"};
    QTest::newRow("double quotes") << R"(a "b \"c\" \d")" << QStringList{"a", R"(b "c" \d)"};
    QTest::newRow("joined") << R"(a'b'"c"\ d)" << QStringList{"abc d"};
    QTest::newRow("empty word") << "a ''" << QStringList{"a", ""};
    QTest::newRow("home") << "~/x '~/y' a~" << QStringList{QDir::homePath() + "/x", "~/y", "a~"};
}

void TestCapture::splitsALineAsAShellDoes() {
    QFETCH(QString, line);
    QFETCH(QStringList, words);
    const ShellWords split = splitShellWords(line);
    QCOMPARE(split.words, words);
    QVERIFY(!split.openQuote);
    QVERIFY(split.shellOnly.isEmpty());
}

void TestCapture::quotesSoThatAShellGivesItBack() {
    for (const QString word : {"", "plain-1.py", "two words", "it's", "$HOME \"x\" \\", "~/x", "算子"}) {
        QCOMPARE(splitShellWords(quotedForShell(word)).words, QStringList{word});
        QProcess shell;
        shell.start("sh", {"-c", "printf %s " + quotedForShell(word)});
        QVERIFY(shell.waitForFinished(kPatience));
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), word);
    }
}

void TestCapture::saysInTheFieldWhatIsWrong_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* field, const char* text, const char* says) {
        QTest::newRow(name) << field << text << says;
    };
    row("no such program", "command", "no-such-program x", "no program “no-such-program”");
    row("no such path", "command", "./missing", "Is it executable?");
    row("script without interpreter", "command", "train.py --fast", "python3 train.py");
    row("script elsewhere", "command", "python3 missing.py", "not in this folder");
    row("open quote", "command", "echo 'a", "not closed");
    row("pipe", "command", "echo a | cat", "“|” needs a shell");
    row("substitution", "command", "echo $(date)", "“$(” needs a shell");
    row("prompt", "command", "$ python3 train.py", "no program “$”");
    row("variable", "command", "echo $HOME/x", "“$HOME” needs a shell");
    row("then another", "command", "cd run && python3 train.py", "“&” needs a shell");
    row("a host alone", "target", "gpu1", "“gpu1” is no target. Write ssh:HOST");
    row("user and host", "target", "me@gpu1", "Write ssh:HOST");
    row("no name", "target", "docker:", "Write ssh:HOST, docker:NAME");
    row("one of several", "target", "ssh:gpu1, gpu2", "“gpu2” is no target");
    row("an option", "target", "ssh:-oProxyCommand=x", "Write ssh:HOST");
    row("file as folder", "folder", "/etc/passwd", "/etc/passwd is no folder");
    row("blanks around =", "environment", "A = 1", "“A” is no variable. Write NAME=value");
    row("as in a shell", "environment", "export A=1", "“export” is no variable");
    row("quote in a variable", "environment", "A='1", "not closed");
    row("another format", "output", "run.pt.trace.json", "write run.lanes");
    row("no session", "output", "/etc/passwd", "passwd is there and is no session");
    row("no folder", "folder", "/no/such/folder", "/no/such/folder is no folder");
    row("no variable", "environment", "A=1 B", "“B” is no variable");
    row("bad name", "environment", "1A=1", "“1A=1” is no variable");
    row("output is a folder", "output", "/", "is a folder");
    row("output nowhere", "output", "/etc/passwd/y.lanes", "cannot be written");
}

void TestCapture::saysInTheFieldWhatIsWrong() {
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Dialog dialog(*window_);
    dialog.type("command", "true");
    QVERIFY(dialog.start()->isEnabled());
    dialog.type(qPrintable(field), text);
    QCOMPARE(dialog.field(qPrintable(field)).tone(), CaptureField::Tone::Bad);
    QVERIFY2(dialog.field(qPrintable(field)).hint().contains(says),
             qPrintable(dialog.field(qPrintable(field)).hint()));
    QVERIFY(!dialog.start()->isEnabled());
    QTest::keyClick(&dialog.field(qPrintable(field)).edit(), Qt::Key_Return);
    QVERIFY(dialog.sheet.isVisible()); // and what was typed stays
    QCOMPARE(dialog.field(qPrintable(field)).text(), text);
}

void TestCapture::startNeedsEveryFieldGood() {
    const Dialog dialog(*window_);
    QVERIFY(!dialog.start()->isEnabled()); // nothing is to be run yet, which is no error
    QVERIFY(dialog.sheet.shownError().isEmpty());
    dialog.type("command", "A=1 true 'a b'");
    QVERIFY(dialog.start()->isEnabled());
    QTest::keyClick(&dialog.sheet, Qt::Key_Escape);
    QVERIFY(!dialog.sheet.isVisible());
}

void TestCapture::offersTheInterpretersOfTheFolder() {
    QVERIFY(QDir(folder_->path()).mkpath(".venv/bin"));
    const QString python = folder_->filePath(".venv/bin/python");
    QVERIFY(QFile::link("/usr/bin/python3", python));
    const Dialog dialog(*window_);
    dialog.type("command", "python3 -c 'print(1)'");
    auto* menu = buttonWith(dialog.sheet, "Python")->menu();
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().front()->text(), python);
    menu->actions().front()->trigger();
    QCOMPARE(dialog.field("command").text(), python + " -c 'print(1)'");
    dialog.type("command", "train.py");
    menu->actions().front()->trigger();
    QCOMPARE(dialog.field("command").text(), python + " train.py");
}

void TestCapture::asksTheInterpreterForItsTorch() {
    const QString python = folder_->filePath("python3-fake");
    const auto answer = [&](const QByteArray& script) {
        QFile file(python);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script + "\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    };
    const Dialog dialog(*window_);
    CaptureField& command = dialog.field("command");
    answer("echo 3.12 2.9.1");
    dialog.type("command", "./python3-fake");
    QTRY_COMPARE_WITH_TIMEOUT(command.hint(), QString("Python 3.12, torch 2.9.1. Ready to record."),
                              kPatience);
    QCOMPARE(command.tone(), CaptureField::Tone::Good);
    answer("echo 3.12");
    dialog.type("command", "./python3-fake ");
    dialog.type("command", "true");
    dialog.type("command", "./python3-fake");
    QTRY_COMPARE_WITH_TIMEOUT(command.hint(),
                              QString("Python 3.12 has no torch: choose another Python, or install torch."),
                              kPatience);
    answer("exit 3");
    dialog.type("command", "true");
    dialog.type("command", "./python3-fake");
    QTRY_VERIFY_WITH_TIMEOUT(command.hint().contains("does not answer"), kPatience);
    QVERIFY(dialog.start()->isEnabled());
}

void TestCapture::copiesTheSameAsACommand() {
    const Dialog dialog(*window_);
    dialog.type("command", "B=2 sh -c 'echo $A' x");
    dialog.type("environment", "A='1 1'");
    dialog.type("output", "out.lanes");
    QTest::mouseClick(buttonWith(dialog.sheet, "Copy as command line"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("cd %1 && A='1 1' B=2 lanescope record -o %1/out.lanes -- sh -c 'echo $A' x")
                 .arg(folder_->path()));
}

void TestCapture::whoGetsTheRecordsOfTheGpuIsChosen() {
    const auto choose = [](const Dialog& dialog, const char* text) {
        auto* who = dialog.sheet.findChild<ChoiceButton*>();
        who->setFocus();
        QTest::keyClick(who, Qt::Key_Return);
        auto* menu = who->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        for (QAction* entry : menu->actions()) {
            if (entry->text() == QLatin1String(text)) {
                entry->trigger();
            }
        }
        menu->close();
    };
    const Dialog dialog(*window_);
    dialog.type("command", "true");
    QTest::mouseClick(buttonWith(dialog.sheet, "Details"), Qt::LeftButton);
    QVERIFY(!dialog.sheet.request().arguments("x.lanes").contains("--cupti")); // both record
    choose(dialog, "only the program");
    const QStringList words = dialog.sheet.request().arguments("x.lanes");
    QCOMPARE(words.mid(words.indexOf("--cupti"), 3), (QStringList{"--cupti", "yield", "--"}));
    QTest::mouseClick(buttonWith(dialog.sheet, "Copy as command line"), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains("lanescope record --cupti yield -- true"));
}

void TestCapture::kindsSayWhatTheyCost() {
    const Dialog dialog(*window_);
    QTest::mouseClick(buttonWith(dialog.sheet, "Details"), Qt::LeftButton);
    QStringList shown;
    for (const QLabel* label : dialog.sheet.findChildren<QLabel*>()) {
        if (label->isVisible()) {
            shown << label->text();
        }
    }
    QVERIFY(shown.contains("Time per operator"));
    QVERIFY(shown.contains(QStringLiteral("0.2 to 0.4 µs")));
    QCOMPARE(shown.count("not measured"), 2); // of GPUs: never invented
}

void TestCapture::fillsInNameAndDate() {
    CaptureRequest request{"python3 dir/train.py -x", folder_->path(), "s/{name}_{date}.lanes", {}};
    const QString path = request.outputPath();
    QVERIFY2(
        QRegularExpression("^" + folder_->path() + "/s/train_\\d{8}-\\d{6}\\.lanes$").match(path).hasMatch(),
        qPrintable(path));
    request.output.clear();
    QVERIFY(request.outputPath().startsWith(folder_->path() + "/train-"));
}

void TestCapture::printsAsATerminalDoes() {
    ConsolePanel& console = desk().console();
    console.begin();
    console.print("one\ntw", false);
    console.print("o\n", false);
    console.print("warning\n", true);
    console.print("\x1b[31mred\x1b[0m\r\n", false);
    console.print(" 10%", true);
    console.print("\r 20%", true);
    console.print("\r 30%\r", true);
    console.print(" 40%", true);
    console.print("printed\n", false);
    QCOMPARE(console.text(), QString("one\ntwo\nwarning\nred\n 40%\nprinted\n"));
    auto* filter = console.findChild<SegmentedControl*>();
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Right);
    QCOMPARE(console.text().trimmed(), QString("one\ntwo\nred\nprinted"));
    QTest::keyClick(filter, Qt::Key_Right);
    QCOMPARE(console.text().trimmed(), QString("warning\n 40%"));
    for (int i = 0; i < 10100; ++i) {
        console.print("line\n", true);
    }
    QVERIFY(console.text().count('\n') <= 10000);
}

void TestCapture::recordsWhatWasTypedIn() {
    DocumentPage* page = run("echo hello; echo bad >&2");
    QVERIFY(page);
    QCOMPARE(page->document().path(), folder_->filePath("made/sh.lanes"));
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("hello\n"), kPatience);
    QVERIFY(desk().console().isVisible());
    QVERIFY(desk().console().text().contains("bad\n"));
    QVERIFY(!window_->findChild<CaptureSheet*>()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->actions()[ActionId::StopProgram]->isEnabled(), kPatience);
    QCOMPARE(Settings(folder_->filePath("settings.ini")).captureField("output"),
             QString("made/{name}.lanes"));
}

void TestCapture::programGetsFolderEnvironmentAndInput() {
    DocumentPage* page = run("pwd; echo $GREETING/$2; while read line; do echo got $line; done; echo end",
                             "GREETING='hello there'");
    QVERIFY(page);
    ConsolePanel& console = desk().console();
    QTRY_VERIFY_WITH_TIMEOUT(console.text().contains("hello there/two words"), kPatience);
    QVERIFY(console.text().contains(QFileInfo(folder_->path()).canonicalFilePath()));
    auto* input = console.findChild<QLineEdit*>();
    QTest::keyClicks(input, "some words");
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(console.text().contains("got some words"), kPatience);
    QVERIFY(desk().running());
    QTest::keyClick(input, Qt::Key_D, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(console.text().contains("end"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QVERIFY(!input->isEnabled());
}

void TestCapture::sessionIsFollowedWhileItGrows() {
    DocumentPage* page = run("while true; do sleep 1; done");
    QVERIFY(page);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Live, kPatience);
    QVERIFY(window_->findChild<DocumentTabs*>()->isRecording(0));
    QVERIFY(page->captureBar().isVisible());
    QVERIFY(page->document().view().following());
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!page->captureBar().isVisible());
    QVERIFY(!window_->findChild<DocumentTabs*>()->isRecording(0));
    auto* banner = window_->findChild<Banner*>();
    QVERIFY2(!banner->isVisible(), qPrintable(banner->text())); // it ended as it was asked to
}

void TestCapture::failingProgramIsSaidSo() {
    DocumentPage* page = run("exit 7");
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<Banner*>()->isVisible(), kPatience);
    QVERIFY(window_->findChild<Banner*>()->text().contains("exit code 7"));
    QVERIFY(run("read line") != nullptr); // another one, of which it must not seem to be said
    QVERIFY(!window_->findChild<Banner*>()->isVisible());
}

void TestCapture::stopsHarderEachTime() {
    DocumentPage* page =
        run("trap 'echo no' INT TERM; sh -c 'trap : INT TERM; echo $$ > below; while true; do sleep .1; "
            "done' & while [ ! -s below ]; do sleep .1; done; echo ready; while true; do sleep .1; done");
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("ready"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().isVisible(), kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(desk().console().text().count("no\n"), 1, kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Terminate program"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(desk().console().text().count("no\n"), 2, kPatience);
    QVERIFY(desk().running());
    QTest::mouseClick(buttonWith(page->captureBar(), "Kill program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QFile below(folder_->filePath("below")); // what the program has started
    QVERIFY(below.open(QIODevice::ReadOnly));
    const pid_t child = below.readAll().trimmed().toInt();
    QVERIFY(child > 1);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
}

// Each recording into one session meets the same bar.
void TestCapture::onePressIsOneSignalHoweverOftenItWasRecorded() {
    DocumentPage* page = run("echo first");
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(
        run("trap 'echo asked' INT; trap 'echo told; exit' TERM; echo ready; while true; do sleep .1; done"),
        page);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("ready"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().isVisible(), kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("asked"), kPatience);
    QVERIFY(buttonWith(page->captureBar(), "Terminate program") != nullptr);
    QVERIFY(desk().running());
    QVERIFY(!desk().console().text().contains("told"));
    QTest::mouseClick(buttonWith(page->captureBar(), "Terminate program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
}

// As a shell does to what a script starts with '&'.
void TestCapture::stopIsHeardWhereTheWindowIgnoresIt() {
    const auto before = std::signal(SIGINT, SIG_IGN);
    DocumentPage* page = run("echo ready; while true; do sleep .1; done");
    std::signal(SIGINT, before);
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("ready"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().isVisible(), kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
}

void TestCapture::programOutlivesTheWindow() {
    DocumentPage* page = run("echo $$ > pid; while [ ! -e stop ]; do sleep .1; done; echo done > ended");
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(folder_->filePath("pid")).size() > 0, kPatience);
    QFile file(folder_->filePath("pid"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t program = file.readAll().trimmed().toInt();
    window_->close();
    window_.reset();
    QCOMPARE(::kill(program, 0), 0);
    QFile stop(folder_->filePath("stop"));
    QVERIFY(stop.open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder_->filePath("ended")), kPatience);
}

void TestCapture::sessionOfTheSameNameIsReadAnew() {
    DocumentPage* page = run("echo first");
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    const auto first = page->document().trace();
    QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    const Dialog dialog(*window_);
    QCOMPARE(dialog.field("output").tone(), CaptureField::Tone::Warning); // it would be replaced
    QVERIFY(dialog.start()->isEnabled());
    QTest::keyClick(&dialog.field("command").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace() != first && !desk().running() &&
                                 page->document().state() == Document::State::Ready,
                             kPatience);
    QCOMPARE(window_->pageCount(), 1);
    QVERIFY(page->document().trace()->info().complete);
}

int run_tst_capture(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCapture>(argc, argv);
}
#include "tst_capture.moc"
