#include "model/base/Utf8.h"
#include "model/io/json/JsonNumber.h"
#include "model/io/json/JsonScan.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/args/JsonText.h"
#include "model/trace/tables/StringTable.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <random>
#include <string>

using namespace lanes;

namespace {

// Text with the padding that scanning needs.
struct Padded {
    explicit Padded(std::string_view t)
        : text(std::string(t) + std::string(json::kPadding, '\0'))
        , begin(text.data())
        , end(begin + t.size()) {}
    std::string text;
    const char* begin;
    const char* end;
};

// The same, one byte at a time.
std::ptrdiff_t slowBalanced(std::string_view text) {
    int depth = 0;
    bool string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (string) {
            i += c == '\\' ? 1 : 0;
            string = c != '"';
        } else if (c == '"') {
            string = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return static_cast<std::ptrdiff_t>(i) + 1;
        }
    }
    return -1;
}

std::string cellOf(std::string_view text) {
    const Padded p(text);
    std::int64_t cell = 0;
    const char* after = json::parseCell(p.begin, cell);
    if (after != p.end) {
        return "text";
    }
    return argText(ArgValue::decode(cell), StringTable());
}

std::optional<TimeNs> exactTime(std::string_view text) {
    const Padded p(text);
    TimeNs time = 0;
    return json::parseExactTime(p.begin, time) == p.end ? std::optional(time) : std::nullopt;
}

std::optional<TimeNs> anyTime(std::string_view text) {
    TimeNs time = 0;
    return json::parseAnyTime(text, time) ? std::optional(time) : std::nullopt;
}

} // namespace

