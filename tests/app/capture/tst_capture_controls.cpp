// A walk over the capture dialog and over the bar above a session: every control that can be pressed, chosen or typed into is in
// a table with what it does, and does that. A control without its line fails, and so does a line without its control.
#include "app/capture/sheet/ModeField.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/CaptureFixture.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SegmentedControl.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QTimer>

#include <functional>

using namespace lanes;
using namespace lanes::test;

namespace {

using Controls = QMap<QString, QWidget*>; // by what they are called

// What holds it says which of several of one name it is.
QString placeOf(const QWidget& control) {
    for (const QWidget* at = control.parentWidget(); at != nullptr; at = at->parentWidget()) {
        if (const auto* field = qobject_cast<const CaptureField*>(at)) {
            return field->label() + QStringLiteral(": ");
        }
        if (const auto* field = qobject_cast<const ModeField*>(at)) {
            return field->label() + QStringLiteral(": ");
        }
    }
    return {};
}

QString nameOf(const QWidget& control) {
    if (qobject_cast<const SegmentedControl*>(&control) != nullptr) {
        return control.accessibleDescription();
    }
    if (const auto* choice = qobject_cast<const ChoiceButton*>(&control)) {
        return choice->text().remove(choice->choices()[choice->current()]).trimmed();
    }
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    const QString name = button != nullptr && !button->text().isEmpty() ? button->text()
                         : !control.objectName().isEmpty()              ? control.objectName()
                                                                        : control.accessibleName();
    return placeOf(control) + name;
}

// Whatever takes the focus or is a button, but for the parts that Qt makes of one. Two of one option stand in two modes, and
// the one that is shown comes last: what is said in front of each tells them apart.
Controls controlsOf(const QWidget& parent) {
    Controls found;
    for (QWidget* one : parent.findChildren<QWidget*>()) {
        const QWidget* holder = one->parentWidget();
        const bool part = qobject_cast<const QLineEdit*>(holder) != nullptr ||
                          qobject_cast<const QAbstractItemView*>(holder) != nullptr ||
                          qobject_cast<const QMenu*>(one) != nullptr;
        if (!part && (one->focusPolicy() != Qt::NoFocus || qobject_cast<QAbstractButton*>(one) != nullptr)) {
            const bool ofTwo = one->objectName() == QLatin1String("max-size");
            found.insert(ofTwo ? nameOf(*one) + QStringLiteral(", ") + one->accessibleName() : nameOf(*one),
                         one);
        }
    }
    return found;
}

std::function<void(QWidget&)> typed(const QString& text) {
    return [text](QWidget& edit) {
        edit.setFocus();
        static_cast<QLineEdit&>(edit).selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClicks(&edit, text);
    };
}

constexpr int kMostSegments = 8;

std::function<void(QWidget&)> chosen(int index) {
    return [index](QWidget& segments) {
        segments.setFocus();
        for (int i = 0; i < kMostSegments; ++i) {
            QTest::keyClick(&segments, Qt::Key_Left);
        }
        for (int i = 0; i < index; ++i) {
            QTest::keyClick(&segments, Qt::Key_Right);
        }
    };
}

void pressed(QWidget& control) {
    QTest::mouseClick(&control, Qt::LeftButton, {}, {8, control.height() / 2});
}

// Clicks a row of a table.
std::function<void(QWidget&)> row(int row) {
    return [row](QWidget& table) {
        auto& view = static_cast<QAbstractItemView&>(table);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                          view.visualRect(view.model()->index(row, 1)).center());
    };
}

// Opens a button's menu and takes the entry that says `text`.
std::function<void(QWidget&)> taken(const QString& text) {
    return [text](QWidget& button) {
        QMenu* menu = static_cast<QPushButton&>(button).menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* one : menu->actions()) {
            if (one->text().contains(text)) {
                one->trigger();
            }
        }
    };
}

