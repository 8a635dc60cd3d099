#include "model/session/reading/ColumnDecoder.h"
#include "model/session/writing/ColumnEncoder.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <dlfcn.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <limits>
#include <random>
#include <span>

using lanes::session::ColumnDecoder;
using lanes::session::ColumnEncoder;

namespace {

bool outOfMemory = false; // of zstd

} // namespace

extern "C" std::size_t ZSTD_compressStream2(ZSTD_CCtx* context, ZSTD_outBuffer* to, ZSTD_inBuffer* from,
                                            ZSTD_EndDirective end) {
    static const auto real =
        reinterpret_cast<decltype(&ZSTD_compressStream2)>(dlsym(RTLD_NEXT, "ZSTD_compressStream2"));
    return outOfMemory ? 0 - std::size_t{ZSTD_error_memory_allocation} : real(context, to, from, end);
}

class tst_column_codec : public QObject {
    Q_OBJECT

    using Values = std::vector<std::int64_t>;

    static Values generate(const QString& what, int count) {
        std::mt19937_64 random(11);
        Values values;
        std::int64_t at = 0;
        for (int i = 0; i < count; ++i) {
            const auto wild = static_cast<std::int64_t>(random());
            if (what == "constant") {
                values.push_back(-7);
            } else if (what == "rising by one") {
                values.push_back(1'000'000 + i);
            } else if (what == "a clock of 32 ns") {
                values.push_back(at += 32 * (wild & 0xfff));
            } else if (what == "a few addresses") {
                values.push_back(0x7f3200000000 + (wild & 7) * 0x40c40);
            } else if (what == "around zero") {
                values.push_back((wild & 0xff) - 128);
            } else if (what == "the ends of the range") {
                values.push_back(i % 2 == 0 ? std::numeric_limits<std::int64_t>::min()
                                            : std::numeric_limits<std::int64_t>::max());
            } else {
                values.push_back(wild);
            }
        }
        return values;
    }

private Q_SLOTS:
    void aColumnThatZstdCannotPackStandsThereUnpacked() {
        const Values values = generate("a clock of 32 ns", 20000);
        ColumnEncoder encoder;
        const std::size_t packed = encoder.encode(values).size();
        outOfMemory = true;
        const std::string coded = encoder.encode(values);
        outOfMemory = false;
        QVERIFY(coded.size() > packed);
        Values back(values.size());
        QVERIFY(ColumnDecoder().decode(coded, back));
        QCOMPARE(back, values);
        QCOMPARE(encoder.encode(values).size(), packed);
    }

