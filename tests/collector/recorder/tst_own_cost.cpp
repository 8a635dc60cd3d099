// What recording costs: steps with it against steps without, operators that were timed, and when neither can be said.
#include "collector/recorder/OwnCost.h"
#include "collector/recorder/flight/StepCost.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <map>
#include <string>

using namespace lanes;
using namespace lanes::recorder;

namespace {

constexpr TimeNs kStep = 1'000'000;

// Turns of so many recorded steps and as many others, of `recorded` and `other` ns, one after the other.
void train(StepCost& cost, TrackId thread, int turns, int steps, TimeNs recorded, TimeNs other) {
    TimeNs now = 0;
    for (int turn = 0; turn < turns; ++turn) {
        for (const bool on : {true, false}) {
            cost.changed(now + 10,
                         on); // within the first step of its kind, as a recorder hears late of a step's end
            for (int i = 0; i <= steps; ++i) {
                const TimeNs took = (on ? recorded : other) + (i % 3 - 1) * 1'000;
                cost.ended(thread, now, now + took);
                now += took;
            }
        }
    }
}

std::map<std::string, std::string> said(const auto& cost) {
    std::vector<std::pair<std::string, std::string>> properties;
    cost.addTo(properties);
    return {properties.begin(), properties.end()};
}

} // namespace

class tst_own_cost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsAreHeldAgainstThoseWithoutRecording() {
        StepCost cost;
        train(cost, TrackId(0), 10, 6, kStep + 50'000, kStep);
        const auto found = cost.found();
        QVERIFY(found.has_value());
        QCOMPARE(found->recordedSteps, 60U); // the one in which something changed is neither
        QCOMPARE(found->otherSteps, 60U);
        QVERIFY(std::abs(found->recorded - found->other - 50'000) <= found->error);
        QVERIFY(found->error > 0 && found->error < 2'000);
        QCOMPARE(said(cost).at("cost.recorded_step_ns"), std::to_string(found->recorded));
    }

    void ofSeveralThreadsTheOneWithMostOfBothCounts() {
        StepCost cost;
        train(cost, TrackId(3), 4, 5, kStep + 9'000, kStep);
        for (int i = 0; i < 5000; ++i) { // one that only ever runs while it is recorded
            cost.ended(TrackId(1), 20 + i, 21 + i);
        }
        QCOMPARE(cost.found()->otherSteps, 20U);
    }

    void tooFewStepsSayNothing() {
        StepCost cost;
        train(cost, TrackId(0), 1, 4, kStep * 2, kStep);
        QVERIFY(!cost.found().has_value());
        QVERIFY(said(cost).empty());
    }

    void withoutAScheduleThereIsNothingToCompare() {
        StepCost cost;
        for (int i = 0; i < 1000; ++i) {
            cost.ended(TrackId(0), i * kStep, (i + 1) * kStep);
        }
        QVERIFY(said(cost).empty());
    }

    void operatorsAreTheSumOfTheirEnds() {
        OwnCost cost;
        for (int i = 0; i < 1000; ++i) {
            cost.add(0, i == 500 ? 5'000'000 : 300); // there the thread was put aside
            cost.add(1, 100);
        }
        QCOMPARE(said(cost).at("cost.operator_ns"), "400");
        QCOMPARE(said(cost).at("cost.timed_operators"), "1000");
    }

    void tooFewOperatorsSayNothing() {
        OwnCost cost;
        for (int i = 0; i < 1000; ++i) {
            cost.add(0, 300); // ends alone are missing
            cost.add(7, 300); // of a damaged ring
            cost.add(1, -5);
        }
        QVERIFY(said(cost).empty());
    }
};

int run_tst_own_cost(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_own_cost>(argc, argv);
}
#include "tst_own_cost.moc"
