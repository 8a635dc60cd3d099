// What boxes and tables say of a Python frame.
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"

#include <QTest>

using namespace lanes;

class FrameTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void magnitudesHaveNoExponent() {
        const auto text = [](double value, int digits = 3) {
            return magnitudeText(value, digits).replace(QChar(0x2009), QLatin1Char(' '));
        };
        QCOMPARE(text(3.259e14, 4), QStringLiteral("325.9 T"));
        QCOMPARE(text(5.243e9, 4), QStringLiteral("5.243 G"));
        QCOMPARE(text(0), QStringLiteral("0 "));
        QCOMPARE(text(12.34), QStringLiteral("12.3 "));
        QCOMPARE(text(999.4), QStringLiteral("999 "));
        QCOMPARE(text(999.9), QStringLiteral("1 k")); // what is rounded to 1000
        QCOMPARE(text(999'960, 4), QStringLiteral("1 M"));
        QCOMPARE(text(9.89e14), QStringLiteral("989 T"));
        QCOMPARE(text(1e20), QStringLiteral("100 E"));
    }

    void frames_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("function");
        QTest::addColumn<QString>("place");
        QTest::addColumn<bool>("library");
        QTest::newRow("of the program") << QByteArray("/x/train.py(27): forward") << "forward"
                                        << "train.py:27" << false;
        QTest::newRow("of torch") << QByteArray("torch/nn/modules/linear.py(125): forward") << "forward"
                                  << "linear.py:125" << true;
        QTest::newRow("a module") << QByteArray("nn.Module: Linear_3") << "Linear_3"
                                  << "" << false;
        // An object's address says nothing, and is another one in the next run.
        QTest::newRow("a method") << QByteArray("<built-in method bmm of type object at 0x7ce6c2c1df60>")
                                  << "bmm"
                                  << "built-in" << true;
        QTest::newRow("a function") << QByteArray("<built-in function linear>") << "linear"
                                    << "built-in" << true;
        QTest::newRow("cut off") << QByteArray("<built-in ") << "<built-in "
                                 << "" << true;
        QTest::newRow("no frame") << QByteArray("something (else)") << "something (else)"
                                  << "" << false;
        QTest::newRow("nothing") << QByteArray() << ""
                                 << "" << false;
    }
    void frames() {
        QFETCH(const QByteArray, text);
        const FrameText said = frameText(text.toStdString());
        QTEST(said.function, "function");
        QTEST(said.place, "place");
        QTEST(said.library, "library");
    }
    void events() {
        test::TraceSketch sketch;
        sketch.slice("main", "python_function", "torch/nn/modules/linear.py(125): forward", 0, 100);
        sketch.op("main", "aten::add<this is no template>", 10, 50);
        sketch.kernel("main", 20, "gpu0/7", "void relu_kernel<float>(float*)", 30, 10);
        const auto trace = sketch.build();
        QStringList labels;
        for (std::uint32_t id = 0; id < trace->sliceCount(); ++id) {
            labels << sliceLabel(*trace, SliceId(id));
        }
        for (const char* label :
             {"forward  linear.py:125", "aten::add<this is no template>", "relu_kernel<f32>"}) {
            QVERIFY2(labels.contains(QLatin1String(label)), qPrintable(labels.join("; ")));
        }
    }
};

int run_tst_frame_text(int argc, char** argv) {
    return lanes::test::runWithoutWindow<FrameTextTest>(argc, argv);
}
#include "tst_frame_text.moc"
