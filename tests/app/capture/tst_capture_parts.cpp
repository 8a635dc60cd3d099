#include "app/capture/CaptureCommand.h"
#include "app/capture/running/ConsolePanel.h"
#include "app/capture/running/ConsoleText.h"
#include "app/window/parts/Banner.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"

#include <QDir>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QtTest>

using namespace lanes;

/// Parts of a capture by themselves: the console, the banner above a page, the command that is found.
class TestCaptureParts : public QObject {
    Q_OBJECT

private slots:
    void aLotOfOutputKeepsTheWindowAlive() {
        ConsolePanel console(appearance_);
        auto* text = console.findChild<ConsoleText*>();
        QString lines;
        for (int i = 0; i < 15'000; ++i) {
            lines += QStringLiteral("epoch %1 of 15000: a line of output that is as long as such lines are\n")
                         .arg(i);
        }
        QElapsedTimer timer;
        timer.start();
        console.print(lines, false);
        const qint64 atOnce = timer.elapsed();
        QTRY_VERIFY_WITH_TIMEOUT(text->shownText().endsWith(QLatin1String("such lines are\n")) &&
                                     text->shownText().contains(QLatin1String("epoch 14999 of")),
                                 kPatience);
        const qint64 whole = timer.elapsed();
        QVERIFY(text->document()->blockCount() <= 10'000);
        QVERIFY2(atOnce * 2 < whole,
                 qPrintable(QStringLiteral("%1 of %2 ms at once").arg(atOnce).arg(whole)));
    }

    void aProgressBarIsOneLineHoweverItComes() {
        for (const int piece : {1, 7, 1000}) {
            ConsolePanel console(appearance_);
            QString bar = QStringLiteral("begin\n");
            for (int i = 0; i <= 100; ++i) {
                bar += QStringLiteral("\r%1 % done").arg(i);
            }
            bar += QStringLiteral("\nend\n");
            for (qsizetype at = 0; at < bar.size(); at += piece) {
                console.print(bar.mid(at, piece), false);
            }
            QTRY_COMPARE_WITH_TIMEOUT(console.findChild<ConsoleText*>()->shownText(),
                                      QStringLiteral("begin\n100 % done\nend\n"), kPatience);
        }
    }

    void findsTheProgramInThePathOfItsEnvironment() {
        const QTemporaryDir folder;
        const QString place = folder.filePath("venv/bin");
        QVERIFY(QDir().mkpath(place));
        QFile program(place + "/onlythere");
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\n");
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        program.close();
        CaptureRequest request{"onlythere -x", folder.path(), {}, {}};
        QVERIFY(!request.commandError().isEmpty());
        request.environment = "A=1 PATH=/nowhere:venv/bin";
        QCOMPARE(request.commandError(), QString());
        QVERIFY(request.arguments("o.lanes").contains(place + "/onlythere"));
        request.command = "PATH=" + place + " onlythere";
        request.environment.clear();
        QCOMPARE(request.commandError(), QString());
        request.command = "sh -c x";
        request.environment = "PATH=/nowhere";
        QVERIFY(!request.commandError().isEmpty());
    }

    void aBannersButtonDoesWhatItsTextSays() {
        Banner banner(appearance_);
        QStringList done;
        banner.say(Banner::Tone::Warning, "Kill train_A?", "Kill", [&] { done << "A"; });
        banner.say(Banner::Tone::Warning, "Kill train_B?", "Kill", [&] { done << "B"; });
        QTest::mouseClick(banner.findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(done, QStringList("B"));
        QCOMPARE(banner.accessibleName(), QString("Kill train_B?"));
    }

private:
    Appearance appearance_{Appearance::Mode::Dark};
};

int run_tst_capture_parts(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureParts>(argc, argv);
}
#include "tst_capture_parts.moc"