// Presses what asks for a place in a dialog of Qt's, and answers there.
std::function<void(QWidget&)> answered(const QString& path) {
    return [path](QWidget& button) {
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &look, [&look, path] {
            if (auto* asks = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                look.stop();
                asks->findChild<QLineEdit*>()->setText(path);
                QMetaObject::invokeMethod(asks, "accept");
            }
        });
        look.start(20);
        pressed(button);
    };
}

} // namespace

class TestCaptureControls : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
    void init();
    void cleanup() { fixture_.reset(); }
    void everyControlOfTheDialogIsTried();
    void controlsOfTheDialogDoWhatTheySay_data();
    void controlsOfTheDialogDoWhatTheySay();
    void controlsOfTheBarDoWhatTheySay();

private:
    // How a control is used, and what that makes of the copied command line, or else what happens. Without a use: it cannot be
    // used, ever.
    struct Trial {
        const char* control;
        std::function<void(QWidget&)> use;
        QString words;                 // there then, and not before
        std::function<void()> before;  // what makes it usable
        std::function<bool()> happens; // instead of words
        QString without = {};          // there before, and not then
    };
    [[nodiscard]] QList<Trial> trials() const {
        return trialsOfFields() + trialsOfRunningPrograms() + trialsOfKinds() + trialsOfModes();
    }
    [[nodiscard]] QList<Trial> trialsOfFields() const;
    [[nodiscard]] QList<Trial> trialsOfRunningPrograms() const;
    [[nodiscard]] QList<Trial> trialsOfKinds() const;
    [[nodiscard]] QList<Trial> trialsOfModes() const;

    [[nodiscard]] CaptureSheet& sheet() const { return *fixture_->window->findChild<CaptureSheet*>(); }
    [[nodiscard]] QWidget& control(const QString& name) const { return *controlsOf(sheet()).value(name); }
    [[nodiscard]] QString copied() const;
    // In that mode of a choice, for what belongs to it.
    [[nodiscard]] std::function<void()> in(const char* choice, int mode) const {
        return [this, choice, mode] { chosen(mode)(control(choice)); };
    }

    std::unique_ptr<CaptureFixture> fixture_;
};

