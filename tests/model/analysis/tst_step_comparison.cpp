// How often rows of made tables are called different: seldom where nothing changed, nearly always where a row takes half as long again.
#include "model/analysis/compare/StepComparison.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lanes;

namespace {

struct Made {
    std::size_t rows = 14;
    std::size_t steps = 5;
    double kept = 0;  // of noise, from step to step
    double fresh = 0; // noise that is new in each step, beside 5 % of the other
};

struct Side {
    SampledSteps steps;
    std::vector<TallyRow> rows;
};

// As many steps as `made` says. Each row has noise of 5 %, and all together half as much. Row 0 takes `factor` times as long.
Side sideOf(const Made& made, std::mt19937_64& random, double factor) {
    constexpr double kNoise = 0.05;
    std::normal_distribution<double> normal;
    Side side;
    side.rows.resize(made.rows);
    std::vector<double> noise(made.rows + 1); // the last one of all rows
    std::vector<double> lengths;
    for (std::size_t step = 0; step < made.steps; ++step) {
        for (double& of : noise) {
            of = step == 0 ? normal(random)
                           : made.kept * of + std::sqrt(1 - made.kept * made.kept) * normal(random);
        }
        double length = 0;
        for (std::size_t i = 0; i < made.rows; ++i) {
            TallyRow& row = side.rows[i];
            const double usual = 20'000 + 7'000 * static_cast<double>(i % 12);
            const double own = 1 + kNoise * noise[i] + made.fresh * normal(random);
            const auto time =
                std::llround(usual * (i == 0 ? factor : 1) * own * (1 + kNoise / 2 * noise.back()));
            row.steps.push_back({static_cast<std::int64_t>(step), time});
            row.time += time;
            ++row.calls;
            length += static_cast<double>(time);
        }
        lengths.push_back(length);
    }
    side.steps = SampledSteps(std::move(lengths), {{0, made.steps}});
    return side;
}

struct Outcome {
    double accused = 0; // pairs with a row other than 0 that is said to differ
    double found = 0;   // pairs of which row 0 is
};

constexpr int kPairs = 300;
constexpr double kByChance = 2.5; // 2 standard errors of 5 % of so many, in percent

// In percent of made pairs.
Outcome outcomeOf(const Made& made, double factor) {
    std::mt19937_64 random(2004);
    Outcome outcome;
    for (int pair = 0; pair < kPairs; ++pair) {
        const Side a = sideOf(made, random, 1);
        const Side b = sideOf(made, random, factor);
        std::vector<RowOfSides> rows;
        for (std::size_t i = 0; i < made.rows; ++i) {
            rows.push_back({a.rows[i], b.rows[i]});
        }
        const StepComparison comparison(a.steps, b.steps, rows, rows, 0.05);
        bool accused = false;
        for (std::size_t i = 0; i < made.rows; ++i) {
            const bool differs = comparison.differs(comparison.of(rows[i]));
            outcome.found += i == 0 && differs ? 100.0 / kPairs : 0;
            accused = accused || (differs && (i > 0 || factor == 1));
        }
        outcome.accused += accused ? 100.0 / kPairs : 0;
    }
    return outcome;
}

} // namespace

class TestStepComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pairsWithoutAChange_data();
    void pairsWithoutAChange();
    void aFactorOfOneAndAHalf_data();
    void aFactorOfOneAndAHalf();
    void theSameTwice();
};

void TestStepComparison::pairsWithoutAChange_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("kept");
    QTest::addColumn<double>("fresh");
    for (const double kept : {0.0, 0.9}) {
        for (const int steps : {5, 24}) {
            for (const int rows : {1, 3, 14}) {
                QTest::addRow("%d rows, %d steps, %g kept", rows, steps, kept)
                    << rows << steps << kept << 0.0;
            }
        }
    }
    QTest::newRow("a slow part below a fast one") << 14 << 40 << 0.9 << 0.1;
}

void TestStepComparison::pairsWithoutAChange() {
    QFETCH(const int, rows);
    QFETCH(const int, steps);
    QFETCH(const double, kept);
    QFETCH(const double, fresh);
    const Outcome outcome =
        outcomeOf({static_cast<std::size_t>(rows), static_cast<std::size_t>(steps), kept, fresh}, 1);
    QVERIFY2(outcome.accused <= 5 + kByChance, qPrintable(QString::number(outcome.accused)));
}

void TestStepComparison::aFactorOfOneAndAHalf_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("kept");
    QTest::addColumn<int>("least");
    for (const double kept : {0.0, 0.9}) {
        for (const int steps : {5, 10, 24}) {
            for (const int rows : {1, 3, 14}) {
                QTest::addRow("%d rows, %d steps, %g kept", rows, steps, kept) << rows << steps << kept << 95;
            }
        }
    }
    QTest::newRow("14 rows, 3 steps") << 14 << 3 << 0.0 << 92;
}

void TestStepComparison::aFactorOfOneAndAHalf() {
    QFETCH(const int, rows);
    QFETCH(const int, steps);
    QFETCH(const double, kept);
    QFETCH(const int, least);
    const Outcome outcome =
        outcomeOf({static_cast<std::size_t>(rows), static_cast<std::size_t>(steps), kept, 0}, 1.5);
    QVERIFY2(outcome.found >= least - kByChance, qPrintable(QString::number(outcome.found)));
    QVERIFY2(outcome.accused <= 5 + kByChance, qPrintable(QString::number(outcome.accused)));
}

void TestStepComparison::theSameTwice() {
    std::mt19937_64 random(1);
    const Side a = sideOf({}, random, 1);
    std::vector<RowOfSides> rows;
    for (const TallyRow& row : a.rows) {
        rows.push_back({row, row});
    }
    const StepComparison comparison(a.steps, a.steps, rows, rows, 0.05);
    for (const RowOfSides& row : rows) {
        const RowEvidence evidence = comparison.of(row);
        QVERIFY(!comparison.differs(evidence));
        QCOMPARE(evidence.change(), 0.0);
        QVERIFY(evidence.step.below > 0);
        QCOMPARE(evidence.step.below, evidence.step.above);
    }
}

int run_tst_step_comparison(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestStepComparison>(argc, argv);
}
#include "tst_step_comparison.moc"
