#include "app/capture/running/ConsolePanel.h"
#include "app/capture/targets/FarComplaint.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/CaptureBar.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/CaptureFixture.h"
#include "tests/app/capture/FarHost.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>

#include <unistd.h>

using namespace lanes;
using namespace lanes::test;

namespace {

// Multiplies until there is a file "go", then says how often it has.
const char* const kCounted = "import os, time\n"
                             "import torch\n"
                             "a = torch.ones(64, 64)\n"
                             "count = 0\n"
                             "while not os.path.exists('go'):\n"
                             "    torch.mm(a, a)\n"
                             "    count += 1\n"
                             "    time.sleep(0.01)\n"
                             "print('multiplied', count, os.environ['SAID'], flush=True)\n";

// As ssh says it on Debian.
const char* const kKeyChanged =
    "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n"
    "Offending ED25519 key in /home/me/.ssh/known_hosts:1\r\n  remove with:\r\n"
    "  ssh-keygen -f \"/home/me/.ssh/known_hosts\" -R \"[gpu1.lab]:2222\"\r\n"
    "Host key verification failed.\r\n"
    "lanescope: ssh:gpu1 cannot be reached: ssh says why above; try 'ssh' by hand.\n";

} // namespace

/// What goes wrong on the way to another host, met in the dialog and by captures of real torch that run.
class TestFarTroubles : public QObject {
    Q_OBJECT

private slots:
    void causesAreSaidInALine_data();
    void causesAreSaidInALine();
    void aTroubleIsNamedInItsFieldAndNothingTypedIsLost_data();
    void aTroubleIsNamedInItsFieldAndNothingTypedIsLost();
    void whatHelpsIsTakenAlongAndTriedAgain();
    void whatBreaksUnderWayIsTakenUpWhereItWas_data();
    void whatBreaksUnderWayIsTakenUpWhereItWas();
    void whoGivesUpIsToldHowToTakeItUpAgain();
    void cleanup();

private:
    // A host, and a window whose dialog is open.
    void begin();
    void typeCapture(const CaptureDialog& dialog) const;
    // Once its session holds some of what the program does; null if it does not come to that.
    [[nodiscard]] DocumentPage* live() const;
    // Lets the program end; of all its multiplications none is missing.
    void endsWhole(DocumentPage& page) const;
    [[nodiscard]] Banner& banner() const { return *fixture_->window->findChild<Banner*>(); }

    std::unique_ptr<FarHost> host_;
    std::unique_ptr<CaptureFixture> fixture_;
};

void TestFarTroubles::cleanup() {
    host_.reset(); // with the captures that a failed test has left
    fixture_.reset();
}

void TestFarTroubles::begin() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    if (!FarHost::installed()) {
        QSKIP("openssh-server is not installed");
    }
    host_ = std::make_unique<FarHost>();
    QVERIFY(host_->good());
    fixture_ = std::make_unique<CaptureFixture>();
    QVERIFY(writeFile(fixture_->at("loop.py"), kCounted));
    QVERIFY(fixture_->openWindow());
    QTest::keyClick(fixture_->window.get(), Qt::Key_R, Qt::ControlModifier);
}

void TestFarTroubles::typeCapture(const CaptureDialog& dialog) const {
    dialog.type("target", "ssh:there");
    dialog.type("folder", fixture_->folder.path()); // it is one machine
    dialog.type("command", QString("%1 -u loop.py").arg(kPython));
    dialog.type("environment", "SAID='it is well'");
    dialog.type("output", fixture_->at("far.lanes"));
}

DocumentPage* TestFarTroubles::live() const {
    const auto lives = [this] {
        DocumentPage* page = fixture_->window->currentPage();
        return page != nullptr && page->document().state() == Document::State::Live &&
               page->document().trace()->sliceCount() > 50 && page->captureBar().controls().reachable;
    };
    return QTest::qWaitFor(lives, kPatience) ? fixture_->window->currentPage() : nullptr;
}

void TestFarTroubles::endsWhole(DocumentPage& page) const {
    QVERIFY(writeFile(fixture_->at("go"), "now"));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture_->window->capture().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page.document().state(), Document::State::Ready, kPatience);
    const QString said = fixture_->window->capture().console().text();
    QVERIFY2(said.contains(" it is well\n"), qPrintable(said));
    const int count = said.section("multiplied ", 1).section(' ', 0, 0).toInt();
    const Trace& trace = *page.document().trace();
    QVERIFY(trace.info().complete);
    QVERIFY(count > 10);
    QCOMPARE(static_cast<int>(slicesNamed(trace, "aten::mm").size()), count);
    QCOMPARE(trace.diagnostics().count("ring-overflow"), std::uint64_t{0});
    QCOMPARE(host_->captures(), QStringList());
}

