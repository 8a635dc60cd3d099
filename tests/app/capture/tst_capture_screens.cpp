// The screens that start, steer and find recordings, at each size that a desktop has, light and dark, in English and Chinese: what
// they say fits, and no control is cut off. LANESCOPE_PICTURES=FOLDER keeps a picture of each
// there, to be looked at; scripts/pictures.py cuts those of docs out of them.
#include "app/capture/running/ConsolePanel.h"
#include "app/capture/running/RecordingPanel.h"
#include "app/capture/targets/OfferedTargets.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Language.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/Steering.h"
#include "app/window/start/SessionGrid.h"
#include "app/window/start/WelcomePage.h"
#include "model/session/writing/WriteTrace.h"
#include "resources/Fonts.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/CaptureFixture.h"
#include "tests/app/capture/CutOff.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/session/SessionView.h"
#include "views/timeline/TimelineView.h"

#include <QTableView>
#include <QTextBlock>

using namespace lanes;
using namespace lanes::test;

namespace {

constexpr std::array kSizes{QSize(1280, 800), QSize(1440, 900), QSize(2560, 1440), QSize(3840, 2160)};

// Stands in for the program that asks targets.
const char* const kRecorder = R"(#!/bin/sh
case $1 in
look) case "$4" in
  ssh:gpu2) echo 'Host key verification failed.' >&2; exit 1;;
  kubectl:*) gpus='"NVIDIA A100-SXM4-40GB"'; shm=68719476736; roomy=true; python=3.11; torch=2.9.1;;
  podman:*) gpus=; shm=65536000; roomy=false; python=3.12; torch=2.9.1;;
  *) gpus='"NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3"'; shm=8589934592; roomy=true; python=3.13; torch=2.15.0;;
  esac
  driver=575.57; cupti=13.2.86; [ -n "$gpus" ] || { driver=; cupti=; }
  through=; [ "$4" != ssh:gpu1 ] || through=bastion
  printf '{"folder_there": true, "script_there": true, "program": "/opt/venv/bin/python", "python": "%s", "torch": "%s",
    "cupti": "%s", "interpreters": ["/opt/venv/bin/python"], "variables": ["HOME"],
    "machine": {"devices": [%s], "driver": "%s", "shared_memory_bytes": %s, "shared_memory_roomy": %s, "disk_bytes": 9000000000000},
    "way": {"through": "%s", "answers_in_ms": 115, "collector_bytes": 3365000, "collector_copied": true}}' \
    $python $torch "$cupti" "$gpus" "$driver" $shm $roomy $through;;
attach) echo '[
  {"pid": 4120, "user": "me", "command": ["/opt/venv/bin/python", "train.py", "--epochs", "90", "--batch", "256"], "gpu_bytes": 43000000000},
  {"pid": 4188, "user": "me", "command": ["python3", "-m", "torch.distributed.run", "serve.py"]},
  {"pid": 977, "user": "root", "command": ["python3", "old.py"], "refusal": "Process 977 is stopped: continue it first, `kill -CONT 977`."}]';;
esac
)";
const char* const kContainers =
    "#!/bin/sh\n[ \"$1\" = ps ] && exec printf "
    "'trainer\\tpytorch/pytorch:2.9.1-cuda12.8-cudnn9-runtime\\ndb\\tpostgres:16\\n'\n"
    "[ \"$1\" = get ] && exec printf 'llm-7b-0\\tlab/train:24\\n'\necho lanescope:2\n"
    "case $* in *db*) ;; *) echo 3.12.1; echo 2.9.1;; esac\n";

} // namespace

class TestCaptureScreens : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void theDialogForEachTarget_data() { languages(); }
    void theDialogForEachTarget();
    void theDialogForAJob_data() { languages(); }
    void theDialogForAJob();
    void theDialogWithEachPreset_data() { languages(); }
    void theDialogWithEachPreset();
    void aTargetThatIsNoLongerWhatItWas_data() { languages(); }
    void aTargetThatIsNoLongerWhatItWas();
    void theTableOfHosts_data() { languages(); }
    void theTableOfHosts();
    void theProgramsThatRun_data() { languages(); }
    void theProgramsThatRun();
    void aSmallWindowHasRowsAboveTheConsole_data() { languages(); }
    void aSmallWindowHasRowsAboveTheConsole();
    void theBarAboveASession_data() { languages(); }
    void theBarAboveASession();
    void whatAProgramPrintedFollowsTheTheme_data() { languages(); }
    void whatAProgramPrintedFollowsTheTheme();
    void theSessionsPage_data() { languages(); }
    void theSessionsPage();

