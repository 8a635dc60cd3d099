// What is guessed from the events before is what would have been read without them.
#include "model/io/json/JsonScan.h"
#include "model/io/json/RangeParser.h"
#include "model/io/json/TextGuess.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

using namespace lanes;
using lanes::test::q;

namespace {

std::string padded(const std::string& text) {
    return text + std::string(json::kPadding, '\0');
}

// Texts that begin alike, end alike, hold what ends others, or mean something else in another form.
const std::array kNames{
    "a",
    "ab",
    "a\\\"",
    "a\\\\",
    "a\\n",
    "a\\\\\\\"",
    "",
    "[]",
    "[1, 2]",
    "x \"raw\" y",
    "torch/nn/modules/module.py(1501): _call_impl",
    "torch/nn/modules/module.py(1501): _call_impl of a much longer name than sixty-four bytes"};
const std::array kRaws{"[]", "[1, 2]", "[1, 2, 3]", "[\"a\"]", "{\"a\": [1]}", "[[], \"]\"]", "[1, 2}"};
const std::array kPlaces{"1", "12", "-1", "1234567", "12345678", "\"a\"", "0"};

std::string eventOf(std::mt19937& random, std::size_t number) {
    const auto pick = [&](const auto& from) { return std::string(from[random() % from.size()]); };
    return q("{'ph': 'X', 'cat': 'c', 'name': '") + pick(kNames) + q("', 'pid': ") + pick(kPlaces) +
           q(", 'tid': ") + pick(kPlaces) + q(", 'ts': ") + std::to_string(number) +
           q(".250, 'dur': 0.1, 'args': {'text': '") + pick(kNames) + q("', 'raw': ") + pick(kRaws) + "}}";
}

// A parser and what it writes.
struct Reader {
    BatchWriter written;
    RangeParser parser{written};
};

// What a parser makes of the events of one range, in words.
std::vector<std::string> readBy(Reader& reader, const std::string& text) {
    EventRange range;
    const std::string safe = padded(text);
    BatchWriter& written = reader.written;
    reader.parser.parse({safe.data(), text.size()}, 0, true, range);
    std::vector<EventRange::Slice> slices(range.slices.begin(), range.slices.end());
    std::ranges::sort(slices, {}, &EventRange::Slice::start);
    std::vector<std::string> words;
    const auto wordOf = [&](std::int64_t cell) {
        const ArgValue value = ArgValue::decode(cell);
        return value.type == ArgValue::Type::Text
                   ? "'" + std::string(written.texts().view(StringId(value.id))) + "'"
                   : argText(value, StringTable());
    };
    for (const EventRange::Slice& slice : slices) {
        const BatchWriter::TrackKey track = written.tracks()[slice.track];
        std::string word = std::to_string(slice.start) + " " +
                           std::string(written.texts().view(StringId(slice.name))) + " of " +
                           wordOf(track.pid) + "/" + wordOf(track.tid);
        const EventShape& shape = written.shapes()[slice.shape];
        for (std::uint32_t c = 0; c < shape.columns.size(); ++c) {
            word += " " + wordOf(shape.cell(slice.row, c));
        }
        words.push_back(word);
    }
    return words;
}

} // namespace

class tst_text_guess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFollowedTheSameTextsIsRecognised() {
        TextGuess guess;
        const std::string stored = padded("gemm");
        const std::string event = padded(q("gemm', 'pid': 1}"));
        StringId id;
        QVERIFY(guess.at(TextGuess::Form::Name, event.data(), event.data() + event.size(), id) == nullptr);
        for (int i = 0; i < 4; ++i) { // until the three names before it are gemm, too
            guess.learn(TextGuess::Form::Name, {stored.data(), 4}, StringId(7));
        }
        QVERIFY(guess.at(TextGuess::Form::Name, event.data(), event.data() + event.size(), id) ==
                event.data() + 4);
        QCOMPARE(id, StringId(7));
    }

    void aTextThatGoesOnOrEndsEarlierIsAnotherOne_data() {
        QTest::addColumn<QByteArray>("event");
        QTest::newRow("goes on") << QByteArray("gemms\", ");
        QTest::newRow("ends earlier") << QByteArray("gem\", ");
        QTest::newRow("the range ends within it") << QByteArray("gem");
        QTest::newRow("the range ends before its quote") << QByteArray("gemm");
    }

    void aTextThatGoesOnOrEndsEarlierIsAnotherOne() {
        QFETCH(QByteArray, event);
        TextGuess guess;
        const std::string stored = padded("gemm");
        for (int i = 0; i < 4; ++i) {
            guess.learn(TextGuess::Form::Name, {stored.data(), 4}, StringId(7));
        }
        const std::string text = padded(event.toStdString());
        StringId id;
        QVERIFY(guess.at(TextGuess::Form::Name, text.data(), text.data() + event.size(), id) == nullptr);
    }

    void eventsReadOneAfterTheOtherAreThoseReadAlone() {
        std::mt19937 random(4);
        Reader together;
        for (int range = 0; range < 20; ++range) {
            std::string text;
            std::vector<std::string> alone;
            for (std::size_t i = 0; i < 200; ++i) {
                const std::string event = eventOf(random, i);
                text += event + ",";
                Reader fresh;
                const std::vector<std::string> word = readBy(fresh, event);
                alone.insert(alone.end(), word.begin(), word.end());
            }
            QVERIFY(alone.size() > 100);
            const std::vector<std::string> read = readBy(together, text);
            for (std::size_t i = 0; i < std::min(read.size(), alone.size()); ++i) {
                QCOMPARE(QString::fromStdString(read[i]), QString::fromStdString(alone[i]));
            }
            QCOMPARE(read.size(), alone.size());
        }
    }
};

int run_tst_text_guess(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_text_guess>(argc, argv);
}
#include "tst_text_guess.moc"