void TestFarTroubles::causesAreSaidInALine_data() {
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* name, const char* said, const char* target, const char* line) {
        QTest::newRow(name) << said << target << line;
    };
    row("key changed", kKeyChanged, "ssh:gpu1",
        "ssh:gpu1 is not the host that it was: its key has changed. If it was installed anew, compare its "
        "new key with whoever runs it, then forget the old one: ssh-keygen -R "
        "'[gpu1.lab]:2222'");
    row("key changed, no name", "Host key verification failed.\r\nlanescope: x", "ssh:me@gpu1",
        "ssh:me@gpu1 is not the host that it was: its key has changed. If it was installed anew, compare its "
        "new key with whoever runs it, then forget the old one: ssh-keygen -R "
        "'gpu1'");
    row("name", "ssh: Could not resolve hostname gpu7: Name or service not known\nlanescope: ...", "ssh:gpu7",
        "There is no host gpu7. Is the name right, or is it in ~/.ssh/config?");
    row("container", "Error response from daemon: No such container: box\nlanescope: ...", "podman:box",
        "podman:box cannot be reached: no such container. Which ones run: podman container ls");
    row("pod", "Error from server (NotFound): pods \"box\" not found\nlanescope: ...", "kubectl:lab/box",
        "kubectl:lab/box cannot be reached: there is no such pod. Which ones run: kubectl get pods");
    row("ours",
        "Warning: something\nlanescope: ssh:gpu1 is Linux riscv64; this collector runs on Linux x86_64.",
        "ssh:gpu1", "ssh:gpu1 is Linux riscv64; this collector runs on Linux x86_64.");
    row("of others", "Something  new\nlanescope: the reason is above.", "ssh:gpu1",
        "Something new lanescope: the reason is above.");
    row("odd names stay as they are", "Connection refused", "ssh:%2%1",
        "ssh:%2%1 cannot be reached: connection refused. Does sshd run there, at this port?");
}

void TestFarTroubles::causesAreSaidInALine() {
    QFETCH(const QString, said);
    QFETCH(const QString, target);
    QTEST(farComplaint(said, target), "line");
}

void TestFarTroubles::aTroubleIsNamedInItsFieldAndNothingTypedIsLost_data() {
    QTest::addColumn<QByteArray>("trouble"); // what the host is asked for
    QTest::addColumn<QByteArray>("remedy");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("helps");
    QTest::addColumn<bool>("lasts"); // nothing can be started until the user has done something
    const auto row = [](const char* name, const char* trouble, const char* remedy, const char* cause,
                        const char* helps, bool lasts = false) {
        QTest::newRow(name) << QByteArray(trouble) << QByteArray(remedy) << cause << helps << lasts;
    };
    row("wrong key", "deny", "allow", "Permission denied by ssh:there", "no key, password or passphrase");
    row("host key changed", "change_key", "forget_key", "its key has changed",
        "ssh-keygen -R '[127.0.0.1]:", true);
    row("no space left", "shrink", "widen", "cannot be copied to ssh:there", "room in its ~/.cache");
    row("other architecture", "pretend", "confess", "ssh:there is Linux riscv64", "Install Lanescope's own");
    row("not there", "leave", "start", "ssh:there cannot be reached", "Does sshd run there");
}