private:
    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }
    [[nodiscard]] MainWindow& window() const { return *fixture_->window; }
    [[nodiscard]] CaptureDialog openDialog(const QString& target) const;
    // At each size and in both themes nothing of `part` is cut off.
    void look(const QWidget& part, const QString& screen);
    // Says within it where `part` stands, as WIDTHxHEIGHT+X+Y: the widget that the picture is of.
    void keepPicture(const QWidget& part, const QString& name) const;
    DocumentPage* recordUntilTheEnd();

    std::unique_ptr<QTemporaryDir> standIns_;
    std::unique_ptr<Language> language_;
    std::unique_ptr<CaptureFixture> fixture_;
};

void TestCaptureScreens::initTestCase() {
    addBakedFonts();
    standIns_ = std::make_unique<QTemporaryDir>();
    const auto program = [this](const char* name, const QByteArray& text) {
        const QString path = standIns_->filePath(QString::fromLatin1(name));
        QVERIFY(writeFile(path, text));
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    program("recorder", kRecorder);
    program("docker", kContainers);
    program("podman", "#!/bin/sh\n[ \"$1\" = ps ]\n");
    program("kubectl", kContainers);
    QVERIFY(QDir(standIns_->path()).mkpath(".ssh"));
    QVERIFY(writeFile(standIns_->filePath(".ssh/config"), "Host gpu1 gpu2 gpu3\n HostName 192.0.2.1\n"));
    qputenv("PATH", standIns_->path().toUtf8() + ":" + qgetenv("PATH"));
    qputenv("HOME", standIns_->path().toUtf8());
    QVERIFY(QDir::setCurrent(standIns_->path())); // sessions go to ~
}

void TestCaptureScreens::init() {
    QFETCH(const QString, language);
    if (language != "en" && !QFile::exists(":/i18n/lanescope_zh_CN.qm")) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
    language_ = std::make_unique<Language>(language);
    fixture_ = std::make_unique<CaptureFixture>();
    fixture_->settings.setCaptureField("folder", "~");
    QVERIFY(fixture_->openWindow());
    if (qstrcmp(QTest::currentTestFunction(), "theBarAboveASession") != 0 &&
        qstrcmp(QTest::currentTestFunction(), "aSmallWindowHasRowsAboveTheConsole") != 0) {
        window()
            .steering()
            .recordings()
            .disconnect(); // what others record on this machine is no part of this
    }
    window().capture().setRecorder(standIns_->filePath("recorder"));
}

void TestCaptureScreens::cleanup() {
    fixture_.reset();
    language_.reset();
}

CaptureDialog TestCaptureScreens::openDialog(const QString& target) const {
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    const CaptureDialog dialog(window());
    dialog.type("target", target);
    dialog.type("folder", target.isEmpty() ? fixture_->folder.path() : QString("/data/train"));
    dialog.type("command", target.isEmpty() ? QString("%1 train.py").arg(kPython)
                                            : QString("python train.py --epochs 3"));
    return dialog;
}

void TestCaptureScreens::keepPicture(const QWidget& part, const QString& name) const {
    const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
    if (!folder.isEmpty()) {
        QVERIFY(QDir().mkpath(folder));
        const QPoint corner = part.mapTo(&window(), QPoint());
        QImage picture = window().grab().toImage();
        picture.setText("part", QStringLiteral("%1x%2+%3+%4")
                                    .arg(part.width())
                                    .arg(part.height())
                                    .arg(corner.x())
                                    .arg(corner.y()));
        QVERIFY(picture.save(QStringLiteral("%1/%2.png").arg(folder, name)));
    }
}

void TestCaptureScreens::look(const QWidget& part, const QString& screen) {
    QFETCH(const QString, language);
    for (const QSize size : kSizes) {
        window().resize(size);
        for (const Appearance::Mode mode : {Appearance::Mode::Light, Appearance::Mode::Dark}) {
            fixture_->appearance.setMode(mode);
            QCoreApplication::processEvents(); // what has changed is told to each widget
            QStringList bad;
            const auto good = [&] {
                bad = cutOff(part, fixture_->appearance.fonts());
                return bad.isEmpty();
            };
            const QString name = QStringLiteral("%1-%2-%3x%4-%5")
                                     .arg(screen, language)
                                     .arg(size.width())
                                     .arg(size.height())
                                     .arg(mode == Appearance::Mode::Light ? "light" : "dark");
            QTRY_VERIFY2_WITH_TIMEOUT(good(), qPrintable(name + ": " + bad.join("; ")), kPatience);
            keepPicture(part, name);
        }
    }
}

void TestCaptureScreens::theDialogForEachTarget() {
    for (const char* target : {"", "ssh:gpu1", "docker:trainer", "podman:trainer", "kubectl:lab/llm-7b-0"}) {
        const CaptureDialog dialog = openDialog(QString::fromLatin1(target));
        if (*target == '\0') {
            QVERIFY(writeFile(fixture_->at("train.py"), ""));
            dialog.type("command", QString("%1 train.py").arg(kPython)); // which is there by now
        }
        QTRY_COMPARE_WITH_TIMEOUT(dialog.field("command").tone(), CaptureField::Tone::Good, kPatience);
        const QString kind = QString::fromLatin1(target).section(':', 0, 0);
        look(dialog.sheet, "dialog-" + (kind.isEmpty() ? QString("local") : kind));
        QTest::keyClick(&window(), Qt::Key_Escape);
    }
}

void TestCaptureScreens::theDialogForAJob() {
    const CaptureDialog dialog = openDialog("ssh:gpu1 ssh:gpu3");
    dialog.type("command", "torchrun --nnodes {nodes} --node-rank {node} train.py");
    dialog.type("output", "job.lanes");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.field("command").tone(), CaptureField::Tone::Good, kPatience);
    look(dialog.sheet, "dialog-job");
}

