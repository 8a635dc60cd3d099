// Records are taken out of buffers that CUPTI still has, once it has been seen that they come back as they were.
#include "collector/probe/cupti/EarlyReader.h"
#include "tests/collector/CuptiRecords.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <cstring>

using namespace lanes;
using namespace lanes::probe::cupti;
using test::Ring;
using test::stride;

namespace {

constexpr std::uint32_t kMany = 20; // enough to be believed
constexpr std::uint64_t kMs = 1'000'000;

// A CUPTI that fills buffers as a thread of the program would.
class Library {
public:
    explicit Library(const QTemporaryDir& folder)
        : ring(folder)
        , decoder_(functions_, *ring.writer)
        , early(functions_, ring.buffers, decoder_) {
        stride = 160;
        for (const Kind kind : {Kind::Kernel, Kind::RuntimeCall}) {
            decoder_.setStride(kind, stride);
        }
    }

    std::uint8_t* takeBuffer(std::uint64_t now) {
        used_ = 0;
        return ring.buffers.take(1, now).at;
    }
    template<class Value>
    static void set(std::uint8_t* record, Field<Value> field, Value value) {
        std::memcpy(record + field.offset, static_cast<const void*>(&value), sizeof value);
    }
    std::uint8_t* call(std::uint8_t* buffer, std::uint32_t correlation, std::uint64_t end) {
        std::uint8_t* record = next(buffer, Kind::RuntimeCall);
        set(record, call::kStart, end - 10);
        set(record, call::kEnd, end);
        set(record, call::kFunction, 211U);
        set(record, call::kThread, 7U);
        set(record, call::kCorrelation, correlation);
        return record;
    }
    // That has not ended.
    std::uint8_t* kernel(std::uint8_t* buffer, std::uint32_t correlation) {
        std::uint8_t* record = next(buffer, Kind::Kernel);
        set(record, kernel::kName, static_cast<const char*>("gemm"));
        set(record, kernel::kCorrelation, correlation);
        return record;
    }
    static void end(std::uint8_t* kernel, std::uint64_t end) {
        set(kernel, kernel::kStart, end - 10);
        set(kernel, kernel::kEnd, end);
    }
    // As the thread that flushes does.
    void turn(std::uint64_t now) {
        early.begin(now);
        early.look();
        early.read();
    }
    void giveBack(std::uint8_t* buffer) {
        early.returned(buffer, used_);
        ring.buffers.giveBack(buffer, used_);
    }
    std::size_t calls() { return ring.read<ring::ApiCall>(ring::RecordType::ApiCall).size(); }
    std::size_t kernels() { return ring.read<ring::Kernel>(ring::RecordType::Kernel).size(); }
    // A buffer of calls and kernels that is seen, and comes back as it was.
    void gainTrust(std::uint64_t now) {
        std::uint8_t* buffer = takeBuffer(now);
        for (std::uint32_t i = 0; i < kMany; ++i) {
            call(buffer, 2 * i + 1, now);
            end(kernel(buffer, 2 * i + 2), now);
        }
        turn(now + 1);
        giveBack(buffer);
    }

    Ring ring;

private:
    std::uint8_t* next(std::uint8_t* buffer, Kind kind) {
        std::uint8_t* record = buffer + used_;
        used_ += stride;
        set(record, Word{0}, static_cast<std::uint32_t>(kind));
        return record;
    }

    Functions functions_ = test::library();
    ActivityDecoder decoder_;
    std::size_t used_ = 0;

public:
    EarlyReader early;
};

} // namespace

class tst_early_reader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsCompleteIsTakenOnceItIsTrusted() {
        Library library(folder_);
        std::uint8_t* first = library.takeBuffer(100);
        for (std::uint32_t i = 1; i <= kMany; ++i) {
            library.call(first, i, 100 * kMs);
        }
        library.turn(101 * kMs);
        QCOMPARE(library.calls(), std::size_t{0}); // nobody knows yet
        QCOMPARE(library.early.callsUpTo(500), std::uint64_t{100});
        library.giveBack(first);
        QCOMPARE(library.calls(), std::size_t{kMany});
        QCOMPARE(library.early.callsUpTo(500), std::uint64_t{500});

