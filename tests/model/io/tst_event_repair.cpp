#include "model/io/json/EventRepair.h"
#include "model/io/json/JsonScan.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <string>

using namespace lanes;
using namespace lanes::test;

namespace {

std::string eventOf(const std::string& name, int number) {
    return q("{'ph': 'X', 'cat': 'cpu_op', 'name': '") + name + q("', 'pid': 1, 'tid': 2, 'ts': ") +
           std::to_string(number * 10) + q(", 'dur': 5, 'args': {'Ev Idx': ") + std::to_string(number) + "}}";
}

// A trace of ten events, of which number 5 is this text.
std::string traceWith(const std::string& fifth) {
    std::string text = "{\"traceEvents\": [\n";
    for (int i = 0; i < 10; ++i) {
        text += (i == 5 ? fifth : eventOf("op" + std::to_string(i), i)) + (i < 9 ? ",\n" : "\n]}\n");
    }
    return text;
}

std::string mend(const std::string& text, Reading reading = Reading::EndsWithLine) {
    const std::string padded = text + std::string(json::kPadding, '\0');
    std::string out;
    const char* seen = nullptr;
    const char* after = repairEvent(padded.data(), padded.data() + text.size(), reading, out, seen);
    return after == nullptr ? "lost" : out;
}

// Quotes are written as ' here.
std::ptrdiff_t firstEvent(const std::string& quoted) {
    const std::string text = q(quoted);
    const std::string padded = text + std::string(json::kPadding, '\0');
    return findEvent(padded.data(), padded.data() + text.size()) - padded.data();
}

} // namespace

