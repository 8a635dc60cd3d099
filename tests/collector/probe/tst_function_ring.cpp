// Calls of Python's functions as the probe writes them: what it keeps when its ring is full, and what a thread's frames change.
#include "collector/probe/cpython/TracedThread.h"
#include "collector/ring/RingReader.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace lanes;
using probe::FunctionRing;
using probe::PythonFrame;
using probe::PythonLayout;
using probe::TracedThread;
using ring::RecordType;

namespace {

constexpr std::uint32_t kMain = 1;

// A code object without names or lines.
struct Code {
    std::array<std::uint64_t, 8> words{};
    std::uint64_t empty[8] = {};

    explicit Code(std::uint32_t firstLine) {
        words[0] = firstLine;
        for (std::size_t i = 1; i < 4; ++i) {
            words[i] = reinterpret_cast<std::uint64_t>(&empty);
        }
    }
    [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(&words); }
};

PythonLayout layout() {
    PythonLayout layout;
    layout.codeFirstLine = 0;
    layout.codeFunction = 8;
    layout.codeFile = 16;
    layout.codeLines = 24;
    layout.textLength = layout.textState = layout.textKindShift = 0;
    layout.textAsciiData = layout.textWideData = layout.bytesData = 8;
    layout.bytesLength = 0;
    return layout;
}

// A ring of the smallest size, what the probe writes into it, and what a reader finds: "b" and "e" by thread, "E" for the end of all.
class Traced {
public:
    Traced()
        : path_(folder_.filePath(QStringLiteral("a.ring")).toStdString())
        , ring_(made(path_), 0)
        , reader_(*ring::RingReader::open(path_)) {}

    FunctionRing& ring() { return ring_; }
    [[nodiscard]] std::uint64_t dropped() const { return reader_.dropped(); }
    std::string read() {
        std::string found;
        while (reader_.drain([&](const ring::RecordView& record) {
            const bool all = (record.header().flags & ring::kAllFunctions) != 0;
            found += record.type() == RecordType::FunctionBegin ? "b"
                     : record.type() == RecordType::FunctionEnd ? (all ? "E" : "e")
                                                                : "";
        }) != 0) {
        }
        return found;
    }

private:
    static ring::MappedFile made(const std::string& path) {
        ring::MappedFile file = ring::MappedFile::create(path, ring::kRingHeaderBytes + ring::kMinRingBytes);
        auto* header = reinterpret_cast<ring::RingHeader*>(file.data());
        header->magic = ring::kRingMagic;
        header->version = ring::kRingVersion;
        header->capacity = ring::kMinRingBytes;
        return file;
    }

    QTemporaryDir folder_;
    std::string path_;
    FunctionRing ring_;
    ring::RingReader reader_;
};

} // namespace

class tst_function_ring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFindsNoRoomIsCountedAndWhatBeganEnds() {
        Traced traced;
        const Code code(1);
        TracedThread thread;
        thread.beginAnew(1, kMain);
        constexpr int kCalls = 5000; // far more than the ring has room for
        for (int i = 0; i < kCalls; ++i) {
            thread.begin(code.address(), traced.ring(), layout(), 1);
        }
        for (int i = 0; i < kCalls; ++i) {
            thread.end(traced.ring(), 2);
        }
        QCOMPARE(thread.innermost(), std::uint64_t{0});
        const std::string found = traced.read();
        const auto begun = std::ranges::count(found, 'b');
        QVERIFY(begun > 1000 && begun < kCalls);
        QCOMPARE(std::ranges::count(found, 'e'), begun);
        QCOMPARE(traced.dropped(), static_cast<std::uint64_t>(kCalls - begun));
        thread.begin(code.address(), traced.ring(), layout(), 3); // there is room again
        thread.end(traced.ring(), 4);
        QCOMPARE(traced.read(), std::string("be"));
    }

    void theEndOfAllFindsRoomToo() {
        Traced traced;
        const Code code(1);
        TracedThread thread;
        thread.beginAnew(1, kMain);
        while (traced.dropped() == 0) {
            thread.begin(code.address(), traced.ring(), layout(), 1);
        }
        traced.ring().endAll(2);
        QCOMPARE(traced.read().back(), 'E');
        QCOMPARE(traced.dropped(), std::uint64_t{1});
    }

    void aThreadsOwnFramesAreWhatCounts() {
        Traced traced;
        const Code codes[] = {Code(1), Code(2), Code(3), Code(4)};
        const auto at = [&](std::size_t i) { return PythonFrame{codes[i].address(), 0, 0}; };
        TracedThread thread;
        thread.beginAnew(1, kMain);
        const std::vector<PythonFrame> first{at(2), at(1), at(0)}; // innermost first
        thread.becomes(first, 1, traced.ring(), layout(), 1);
        QCOMPARE(traced.read(), std::string("Ebb"));
        QCOMPARE(thread.innermost(), codes[1].address());
        const std::vector<PythonFrame> other{at(3), at(2), at(0)};
        thread.becomes(other, 0, traced.ring(), layout(), 2); // one has ended, two have begun
        QCOMPARE(traced.read(), std::string("ebb"));
        thread.becomes(other, 0, traced.ring(), layout(), 3);
        QCOMPARE(traced.read(), std::string());
        thread.becomes({}, 1, traced.ring(), layout(), 4);
        QCOMPARE(traced.read(), std::string("eee"));
        QCOMPARE(thread.innermost(), std::uint64_t{0});
    }
};

int run_tst_function_ring(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_function_ring>(argc, argv);
}
#include "tst_function_ring.moc"