void TestFarTroubles::aTroubleIsNamedInItsFieldAndNothingTypedIsLost() {
    QFETCH(const QByteArray, trouble);
    QFETCH(const QByteArray, remedy);
    QFETCH(const QString, cause);
    QFETCH(const QString, helps);
    QFETCH(const bool, lasts);
    if (trouble == "shrink" && geteuid() != 0) {
        QSKIP("only root can make a small disk");
    }
    begin();
    host_->ask(trouble);
    const CaptureDialog dialog(*fixture_->window);
    typeCapture(dialog);
    CaptureField& where = dialog.field("target");
    const auto says = [&](const QString& text) { return text.contains(cause) && text.contains(helps); };
    QTRY_VERIFY2_WITH_TIMEOUT(says(where.hint()), qPrintable(where.hint()), kPatience);
    QCOMPARE(where.tone(), lasts ? CaptureField::Tone::Bad : CaptureField::Tone::Warning);
    QCOMPARE(dialog.start()->isEnabled(), !lasts);
    if (lasts) {
        QVERIFY(dialog.says("Where needs your attention"));
        host_->ask(remedy);
        QTest::mouseClick(buttonWith(dialog.sheet, "Try again"), Qt::LeftButton);
    } else { // who tries all the same is told once more
        QTest::mouseClick(dialog.start(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(banner().isVisible() && !fixture_->window->capture().running(), kPatience);
        QVERIFY2(says(banner().text()), qPrintable(banner().text()));
        host_->ask(remedy);
        QTest::keyClick(fixture_->window.get(), Qt::Key_R, Qt::ControlModifier);
    }
    QCOMPARE(fixture_->window->pageCount(), 0);
    QVERIFY(!QFile::exists(fixture_->at("far.lanes")));
    QCOMPARE(where.text(), QString("ssh:there"));
    QCOMPARE(dialog.field("folder").text(), fixture_->folder.path());
    QCOMPARE(dialog.field("command").text(), QString("%1 -u loop.py").arg(kPython));
    QCOMPARE(dialog.field("environment").text(), QString("SAID='it is well'"));
    QCOMPARE(dialog.field("output").text(), fixture_->at("far.lanes"));
    QTRY_VERIFY2_WITH_TIMEOUT(dialog.field("command").hint().contains("Ready to record"),
                              qPrintable(where.hint()), kPatience);
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    DocumentPage* page = live();
    QVERIFY(page);
    endsWhole(*page);
}

void TestFarTroubles::whatHelpsIsTakenAlongAndTriedAgain() {
    begin();
    host_->ask("change_key");
    const CaptureDialog dialog(*fixture_->window);
    typeCapture(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(dialog.sheet, "Try again") != nullptr, kPatience);
    QPushButton* again = buttonWith(dialog.sheet, "Try again");
    CaptureField& where = dialog.field("target");
    for (auto* button : where.findChildren<QPushButton*>()) {
        if (button->accessibleName() == "Copy the command") {
            QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.startsWith("ssh-keygen -R '[127.0.0.1]:") && where.hint().endsWith(command),
             qPrintable(command));
    host_->ask("forget_key");
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(dialog.field("command").hint().contains("Ready to record"),
                              qPrintable(where.hint()), kPatience);
    QVERIFY(!again->isVisible() && where.parentWidget()->findChild<QWidget*>("report")->isVisible());
}

void TestFarTroubles::whatBreaksUnderWayIsTakenUpWhereItWas_data() {
    QTest::addColumn<QList<QByteArray>>("asked");
    QTest::newRow("the connection is killed") << QList<QByteArray>{"cut"};
    QTest::newRow("and killed again") << QList<QByteArray>{"cut", "cut"};
    QTest::newRow("the collector is removed") << QList<QByteArray>{"drop_collector", "cut"};
}

void TestFarTroubles::whatBreaksUnderWayIsTakenUpWhereItWas() {
    QFETCH(const QList<QByteArray>, asked);
    begin();
    typeCapture(CaptureDialog(*fixture_->window));
    QTest::mouseClick(CaptureDialog(*fixture_->window).start(), Qt::LeftButton);
    DocumentPage* page = live();
    QVERIFY(page);
    int broken = 0;
    for (const QByteArray& what : asked) {
        host_->ask(what);
        if (what == "cut") {
            ++broken;
            QTRY_COMPARE_WITH_TIMEOUT(
                fixture_->window->capture().console().text().count("the connection to ssh:there is gone"),
                broken, kPatience);
            const std::uint32_t had = page->document().trace()->sliceCount();
            QTRY_VERIFY_WITH_TIMEOUT(page->document().trace()->sliceCount() > had, kPatience);
        }
    }
    endsWhole(*page);
}

void TestFarTroubles::whoGivesUpIsToldHowToTakeItUpAgain() {
    begin();
    typeCapture(CaptureDialog(*fixture_->window));
    QTest::mouseClick(CaptureDialog(*fixture_->window).start(), Qt::LeftButton);
    DocumentPage* page = live();
    QVERIFY(page);
    host_->ask("leave");
    QTRY_COMPARE_WITH_TIMEOUT(page->captureBar().controls().away, QString("ssh:there"), kPatience);
    fixture_->window->capture().runOf(fixture_->at("far.lanes"))->killProgram();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture_->window->capture().running(), kPatience);
    QVERIFY2(banner().isVisible() && banner().text().contains("The capture goes on there") &&
                 banner().text().contains("--on ssh:there --resume "),
             qPrintable(banner().text()));
    QCOMPARE(host_->captures().size(), 1);
}

int run_tst_far_troubles(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestFarTroubles>(argc, argv);
}
#include "tst_far_troubles.moc"
