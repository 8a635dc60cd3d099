#include "app/document/Document.h"
#include "app/document/Editor.h"
#include "app/document/Thumbnail.h"
#include "app/settings/Settings.h"
#include "tests/support/ImportText.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/WorkWithinMark.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace lanes;
using lanes::test::smallTraining;

namespace {

/// A loader that goes on until it is told to stop, and says what it saw.
struct EndlessLoader {
    std::shared_ptr<std::atomic<int>> running = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<std::atomic<int>> stopped = std::make_shared<std::atomic<int>>(0);

    TraceResult operator()(const std::string&, const OpenOptions& options) const {
        ++*running;
        while (!options.stop.stop_requested()) {
            options.progress({50, 100, 7});
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ++*stopped;
        return Error{std::string(kCancelled)};
    }
};

constexpr TimeNs kImports = 20'000'000'000;
constexpr TimeNs kStep = 100'000'000;
constexpr int kSteps = 20;

/// A program that imports for twenty seconds and then takes twenty steps of a tenth of one.
std::shared_ptr<const Trace> lateSteps() {
    std::string events = "[{'ph':'X','cat':'cpu_op','name':'aten::empty','pid':1,'tid':1,'ts':0,'dur':100}";
    for (int i = 0; i < kSteps; ++i) {
        const std::string begin = std::to_string((kImports + i * kStep) / 1000);
        events += ",{'ph':'X','cat':'user_annotation','name':'ProfilerStep#" + std::to_string(i) +
                  "','pid':1,'tid':1,'ts':" + begin +
                  ",'dur':90000},{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':" + begin +
                  ",'dur':80000}";
    }
    return lanes::test::importText(lanes::test::q(events + "]"));
}

} // namespace

/// One open file without its window: reading, cancelling, failing; and the small things beside it.
class TestDocument : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void readsAndShowsSnapshotsBeforeTheWhole();
    void showsTheSteadyStepsFirst();
    void whereTheUserLooksStaysInView();
    void saysWhyItFailed();
    void cancellingKeepsWhatWasRead();
    void destroyingEndsTheReading();
    void onlyTheNewestLoadCounts();
    void recentSessionsAreKeptOncePerPath();
    void settingsSurvive();
    void editorsAreToldTheLine_data();
    void editorsAreToldTheLine();
    void anEditorThatCannotBeStartedIsNamed();
    void thumbnailsTellDeviceFromHost();
    void thumbnailsShowTheWork();
};

void TestDocument::readsAndShowsSnapshotsBeforeTheWhole() {
    const auto part = smallTraining("part.py");
    const auto whole = smallTraining("whole.py");
    Document document("a.lanes", [=](const std::string& path, const OpenOptions& options) -> TraceResult {
        if (path != "a.lanes") {
            return Error{"wrong path"};
        }
        options.progress({1, 2, 3});
        options.publish(part);
        return whole;
    });
    std::vector<std::shared_ptr<const Trace>> seen;
    connect(&document.view(), &ViewState::traceChanged, this, [&] { seen.push_back(document.trace()); });
    QSignalSpy progress(&document, &Document::progressChanged);
    document.load();
    QCOMPARE(document.state(), Document::State::Loading);
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Ready, kPatience);
    QCOMPARE(seen, (std::vector<std::shared_ptr<const Trace>>{part, whole}));
    QCOMPARE(progress.count(), 1);
    QCOMPARE(document.progress().events, std::uint64_t(3));
}

void TestDocument::showsTheSteadyStepsFirst() {
    const auto trace = lateSteps();
    Document document("a.lanes",
                      [=](const std::string&, const OpenOptions&) -> TraceResult { return trace; });
    document.load();
    const auto isLed = [&] {
        const TimeRange shown = document.view().visible();
        return shown.contains(kImports + kSteps * kStep / 2) && shown.length() < 2 * kSteps * kStep;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isLed(), kPatience);
    QVERIFY(!document.view().canGoBack());
    document.view().showAll();
    QCOMPARE(document.view().visible(), document.view().bounds());
}