void TestCaptureControls::init() {
    fixture_ = std::make_unique<CaptureFixture>();
    const QDir home(fixture_->folder.path());
    QVERIFY(home.mkpath(".ssh") && home.mkpath("work"));
    QVERIFY(writeFile(fixture_->at(".ssh/config"), "Host gpu1\n"));
    qputenv("HOME", fixture_->folder.path().toUtf8());
    fixture_->settings.setCaptureField("command", "true one");
    QVERIFY(fixture_->openWindow({1440, 1200}));
    // wherever it is asked for what runs there, it knows two programs
    const QString recorder = fixture_->at("recorder");
    QVERIFY(writeFile(recorder, R"(#!/bin/sh
echo '[{"pid":71,"user":"me","command":["python3","train.py"]},{"pid":72,"user":"me","command":["python3","serve.py"]}]'
)"));
    QVERIFY(QFile::setPermissions(recorder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    fixture_->window->capture().setRecorder(recorder);
    QTest::keyClick(fixture_->window.get(), Qt::Key_R, Qt::ControlModifier);
    pressed(control("Details"));
}

QString TestCaptureControls::copied() const {
    QGuiApplication::clipboard()->clear();
    for (QPushButton* button : sheet().findChildren<QPushButton*>()) {
        if (button->text().startsWith("Cop")) { // also right after it was pressed
            pressed(*button);
        }
    }
    return QGuiApplication::clipboard()->text();
}

QList<TestCaptureControls::Trial> TestCaptureControls::trialsOfFields() const {
    const QString work = fixture_->at("work");
    const auto closed = [this] { return !sheet().isVisible(); };
    const auto nobodyAnswers = [this] {
        QFile::remove(fixture_->at("recorder"));
        typed("docker:box")(control("Where: target"));
        control("Folder: folder").setFocus();
        QVERIFY(QTest::qWaitFor([this] { return control("Where: Try again").isVisible(); }, kPatience));
    };
    return {{"Where: target", typed("docker:box"), "--on docker:box"},
            {"Where: Try again",
             pressed,
             {},
             nobodyAnswers,
             [this] { return !control("Where: Try again").isVisible(); }},
            {"Where: Hosts", pressed, {}, {}, [this] { return control("Hosts and containers").isVisible(); }},
            {"Hosts and containers", row(1), "--on ssh:gpu1", [this] { pressed(control("Where: Hosts")); }},
            {"Command: command", typed("true two"), "-- true two"},
            {"Command: Python", taken("python3"), "python3 true one"},
            {"Folder: folder", typed(work), QString("cd %1 &&").arg(work)},
            {"Folder: Choose…", answered(work), QString("cd %1 &&").arg(work)},
            {"Environment: environment", typed("A='1 2'"), "&& A='1 2' lanescope"},
            {"Save in: output", typed("one.lanes"), QString("-o %1").arg(fixture_->at("one.lanes"))},
            {"Save in: Choose…", answered(work + "/two.lanes"), QString("-o %1/two.lanes").arg(work)},
            {"Copy as command line",
             pressed,
             {},
             {},
             [] { return QGuiApplication::clipboard()->text().endsWith("lanescope record -- true one"); }},
            {"Cancel", pressed, {}, {}, closed},
            {"Start capture", pressed, {}, {}, [this, closed] {
                 return closed() && !fixture_->settings.captureField("command").isEmpty();
             }}};
}

QList<TestCaptureControls::Trial> TestCaptureControls::trialsOfRunningPrograms() const {
    const auto rows = [this](int count) {
        return [this, count] {
            return static_cast<QAbstractItemView&>(control("Running programs")).model()->rowCount() == count;
        };
    };
    const auto there = [this, rows] {
        typed("docker:box")(control("Where: target"));
        chosen(1)(control("Program to record"));
        QVERIFY(QTest::qWaitFor(rows(2), kPatience));
    };
    const auto withoutOne = [this, there] {
        there();
        QFile::remove(fixture_->at("recorder")); // now nobody answers
    };
    const auto choose = row(1);
    return {{"Program to record",
             chosen(0),
             "lanescope record",
             [there, choose, this] {
                 there();
                 choose(control("Running programs"));
             },
             {},
             "lanescope attach"},
            {"Program to record",
             chosen(1),
             {},
             {},
             [this] {
                 return control("Running programs").isVisible() && !control("Command: command").isVisible();
             }},
            {"programs", typed("serve"), {}, there, rows(1)},
            {"Look again", pressed, {}, withoutOne, rows(0)},
            {"Running programs", choose, "lanescope attach --on docker:box 72", there}};
}

QList<TestCaptureControls::Trial> TestCaptureControls::trialsOfKinds() const {
    const auto gpuFor = [](int index) {
        return [index](QWidget& button) {
            button.setFocus();
            QTest::keyClick(&button, Qt::Key_Return);
            auto* menu = button.findChild<QMenu*>();
            menu->actions()[index]->trigger();
            menu->close();
        };
    };
    const char* const kProfiled = "If the program uses torch.profiler";
    return {{"Presets of what is recorded", chosen(0), "--no-shapes --no-stacks --no-memory"},
            {"Presets of what is recorded",
             chosen(1),
             {},
             in("Presets of what is recorded", 0),
             {},
             "--no-shapes"},
            {"Presets of what is recorded", chosen(2), "--no-gpu"},
            {"Presets of what is recorded", chosen(3), "--keep 60s"},
            {"Details", pressed, {}, {}, [this] { return !control("Shapes").isVisible(); }},
            {"Operators", {}, {}}, // are always recorded
            {"Shapes", pressed, "--no-shapes"},
            {"Python stacks", pressed, "--no-stacks"},
            {"Memory", pressed, "--no-memory"},
            {"Outputs", pressed, "--outputs"},
            {"NaN and Inf", pressed, "--nonfinite"},
            {"CUDA allocator", pressed, "--allocator"},
            {"Exceptions", pressed, "--exceptions"},
            {"GPU", pressed, "--no-gpu"},
            {"Processes", pressed, "--no-children"},
            {kProfiled, gpuFor(1), "--cupti own"},
            {kProfiled, gpuFor(2), "--cupti yield"}};
}

QList<TestCaptureControls::Trial> TestCaptureControls::trialsOfModes() const {
    const QString minute = "1min";
    return {{"Python functions", chosen(0), {}, in("Python functions", 1), {}, "--python sample"},
            {"Python functions", chosen(1), "--python sample"},
            {"Python functions", chosen(2), "--python trace"},
            {"Python functions: samples", typed("50"), "--python sample:50", in("Python functions", 1)},
            {"Which part",
             chosen(0),
             {},
             [this] {
                 in("Which part", 1)();
                 typed("module:a")(control("Which part: where"));
             },
             {},
             "--where"},
            {"Which part", chosen(1), {}, {}, [this] { return control("Which part: where").isVisible(); }},
            {"Which part: where", typed("module:a, range:b"), "--where module:a --where range:b",
             in("Which part", 1)},
            {"When", chosen(0), {}, in("When", 3), {}, "--start-paused"},
            {"When", chosen(1), {}, {}, [this] { return control("When: active").isVisible(); }},
            {"When", chosen(2), {}, {}, [this] { return control("When: delay").isVisible(); }},
            {"When", chosen(3), "--start-paused"},
            {"When: wait", typed("9"), "--wait 9", in("When", 1)},
            {"When: warmup", typed("8"), "--warmup 8", in("When", 1)},
            {"When: active", typed("7"), "--active 7", in("When", 1)},
            {"When: repeat", typed("6"), "--repeat 6", in("When", 1)},
            {"When: delay", typed(minute), "--delay 1min", in("When", 2)},
            {"When: duration", typed(minute), "--duration 1min", in("When", 2)},
            {"Keep", chosen(0), {}, in("Presets of what is recorded", 3), {}, "--keep 60s"},
            {"Keep", chosen(1), {}, {}, [this] { return control("Keep: max-size, At most").isVisible(); }},
            {"Keep", chosen(2), {}, {}, [this] { return control("Keep: keep").isVisible(); }},
            {"Keep: max-size, At most", typed("64M"), "--max-size 64M", in("Keep", 1)},
            {"Keep: max-size, within", typed("64M"), "--max-size 64M", in("Keep", 2)},
            {"Keep: keep", typed("90s"), "--keep 90s", in("Keep", 2)},
            {"Keep: when", typed("oom, hang>9s"), "--when oom --when 'hang>9s'", in("Keep", 2)}};
}

// Of what has several answers each is tried, too.
void TestCaptureControls::everyControlOfTheDialogIsTried() {
    QMap<QString, int> tried;
    for (const Trial& trial : trials()) {
        ++tried[trial.control];
    }
    const Controls all = controlsOf(sheet());
    QCOMPARE(tried.keys(), all.keys());
    for (auto it = all.begin(); it != all.end(); ++it) {
        if (auto* segments = qobject_cast<SegmentedControl*>(it.value())) {
            const int before = segments->current();
            chosen(kMostSegments)(*segments);
            QVERIFY2(tried[it.key()] == segments->current() + 1, qPrintable(it.key()));
            chosen(before)(*segments);
        } else if (const auto* choice = qobject_cast<const ChoiceButton*>(it.value())) {
            QCOMPARE(tried[it.key()] + 1, choice->choices().size()); // the first is what it says by itself
        }
    }
}

void TestCaptureControls::controlsOfTheDialogDoWhatTheySay_data() {
    QTest::addColumn<int>("index");
    init(); // the table needs a window
    const QList<Trial> all = trials();
    for (int i = 0; i < all.size(); ++i) {
        QTest::addRow("%d %s", i, all[i].control) << i;
    }
}

void TestCaptureControls::controlsOfTheDialogDoWhatTheySay() {
    QFETCH(const int, index);
    const Trial trial = trials()[index];
    if (trial.before) {
        trial.before();
    }
    QWidget& used = control(trial.control);
    QVERIFY(used.isVisible());
    QCOMPARE(used.isEnabled(), bool(trial.use));
    if (!trial.use) {
        return;
    }
    const bool words = !trial.happens;
    const QString before = words ? copied() : QString();
    QVERIFY2(!words ||
                 ((trial.words.isEmpty() || !before.contains(trial.words)) && before.contains(trial.without)),
             qPrintable(before));
    QVERIFY(words || !trial.happens());
    trial.use(used);
    if (words) {
        const QString after = copied();
        QVERIFY2(after != before && after.contains(trial.words) &&
                     (trial.without.isEmpty() || !after.contains(trial.without)),
                 qPrintable(after));
    } else {
        QTRY_VERIFY_WITH_TIMEOUT(trial.happens(), kPatience);
    }
}

// A real recording, which stands still but for what is asked of it.
void TestCaptureControls::controlsOfTheBarDoWhatTheySay() {
    fixture_->window->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    typed("sleep 1000")(control("Command: command"));
    typed("held.lanes")(control("Save in: output"));
    in("Presets of what is recorded", 3)();
    pressed(control("Start capture"));
    QTRY_COMPARE_WITH_TIMEOUT(fixture_->window->pageCount(), 1, kPatience);
    DocumentPage& page = *fixture_->window->currentPage();
    CaptureBar& bar = page.captureBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().holds && bar.isVisible(), kPatience);
    QStringList tried;
    const auto press = [&](const char* name) {
        tried << name;
        QWidget* button = controlsOf(bar).value(name);
        QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), name);
        pressed(*button);
    };
    press("Mark");
    tried << "Text of the mark";
    QLineEdit& text = *bar.findChild<QLineEdit*>();
    QVERIFY(text.isVisible() && text.hasFocus());
    typed("tried")(text);
    QTest::keyClick(&text, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(marksNamed(*page.document().trace(), "tried").size(), std::size_t(1),
                              kPatience);
    press("Follow the end");
    QVERIFY(!page.document().view().following());
    press("Save");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture_->at("held-1.lanes")), kPatience);
    fixture_->window->openFile(fixture_->at("held.lanes"));
    press("Pause");
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().paused, kPatience);
    pressed(*controlsOf(bar).value("Go on"));
    QTRY_VERIFY_WITH_TIMEOUT(!bar.controls().paused, kPatience);
    tried << "More about the program";
    QStringList more;
    for (const QAction* action : bar.findChild<QMenu*>()->actions()) {
        more << action->text();
        QVERIFY(action->isEnabled());
    }
    QCOMPARE(more.size(), 2); // which tst_steering really triggers
    // a program that ran before is detached from, as tst_attach_sheet really does
    const QSignalSpy detached(&bar, &CaptureBar::detachRequested);
    const CaptureBar::Controls now = bar.controls();
    CaptureBar::Controls attached = now;
    attached.attached = true;
    bar.setControls(attached);
    press("Detach");
    QCOMPARE(detached.size(), 1);
    bar.setControls(now);
    press("Stop program");
    QTRY_VERIFY_WITH_TIMEOUT(!fixture_->window->capture().running(), kPatience);
    QStringList all = controlsOf(bar).keys();
    std::ranges::sort(tried);
    QCOMPARE(tried, all);
}

int run_tst_capture_controls(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureControls>(argc, argv);
}
#include "tst_capture_controls.moc"
