// A Python stack in the panel: which frames are shown, and which is chosen.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/details/StackList.h"
#include "views/shared/look/Appearance.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QLabel>
#include <QtTest>

using namespace lanes;

class StackListTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ofALongStackTheInnermostFramesAreShownUntilMoreIsAsked() {
        Appearance look(Appearance::Mode::Dark);
        std::vector<PythonFrame> frames{
            {.function = "<built-in method bmm>"},
            {.function = "forward", .file = "torch/nn/functional.py", .line = 9},
            {.function = "call", .file = "/tmp/torchinductor_me/ab.py", .line = 5}};
        for (int i = 0; i < 17; ++i) {
            frames.push_back({.function = "step", .file = "/home/me/train.py", .line = 100 + i});
        }
        StackList stack(look, frames);
        stack.resize(300, 600);
        QCOMPARE(stack.foldedCount(), 14);
        QVERIFY(!stack.positionOf(1) && stack.positionOf(2) && stack.positionOf(7) && !stack.positionOf(8));
        QCOMPARE(frames[static_cast<std::size_t>(stack.current())].line, 100);
        for (int i = 0; i < 6; ++i) {
            QTest::keyClick(&stack, Qt::Key_Down);
        }
        QTest::keyClick(&stack, Qt::Key_Return);
        QCOMPARE(stack.foldedCount(), 0);
        QVERIFY(stack.positionOf(0) && stack.positionOf(19));
    }

    void screenReadersAreToldOfEachLine() {
        Appearance look(Appearance::Mode::Dark);
        std::vector<PythonFrame> frames;
        for (int i = 0; i < 9; ++i) {
            frames.push_back(
                {.function = "step" + std::to_string(i), .file = "/home/me/train.py", .line = 100 + i});
        }
        StackList stack(look, frames);
        stack.resize(300, 600);
        QAccessibleInterface* all = QAccessible::queryAccessibleInterface(&stack);
        QCOMPARE(all->role(), QAccessible::List);
        QCOMPARE(all->childCount(), 7); // six, and the one that unfolds
        QCOMPARE(all->child(1)->text(QAccessible::Name), QStringLiteral("step1"));
        QCOMPARE(all->child(1)->text(QAccessible::Description), QStringLiteral("me/train.py:101"));
        QVERIFY(all->child(0)->state().selected);
        QCOMPARE(all->child(6)->role(), QAccessible::Button);
        all->child(6)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(all->childCount(), 10);
        QCOMPARE(all->child(8)->text(QAccessible::Name), QStringLiteral("step8"));
    }

    // A file's name may look like markup: Qt would open what it names as a picture.
    void namesOfFilesAreNoMarkup() {
        Appearance look(Appearance::Mode::Dark);
        look.applyTo(*qApp);
        StackList stack(look, {{.function = "step", .file = "<b>train.py</b>", .line = 1}});
        stack.resize(300, 200);
        stack.show();
        QVERIFY(QTest::qWaitForWindowExposed(&stack, kPatience));
        const QPoint at = *stack.positionOf(0);
        QTest::mouseMove(&stack, at);
        QTRY_COMPARE_WITH_TIMEOUT(stack.toolTip(), QStringLiteral("<b>train.py</b>"), kPatience);
        QHelpEvent hover(QEvent::ToolTip, at, stack.mapToGlobal(at));
        QCoreApplication::sendEvent(&stack, &hover);
        const QLabel* tip = nullptr;
        for (QWidget* one : QApplication::topLevelWidgets()) {
            tip = one->inherits("QTipLabel") ? qobject_cast<QLabel*>(one) : tip;
        }
        QVERIFY(tip != nullptr);
        QCOMPARE(tip->text(), stack.toolTip());
        QCOMPARE(tip->textFormat(), Qt::PlainText);
    }
};

int run_tst_stack_list(int argc, char** argv) {
    return lanes::test::runWithWidgets<StackListTest>(argc, argv);
}
#include "tst_stack_list.moc"
