#include "collector/probe/cpython/LineTable.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace lanes::probe;

namespace {

// One entry of a code object's locations: code 10 to 12 where it can, 13 or 14 as asked for.
void encodeLocation(std::vector<std::uint8_t>& table, int units, bool none, int step, int form) {
    const auto varint = [&](std::uint32_t value) {
        for (; value >= 64; value >>= 6) {
            table.push_back(static_cast<std::uint8_t>(64 | (value & 63)));
        }
        table.push_back(static_cast<std::uint8_t>(value));
    };
    const auto head = [&](int code) {
        table.push_back(static_cast<std::uint8_t>(0x80 | code << 3 | (units - 1)));
    };
    const auto signedStep = static_cast<std::uint32_t>(step < 0 ? -step << 1 | 1 : step << 1);
    if (none) {
        head(15);
    } else if (step == 0 && form == 0) {
        head(3);
        table.push_back(0x12);
    } else if (step >= 0 && step <= 2) {
        head(10 + step);
        table.push_back(4);
        table.push_back(9);
    } else if (form == 1) {
        head(13);
        varint(signedStep);
    } else {
        head(14);
        varint(signedStep);
        varint(100);
        varint(7);
        varint(300);
    }
}

} // namespace

class tst_line_table : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesOfEachPython_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QList<int>>("lines"); // of the instructions 0, 2, 4, ...; the first line is 10
        QTest::newRow("3.9: pairs that begin at their address")
            << 0 << QByteArray::fromStdString(std::string("\x00\x01\x04\x02\x04\xff", 6))
            << QList<int>{11, 11, 13, 13, 12};
        QTest::newRow("3.10: pairs that cover a range, one without a line")
            << 1 << QByteArray::fromStdString(std::string("\x04\x01\x02\x80\x02\x03", 6))
            << QList<int>{11, 11, 0, 14, 0};
        // A short entry of two units; one line further; no columns, two lines back; long, five lines on; none.
        const std::string locations("\x81\x00"
                                    "\xd8\x00\x00"
                                    "\xe8\x05"
                                    "\xf0\x0a\x00\x01\x01"
                                    "\xf8",
                                    13);
        QTest::newRow("3.11: locations")
            << 2 << QByteArray::fromStdString(locations) << QList<int>{10, 10, 11, 9, 14, 0, 0};
    }
    void linesOfEachPython() {
        QFETCH(int, kind);
        QFETCH(QByteArray, table);
        QFETCH(QList<int>, lines);
        const std::vector<std::uint8_t> raw(table.begin(), table.end());
        for (int i = 0; i < lines.size(); ++i) {
            QCOMPARE(
                int(lineOf(static_cast<LineTableKind>(kind), raw, 10, static_cast<std::uint32_t>(2 * i))),
                lines[i]);
        }
    }
    // Encoded as CPython does, each with all the forms its entries may have.
    void linesOfRandomTablesAreThoseThatWereEncoded() {
        std::mt19937 random(1);
        const auto upTo = [&](int most) {
            return static_cast<int>(random() % static_cast<unsigned>(most + 1));
        };
        for (int round = 0; round < 2000; ++round) {
            std::vector<std::uint8_t> pairs;
            std::vector<std::uint8_t> locations;
            std::vector<int> expected; // by instruction of two bytes
            int line = 100'000;
            for (int entry = 0; entry < 30; ++entry) {
                const int units = 1 + upTo(7);
                const bool none = upTo(9) == 0;
                const int step = none ? 0 : upTo(200) - 100;
                line += step;
                pairs.push_back(static_cast<std::uint8_t>(2 * units));
                pairs.push_back(none ? 0x80 : static_cast<std::uint8_t>(step));
                encodeLocation(locations, units, none, step, upTo(2));
                expected.insert(expected.end(), static_cast<std::size_t>(units), none ? 0 : line);
            }
            expected.push_back(0); // behind the end
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const auto instruction = static_cast<std::uint32_t>(2 * i);
                QCOMPARE(int(lineOf(LineTableKind::LineTable, pairs, 100'000, instruction)), expected[i]);
                QCOMPARE(int(lineOf(LineTableKind::Locations, locations, 100'000, instruction)), expected[i]);
            }
        }
    }
};

int run_tst_line_table(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_line_table>(argc, argv);
}
#include "tst_line_table.moc"
