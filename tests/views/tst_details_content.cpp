#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/Siblings.h"
#include "model/trace/args/ArgTree.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsText.h"
#include "views/details/SourceText.h"
#include "views/shared/text/TrackName.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;
using lanes::test::sliceNamed;
using lanes::test::smallTraining;

/// What the details panel knows about an event, without the panel.
class TestDetailsContent : public QObject {
    Q_OBJECT

private slots:
    void nestedListsAreReadAndBounded();
    void anOperatorHasItsFactsAndInputs();
    void tensorListsFoldEqualShapes();
    void aKernelFindsItsLaunchItsOperatorAndTheirStack();
    void backwardFindsItsForwardAndBorrowsItsStack();
    void framesOfImportedTracesAreRead_data();
    void framesOfImportedTracesAreRead();
    void siblingsAreCountedAndRanked();
    void sourceIsReadAroundALine();
    void sourceThatCannotBeShownSaysWhy();
    void theWholeIsText();
    void metadataReadsWithoutItsJson();
};

void TestDetailsContent::metadataReadsWithoutItsJson() {
    QCOMPARE(DetailsText::property("\"a\\/b\""), QStringLiteral("a/b"));
    QCOMPARE(DetailsText::property("12040"), QStringLiteral("12040"));
    QCOMPARE(DetailsText::property("{\n  \"rank\": 0\n}"), QStringLiteral("{ \"rank\": 0 }"));
    QCOMPARE(DetailsText::property("\""), QStringLiteral("\""));
    SessionInfo info;
    info.properties.emplace_back("deviceProperties",
                                 R"([{"id": 0, "name": "NVIDIA H100", "totalGlobalMem": 85899345920,
                                      "computeMajor": 9, "computeMinor": 0, "numSms": 132}])");
    QCOMPARE(DetailsText::device(deviceLimits(info).at(0)),
             QStringLiteral("NVIDIA H100, 132 multiprocessors, 80\u2009GiB, capability 9.0"));
    QCOMPARE(DetailsText::device({}), QString());
    QCOMPARE(DetailsText::launchValue({"blocks per SM", "628.484863"}), QStringLiteral("628.5"));
    QCOMPARE(DetailsText::launchValue({"grid", "[132, 1, 1]"}), QStringLiteral("132, 1, 1"));
}

void TestDetailsContent::nestedListsAreReadAndBounded() {
    const auto tree = parseArgTree(" [[16, 559], [], \"a\\\"b\", nan] ");
    QVERIFY(tree);
    QCOMPARE(textOf(*tree), std::string("[[16, 559], [], a\"b, nan]"));
    QVERIFY(!parseArgTree("[1, 2"));
    QVERIFY(!parseArgTree("[1] 2"));
    QVERIFY(!parseArgTree("[\"never ends]"));
    QVERIFY(!parseArgTree(std::string(100000, '[')));
    QVERIFY(!parseArgTree(""));
    std::string many = "[0";
    for (int i = 0; i < 5000; ++i) {
        many += ",0";
    }
    QVERIFY(!parseArgTree(many + "]"));
}