class tst_event_repair : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rawQuotesInNamesAreEscaped_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"\"", " \"x\" ", "torch/_appdirs.py(0): \" for ", "\": \"", "a\", \"b",
                                 "\"}", "{\"ph\": \"X\"", "\"\"\"", "ends with \\\\\""}) {
            QTest::newRow(name) << QString::fromUtf8(name);
        }
    }
    void rawQuotesInNamesAreEscaped() {
        QFETCH(QString, name);
        const auto trace = importText(traceWith(eventOf("op" + name.toStdString(), 5)));
        QVERIFY(trace);
        QCOMPARE(trace->sliceCount(), 10u); // nothing is lost, whatever the name looks like
        QCOMPARE(trace->diagnostics().total(), std::uint64_t(1));
        QCOMPARE(trace->diagnostics().all().front().kind, std::string("repaired-event"));
        QCOMPARE(trace->diagnostics().all().front().firstOffset,
                 static_cast<std::int64_t>(traceWith("@").find('@')));
    }

    void rawQuotesInKeysAreEscaped() {
        const std::string broken = q("{'args': {'say 'hi' twice': 1}}");
        const std::string mended = q("{'args': {'say \\'hi\\' twice': 1}}");
        QCOMPARE(mend(broken), mended);
    }

    // As programs print pointers and enumerators: a profiler plugin of a communication library does.
    void valuesWithoutQuotesBecomeTexts() {
        QCOMPARE(
            mend(
                q("{'ph': 'b', 'ts': 0.000000, 'args': {'type': float32, 'Stream': 0x262ca50, 'n': -1e-3}}")),
            q("{'ph': 'b', 'ts': 0.000000, 'args': {'type': 'float32', 'Stream': '0x262ca50', 'n': -1e-3}}"));
        QCOMPARE(mend(q("{'a': (nil), 'b': [true, None , nan], c: 'x'}")),
                 q("{'a': '(nil)', 'b': [true, 'None' , nan], 'c': 'x'}"));
        QCOMPARE(mend(q("{'a': C:\\x, 'b': }")), q("{'a': 'C:\\\\x', 'b': null}"));
    }

    void aCommaTooManyIsDropped() {
        QCOMPARE(mend(q("{'a': [1, 2, ], 'b': {}, }")), q("{'a': [1, 2], 'b': {}}"));
    }

    void aStringThatIsNotClosedEndsWithItsLine() {
        QCOMPARE(mend("{\"name\": \"cut off,\n \"ts\": 1}"), std::string("lost"));
        const std::string mended = q("{'name': 'two\\nlines'}");
        QCOMPARE(mend("{\"name\": \"two\nlines\"}", Reading::CrossesLines), mended);
        const std::string text = traceWith(eventOf("two\nlines", 5));
        const auto trace = importText(text);
        QCOMPARE(trace->sliceCount(), 10u);
        QCOMPARE(diagnosticsOf(*trace), // the layout is known, so it fits
                 "control-characters 1 @" + std::to_string(text.find("two\nlines")) + "\n");
    }

    void mendingStopsAtTheNextEvent() {
        const std::string open = q("{'name': 'open', 'args': {'a': 1, ");
        QCOMPARE(mend(open + eventOf("next", 1)), std::string("lost"));
    }

    // Each of these has cost good events once.
    void onlyTheBrokenEventIsLost_data() {
        QTest::addColumn<QString>("text");
        const QString good = QString::fromStdString(eventOf("op5", 5));
        QTest::newRow("a brace is missing") << good.chopped(1);
        QTest::newRow("two braces are missing") << good.chopped(2);
        QTest::newRow("a brace for a bracket") << QString::fromStdString(
            q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'args': {'a': [1}}}"));
        QTest::newRow("an unclosed bracket") << QString::fromStdString(
            q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'args': {'a': [1, 2"));
        QTest::newRow("a colon is missing")
            << QString::fromStdString(q("{'ph' 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2}"));
        QTest::newRow("a stray bracket between events") << "], ]";
        QTest::newRow("a stray brace between events") << "} }";
        QTest::newRow("4 kB of rubbish") << QString(4096, '{');
        QTest::newRow("4 kB of quotes") << QString(4096, '"');
        QTest::newRow("4 kB of brackets") << QString(4096, '[');
        QTest::newRow("4 kB of backslashes") << QString(4096, '\\');
        QTest::newRow("a word") << "rubbish";
        QTest::newRow("cut in a key") << QString::fromStdString(q("{'ph': 'X', 'na"));
        QTest::newRow("cut in a value") << QString::fromStdString(q("{'ph': 'X', 'name': 'abc"));
        QTest::newRow("a value of no kind")
            << QString::fromStdString(q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': @, 'dur': 2}"));
        QTest::newRow("too many commas")
            << QString::fromStdString(q("{'ph': 'X',, 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2}"));
    }
    void onlyTheBrokenEventIsLost() {
        QFETCH(QString, text);
        const auto trace = importText(traceWith(text.toStdString()));
        QVERIFY(trace);
        QCOMPARE(trace->sliceCount(), 9u);
        QVERIFY(trace->diagnostics().total() >= 1);
        QCOMPARE(trace->diagnostics().all().front().firstOffset,
                 static_cast<std::int64_t>(traceWith("@").find('@')));
        for (std::uint32_t i = 0; i < 9; ++i) { // every other event is exactly as written
            const Trace::Slice s = trace->slice(SliceId(i));
            const std::int64_t number = i < 5 ? i : i + 1;
            QCOMPARE(s.start, number * 10000);
            QCOMPARE(trace->arg(SliceId(i), "Ev Idx")->integer, number);
        }
    }

    // Each event looks as if it went on to the end of the file: following all of them there took minutes once.
    void damageThatSeemsToGoOnForeverCostsLittle_data() {
        QTest::addColumn<QString>("damaged");
        QTest::newRow("a quote is missing in every event") << "{'ph': 'X', 'name': 'abc, 'ts': 1},\n";
        QTest::newRow("a bracket is missing in every event") << "{'ph': 'X', 'args': {'d': [1,\n";
        QTest::newRow("nothing but starts") << "{'ph': '";
        QTest::newRow("phases within phases") << "{'ph': ";
        QTest::newRow("objects within arguments") << "{'ph': 'X', 'args': " + QString("{'a': ").repeated(40);
    }
    void damageThatSeemsToGoOnForeverCostsLittle() {
        QFETCH(QString, damaged);
        const std::string unit = q(damaged.toStdString());
        std::string text = "[" + eventOf("first", 1) + ",\n";
        while (text.size() < (std::size_t{3} << 20)) {
            text += unit;
        }
        QElapsedTimer timer;
        timer.start();
        const auto trace = importText(text + eventOf("last", 2) + "]");
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed()) + " ms"));
        QVERIFY(trace->sliceCount() >= 1u);
        QCOMPARE(trace->slice(SliceId(0)).start, TimeNs(10000));
        QVERIFY(trace->diagnostics().total() > 1);
    }

    // What is broken must not teach the tree: once 280 good events were lost after one bad one.
    void aBrokenEventTeachesNothing() {
        std::string text = "[\n";
        for (int i = 0; i < 500; ++i) {
            text += i == 3 ? q("{'ph': 'X', 'cat': 'cpu_op', 'name': 'bad', 'pid': 1, 'tid': 2, 'ts': 3, "
                               "'args': {'Ev Idx': [1}}},")
                           : eventOf("op", i) + ",";
            text += "\n";
        }
        QCOMPARE(importText(text + "]")->sliceCount(), 499u);
    }

    void aBracketEndsTheEventsOnlyWhereSomethingPlausibleFollows() {
        const auto closes = [](const std::string& text) {
            const std::string padded = text + std::string(json::kPadding, '\0');
            return closesEvents(padded.data(), padded.data() + text.size());
        };
        QVERIFY(closes("]"));
        QVERIFY(closes("] \n}"));
        QVERIFY(closes("], \"traceName\": 1}"));
        QVERIFY(closes("],"));
        QVERIFY(!closes("], {\"ph\": \"X\"}"));
        QVERIFY(!closes("] ]"));
    }

    void eventsStartWithAKnownKeyOrHaveAPhase() {
        QCOMPARE(firstEvent("xx {'a': 1} {'ph': 'X'}"), 12);
        QCOMPARE(firstEvent("{ \n 'ts' : 1}"), 0);
        QCOMPARE(firstEvent("{'phase': 1}"), 12);
        QCOMPARE(firstEvent("{'id': {'x': [1, '}']}, 'ph': 'X'}"), 0);
        QCOMPARE(firstEvent("{'id': [{'x': 1}], 'x': 'ph'}"), 29);
        // the arguments of metadata events start with a name too
        QCOMPARE(firstEvent("'args': {'name': 'python'} } "), 29);
        QCOMPARE(firstEvent("{'name': 'python', 'ph': 'M'}"), 0);
        const std::string text = eventOf("a", 1) + ", " + eventOf("b", 2);
        const std::string padded = text + std::string(json::kPadding, '\0');
        QCOMPARE(findLastEvent(padded.data(), padded.data() + text.size()) - padded.data(),
                 static_cast<std::ptrdiff_t>(eventOf("a", 1).size() + 2));
    }

    // Whatever key events start with, and however much of the rest looks like metadata then.
    void noEventIsLostBehindADamagedOne_data() {
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("damage");
        for (const char* event :
             {"{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 3, 'dur': 1, 'args': {'a': 1}}",
              "{'id': 7, 'name': 'n', 'pid': 1, 'tid': 2, 'ph': 'X', 'ts': 3, 'dur': 1}",
              "{'tts': 7, 'args': {'a': [1, 2]}, 'name': 'n', 'ph': 'X', 'ts': 3, 'dur': 1}"}) {
            for (const char* damage : {"}]}]}]", "}]}", "]}\n", "'", "{{[{", "\\", "', 'x"}) {
                QTest::addRow("%.6s by %s", event, damage) << event << damage;
            }
        }
    }
    void noEventIsLostBehindADamagedOne() {
        QFETCH(QString, event);
        QFETCH(QString, damage);
        const std::string one = q(event.toStdString());
        for (std::size_t at = 0; at <= one.size(); ++at) {
            std::string text = "{\"traceEvents\": [";
            for (int i = 0; i < 9; ++i) {
                text += one + ", ";
            }
            text += one.substr(0, at) + q(damage.toStdString()) + one.substr(at);
            for (int i = 0; i < 10; ++i) {
                text += ", " + one;
            }
            const auto trace = importText(text + q("], 'traceName': 't'}"));
            QVERIFY(trace);
            QVERIFY(trace->sliceCount() >= 18u);
            QVERIFY(trace->sliceCount() == 20u || !diagnosticsOf(*trace).empty());
        }
    }

    void manyKeysBecomeOneText() {
        std::string args;
        for (int i = 0; i < 1000; ++i) {
            args += (i > 0 ? ", " : "") + ("\"key" + std::to_string(i)) + "\": " + std::to_string(i);
        }
        const auto trace = importText(
            q("[{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2, 'args': {") + args + "}}]");
        QCOMPARE(trace->sliceCount(), 1u);
        QCOMPARE(argText(*trace->arg(SliceId(0), "args"), trace->strings()), "{" + args + "}");
        QCOMPARE(trace->diagnostics().count("raw-arguments"), std::uint64_t(1));
    }

    void keysThatDifferFromEventToEventStayReadable() {
        std::string text = "[";
        for (int i = 0; i < 6000; ++i) {
            text += q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': ") + std::to_string(i) +
                    q(", 'dur': 0.5, 'args': {'key") + std::to_string(i) + q("': 7}},");
        }
        const auto trace = importText(text);
        QCOMPARE(trace->sliceCount(), 6000u);
        // As a key of its own, or, once a part of the file has had too many, as text.
        int texts = 0;
        for (std::uint32_t i = 0; i < 6000; ++i) {
            const std::string key = "key" + std::to_string(i);
            const Trace::Slice slice = trace->slice(SliceId(i));
            if (const auto value = trace->args().value(slice.layout, slice.row, trace->strings().find(key))) {
                QCOMPARE(value->integer, std::int64_t(7));
                continue;
            }
            ++texts;
            QCOMPARE(argText(*trace->arg(SliceId(i), "args"), trace->strings()), "{\"" + key + "\": 7}");
        }
        QVERIFY(texts > 0);
        QVERIFY(texts < 6000);
    }
};

int run_tst_event_repair(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_event_repair>(argc, argv);
}
#include "tst_event_repair.moc"
