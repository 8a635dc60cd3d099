// The filter language, term by term, on one small trace.
#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

using namespace lanes;

namespace {

std::shared_ptr<const Trace> sample() {
    test::TraceSketch s;
    s.slice("main", "python_function", "nn.Module: Attention_1", 0, 2'000'000);
    s.op("main", "aten::bmm", 10, 1'500'000, "[[16, 5185, 64], [16, 64, 5185]]");
    s.kernel("main", 20, "gpu0/7", "cutlass_75_tensorop_gemm", 100, 900'000);
    s.op("main", "aten::Add", 1'600'000, 10);
    s.slice("worker", "user_annotation", "two words", 0, 30);
    s.kernel("worker", 40, "gpu0/20", "Memcpy DtoH", 60, 5, "gpu_memcpy");
    return s.build();
}

// Names of what the filter matches, in order of slices.
std::string matched(const Trace& trace, FilterMatcher& matcher) {
    std::string out;
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (matcher.matches(*segment, i)) {
                out += (out.empty() ? "" : "; ") + std::string(trace.text(segment->name[i]));
            }
        }
    }
    return out;
}

} // namespace

class TestFilter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void terms_data();
    void terms();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void aRunawayExpressionGivesUp();
};

void TestFilter::terms_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("expected");
    const QString bmm = "aten::bmm";
    const QString gemm = "cutlass_75_tensorop_gemm";
    QTest::newRow("word") << "BMM"
                          << "";
    QTest::newRow("lower case finds any case") << "add"
                                               << "aten::Add";
    QTest::newRow("capital letters mean it") << "Add"
                                             << "aten::Add";
    QTest::newRow("plain name with colons") << "aten::bmm" << bmm;
    QTest::newRow("quotes keep blanks") << "\"two words\""
                                        << "two words";
    QTest::newRow("all terms must hold") << "aten op:b" << bmm;
    QTest::newRow("negation") << "op: -bmm"
                              << "aten::Add";
    QTest::newRow("regular expression") << "/^aten::(bmm|mm)$/" << bmm;
    QTest::newRow("regular expression, any case") << "/ADD$/i"
                                                  << "aten::Add";
    QTest::newRow("regular expression with a blank") << "/two w/"
                                                     << "two words";
    QTest::newRow("operators") << "op:"
                               << "aten::bmm; aten::Add";
    QTest::newRow("kernels") << "kernel:" << gemm;
    QTest::newRow("copies") << "copy:"
                            << "Memcpy DtoH";
    QTest::newRow("on the device") << "gpu:" << gemm + "; Memcpy DtoH";
    QTest::newRow("ranges") << "range:two"
                            << "two words";
    QTest::newRow("shape") << "shape:5185x64" << bmm;
    QTest::newRow("shape as a list") << "\"shape:[16, 5185, 64]\"" << bmm;
    QTest::newRow("module, through the launch") << "module:attention gpu:" << gemm;
    QTest::newRow("stream") << "stream:7" << gemm;
    QTest::newRow("stream 2 is not stream 20") << "stream:2"
                                               << "";
    QTest::newRow("thread") << "thread:work range:"
                            << "two words";
    QTest::newRow("duration") << "dur>1ms op:" << bmm;
    QTest::newRow("duration, less") << "dur<=10ns op:"
                                    << "aten::Add";
    QTest::newRow("duration, decimal") << "dur=1.5ms" << bmm;
    QTest::newRow("tensor cores") << "tc:yes" << gemm;
    QTest::newRow("no tensor cores") << "tc:no"
                                     << "";
    QTest::newRow("unknown key is a name") << "foo:bar"
                                           << "";
}

void TestFilter::terms() {
    QFETCH(QString, filter);
    QFETCH(QString, expected);
    const auto trace = sample();
    const auto parsed = Filter::parse(filter.toStdString());
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message.c_str());
    FilterMatcher matcher(parsed.value(), trace);
    QCOMPARE(QString::fromStdString(matched(*trace, matcher)), expected);
}

void TestFilter::mistakesAreExplained_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("part");
    QTest::newRow("duration") << "dur>fast"
                              << "dur>1ms";
    QTest::newRow("duration without end") << "dur>1e999s"
                                          << "dur>1ms";
    QTest::newRow("open pattern") << "/gemm"
                                  << "does not end";
    QTest::newRow("bad pattern") << "/ge(mm/"
                                 << "parenthes";
    QTest::newRow("tensor cores") << "tc:maybe"
                                  << "yes, no or ?";
}

void TestFilter::mistakesAreExplained() {
    QFETCH(QString, filter);
    QFETCH(QString, part);
    const auto parsed = Filter::parse(filter.toStdString());
    QVERIFY(!parsed.ok());
    QVERIFY2(parsed.error().message.find(part.toStdString()) != std::string::npos,
             parsed.error().message.c_str());
}

void TestFilter::aRunawayExpressionGivesUp() {
    const NamePattern pattern("(a+)+$", false);
    QVERIFY(pattern.error().empty());
    QVERIFY(!pattern.matches(std::string(5000, 'a') + "b"));
}

QTEST_GUILESS_MAIN(TestFilter)
#include "tst_filter.moc"