        std::uint8_t* second = library.takeBuffer(200);
        std::uint8_t* kernel = library.kernel(second, 99);
        library.call(second, 99, 200 * kMs);
        library.turn(201 * kMs);
        QCOMPARE(library.calls(), std::size_t{1}); // though a kernel runs
        QCOMPARE(library.early.callsUpTo(500), std::uint64_t{500});
        QCOMPARE(library.early.workUpTo(500), std::uint64_t{200}); // of kernels nothing has been seen
        library.call(second, 100, 300 * kMs);
        library.turn(301 * kMs);
        QCOMPARE(library.calls(), std::size_t{1}); // the new one
        Library::end(kernel, 302 * kMs);
        library.giveBack(second);
        QCOMPARE(library.calls(), std::size_t{0}); // none twice
    }

    void workIsTakenAsItEnds() {
        Library library(folder_);
        library.gainTrust(100 * kMs);
        QCOMPARE(library.kernels(), std::size_t{kMany});
        std::uint8_t* buffer = library.takeBuffer(200);
        library.kernel(buffer, 1); // goes on
        Library::end(library.kernel(buffer, 2), 200 * kMs);
        library.turn(201 * kMs);
        QCOMPARE(library.kernels(), std::size_t{1});
        QCOMPARE(library.early.workUpTo(500), std::uint64_t{500});
        library.giveBack(buffer);
        QCOMPARE(library.kernels(), std::size_t{1}); // the other one
    }

    void whatHasChangedEndsTheTrust() {
        Library library(folder_);
        library.gainTrust(100 * kMs);
        std::uint8_t* buffer = library.takeBuffer(200);
        std::uint8_t* changed = library.call(buffer, 1, 200 * kMs);
        library.turn(201 * kMs);
        Library::set(changed, call::kEnd, 250 * kMs);
        library.giveBack(buffer);
        (void)library.calls();
        std::uint8_t* next = library.takeBuffer(300);
        library.call(next, 2, 300 * kMs);
        Library::end(library.kernel(next, 2), 300 * kMs);
        library.turn(301 * kMs);
        QCOMPARE(library.kernels(), std::size_t{1}); // of work nothing is wrong
        QCOMPARE(library.early.callsUpTo(500), std::uint64_t{300});
        library.giveBack(next);
        QCOMPARE(library.calls(), std::size_t{1}); // it had not been taken
    }

    void whatComesOutOfNowhereEndsTheTrust() {
        Library library(folder_);
        library.gainTrust(100 * kMs);
        library.turn(1'000 * kMs);
        // CUPTI had it, and showed it to nobody.
        std::uint8_t* buffer = library.takeBuffer(1'000);
        library.call(buffer, 1, 500 * kMs);
        library.giveBack(buffer);
        (void)library.calls();
        std::uint8_t* next = library.takeBuffer(1'100);
        library.call(next, 2, 1'100 * kMs);
        library.turn(1'101 * kMs);
        QCOMPARE(library.calls(), std::size_t{0});
        QCOMPARE(library.early.callsUpTo(2'000), std::uint64_t{1'100});
    }

    void whatIsNotKnownEndsTheView() {
        Library library(folder_);
        library.gainTrust(100 * kMs);
        (void)library.calls();
        std::uint8_t* buffer = library.takeBuffer(200);
        const std::uint32_t unknown = 4'000'000'000;
        std::memcpy(buffer, &unknown, sizeof unknown);
        library.turn(201 * kMs);
        QCOMPARE(library.early.callsUpTo(500), std::uint64_t{200});
    }

private:
    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_early_reader-XXXXXX")};
};

int run_tst_early_reader(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_early_reader>(argc, argv);
}
#include "tst_early_reader.moc"
