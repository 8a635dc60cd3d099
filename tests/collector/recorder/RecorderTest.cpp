#include "tests/collector/recorder/RecorderTest.h"

#include "tests/collector/RecordedSlices.h"
#include "tests/support/Patience.h"

#include <QTest>

using lanes::kPatience;

RecorderTest::RecorderTest()
    : recorder_(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope-record"))
    , fake_(QStringLiteral(LANESCOPE_BINARY_DIR "/tests/fake_target")) {}

void RecorderTest::start(Run& run, const QStringList& command) {
    run.session = folder_.filePath(QStringLiteral("run%1.lanes").arg(++runs_));
    run.process.start(recorder_, QStringList{QStringLiteral("record"), QStringLiteral("-o"), run.session,
                                             QStringLiteral("--")} +
                                     command);
    QVERIFY(run.process.waitForStarted(kPatience));
}

void RecorderTest::finish(Run& run) {
    QVERIFY(run.process.waitForFinished(kPatience));
    run.errors = QString::fromUtf8(run.process.readAllStandardError());
    run.output += run.process.readAllStandardOutput();
}

void RecorderTest::record(Run& run, const QStringList& command) {
    start(run, command);
    finish(run);
}

TracePtr RecorderTest::open(const QString& session) {
    const auto trace = lanes::openTrace(session.toStdString());
    if (!trace.ok()) {
        qWarning("%s", trace.error().message.c_str());
        return nullptr;
    }
    return trace.value();
}

std::size_t RecorderTest::slicesSoFar(const Run& run) {
    const auto trace = lanes::openTrace(run.session.toStdString());
    return trace.ok() ? lanes::test::recordedSlices(*trace.value()) : 0;
}

bool RecorderTest::mayUnshare(const QStringList& how) {
    return QProcess::execute(QStringLiteral("unshare"), how + QStringList{QStringLiteral("true")}) == 0;
}
