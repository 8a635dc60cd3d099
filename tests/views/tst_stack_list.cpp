// A Python stack in the panel: which frames are shown, and which is chosen.
#include "views/details/StackList.h"
#include "views/shared/look/Appearance.h"

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
};

QTEST_MAIN(StackListTest)
#include "tst_stack_list.moc"
