#include "app/capture/targets/SshQuestions.h"
#include "app/window/sheets/AskPass.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"

#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QtTest>

using namespace lanes;
using lanes::test::buttonWith;

/// What ssh asks when a capture on another host begins.
class TestAskPass : public QObject {
    Q_OBJECT

private slots:
    void passwordIsHiddenAndGiven() {
        AskPass dialog(appearance_, "me@gpu1's <b>password</b>: ", "");
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, kPatience));
        QCOMPARE(dialog.findChild<QLabel*>()->textFormat(),
                 Qt::PlainText); // nothing of it is believed to be markup
        auto* text = dialog.findChild<QLineEdit*>();
        QCOMPARE(text->echoMode(), QLineEdit::Password);
        QTest::keyClicks(text, "a b'\"");
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(dialog.answer(), QString("a b'\""));
    }

    void cancelGivesNothing() {
        AskPass dialog(appearance_, "Enter passphrase for key '/k': ", "");
        dialog.show();
        QTest::mouseClick(buttonWith(dialog, "Cancel"), Qt::LeftButton);
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
    }

    void unknownHostsAreNotAcceptedByReturn() {
        AskPass dialog(appearance_,
                       "The authenticity of host 'gpu1' can't be established.\nED25519 key fingerprint is "
                       "SHA256:x.\nAre "
                       "you sure you want to continue connecting (yes/no/[fingerprint])? ",
                       "");
        dialog.show();
        QVERIFY(!dialog.findChild<QLineEdit*>());
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
        dialog.show();
        QTest::mouseClick(buttonWith(dialog, "Yes"), Qt::LeftButton);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(dialog.answer(), QString("yes"));
    }

    void theUsersOwnAskpassComesFirst() {
        QProcessEnvironment environment;
        letSshAsk(environment, "/opt/lanescope");
        QCOMPARE(environment.value("SSH_ASKPASS"), QString("/opt/lanescope"));
        QCOMPARE(environment.value("SSH_ASKPASS_REQUIRE"), QString("force"));
        QVERIFY(environment.contains(kAskPassVariable));
        QProcessEnvironment own;
        own.insert("SSH_ASKPASS", "/usr/bin/ksshaskpass");
        letSshAsk(own, "/opt/lanescope");
        QCOMPARE(own.value("SSH_ASKPASS"), QString("/usr/bin/ksshaskpass"));
        QVERIFY(!own.contains(kAskPassVariable));
    }

    // The program itself, as ssh runs it.
    void theProgramAnswersForSsh() {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        letSshAsk(environment, "lanescope");
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"), {"me@gpu1's password: "});
        QVERIFY(program.waitForStarted(kPatience));
        QVERIFY(!program.waitForFinished(1000)); // it asks, and opens no such file
        program.kill();
        QVERIFY(program.waitForFinished(kPatience));
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
    }

private:
    Appearance appearance_{Appearance::Mode::Dark};
};

int run_tst_askpass(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestAskPass>(argc, argv);
}
#include "tst_askpass.moc"
