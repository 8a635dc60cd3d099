#include "app/render/RenderArguments.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/session/Sidecar.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace lanes;

/// `lanescope render` as a process, and what it understands.
class TestRender : public QObject {
    Q_OBJECT

private slots:
    void sizes_data();
    void sizes();
    void moments_data();
    void moments();
    void ranges();
    void drawsWithoutADisplay();
    void theUsersMarksAreDrawn();
    void figuresAreOfTheSteadySteps();
    void aFileManagersLineMakesAThumbnail();
    void refusesWhatIsNoTrace_data();
    void refusesWhatIsNoTrace();
    void saysHowItIsUsed();
};

namespace {

struct Outcome {
    int code = -1;
    QString out;
    QString error;
};

Outcome lanescope(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("QT_QPA_PLATFORM"); // the program chooses by itself
    environment.remove("DISPLAY");
    environment.remove("WAYLAND_DISPLAY");
    process.setProcessEnvironment(environment);
    process.start(qEnvironmentVariable("LANESCOPE_BUILD") + "/bin/lanescope", arguments);
    process.waitForFinished(kPatience);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

bool write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray smallTrace() {
    QByteArray events;
    for (int i = 0; i < 40; ++i) {
        events +=
            QByteArray("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":") +
            QByteArray::number(100 + 10 * i) + ".000,\"dur\":6.000,\"args\":{}},\n";
    }
    return "{\"schemaVersion\":1,\"traceEvents\":[" + events.chopped(2) + "]}";
}

} // namespace

void TestRender::sizes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QSize>("size");
    QTest::newRow("usual") << "1440x900" << QSize(1440, 900);
    QTest::newRow("no height") << "1440x" << QSize();
    QTest::newRow("negative") << "-5x900" << QSize();
    QTest::newRow("huge") << "100000x100000" << QSize();
    QTest::newRow("words") << "wide" << QSize();
}

void TestRender::sizes() {
    QFETCH(QString, text);
    QFETCH(QSize, size);
    QCOMPARE(parseSize(text.toStdString()).value_or(QSize()), size);
}

void TestRender::moments_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("ns");
    QTest::newRow("ns") << "40ns" << 40LL;
    QTest::newRow("no unit") << "90" << 90LL;
    QTest::newRow("us") << "1.5us" << 1500LL;
    QTest::newRow("exact") << "1.234567891s" << 1'234'567'891LL;
    QTest::newRow("too fine") << "1.2345ns" << -1LL;
    QTest::newRow("point without digits") << "1.ms" << -1LL;
    QTest::newRow("too long") << "99999999999999999999s" << -1LL;
    QTest::newRow("words") << "soon" << -1LL;
    QTest::newRow("nothing") << "" << -1LL;
}

void TestRender::moments() {
    QFETCH(QString, text);
    QFETCH(qlonglong, ns);
    QCOMPARE(parseMoment(text.toStdString()).value_or(-1), TimeNs(ns));
}

void TestRender::ranges() {
    const TimeRange session{1000, 5000};
    QCOMPARE(parseRange("1us..2us", session), (TimeRange{2000, 3000}));
    QCOMPARE(parseRange("..500ns", session), (TimeRange{1000, 1500}));
    QCOMPARE(parseRange("1us..", session), (TimeRange{2000, 5000}));
    QVERIFY(!parseRange("2us..1us", session));
    QVERIFY(!parseRange("1us", session));
}