void TestDocument::whereTheUserLooksStaysInView() {
    const auto trace = lateSteps();
    Document document("a.lanes",
                      [=](const std::string&, const OpenOptions&) -> TraceResult { return trace; });
    const TimeRange chosen{kImports / 4, kImports / 2};
    connect(&document.view(), &ViewState::traceChanged, &document,
            [&] { QTimer::singleShot(0, &document, [&] { document.view().setVisible(chosen); }); });
    QSignalSpy moved(&document.view(), &ViewState::visibleChanged);
    document.load();
    QTRY_COMPARE_WITH_TIMEOUT(document.view().visible(), chosen, kPatience);
    QVERIFY(document.view().visible() == chosen);
}

void TestDocument::saysWhyItFailed() {
    Document document("a.lanes", [](const std::string&, const OpenOptions&) -> TraceResult {
        return Error{"a.lanes is no trace: it looks like a PNG picture."};
    });
    document.load();
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Failed, kPatience);
    QCOMPARE(document.error(), QString("a.lanes is no trace: it looks like a PNG picture."));
    QVERIFY(!document.trace());
}

void TestDocument::cancellingKeepsWhatWasRead() {
    const auto part = smallTraining();
    const EndlessLoader endless;
    Document document("a.lanes", [=](const std::string& path, const OpenOptions& options) {
        options.publish(part);
        return endless(path, options);
    });
    document.load();
    QTRY_VERIFY_WITH_TIMEOUT(document.trace() != nullptr, kPatience);
    document.cancel();
    QCOMPARE(document.state(), Document::State::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(endless.stopped->load(), 1, kPatience);
    QTest::qWait(20); // what the loader still said must not arrive
    QCOMPARE(document.state(), Document::State::Cancelled);
    QCOMPARE(document.trace(), part);
}

void TestDocument::destroyingEndsTheReading() {
    const EndlessLoader endless;
    for (int i = 1; i <= 20; ++i) {
        auto document = std::make_unique<Document>("a.lanes", endless);
        document->load();
        QTRY_COMPARE_WITH_TIMEOUT(endless.running->load(), i, kPatience);
        document.reset();
        QTRY_COMPARE_WITH_TIMEOUT(endless.stopped->load(), i, kPatience);
    }
}

void TestDocument::onlyTheNewestLoadCounts() {
    const EndlessLoader endless;
    const auto whole = smallTraining();
    auto calls = std::make_shared<std::atomic<int>>(0);
    Document document("a.lanes", [=](const std::string& path, const OpenOptions& options) -> TraceResult {
        return ++*calls == 1 ? endless(path, options) : TraceResult(whole);
    });
    document.load();
    QTRY_COMPARE_WITH_TIMEOUT(endless.running->load(), 1, kPatience);
    document.load();
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Ready, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(endless.stopped->load(), 1, kPatience);
    QTest::qWait(20);
    QCOMPARE(document.state(), Document::State::Ready);
    QCOMPARE(document.trace(), whole);
}

void TestDocument::recentSessionsAreKeptOncePerPath() {
    QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    for (int i = 0; i < 2 * Settings::kMaxRecent; ++i) {
        settings.addRecentSession({QStringLiteral("/tmp/%1.lanes").arg(i), QDateTime::currentDateTime()});
    }
    const QString last = QStringLiteral("/tmp/%1.lanes").arg(2 * Settings::kMaxRecent - 1);
    const QString one = QStringLiteral("/tmp/%1.lanes").arg(2 * Settings::kMaxRecent - 4);
    settings.addRecentSession({one, QDateTime::currentDateTime()});
    const auto recent = Settings(folder.filePath("settings.ini")).recentSessions();
    QCOMPARE(recent.size(), Settings::kMaxRecent);
    QCOMPARE(recent[0].path, one);
    QCOMPARE(recent[1].path, last);
    settings.removeRecentSession(one);
    QCOMPARE(settings.recentSessions()[0].path, last);
    settings.renameRecentSession(last, "/tmp/renamed.lanes");
    QCOMPARE(settings.recentSessions()[0].path, QString("/tmp/renamed.lanes"));
    settings.clearRecentSessions();
    QVERIFY(settings.recentSessions().isEmpty());
}

void TestDocument::settingsSurvive() {
    QTemporaryDir folder;
    const QString path = folder.filePath("settings.ini");
    {
        Settings settings(path);
        QCOMPARE(settings.theme(), ThemeChoice::Desktop);
        settings.setTheme(ThemeChoice::Light);
        settings.setEditor("kate -l {line} {file}");
        settings.setCaptureField("command", "python3 train.py");
    }
    Settings settings(path);
    QCOMPARE(settings.theme(), ThemeChoice::Light);
    QCOMPARE(settings.editor(), QString("kate -l {line} {file}"));
    QCOMPARE(settings.captureField("command"), QString("python3 train.py"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[window]\ntheme=@Invalid()\n[recent]\nsize=99999999\n1\\path=@ByteArray(x)\n\xff\xfe");
    file.close();
    Settings broken(path);
    QCOMPARE(broken.theme(), ThemeChoice::Desktop);
    QVERIFY(broken.recentSessions().size() <= Settings::kMaxRecent);
}

void TestDocument::editorsAreToldTheLine_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("environment");
    QTest::addColumn<QString>("command");
    QTest::newRow("setting") << "my-ed --at {line} {file}"
                             << "vim"
                             << "my-ed --at 7 /a b.py";
    QTest::newRow("setting without place") << "my-ed -x"
                                           << ""
                                           << "my-ed -x /a b.py";
    QTest::newRow("VS Code") << ""
                             << "/usr/bin/code --wait"
                             << "/usr/bin/code --wait -g /a b.py:7";
    QTest::newRow("in a terminal") << ""
                                   << "vim"
                                   << "x-terminal-emulator -e vim +7 /a b.py";
    QTest::newRow("unknown") << ""
                             << "ed9000"
                             << "ed9000 /a b.py";
    QTest::newRow("desktop") << ""
                             << ""
                             << "xdg-open /a b.py";
}

void TestDocument::editorsAreToldTheLine() {
    QFETCH(QString, setting);
    QFETCH(QString, environment);
    QFETCH(QString, command);
    QCOMPARE(editorCommand(setting, environment, "/a b.py", 7).join(' '), command);
}

void TestDocument::anEditorThatCannotBeStartedIsNamed() {
    const auto missing = openInEditor("no-such-editor {file}", QCoreApplication::applicationFilePath(), 1);
    QVERIFY(!missing);
    QVERIFY(QString::fromStdString(missing.error().message).contains("no-such-editor"));
    const auto gone = openInEditor("true {file}", "/no/such/file.py", 1);
    QVERIFY(!gone);
    QVERIFY(QString::fromStdString(gone.error().message).contains("/no/such/file.py"));
}

void TestDocument::thumbnailsTellDeviceFromHost() {
    const auto trace = smallTraining();
    const QImage image = makeThumbnail(*trace);
    const auto at = [&](TimeNs time, int row) {
        const int column =
            int(double(time - trace->span().begin) / double(trace->span().length()) * image.width());
        return image.pixel(column, row);
    };
    QCOMPARE(qGreen(at(3'400'000, 0)), 255); // the kernel
    QCOMPARE(qRed(at(3'400'000, 0)), int(Hue::Gemm));
    QCOMPARE(qGreen(at(8'000'000, 0)), 0);
    QCOMPARE(qGreen(at(2'600'000, 1)), 255); // operators, nested ones counted once
    QVERIFY(qGreen(at(2'550'000, 2)) > 0);   // the launch
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(makeThumbnail(*trace, stop.get_token()).isNull());
}

// An operator of a tenth of a millisecond within a profiler's mark of one.
void TestDocument::thumbnailsShowTheWork() {
    const QImage image = makeThumbnail(*test::workWithinMark(400'000, 100'000).build());
    for (const int column : {0, image.width() / 2, image.width() - 1}) {
        QCOMPARE(qGreen(image.pixel(column, 1)), 255);
    }
}

int run_tst_document(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestDocument>(argc, argv);
}
#include "tst_document.moc"
