#include "model/base/Diagnostics.h"
#include "model/base/Format.h"
#include "tests/support/RunTest.h"

#include <QTest>

// Thin spaces are written as '_' in the expectations, the micro sign as 'u', the minus as '-'.
static QString plain(const std::string& text) {
    return QString::fromStdString(text)
        .replace(QChar(0x2009), QLatin1Char('_'))
        .replace(QChar(0xb5), QLatin1Char('u'))
        .replace(QChar(0x2212), QLatin1Char('-'));
}

class tst_format : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void durationsKeepFourDigits_data() {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << qint64(0) << "0_ns";
        QTest::newRow("below a microsecond, whole") << qint64(999) << "999_ns";
        QTest::newRow("microseconds") << qint64(4211) << "4.211_us";
        QTest::newRow("milliseconds") << qint64(12'345'678) << "12.35_ms";
        QTest::newRow("rounds into the next unit") << qint64(999'996) << "1.000_ms";
        QTest::newRow("seconds") << qint64(1'212'000'000) << "1.212_s";
        QTest::newRow("minutes") << qint64(125'000'000'000) << "2_min 05_s";
        QTest::newRow("hours") << qint64(3'725'000'000'000) << "1_h 02_min";
        QTest::newRow("negative") << qint64(-1500) << "-1.500_us";
    }
    void durationsKeepFourDigits() {
        QFETCH(qint64, ns);
        QTEST(plain(lanes::formatDuration(ns)), "text");
    }
    void bytesAndCounts() {
        QCOMPARE(plain(lanes::formatBytes(812)), QStringLiteral("812_B"));
        QCOMPARE(plain(lanes::formatBytes(48 * 1024)), QStringLiteral("48_KiB"));
        QCOMPARE(plain(lanes::formatBytes(1'524'713'390)), QStringLiteral("1.42_GiB"));
        QCOMPARE(plain(lanes::formatBytes(1'610'612'736)), QStringLiteral("1.50_GiB"));
        for (const std::int64_t bytes : {5'242'880, 5'242'900, 5'242'860}) {
            QCOMPARE(plain(lanes::formatBytes(bytes)), QStringLiteral("5_MiB"));
        }
        QCOMPARE(plain(lanes::formatBytes(1'048'575)), QStringLiteral("1_MiB"));
        QCOMPARE(plain(lanes::formatBytes(104'857'601)), QStringLiteral("100_MiB"));
        QCOMPARE(plain(lanes::formatCount(9999)), QStringLiteral("9999"));
        QCOMPARE(plain(lanes::formatCount(-1234567)), QStringLiteral("-1_234_567"));
        QCOMPARE(plain(lanes::formatCount(1, "call", "calls")), QStringLiteral("1 call"));
        QCOMPARE(plain(lanes::formatCount(12345, "call", "calls")), QStringLiteral("12_345 calls"));
    }
    void diagnosticsKeepTheFirstOffset() {
        lanes::Diagnostics a;
        lanes::Diagnostics b;
        a.add("raw-quote", lanes::Severity::Note, "second", 900);
        b.add("raw-quote", lanes::Severity::Note, "first", 12, 3);
        a.merge(b);
        QCOMPARE(a.count("raw-quote"), 4u);
        QCOMPARE(a.all().front().firstOffset, 12);
        QCOMPARE(QString::fromStdString(a.all().front().message), QStringLiteral("first"));
    }
};

int run_tst_format(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_format>(argc, argv);
}
#include "tst_format.moc"
