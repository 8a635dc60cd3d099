#include "tests/app/capture/FarHost.h"
#include "tests/app/capture/FirstSlice.h"
#include "tests/support/RunTest.h"

#include <QStandardPaths>

using namespace lanes::test;

namespace {

const QString kRecorder = QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope");

} // namespace

/// From the click to the first slice. `./test bench first` holds it to its bounds; here the machine may be busy.
class TestFirstSlice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        if (!hasTorch()) {
            QSKIP("python3-torch is not installed");
        }
    }
    void here() {
        const auto times = FirstSlice::measure(kRecorder, {});
        QVERIFY(times);
        qInfo("%lld ms beyond the program's own %lld ms", times->beyondMs(), times->aloneMs);
        QVERIFY(times->beyondMs() < 10 * 2000);
    }
    void overSsh() {
        if (!FarHost::installed()) {
            QSKIP("openssh-server is not installed");
        }
        const FarHost host;
        QVERIFY(host.good());
        QVERIFY(FirstSlice::measure(kRecorder, "ssh:there")); // with the collector's way there
        const auto times = FirstSlice::measure(kRecorder, "ssh:there");
        QVERIFY(times);
        qInfo("%lld ms beyond the program's own %lld ms", times->beyondMs(), times->aloneMs);
        QVERIFY(times->beyondMs() < 10 * 4000);
        QCOMPARE(host.captures(), QStringList());
    }
};

int run_tst_first_slice(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestFirstSlice>(argc, argv);
}
#include "tst_first_slice.moc"