    void comesBackAsItWas_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("mostBytes");
        for (const int count : {0, 1, 5, 3000, 65536}) {
            QTest::addRow("constant, %d", count) << "constant" << count << 24;
            QTest::addRow("rising by one, %d", count) << "rising by one" << count << 32;
            QTest::addRow("a clock of 32 ns, %d", count) << "a clock of 32 ns" << count << 32 + count * 2;
            QTest::addRow("a few addresses, %d", count) << "a few addresses" << count << 80 + count;
            QTest::addRow("around zero, %d", count) << "around zero" << count << 32 + count * 2;
            QTest::addRow("the ends of the range, %d", count) << "the ends of the range" << count << 160;
            QTest::addRow("anything, %d", count) << "anything" << count << 64 + count * 9;
        }
    }
    void comesBackAsItWas() {
        QFETCH(QString, what);
        QFETCH(int, count);
        QFETCH(int, mostBytes);
        const Values values = generate(what, count);
        ColumnEncoder encoder;
        const std::string coded = encoder.encode(values);
        QVERIFY2(coded.size() <= static_cast<std::size_t>(mostBytes),
                 qPrintable(QString::number(coded.size())));
        ColumnDecoder decoder;
        Values back(values.size());
        QVERIFY(decoder.decode(coded, back));
        QCOMPARE(back, values);
    }

    void numbersOfEveryWidth_data() {
        QTest::addColumn<int>("width");
        for (int width = 0; width <= 8; ++width) {
            QTest::addRow("%d bytes", width) << width;
        }
    }
    // Byte planes are put together sixteen numbers at a time, and what is left of a part one by one.
    void numbersOfEveryWidth() {
        QFETCH(int, width);
        std::mt19937_64 random(static_cast<unsigned>(width));
        for (const int count : {15, 16, 17, 1024, 1025, 2077}) {
            Values values;
            for (int i = 0; i < count; ++i) {
                const std::uint64_t wild = width == 0 ? 0 : random() >> (64 - 8 * width);
                values.push_back(static_cast<std::int64_t>(wild));
            }
            ColumnEncoder encoder;
            ColumnDecoder decoder;
            Values back(values.size());
            QVERIFY(decoder.decode(encoder.encode(values), back));
            QCOMPARE(back, values);
        }
    }

    void partsComeInOrderAndAreTheWholeColumn() {
        for (const int count : {0, 1, 1024, 5000}) {
            const Values values = generate("a clock of 32 ns", count);
            ColumnEncoder encoder;
            ColumnDecoder decoder;
            Values back;
            const bool whole = decoder.decodeParts(encoder.encode(values), values.size(),
                                                   [&](std::size_t from, std::span<const std::int64_t> part) {
                                                       back.insert(back.end(), part.begin(), part.end());
                                                       return from + part.size() == back.size();
                                                   });
            QVERIFY(whole);
            QCOMPARE(back, values);
        }
    }

    void aPartThatWillNotDoEndsIt() {
        ColumnEncoder encoder;
        ColumnDecoder decoder;
        int parts = 0;
        QVERIFY(!decoder.decodeParts(encoder.encode(generate("anything", 5000)), 5000,
                                     [&](std::size_t, auto) { return ++parts < 2; }));
        QCOMPARE(parts, 2);
        QVERIFY(!decoder.decodeParts("", 5, [](std::size_t, auto) { return true; }));
    }

    void aColumnLikeTheOneBeforeItCostsNothing() {
        const Values before = generate("anything", 5000);
        Values values = before;
        for (std::int64_t& v : values) {
            v += 3;
        }
        ColumnEncoder encoder;
        const std::string coded = encoder.encode(values, before);
        QVERIFY(coded.size() < 32);
        ColumnDecoder decoder;
        Values back(values.size());
        QVERIFY(decoder.decode(coded, back, before));
        QCOMPARE(back, values);
        QVERIFY(!decoder.decode(coded, back)); // without what it builds on
    }

    void anyBytesAreSafe() {
        std::mt19937 random(3);
        ColumnEncoder encoder;
        ColumnDecoder decoder;
        int refused = 0;
        for (int round = 0; round < 3000; ++round) {
            std::string coded =
                encoder.encode(generate(round % 2 == 0 ? "a clock of 32 ns" : "anything", 40));
            for (int flips = 0; flips < 3; ++flips) {
                coded[random() % coded.size()] ^= static_cast<char>(1 << (random() % 8));
            }
            coded.resize(coded.size() - random() % 3);
            Values back(40);
            refused += decoder.decode(coded, back) ? 0 : 1;
        }
        QVERIFY(refused > 300);
    }

    void aWrongCountIsRefused() {
        ColumnEncoder encoder;
        const std::string coded = encoder.encode(generate("anything", 100));
        ColumnDecoder decoder;
        Values more(101);
        QVERIFY(!decoder.decode(coded, more));
        QVERIFY(!decoder.decode("", more));
        // A frame that claims far more than the column can hold is not unpacked.
        const std::string bomb = std::string(1, '\x08') + "\xff\xff\xff\xff\x0f" + std::string(20, 'x');
        QVERIFY(!decoder.decode(bomb, more));
    }
};

int run_tst_column_codec(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_column_codec>(argc, argv);
}
#include "tst_column_codec.moc"
