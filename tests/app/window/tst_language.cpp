#include "app/capture/RefusalText.h"
#include "app/cli/recording/RecordBounds.h"
#include "app/doctor/DoctorRun.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Language.h"
#include "app/window/parts/StatusLine.h"
#include "resources/Fonts.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/flame/FlameScene.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"
#include "views/trust/TrustView.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <memory>

using namespace lanes;
using lanes::test::sliceNamed;
using lanes::test::smallTraining;

namespace {

// Stands before the real translation and keeps what that does not know.
class Listener : public QTranslator {
public:
    explicit Listener(const QString& language) {
        [[maybe_unused]] const bool loaded =
            real_.load(":/i18n/lanescope_" + language + ".qm"); // else all is unknown
    }

    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char* comment, int n) const override {
        QString found = real_.translate(context, text, comment, n);
        const QByteArray name(context);
        if (found.isEmpty() && !name.startsWith("Q")) {
            unknown << name + ": " + text;
        }
        return found;
    }
    mutable QByteArrayList unknown;

private:
    QTranslator real_;
};

bool hasHan(const QString& text) {
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
}

} // namespace

/// The window in Chinese: whatever it says goes through the translation, and is found there.
class TestLanguage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void chineseIsShownEverywhere();
    void pluralsAreRight();
    void numbersHaveAPointWhateverTheDesktop();
    void oneIsSaidAsOneAndManyWithSpaces();
    void aLanguageWithoutTranslationIsEnglish();
    void qtsOwnDialogsSpeakItToo();
    void whatRecordersAndTheDoctorSayIsSaidInIt();
    void notesOfASessionAreSaidInIt();
    void adviceIsSaidInIt();
    void reasonsOfStepsAreSaidInIt_data();
    void reasonsOfStepsAreSaidInIt();
};

void TestLanguage::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    addBakedFonts();
    if (!QFile::exists(":/i18n/lanescope_zh_CN.qm")) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
}

