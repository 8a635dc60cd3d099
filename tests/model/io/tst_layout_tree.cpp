#include "model/io/json/JsonScan.h"
#include "model/io/json/LayoutTree.h"
#include "model/io/json/StrictEvent.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <optional>
#include <string>

using namespace lanes;
using lanes::test::q;

namespace {

// A tree and what feeds it.
class Reader {
public:
    // Parses strictly and teaches the tree; false when the event is not well-formed.
    bool learn(const std::string& event, std::uint32_t shape) {
        const std::string text = padded(event);
        const char* end = text.data() + event.size();
        if (strict_.parse(text.data(), end, StrictEvent::Args::Columns) != end) {
            return false;
        }
        tree_.add(strict_.tokens(), shape);
        return true;
    }
    // The shape that the tree recognises, if it takes the whole event.
    std::optional<std::uint32_t> match(const std::string& event) {
        const std::string text = padded(event);
        const char* end = text.data() + event.size();
        std::uint32_t shape = 0;
        return tree_.match(text.data(), end, texts_, values_, shape) == end ? std::optional(shape)
                                                                            : std::nullopt;
    }
    [[nodiscard]] std::string text(std::size_t column) const {
        const ArgValue value = ArgValue::decode(values_.cells[column]);
        return value.type == ArgValue::Type::Text ? std::string(texts_.view(StringId(value.id)))
                                                  : argText(value, StringTable());
    }
    [[nodiscard]] std::string name() const { return std::string(texts_.view(values_.name)); }
    [[nodiscard]] const EventValues& values() const { return values_; }
    [[nodiscard]] const EventShape& shape() const { return strict_.shape(); }
    bool parses(const std::string& event) {
        const std::string text = padded(event);
        return strict_.parse(text.data(), text.data() + event.size(), StrictEvent::Args::Columns) != nullptr;
    }

private:
    static std::string padded(const std::string& event) { return event + std::string(json::kPadding, '\0'); }

    TextPool pool_;
    JsonTexts texts_{pool_};
    LayoutTree tree_;
    StrictEvent strict_{pool_};
    SlotValues values_;
};

const std::string kKernel =
    q("{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 0, 'tid': 7, 'ts': 12.345, 'dur': 4.5, 'args': "
      "{'grid': [1, 2, 3], 'stream': 7, 'occupancy': 0.25}}");

} // namespace

