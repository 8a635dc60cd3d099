#include "model/base/MadeOnce.h"
#include "tests/support/RunTest.h"

#include <QtTest>

#include <memory>
#include <new>
#include <stop_token>
#include <tuple>

using namespace lanes;

/// What takes long is made once, and a maker that fails leaves it to the next.
class MadeOnceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isMadeOnce() {
        MadeOnce<int> number;
        int times = 0;
        const auto make = [&times] { return std::make_shared<const int>(++times); };
        QCOMPARE(*number.get({}, make), 1);
        QCOMPARE(*number.get({}, make), 1);
    }
    void whatOneGaveUpTheNextMakes() {
        MadeOnce<int> number;
        QVERIFY(!number.get({}, [] { return std::shared_ptr<const int>(); }));
        QCOMPARE(*number.get({}, [] { return std::make_shared<const int>(7); }), 7);
    }
    void withoutMemoryTheNextTriesForItself() {
        MadeOnce<int> number;
        const auto fails = []() -> std::shared_ptr<const int> { throw std::bad_alloc(); };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, std::ignore = number.get({}, fails));
        // If the first is thought to be at work still, this ends the wait, and the test fails.
        std::stop_source stop;
        stop.request_stop();
        const auto made = number.get(stop.get_token(), [] { return std::make_shared<const int>(7); });
        QVERIFY(made);
    }
};

int run_tst_made_once(int argc, char** argv) {
    return lanes::test::runWithoutWindow<MadeOnceTest>(argc, argv);
}
#include "tst_made_once.moc"