void TestRender::drawsWithoutADisplay() {
    QTemporaryDir folder;
    QFile file(folder.filePath("small.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(smallTrace());
    file.close();
    const QString dark = folder.filePath("dark.png");
    const Outcome outcome = lanescope({"render", file.fileName(), "-o", dark, "--size", "800x400"});
    QCOMPARE(outcome.error, QString());
    QCOMPARE(outcome.code, 0);
    const QImage picture(dark);
    QCOMPARE(picture.size(), QSize(800, 400));
    const QString light = folder.filePath("light.png");
    QCOMPARE(
        lanescope({"render", file.fileName(), "-o", light, "--size", "800x400", "--theme", "light"}).code, 0);
    QVERIFY(QImage(light).pixel(400, 390) != picture.pixel(400, 390));
    const QString part = folder.filePath("part.png");
    QCOMPARE(
        lanescope({"render", file.fileName(), "-o", part, "--size", "800x400", "--range", "10us..40us"}).code,
        0);
    QVERIFY(QImage(part) != picture);
    QCOMPARE(lanescope({"render", file.fileName(), "-o", folder.filePath("no/such.png")}).code, 1);
}

void TestRender::theUsersMarksAreDrawn() {
    const QTemporaryDir folder;
    const QString session = folder.filePath("small.json");
    QVERIFY(write(session, smallTrace()));
    const auto drawn = [&](const char* name) {
        const QString picture = folder.filePath(name);
        const Outcome outcome =
            lanescope({"render", session, "-o", picture, "--view", "marks", "--size", "800x400"});
        return outcome.code == 0 ? QImage(picture) : QImage();
    };
    const QImage none = drawn("none.png");
    QVERIFY(!none.isNull());
    Sidecar kept;
    kept.marks = {{1, {120'000, 120'000}, "warm from here"}};
    QVERIFY(writeSidecar(sidecarBeside(session), kept).ok());
    const QImage one = drawn("one.png");
    QVERIFY(!one.isNull() && one != none);
    QFile::remove(sidecarBeside(session));
    QCOMPARE(drawn("again.png"), none);
    QVERIFY(!QFile::exists(sidecarBeside(session))); // drawing writes nothing
}

// As in the window; --scope all is of the whole session.
void TestRender::figuresAreOfTheSteadySteps() {
    const QTemporaryDir folder;
    QByteArray events =
        R"([{"ph":"X","cat":"cpu_op","name":"aten::empty","pid":1,"tid":1,"ts":0,"dur":900000})";
    for (int step = 1; step <= 20; ++step) {
        const QByteArray at = QByteArray::number(1'000'000 + step * 1'000);
        events += R"(,{"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + QByteArray::number(step) +
                  R"(","pid":1,"tid":1,"ts":)" + at +
                  R"(,"dur":990},{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":)" + at +
                  R"(,"dur":900})";
    }
    const QString session = folder.filePath("training.json");
    QVERIFY(write(session, events + "]"));
    for (const QString view : {"timeline", "operators"}) {
        const auto drawn = [&](const QStringList& more) {
            const QString picture = folder.filePath("a.png");
            const Outcome outcome = lanescope(
                QStringList{"render", session, "-o", picture, "--view", view, "--size", "800x400"} + more);
            return outcome.code == 0 ? QImage(picture) : QImage();
        };
        const QImage usual = drawn({});
        QVERIFY(!usual.isNull());
        QCOMPARE(drawn({"--scope", "steady"}), usual);
        QVERIFY2(drawn({"--scope", "all"}) != usual, qPrintable(view));
    }
    QCOMPARE(lanescope({"render", session, "-o", "a.png", "--scope", "some"}).code, 2);
}

// As a file manager does, by the file that the packages install for it.
void TestRender::aFileManagersLineMakesAThumbnail() {
    QFile entry(LANESCOPE_SOURCE_DIR "/resources/lanescope.thumbnailer");
    QVERIFY(entry.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(entry.readAll());
    QVERIFY(text.contains("MimeType=application/x-lanescope-session;"));
    QStringList words = text.section("\nExec=", 1).section('\n', 0, 0).split(' ');
    QCOMPARE(words.takeFirst(), QString("lanescope"));
    const QTemporaryDir folder;
    const QString session = folder.filePath("a run.lanes");
    QVERIFY(QFile::copy(LANESCOPE_SOURCE_DIR "/resources/demo/gpu.lanes", session));
    const QString picture = folder.filePath("thumbnail"); // file managers give it any name
    words.replaceInStrings("%s", "128").replaceInStrings("%i", session).replaceInStrings("%o", picture);
    const Outcome drawn = lanescope(words);
    QVERIFY2(drawn.code == 0, qPrintable(drawn.error));
    const QImage image(picture, "PNG");
    QCOMPARE(std::max(image.width(), image.height()), 128);
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y) {
            colors << image.pixel(x, y);
        }
    }
    QVERIFY(colors.size() > 3); // there is something in it
}

void TestRender::refusesWhatIsNoTrace_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n....");
    QTest::newRow("text") << QByteArray("hello\n");
}

void TestRender::refusesWhatIsNoTrace() {
    QFETCH(QByteArray, content);
    QTemporaryDir folder;
    QFile file(folder.filePath("broken.lanes"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const Outcome outcome = lanescope({"render", file.fileName(), "-o", folder.filePath("out.png")});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.error.contains("broken.lanes"), qPrintable(outcome.error));
    QVERIFY(!QFile::exists(folder.filePath("out.png")));
}

void TestRender::saysHowItIsUsed() {
    QCOMPARE(lanescope({"render", "--help"}).code, 0);
    QVERIFY(lanescope({"render", "--help"}).out.contains("--range"));
    QVERIFY(lanescope({"--help"}).out.contains("render"));
    QVERIFY(lanescope({"--version"}).out.startsWith("lanescope "));
    QCOMPARE(lanescope({"render"}).code, 2);
    QCOMPARE(lanescope({"render", "a", "-o", "b", "--size", "big"}).code, 2);
    QCOMPARE(lanescope({"render", "a", "-o", "b", "--view", "nothing"}).code, 2);
    QCOMPARE(lanescope({"--nonsense"}).code, 2);
    const Outcome window = lanescope({"a.lanes"});
    QCOMPARE(window.code, 1);
    QVERIFY(window.error.contains("display"));
}

int run_tst_render(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestRender>(argc, argv);
}
#include "tst_render.moc"
