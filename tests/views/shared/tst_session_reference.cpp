// A place in a session as text that can be pasted: what is written reads back as what was meant.
#include "tests/support/RunTest.h"
#include "views/shared/text/SessionReference.h"

#include <QTest>

using namespace lanes;

class SessionReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void referencesReadBack_data();
    void referencesReadBack();
};

void SessionReferenceTest::referencesReadBack_data() {
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::newRow("nanoseconds") << qint64(0) << qint64(999);
    QTest::newRow("mixed") << qint64(1'500) << qint64(29'400'000);
    QTest::newRow("hours") << qint64(3'600'000'000'001) << qint64(3'700'000'000'000);
}

void SessionReferenceTest::referencesReadBack() {
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    const SessionReference back = referenceOf(referenceText(QStringLiteral("a b#c.lanes"), {begin, end}));
    QCOMPARE(back.path, QStringLiteral("a b#c.lanes"));
    QVERIFY(back.range.has_value());
    QCOMPARE(*back.range, (TimeRange{begin, end}));
    QVERIFY(!referenceOf(QStringLiteral("a.lanes")).range);
    QVERIFY(!referenceOf(QStringLiteral("a.lanes#t=nonsense")).range);
}

int run_tst_session_reference(int argc, char** argv) {
    return lanes::test::runWithoutWindow<SessionReferenceTest>(argc, argv);
}
#include "tst_session_reference.moc"