class tst_json_scan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stringsEndAtTheFirstQuoteThatIsNotEscaped() {
        for (std::size_t length = 0; length < 200; ++length) {
            const Padded p(std::string(length, 'a') + "\", \"more\"");
            bool escaped = true;
            QCOMPARE(json::stringEnd(p.begin, p.end, escaped) - p.begin, std::ptrdiff_t(length));
            QVERIFY(!escaped);
        }
        const Padded quoted("a \\\"word\\\" and \\\\\" rest");
        bool escaped = false;
        QCOMPARE(json::stringEnd(quoted.begin, quoted.end, escaped) - quoted.begin, 17);
        QVERIFY(escaped);
        const Padded open("never closed");
        QVERIFY(json::stringEnd(open.begin, open.end, escaped) == nullptr);
    }

    void bracketsCloseAsAByteByByteReaderSays() {
        std::mt19937 random(1);
        const std::string alphabet = "[]{}\"\\ab,: ";
        for (int round = 0; round < 20000; ++round) {
            std::string text = random() % 2 == 0 ? "[" : "{";
            const std::size_t length = random() % 300;
            for (std::size_t i = 0; i < length; ++i) {
                text.push_back(random() % 4 == 0 ? alphabet[random() % alphabet.size()] : 'x');
            }
            const Padded p(text);
            const char* after = json::skipBalanced(p.begin, p.end);
            QCOMPARE(after == nullptr ? -1 : after - p.begin, slowBalanced(text));
        }
    }

    void nestingIsValidOnlyWhenBracketsCloseByType() {
        const auto valid = [](std::string_view t) {
            return json::validNesting(t.data(), t.data() + t.size());
        };
        QVERIFY(valid("[[1, {\"a\": \"]\"}], {}]"));
        QVERIFY(!valid("[1}"));
        QVERIFY(!valid("[\"a\nb\"]"));
        QVERIFY(!valid("[1"));
    }

    void sameBytesSeesEveryDifference() {
        for (std::size_t n = 1; n < 120; ++n) {
            const Padded a(std::string(n, 'q'));
            for (std::size_t i = 0; i < n; ++i) {
                Padded b(std::string(n, 'q'));
                b.text[i] = 'r';
                QVERIFY(!json::sameBytes(a.begin, b.begin, n));
            }
            QVERIFY(json::sameBytes(a.begin, Padded(std::string(n, 'q') + "tail").begin, n));
        }
    }

    void numbersComeBackAsTheyWereWritten() {
        for (const char* text : {"0", "7", "-1", "1234567890123456", "0.5", "12.500", "-0.25", "4294967296",
                                 "140234567890.125", "-1029147072"}) {
            QCOMPARE(cellOf(text), std::string(text));
        }
        for (const char* text : {"-0", "007", "1e3", "1.5e-3", "-0.0", "123456789012345678901", "1.",
                                 "0.12345678901234567890", "18446744073709551615"}) {
            QCOMPARE(cellOf(text), std::string("text")); // kept as text, so nothing is lost
        }
    }

    void timesAreWholeNanosecondsOrNotExact() {
        QCOMPARE(exactTime("4333145360707.795"), std::optional<TimeNs>(4333145360707795));
        QCOMPARE(exactTime("1790857026000000.125"), std::optional<TimeNs>(1790857026000000125));
        QCOMPARE(exactTime("12"), std::optional<TimeNs>(12000));
        QCOMPARE(exactTime("4.1"), std::optional<TimeNs>(4100));
        QCOMPARE(exactTime("4.11"), std::optional<TimeNs>(4110));
        QCOMPARE(exactTime("-3.5"), std::optional<TimeNs>(-3500));
        QCOMPARE(exactTime("1.234000"), std::optional<TimeNs>(1234));
        QVERIFY(!exactTime("1.2345"));
        QVERIFY(!exactTime("1e3"));
        QVERIFY(!exactTime("99999999999999999999"));
        QVERIFY(!exactTime("9999999999999999"));
    }

    void exactTimesOfEveryLengthAreThoseOfAnySpelling() {
        const std::string digits = "98765432109876543";
        for (std::size_t whole = 1; whole <= 15; ++whole) {
            for (std::size_t fraction = 0; fraction <= 8; ++fraction) {
                const std::string text =
                    digits.substr(0, whole) + (fraction > 0 ? "." + digits.substr(2, fraction) : "");
                QVERIFY2(exactTime(text).has_value() == (fraction <= 3), text.c_str());
                QVERIFY2(!exactTime(text) || exactTime(text) == anyTime(text), text.c_str());
                QVERIFY2(!exactTime(text + "e1"), text.c_str());
            }
        }
    }

    void timesOfAnySpellingRoundHalfToEven() {
        QCOMPARE(anyTime("1e3"), std::optional<TimeNs>(1000000));
        QCOMPARE(anyTime(" 12.5 "), std::optional<TimeNs>(12500));
        QCOMPARE(anyTime("0.0005"), std::optional<TimeNs>(0));
        QCOMPARE(anyTime("0.0015"), std::optional<TimeNs>(2));
        QCOMPARE(anyTime("0.00050001"), std::optional<TimeNs>(1));
        QCOMPARE(anyTime("1.5E-3"), std::optional<TimeNs>(2));
        QCOMPARE(anyTime("-2.5e-3"), std::optional<TimeNs>(-2));
        QCOMPARE(anyTime("1e999999999999999999999"), std::optional<TimeNs>(TimeNs{1} << 61));
        QCOMPARE(anyTime("1e-999999999999999999999"), std::optional<TimeNs>(0));
        for (const char* text : {"", "soon", "1.2.3", "--1", "1e", "0x10"}) {
            QVERIFY2(!anyTime(text), text);
        }
    }

    void escapesGoAndComeBack() {
        QCOMPARE(unescapeJson("a\\\"b\\\\c\\n\\u00e9\\ud83d\\ude00"),
                 std::string("a\"b\\c\n\u00e9\U0001f600"));
        QCOMPARE(unescapeJson("\\ud83d alone"), std::string("\ufffd alone"));
        QCOMPARE(unescapeJson("cut\\"), std::string("cut\\"));
        QCOMPARE(escapeJson("a\"b\\c\n\x01"), std::string("a\\\"b\\\\c\\n\\u0001"));
        QCOMPARE(unescapeJson(escapeJson("tab\t, quote\", \u4e2d")), std::string("tab\t, quote\", \u4e2d"));
    }

    void bytesThatAreNoUtf8AreReplaced() {
        QVERIFY(isUtf8("plain, \u4e2d\u6587, \U0001f600"));
        QVERIFY(!isUtf8("cut \xe4\xb8"));
        QVERIFY(!isUtf8("overlong \xc0\xaf"));
        QVERIFY(!isUtf8("surrogate \xed\xa0\x80"));
        QCOMPARE(repairUtf8("a\xff"
                            "b"),
                 std::string("a\ufffd"
                             "b"));
        QCOMPARE(repairUtf8("cut \xe4\xb8"), std::string("cut \ufffd"));
        QCOMPARE(repairUtf8("\u4e2d ok"), std::string("\u4e2d ok"));
    }
};

int run_tst_json_scan(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_json_scan>(argc, argv);
}
#include "tst_json_scan.moc"