void TestDetailsContent::anOperatorHasItsFactsAndInputs() {
    const auto trace = smallTraining("/home/me/train.py");
    const EventDetails content = *detailsOf(*trace, EventOrigin(trace), sliceNamed(*trace, "aten::addmm"));
    QCOMPARE(content.name, std::string("aten::addmm"));
    QCOMPARE(trackName(*trace, content.track), QStringLiteral("MainThread"));
    QCOMPARE(content.thread, std::string("4242"));
    QCOMPARE(content.start, TimeNs(1'400'000)); // since the session's first moment
    QCOMPARE(content.duration, TimeNs(1'500'000));
    QCOMPARE(content.self, TimeNs(1'500'000));
    QCOMPARE(content.sequence.value_or(-1), std::int64_t(12));
    QCOMPARE(content.deviceTime.value_or(-1), TimeNs(800'000));

    QCOMPARE(content.inputs.size(), std::size_t(5));
    QCOMPARE(content.inputs[2].name, std::string("mat2"));
    QCOMPARE(content.inputs[2].shape, std::string("128, 256"));
    QCOMPARE(content.inputs[2].type, std::string("f32"));
    QCOMPARE(content.inputs[2].strides, std::string("1, 128"));
    QCOMPARE(content.inputs[4].kind, InputRow::Kind::Scalar);
    QCOMPARE(content.inputs[4].value, std::string("0.5"));

    QCOMPARE(content.stack.size(), std::size_t(4));
    QCOMPARE(content.stack.front(), (PythonFrame{"Net.forward", "/home/me/train.py", 3, "Net"}));
    QCOMPARE(content.stack.back().line, 5);
}

void TestDetailsContent::tensorListsFoldEqualShapes() {
    QCOMPARE(shortType("TensorList"), std::string("tensors"));
    QCOMPARE(shortType("c10::BFloat16"), std::string("bf16"));
    QCOMPARE(shortType("my::Type"), std::string("my::Type"));
}

void TestDetailsContent::aKernelFindsItsLaunchItsOperatorAndTheirStack() {
    const auto trace = smallTraining();
    const EventDetails content =
        *detailsOf(*trace, EventOrigin(trace), sliceNamed(*trace, "ampere_sgemm_128x64_nn"));
    QCOMPARE(content.launchDelay.value_or(-1), TimeNs(500'000));
    QCOMPARE(content.links.size(), std::size_t(3));
    QCOMPARE(content.links[0].role, EventLink::Role::Launch);
    QCOMPARE(content.links[0].name, std::string("cudaLaunchKernel"));
    QCOMPARE(content.links[1].role, EventLink::Role::Operator);
    QCOMPARE(content.links[1].name, std::string("aten::addmm"));
    QCOMPARE(content.links[2].role, EventLink::Role::Backward);
    QCOMPARE(content.inputsOf, sliceNamed(*trace, "aten::addmm"));
    QCOMPARE(content.inputs.size(), std::size_t(5));
    QCOMPARE(content.stack.size(), std::size_t(4));
    QVERIFY(!content.stackOfForward);
    QCOMPARE(content.launch.size(), std::size_t(4));
    QCOMPARE(DetailsText::launchValue(content.launch[0]), QString("2, 4, 1"));
    QCOMPARE(DetailsText::launchValue(content.launch[3]), QStringLiteral("48\u2009KiB"));
    QCOMPARE(content.fields.size(), std::size_t(1)); // correlation
}

void TestDetailsContent::backwardFindsItsForwardAndBorrowsItsStack() {
    const auto trace = smallTraining();
    const EventDetails content = *detailsOf(*trace, EventOrigin(trace), sliceNamed(*trace, "aten::mm"));
    QCOMPARE(content.links.size(), std::size_t(1));
    QCOMPARE(content.links[0].role, EventLink::Role::Forward);
    QCOMPARE(content.links[0].target, sliceNamed(*trace, "aten::linear"));
    QVERIFY(content.stackOfForward);
    QCOMPARE(content.stack.front().function, std::string("Net.forward"));
}

void TestDetailsContent::framesOfImportedTracesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    QTest::newRow("file") << "gpt_train.py(27): forward"
                          << "forward"
                          << "gpt_train.py" << 27;
    QTest::newRow("module level") << "a (b).py(93): <module>"
                                  << "<module>"
                                  << "a (b).py" << 93;
    QTest::newRow("built-in") << "<built-in method randint of type object at 0x7f>"
                              << "<built-in method randint of type object at 0x7f>"
                              << "" << 0;
    QTest::newRow("no number") << "x(y): z"
                               << "x(y): z"
                               << "" << 0;
    QTest::newRow("number too big") << "x(99999999999): z"
                                    << "x(99999999999): z"
                                    << "" << 0;
}

void TestDetailsContent::framesOfImportedTracesAreRead() {
    QFETCH(QString, text);
    QFETCH(QString, function);
    QFETCH(QString, file);
    QFETCH(int, line);
    QCOMPARE(parseFrame(text.toStdString()),
             (PythonFrame{function.toStdString(), file.toStdString(), line, ""}));
}

void TestDetailsContent::siblingsAreCountedAndRanked() {
    const auto trace = smallTraining();
    const Siblings siblings = siblingsOf(*trace, sliceNamed(*trace, "aten::relu"));
    QCOMPARE(siblings.count, 2U);
    QCOMPARE(siblings.rank, 2U);
    QCOMPARE(siblings.shortest, TimeNs(300'000));
    QCOMPARE(siblings.longest, TimeNs(700'000));
    QCOMPARE(siblings.ownBin, 0);
    QCOMPARE(siblings.histogram.back(), 1U);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(siblingsOf(*trace, sliceNamed(*trace, "aten::relu"), stop.get_token()).count, 0U);
    QCOMPARE(DetailsText::rank(1, 34), QString("1st of 34"));
    QCOMPARE(DetailsText::rank(12, 34), QString("12th of 34"));
    QCOMPARE(DetailsText::rank(22, 34), QString("22nd of 34"));
}

void TestDetailsContent::sourceIsReadAroundALine() {
    QTemporaryDir folder;
    QFile file(folder.filePath("a.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("one\r\ntwo\nthree\n" + QByteArray(100000, 'x') + "\nfive");
    file.close();
    const auto text = readSource(file.fileName().toStdString(), 3, 1, 5);
    QVERIFY(text.ok());
    QCOMPARE(text.value().firstLine, 2);
    QCOMPARE(text.value().lines.size(), std::size_t(4));
    QCOMPARE(text.value().lines[1], std::string("three"));
    QCOMPARE(text.value().lines[2].size(), std::size_t(400));
    QCOMPARE(readSource(file.fileName().toStdString(), 1, 1, 0).value().lines.front(), std::string("one"));
}

void TestDetailsContent::sourceThatCannotBeShownSaysWhy() {
    QTemporaryDir folder;
    QFile file(folder.filePath("a.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("one\n");
    file.close();
    const auto message = [](const Result<SourceText>& result) {
        return result.ok() ? QString() : QString::fromStdString(result.error().message);
    };
    QVERIFY(message(readSource(folder.filePath("b.py").toStdString(), 1, 1, 1))
                .endsWith("is not on this machine"));
    QVERIFY(message(readSource(folder.path().toStdString(), 1, 1, 1)).endsWith("is not a file"));
    QVERIFY(message(readSource("/dev/zero", 1, 1, 1)).endsWith("is not a file"));
    QVERIFY(message(readSource(file.fileName().toStdString(), 7, 1, 1)).contains("no line 7"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(message(readSource(file.fileName().toStdString(), 1, 1, 1, stop.get_token()))
                .endsWith("is not wanted any more"));
}

void TestDetailsContent::theWholeIsText() {
    const auto trace = smallTraining("/home/me/train.py");
    const QString text =
        DetailsText::whole(*trace, *detailsOf(*trace, EventOrigin(trace), sliceNamed(*trace, "aten::addmm")));
    QVERIFY(text.startsWith("aten::addmm\n"));
    QVERIFY(text.contains("Duration\t1.500\u2009ms"));
    QVERIFY(text.contains("2\t[128, 256]\tf32\t1, 128"));
    QVERIFY(text.contains("  /home/me/train.py:3  Net.forward"));
    QVERIFY(text.contains("Kernels\tampere_sgemm_128x64_nn"));
}

int run_tst_details_content(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestDetailsContent>(argc, argv);
}
#include "tst_details_content.moc"