void TestLanguage::chineseIsShownEverywhere() {
    Listener listener("zh_CN");
    QCoreApplication::installTranslator(&listener);
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    MainWindow window(appearance, settings,
                      [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); });
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kPatience));
    for (QAction* menu : window.findChild<QMenuBar*>()->actions()) {
        QVERIFY2(hasHan(menu->text()), qPrintable(menu->text()));
    }
    for (const ActionSpec& spec : actionSpecs()) {
        QVERIFY2(hasHan(window.actions()[spec.id]->text()), spec.text);
        QVERIFY(!window.actions().plainText(spec.id).contains('&'));
        QVERIFY(!window.actions().plainText(spec.id).contains("("));
    }
    DocumentPage* page = window.openFile(folder.filePath("a.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    page->document().view().select(sliceNamed(*page->document().trace(), "ampere_sgemm_128x64_nn"));
    for (const ViewSpec& view : viewSpecs()) {
        QVERIFY2(hasHan(viewName(view)), view.key);
        window.showView(view.key);
        QTest::qWait(100);
        QVERIFY(!window.grab().isNull());
    }
    page->document().view().setBrush(TimeRange{2'000'000, 4'000'000});
    QTest::qWait(100);
    for (const ActionId id : {ActionId::Keys, ActionId::Settings, ActionId::Shortcuts, ActionId::Doctor,
                              ActionId::Palette, ActionId::Capture}) {
        window.actions()[id]->trigger();
        QVERIFY(!window.grab().isNull());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    }
    QCoreApplication::removeTranslator(&listener);
    QVERIFY2(listener.unknown.isEmpty(), listener.unknown.join('\n').constData());
}

void TestLanguage::numbersHaveAPointWhateverTheDesktop() {
    const QTemporaryDir folder;
    if (QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")}) != 0) {
        QSKIP("localedef cannot make a German locale here (package locales)");
    }
    qputenv("LOCPATH", folder.path().toUtf8());
    QVERIFY(std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr);
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(std::strtod("1,5", nullptr), 1.5); // as Qt leaves it on such a desktop
    {
        const Language language("de");
        QCOMPARE(std::strtod("1.5", nullptr), 1.5);
        QCOMPARE(QLocale().toString(1.5), QString("1.5"));
        QVERIFY(cli::isSaveCondition("step>1.5x"));
    }
    std::setlocale(LC_ALL, "C");
    qunsetenv("LOCPATH");
}

void TestLanguage::pluralsAreRight() {
    const auto remarks = [](int n) {
        return QCoreApplication::translate("lanes::TrustSign", "%n remarks", "on data quality", n);
    };
    {
        const Language english("en");
        QCOMPARE(remarks(1), QString("1 remark"));
        QCOMPARE(remarks(2), QString("2 remarks"));
    }
    const Language chinese("zh_CN");
    QCOMPARE(remarks(1), QString("1 条备注"));
    QCOMPARE(remarks(2), QString("2 条备注"));
}

void TestLanguage::oneIsSaidAsOneAndManyWithSpaces() {
    const Language english("en");
    const auto events = [](std::int64_t count) {
        return QCoreApplication::translate("lanes::SearchPanel", "%1 events", nullptr, pluralOf(count))
            .arg(countText(count));
    };
    QCOMPARE(events(1), QString("1 event"));
    QCOMPARE(events(0), QString("0 events"));
    QCOMPARE(events(12'345), QString("12\u2009345 events"));
    QCOMPARE(events(std::int64_t(1) << 32 | 1), QString("4\u2009294\u2009967\u2009297 events"));
    QCOMPARE(weightText(FlameWeight::Count, 1), QString("1 call"));
    const Language chinese("zh_CN");
    QCOMPARE(weightText(FlameWeight::Count, 2), QString("2 次调用"));
}

void TestLanguage::aLanguageWithoutTranslationIsEnglish() {
    const Language language("fi");
    QCOMPARE(QCoreApplication::translate("lanes::TrustSign", "%n remarks", "on data quality", 1),
             QString("1 remark"));
    QCOMPARE(QCoreApplication::translate("lanes::Views", "Timeline"), QString("Timeline"));
    const Language german("de"); // which Qt knows and the window does not
    QCOMPARE(QDialogButtonBox(QDialogButtonBox::Cancel).buttons().front()->text().remove('&'),
             QString("Cancel"));
}

void TestLanguage::qtsOwnDialogsSpeakItToo() {
    const Language chinese("zh_CN");
    const QDialogButtonBox buttons(QDialogButtonBox::Open | QDialogButtonBox::Save |
                                   QDialogButtonBox::Cancel | QDialogButtonBox::Discard |
                                   QDialogButtonBox::Yes | QDialogButtonBox::Apply);
    for (const QAbstractButton* button : buttons.buttons()) {
        QVERIFY2(hasHan(button->text()), qPrintable(button->text()));
    }
    QFileDialog files;
    files.setOption(QFileDialog::DontUseNativeDialog);
    const auto labels = files.findChildren<QLabel*>();
    QVERIFY(!labels.isEmpty());
    for (const QLabel* label : labels) {
        QVERIFY2(hasHan(label->text()), qPrintable(label->text()));
    }
    QLineEdit edit("text");
    const std::unique_ptr<QMenu> menu(edit.createStandardContextMenu());
    for (const QAction* action : menu->actions()) {
        QVERIFY2(action->isSeparator() || hasHan(action->text()), qPrintable(action->text()));
    }
}

void TestLanguage::whatRecordersAndTheDoctorSayIsSaidInIt() {
    const QByteArray answer =
        R"({"findings": [{"group": "System", "name": "Disk of /data", "state": "limited",
        "found": "35 MiB/s, 2 GiB free", "why": "A session cannot be written there.",
        "fix": ["docker run --shm-size=1g IMAGE", "something of a newer version"]}]})";
    const std::string lost = "Records of thread 7 were lost because the recorder could not keep up.";
    {
        const Language english("en");
        QCOMPARE(noteText(lost), toQString(lost));
        QCOMPARE(doctorLines(answer).front().found, QString("35 MiB/s, 2 GiB free"));
    }
    const Language chinese("zh_CN");
    QCOMPARE(noteText(lost), QString("thread 7 的记录丢失，因为采集器跟不上。"));
    QCOMPARE(noteText(lost + " This one: 5; 3 others have the rest."),
             QString("thread 7 的记录丢失，因为采集器跟不上。其中这一处：5；其余在另外 3 处。"));
    QCOMPARE(noteText("Operators or ranges of process 9 ended without a begin."),
             QString("进程 9 的算子或区间有结束而没有开始。"));
    for (const char* odd : {"", "%1", "Records of  made no sense.", "Records of a made no sens"}) {
        QCOMPARE(noteText(odd), QString(odd)); // of no pattern
    }
    QCOMPARE(noteText("Records of %2 made no sense."), QString("%2 的记录没有意义。"));
    QCOMPARE(refusalText("Process 9 is stopped: continue it first, `kill -CONT 9`."),
             QString("进程 9 已停止：请先让它继续，`kill -CONT 9`。"));
    const DoctorLine line = doctorLines(answer).front();
    QCOMPARE((QStringList{line.group, line.name, line.found, line.why}),
             (QStringList{"系统", "磁盘：/data", "35 MiB/s，剩余 2 GiB", "那里无法写入会话。"}));
    QCOMPARE(line.fix, (QStringList{"docker run --shm-size=1g IMAGE", "something of a newer version"}));
}

