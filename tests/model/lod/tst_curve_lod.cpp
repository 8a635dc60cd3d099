// Peaks survive whatever the zoom: the greatest value of any stretch equals looking at every sample.
#include "model/lod/CurveLod.h"
#include "tests/support/RunTest.h"

#include <QtTest>

#include <algorithm>
#include <optional>
#include <random>

using namespace lanes;

class CurveLodTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void maximumEqualsLookingAtEverySample_data();
    void maximumEqualsLookingAtEverySample();
    void valueHoldsUntilTheNextSample();
    void aGrownCurveEqualsOneMadeAtOnce();
};

void CurveLodTest::maximumEqualsLookingAtEverySample_data() {
    QTest::addColumn<int>("samples");
    for (const int samples : {0, 1, 31, 32, 33, 1025, 70'000}) {
        QTest::addRow("%d samples", samples) << samples;
    }
}

void CurveLodTest::maximumEqualsLookingAtEverySample() {
    QFETCH(int, samples);
    std::mt19937 random(1);
    SharedColumn<TimeNs> times;
    SharedColumn<double> values;
    TimeNs now = 100;
    for (int i = 0; i < samples; ++i) {
        now += 1 + TimeNs(random() % 50);
        times.push_back(now);
        values.push_back(double(random() % 1'000'000));
    }
    const CurveLod curve(times, values);
    for (int i = 0; i < 300; ++i) {
        const TimeNs begin = TimeNs(random() % std::uint32_t(now + 100));
        const TimeRange range{begin, begin + 1 + TimeNs(random() % 5000)};
        double expected = 0;
        for (int s = 0; s < samples; ++s) {
            const auto at = std::size_t(s);
            const bool inside = times[at] > range.begin && times[at] < range.end;
            const bool held = times[at] <= range.begin && (s + 1 == samples || times[at + 1] > range.begin);
            expected = inside || held ? std::max(expected, values[at]) : expected;
        }
        QCOMPARE(curve.maximumIn(range), expected);
    }
}

void CurveLodTest::valueHoldsUntilTheNextSample() {
    const CurveLod curve({10, 20}, {5, 7});
    QCOMPARE(curve.at(9), 0.);
    QCOMPARE(curve.at(10), 5.);
    QCOMPARE(curve.at(19), 5.);
    QCOMPARE(curve.at(1000), 7.);
    QCOMPARE(curve.maximum(), 7.);
}

// In pieces of every size, once with a last sample that is told anew, as a session that grows.
void CurveLodTest::aGrownCurveEqualsOneMadeAtOnce() {
    std::mt19937 random(2);
    SharedColumn<TimeNs> times;
    SharedColumn<double> values;
    std::optional<CurveLod> grown;
    while (times.size() < 200'000) {
        if (times.size() > 100 && random() % 4 == 0) {
            times.truncate(times.size() - 1);
            values.truncate(values.size() - 1);
        }
        for (int i = static_cast<int>(random() % 20'000); i >= 0; --i) {
            times.push_back(times.empty() ? 1 : times.back() + 1 + TimeNs(random() % 50));
            values.push_back(double(random() % 1'000'000));
        }
        grown = CurveLod(times, values, grown ? &*grown : nullptr);
        const CurveLod anew(times, values);
        QCOMPARE(grown->maximum(), anew.maximum());
        for (int i = 0; i < 200; ++i) {
            const TimeNs begin = TimeNs(random() % std::uint32_t(times.back()));
            const TimeRange range{begin, begin + 1 + TimeNs(random() % 500'000)};
            QCOMPARE(grown->maximumIn(range), anew.maximumIn(range));
        }
    }
}

int run_tst_curve_lod(int argc, char** argv) {
    return lanes::test::runWithoutWindow<CurveLodTest>(argc, argv);
}
#include "tst_curve_lod.moc"
