// From an open window to a capture that runs, in at most three actions: a click, a key, or a field that is typed into.
#include "app/window/page/DocumentPage.h"
#include "app/window/start/WelcomePage.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/CaptureFixture.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"

using namespace lanes;
using namespace lanes::test;

class TestThreeActions : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void ofTheFirstStart();
    void ofTheProgramThatWasCapturedLast();

private:
    void click(QWidget& on) {
        ++actions_;
        QTest::mouseClick(&on, Qt::LeftButton);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ++actions_;
        QTest::keyClick(fixture_->window->focusWidget(), key, modifiers);
    }
    void type(const QString& text) {
        ++actions_;
        QTest::keyClicks(fixture_->window->focusWidget(), text); // wherever the keys go by now
    }
    // Until its operators are seen in the window.
    void runs() const {
        const auto seen = [this] {
            const DocumentPage* page = fixture_->window->currentPage();
            return page != nullptr && page->document().state() == Document::State::Live &&
                   !slicesNamed(*page->document().trace(), "aten::mm").empty();
        };
        QVERIFY(QTest::qWaitFor(seen, kPatience));
    }

    std::unique_ptr<CaptureFixture> fixture_;
    QString before_; // the folder that the test was started in
    int actions_ = 0;
};

void TestThreeActions::init() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    actions_ = 0;
    before_ = QDir::currentPath();
    fixture_ = std::make_unique<CaptureFixture>();
    fixture_->settings.setCaptureField("folder", {}); // nothing was ever captured
    QVERIFY(writeFile(fixture_->at("loop.py"), kEndless));
    QDir::setCurrent(fixture_->folder.path()); // where a shell has started it
    QVERIFY(fixture_->openWindow({1280, 800}));
}

void TestThreeActions::cleanup() {
    QDir::setCurrent(before_);
    fixture_.reset();
}

// A click on the empty window's button, the command, Enter.
void TestThreeActions::ofTheFirstStart() {
    auto* capture = shownChild<StartCard>(*fixture_->window);
    QVERIFY(capture && capture->text().contains("Capture a program"));
    click(*capture);
    type(QString("%1 loop.py").arg(kPython));
    press(Qt::Key_Return);
    runs();
    QCOMPARE(actions_, 3);
}

// A key and Enter.
void TestThreeActions::ofTheProgramThatWasCapturedLast() {
    fixture_->settings.setCaptureField("folder", fixture_->folder.path());
    fixture_->settings.setCaptureField("command", QString("%1 loop.py").arg(kPython));
    QDir::setCurrent(before_);
    QVERIFY(fixture_->openWindow({1280, 800}));
    press(Qt::Key_R, Qt::ControlModifier);
    press(Qt::Key_Return);
    runs();
    QCOMPARE(actions_, 2);
}

int run_tst_three_actions(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestThreeActions>(argc, argv);
}
#include "tst_three_actions.moc"