void TestCaptureScreens::theDialogWithEachPreset() {
    const CaptureDialog dialog = openDialog({});
    auto& panel = *dialog.sheet.findChild<RecordingPanel*>();
    auto& presets = *panel.findChild<SegmentedControl*>();
    for (auto* button : panel.findChildren<QPushButton*>()) {
        if (button->isCheckable() && button->isVisible() && !button->isChecked()) {
            button->click(); // Details
        }
    }
    for (int preset = 0; preset < 4; ++preset) {
        QTest::keyClick(&presets, preset == 0 ? Qt::Key_Left : Qt::Key_Right); // from full detail
        QCOMPARE(presets.current(), preset);
        look(dialog.sheet, QStringLiteral("preset-%1").arg(preset + 1));
    }
}

void TestCaptureScreens::aTargetThatIsNoLongerWhatItWas() {
    const CaptureDialog dialog = openDialog("ssh:gpu2");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.field("target").tone(), CaptureField::Tone::Bad, kPatience);
    look(dialog.sheet, "trouble");
}

void TestCaptureScreens::theTableOfHosts() {
    QVERIFY(QDir().mkpath("train"));
    QVERIFY(writeFile("train/train.py", ""));
    const CaptureDialog dialog = openDialog({});
    dialog.type("folder", "~/train");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.field("command").tone(), CaptureField::Tone::Good, kPatience);
    auto* offer = dialog.field("target").findChildren<QPushButton*>().last();
    QTest::mouseClick(offer, Qt::LeftButton);
    auto* table = qobject_cast<QTableView*>(window().focusWidget());
    QVERIFY(table != nullptr);
    const auto inside = [table](int row) {
        return table->model()->index(row, OfferedTargets::Inside).data().toString();
    };
    const auto containers = [&] {
        std::vector<int> rows;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (!inside(row).isEmpty()) {
                rows.push_back(row);
            }
        }
        return rows;
    };
    QTRY_COMPARE_WITH_TIMEOUT(containers().size(), std::size_t(3), kPatience);
    for (const int row : containers()) {
        const QString before = inside(row);
        table->selectRow(row);
        QTRY_VERIFY_WITH_TIMEOUT(inside(row) != before, kPatience);
    }
    table->selectRow(0);
    look(dialog.sheet, "hosts");
}