void TestLanguage::notesOfASessionAreSaidInIt() {
    const Language chinese("zh_CN");
    const QTemporaryDir folder;
    QFile file(folder.filePath("cut.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 5},)");
    file.close();
    Settings settings(folder.filePath("settings.ini"));
    Appearance appearance(Appearance::Mode::Dark);
    MainWindow window(appearance, settings, openTrace);
    window.resize(1440, 900);
    window.show();
    DocumentPage* page = window.openFile(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    const QString said = "文件在中途结束：缺少最后一个事件，或结尾的方括号或花括号。";
    QVERIFY2(window.findChild<StatusLine*>()->accessibleName().contains(said),
             qPrintable(window.findChild<StatusLine*>()->accessibleName()));
    window.showView("quality");
    const auto listed = [&] {
        const auto* table = window.findChild<TrustView*>()->findChild<DataTable*>();
        const TableModel* rows = table != nullptr ? table->model().get() : nullptr;
        for (std::uint32_t row = 0; rows != nullptr && row < rows->rows(); ++row) {
            if (rows->cell(row, 0, appearance.theme()).text == said) {
                return hasHan(rows->cell(row, 3, appearance.theme()).text);
            }
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(listed(), kPatience);
}

void TestLanguage::adviceIsSaidInIt() {
    const std::string seen =
        "12 waits in 3 steps, 1.2 ms per step in them, 0.8 ms per step with the device idle in and after "
        "them, most in train.py(27): wait";
    {
        const Language english("en");
        QCOMPARE(adviceText(seen), toQString(seen));
    }
    const Language chinese("zh_CN");
    QCOMPARE(adviceText("The host waits for the device"), QString("主机在等待设备"));
    // Where it was stays as the program calls it.
    QCOMPARE(adviceText(seen), QString("3 步中 12 次等待，其中用时每步 1.2 ms，期间及其后设备有每步 0.8 ms "
                                       "空闲，主要在 train.py(27): wait"));
    QCOMPARE(adviceText("3 kernels, 5 ms, such as gemm<f32, 8, false>, most in a.py(3): f"),
             QString("3 个核函数, 5 ms，例如 gemm<f32, 8, false>，主要在 a.py(3): f"));
    QCOMPARE(adviceText("1 fetch, 3 ms in them; the loader has 2 workers"),
             QString("1 次取数，其中用时 3 ms，加载器有 2 个工作进程"));
    for (const char* odd : {"", "%1", "what a newer version says", ", most in "}) {
        QCOMPARE(adviceText(odd), QString(odd));
    }
    QVERIFY(hasHan(adviceText("DataLoader(..., num_workers=8 instead of 4, prefetch_factor=4, "
                              "persistent_workers=True, pin_memory=True), as long as there are cores; else "
                              "make what loads one item faster.")));
}

void TestLanguage::reasonsOfStepsAreSaidInIt_data() {
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("chinese");
    QTest::newRow("an evaluation batch") << "a batch without backward"
                                         << "没有反向传播的批次";
    QTest::newRow("few operators") << "3 of 120 operators"
                                   << "120 个算子中的 3 个";
    QTest::newRow("brief") << "0.3 ms of 20.0 ms"
                           << "0.3 ms，共 20.0 ms";
    QTest::newRow("compiled") << "compilers ran 12.0 ms of 30.5 ms"
                              << "编译器运行了 12.0 ms，共 30.5 ms";
    QTest::newRow("more operators") << "150 operators instead of 120, backward as usual"
                                    << "150 个算子，而不是 120 个，反向传播照常";
    QTest::newRow("no backward") << "no backward"
                                 << "没有反向传播";
    QTest::newRow("warm-up") << "2.4x the median after it, 8 cudaMalloc, 3.5 ms loading kernels"
                             << "为其后中位数的 2.4 倍，8 次 cudaMalloc，加载核函数 3.5 ms";
    QTest::newRow("hiccup") << "1.9x the steady median, in the DataLoader"
                            << "为稳态中位数的 1.9 倍，在 DataLoader 中";
}

void TestLanguage::reasonsOfStepsAreSaidInIt() {
    QFETCH(QString, said);
    QFETCH(QString, chinese);
    {
        const Language english("en");
        QCOMPARE(adviceText(said.toStdString()), said);
    }
    const Language language("zh_CN");
    QCOMPARE(adviceText(said.toStdString()), chinese);
}

int run_tst_language(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestLanguage>(argc, argv);
}
#include "tst_language.moc"