class tst_layout_tree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasLearntIsRecognisedWithOtherValues() {
        Reader reader;
        QVERIFY(!reader.match(kKernel));
        QVERIFY(reader.learn(kKernel, 5));
        QCOMPARE(reader.match(kKernel), std::optional<std::uint32_t>(5));
        const std::string other =
            q("{'ph': 'X', 'cat': 'kernel', 'name': 'a \\'quoted\\' one', 'pid': 1, 'tid': 20, 'ts': 99, "
              "'dur': 0, 'args': {'grid': [], 'stream': -1, 'occupancy': 1e-7}}");
        QCOMPARE(reader.match(other), std::optional<std::uint32_t>(5));
        QCOMPARE(reader.name(), std::string("a \"quoted\" one"));
        QCOMPARE(reader.values().time, TimeNs(99000));
        QCOMPARE(reader.text(0), std::string("[]"));
        QCOMPARE(reader.text(1), std::string("-1"));
        QCOMPARE(reader.text(2), std::string("1e-7")); // what no cell holds exactly is kept as it is written
    }

    void anotherTextIsAnotherLayout() {
        Reader reader;
        QVERIFY(reader.learn(kKernel, 0));
        for (const std::string& event : {
                 q("{'ph': 'X', 'cat': 'gpu_memset', 'name': 'm', 'pid': 0, 'tid': 7, 'ts': 1, 'dur': 2}"),
                 q("{'ph':'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 0, 'tid': 7, 'ts': 1, 'dur': 2}"),
                 q("{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 0, 'tid': 7, 'ts': 1, 'dur': 2}"),
                 q("{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': '0', 'tid': 7, 'ts': 1, 'dur': 2}"),
             }) {
            QVERIFY2(!reader.match(event), event.c_str());
            QVERIFY(reader.learn(event, 1));
            QCOMPARE(reader.match(event), std::optional<std::uint32_t>(1));
        }
        QCOMPARE(reader.match(kKernel), std::optional<std::uint32_t>(0)); // and is not forgotten
    }

    // Times that are rounded, negative durations, pids in quotes: their text is kept too, in a layout of their own.
    void valuesThatTheModelDoesNotHoldAsWrittenAreNotTakenForThoseItDoes() {
        const auto event = [](const std::string& ts, const std::string& dur, const std::string& pid) {
            return q("{'ph': 'X', 'name': 'n', 'pid': ") + pid + q(", 'tid': 1, 'ts': ") + ts +
                   q(", 'dur': ") + dur + "}";
        };
        for (const auto& odd :
             {event("1.2345", "2", "3"), event("1e3", "2", "3"), event("\"1.5\"", "2", "3"),
              event("1.5", "-2", "3"), event("1.5", "2", "\"3\""), event("1.5", "2", "3.5")}) {
            Reader reader;
            QVERIFY(reader.learn(event("1.5", "2", "3"), 0));
            QVERIFY2(!reader.match(odd), odd.c_str());
            QVERIFY(reader.learn(odd, 1));
            QCOMPARE(reader.match(odd), std::optional<std::uint32_t>(1));
            // A time in quotes may turn out to be none: the duration is kept beside it, as no slice may hold it.
            const bool quoted = odd.find("\"1.5\"") != std::string::npos;
            QCOMPARE(reader.shape().columns.size(), std::size_t(quoted ? 2 : 1));
            QVERIFY(reader.shape().columns[0].topLevel);
        }
        Reader reader;
        QVERIFY(reader.learn(event("1.2345", "2", "3"), 1));
        QCOMPARE(reader.match(event("1.2345", "2", "3")), std::optional<std::uint32_t>(1));
        QCOMPARE(reader.values().time, TimeNs(1234)); // half to even
        QCOMPARE(reader.text(0), std::string("1.2345"));
    }

    void aCutEventIsNotRecognised() {
        Reader reader;
        QVERIFY(reader.learn(kKernel, 0));
        for (std::size_t size = 1; size < kKernel.size(); ++size) {
            QVERIFY(!reader.match(kKernel.substr(0, size)));
        }
    }

    void aFullNodeLearnsNoMore() {
        Reader reader;
        for (int i = 0; i < 200; ++i) {
            const std::string event = q("{'ph': 'X', 'cat': 'c") + std::to_string(i) +
                                      q("', 'name': 'n', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 2}");
            QVERIFY(reader.learn(event, static_cast<std::uint32_t>(i)));
            QCOMPARE(reader.match(event).has_value(), i < static_cast<int>(LayoutTree::kMaxEdges));
        }
    }

    void longLiteralsAreComparedToTheirEnd() {
        const auto event = [](char last) {
            return q("{'ph': 'X', 'cat': '") + std::string(500, 'c') + last +
                   q("', 'name': 'n', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 2}");
        };
        Reader reader;
        QVERIFY(reader.learn(event('a'), 0));
        QVERIFY(reader.match(event('a')).has_value());
        QVERIFY(!reader.match(event('b')).has_value());
    }

    void onlyWellFormedEventsAreParsedStrictly() {
        Reader reader;
        QVERIFY(reader.parses("{}"));
        const std::string deep = q("{'a': {'deep': [[[{'b': null}]]]}, 'c': -1.5e3, 'd': [true]}");
        QVERIFY(reader.parses(deep));
        for (const std::string& broken : {
                 q("{'name': 'a 'quoted' name'}"),
                 q("{'a': 1,}"),
                 q("{'a' 1}"),
                 q("{'a': [1}}"),
                 q("{'a': tru}"),
                 q("{'a': 1} x"),
                 q("{'a': -}"),
                 q("{a: 1}"),
                 q("{'a': 'cut"),
                 q("{'a': 1 'b': 2}"),
             }) {
            QVERIFY2(!reader.parses(broken), broken.c_str());
        }
        QVERIFY(!reader.parses("{\"name\": \"over two\nlines\"}"));
        const std::string nonFinite = q("{'a': nan, 'b': -inf, 'c': Infinity, 'args': {'d': inf}}");
        QVERIFY(reader.parses(nonFinite));
        QCOMPARE(reader.shape().nonFinite, 4u);
    }

    void whatIsMissingIsRemembered() {
        Reader reader;
        const std::string bare = q("{'ph': 'X', 'ts': 1, 'args': {}}");
        QVERIFY(reader.learn(bare, 0));
        const EventShape& shape = reader.shape();
        QVERIFY(!shape.hasDuration);
        QVERIFY(shape.hasTime);
        QVERIFY(!shape.category.valid());
        // "args" as it is, and the four absent ones as empty constants
        QCOMPARE(shape.columns.size(), std::size_t(5));
        for (const ArgColumn& c : shape.columns) {
            QCOMPARE(c.form, ArgColumn::Form::Constant);
        }
    }
};

int run_tst_layout_tree(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_layout_tree>(argc, argv);
}
#include "tst_layout_tree.moc"