void TestCaptureScreens::theProgramsThatRun() {
    QTest::keyClick(&window(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const CaptureDialog dialog(window());
    dialog.type("target", "ssh:gpu1");
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTableView* table = nullptr;
    for (auto* one : dialog.sheet.findChildren<QTableView*>()) {
        table = one->isVisible() ? one : table;
    }
    QVERIFY(table != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kPatience);
    table->selectRow(0);
    look(dialog.sheet, "attach");
    table->selectRow(2);
    look(dialog.sheet, "attach-refused");
}

// With its console open.
DocumentPage* TestCaptureScreens::recordUntilTheEnd() {
    window().capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    (void)writeFile(fixture_->at("loop.py"), kEndless);
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    const CaptureDialog dialog(window());
    dialog.type("target", {});
    dialog.type("folder", fixture_->folder.path());
    dialog.type("command", QString("%1 -u loop.py").arg(kPython));
    QTest::keyClick(&dialog.field("command").edit(), Qt::Key_Return);
    const auto isRecorded = [this] {
        DocumentPage* page = window().currentPage();
        return page != nullptr && page->captureBar().controls().reachable && page->document().trace() &&
               page->document().trace()->sliceCount() > 50;
    };
    return QTest::qWaitFor(isRecorded, kPatience) ? window().currentPage() : nullptr;
}

void TestCaptureScreens::aSmallWindowHasRowsAboveTheConsole() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    constexpr int kLeast = 200; // px of rows: some eight
    window().resize(1024, 640);
    DocumentPage* page = recordUntilTheEnd();
    QVERIFY(page);
    QVERIFY(window().capture().console().isVisible());
    const auto rows = [page] { return static_cast<TimelineView&>(page->view()).canvas().height(); };
    keepPicture(window(), QStringLiteral("console-small"));
    QVERIFY2(rows() >= kLeast, qPrintable(QString::number(rows())));
    window().resize(1440, 900);
    window().resize(1024, 640);
    QTRY_VERIFY2_WITH_TIMEOUT(rows() >= kLeast, qPrintable(QString::number(rows())), kPatience);
}

void TestCaptureScreens::theBarAboveASession() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    DocumentPage* page = recordUntilTheEnd();
    QVERIFY(page);
    look(page->captureBar(), "recording");
    QTest::keyClick(&window(), Qt::Key_Space, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().controls().paused, kPatience);
    look(page->captureBar(), "paused");
    QTest::keyClick(&page->view(), Qt::Key_M);
    look(page->captureBar(), "mark");
}

void TestCaptureScreens::whatAProgramPrintedFollowsTheTheme() {
    ConsolePanel console(fixture_->appearance);
    console.print("epoch 1\n", false);
    console.print("a warning\n", true);
    const auto inks = [&console] {
        QList<QColor> found;
        const QTextDocument& text = *console.findChild<ConsoleText*>()->document();
        for (QTextBlock line = text.begin(); line.isValid() && line.length() > 1; line = line.next()) {
            found << line.begin().fragment().charFormat().foreground().color();
        }
        return found;
    };
    for (const Appearance::Mode mode : {Appearance::Mode::Light, Appearance::Mode::Dark}) {
        fixture_->appearance.setMode(mode);
        const Theme& theme = fixture_->appearance.theme();
        QCOMPARE(inks(), (QList<QColor>{theme.text2, theme.text}));
    }
}

void TestCaptureScreens::theSessionsPage() {
    for (int i = 0; i < 7; ++i) {
        QVERIFY(session::writeTrace(
            *smallTraining(), fixture_->folder.filePath(QStringLiteral("run%1.lanes").arg(i)).toStdString()));
    }
    fixture_->settings.setCaptureField("folder", fixture_->folder.path());
    QTest::keyClick(&window(), Qt::Key_F5);
    const auto* grid = window().findChild<SessionGrid*>();
    QTRY_COMPARE_WITH_TIMEOUT(grid->model()->rowCount(), 7, kPatience);
    look(*shownChild<WelcomePage>(window()), "sessions");
}

int run_tst_capture_screens(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureScreens>(argc, argv);
}
#include "tst_capture_screens.moc"
