// What another client of CUPTI gets through us, without a CUPTI.
#include "collector/probe/cupti/ClientCallbacks.h"
#include "collector/probe/cupti/ClientRecords.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cstring>
#include <vector>

using namespace lanes::probe::cupti;

namespace {

constexpr std::size_t kStride = 64;
constexpr std::size_t kRoom = 4 * kStride;

std::uint64_t cuptiTime = 0; // moves with each look
std::uint64_t theirTime = 0;
int buffersLeft = 0;
std::vector<std::vector<std::uint8_t>> handedOut;
std::vector<std::vector<std::uint8_t>> received; // records
int emptyBuffers = 0;

Result nextRecord(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
    std::uint8_t* at = *record == nullptr ? buffer : *record + kStride;
    if (at + kStride > buffer + valid) {
        return 12;
    }
    *record = at;
    return 0;
}

Result timestamp(std::uint64_t* time) {
    *time = cuptiTime;
    return 0;
}

std::uint64_t theirClock() {
    return theirTime;
}

void request(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
    *buffer = nullptr;
    *most = 0;
    if (buffersLeft-- > 0) {
        handedOut.emplace_back(kRoom);
        *buffer = handedOut.back().data();
        *bytes = kRoom;
    }
}

void complete(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*bytes*/,
              std::size_t valid) {
    emptyBuffers += valid == 0 ? 1 : 0;
    for (std::size_t at = 0; at < valid; at += kStride) {
        received.emplace_back(buffer + at, buffer + at + kStride);
    }
}

std::uint32_t number(Kind kind) {
    return static_cast<std::uint32_t>(kind);
}

// Records as the library delivers them.
class Delivery {
public:
    template<class Value>
    void set(Field<Value> field, Value value) {
        std::memcpy(bytes_.data() + bytes_.size() - kStride + field.offset, &value, sizeof value);
    }
    Delivery& add(Kind kind) {
        bytes_.resize(bytes_.size() + kStride);
        set(Word{0}, number(kind));
        return *this;
    }
    Delivery& copy(std::uint32_t correlation, std::uint64_t start = 1, std::uint64_t end = 2) {
        add(Kind::Copy).set(copy::kCorrelation, correlation);
        set(copy::kStart, start);
        set(copy::kEnd, end);
        return *this;
    }
    Delivery& call(std::uint32_t function, std::uint64_t start, std::uint64_t end) {
        add(Kind::RuntimeCall).set(call::kFunction, function);
        set(call::kStart, start);
        set(call::kEnd, end);
        return *this;
    }
    void to(ClientRecords& client) { client.take(bytes_.data(), bytes_.size()); }

private:
    std::vector<std::uint8_t> bytes_;
};

template<class Value>
std::vector<Value> got(Field<Value> field) {
    std::vector<Value> values;
    for (const auto& record : received) {
        values.push_back(ActivityRecord(record.data(), record.size()).get(field));
    }
    return values;
}

// A client that asks while a buffer is handed over, or asked for: CUPTI lets it.
ClientRecords* asked = nullptr;
void askingRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
    asked->enable(number(Kind::Fill));
    asked->askForBuffer();
    request(buffer, bytes, most);
}
void askingComplete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                    std::size_t valid) {
    std::uint64_t now = 0;
    (void)asked->time(now);
    asked->disable(number(Kind::Fill));
    complete(context, stream, buffer, bytes, valid);
}

int calls = 0;
void onCallback(void* user, Domain /*domain*/, std::uint32_t /*function*/, const void* /*data*/) {
    calls += *static_cast<int*>(user);
}

} // namespace

class tst_probe_clients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        functions_.nextRecord = &nextRecord;
        functions_.timestamp = &timestamp;
        cuptiTime = 1'000;
        theirTime = 0;
        buffersLeft = 100;
        handedOut.clear();
        handedOut.reserve(100);
        received.clear();
        emptyBuffers = calls = 0;
    }

    void aClientIsAskedForABufferAtOnceAndOnlyThen() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        QCOMPARE(handedOut.size(), std::size_t{0});
        client.askForBuffer();
        QCOMPARE(handedOut.size(), std::size_t{0});
        client.enable(number(Kind::Copy));
        client.askForBuffer();
        client.askForBuffer();
        QCOMPARE(handedOut.size(), std::size_t{1});
        client.flushed(); // in the middle
        QCOMPARE(emptyBuffers, 1);
        QCOMPARE(handedOut.size(), std::size_t{2});
        QVERIFY(client.active());
        client.disable(number(Kind::Copy));
        QVERIFY(client.active() && !client.wants(number(Kind::Copy)));
        client.flushed();
        QVERIFY(!client.active());
        QCOMPARE(handedOut.size(), std::size_t{2});
        Delivery().copy(1).to(client);
        QCOMPARE(received.size(), std::size_t{0});
    }

    void aClientMayAskFromItsOwnCallbacks() {
        ClientRecords client(functions_);
        asked = &client;
        client.useBuffers(&askingRequest, &askingComplete);
        client.enable(number(Kind::Copy));
        client.askForBuffer();
        client.launched(1);
        Delivery().copy(1).to(client);
        client.flushed();
        QCOMPARE(got(copy::kCorrelation), std::vector<std::uint32_t>{1});
        QVERIFY(client.wants(number(Kind::Copy)));
    }

    void workIsTheirsThatWasLaunchedWhileItWasAskedFor() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        client.launched(5);
        client.enable(number(Kind::Copy));
        Delivery().copy(5).to(client); // runs late
        client.launched(7);
        client.launched(8);
        client.disable(number(Kind::Copy));
        client.launched(10);
        Delivery().copy(6).copy(7).copy(9).copy(10).add(Kind::Fill).to(client);
        client.flushed();
        QCOMPARE(got(copy::kCorrelation), (std::vector<std::uint32_t>{7, 9}));
        // The next session begins anew; numbers may begin again, too.
        received.clear();
        client.enable(number(Kind::Copy));
        client.launched(0xffffffff);
        Delivery().copy(0xfffffffe).copy(0xffffffff).copy(3).to(client);
        client.disable(number(Kind::Copy));
        client.flushed();
        QCOMPARE(got(copy::kCorrelation), (std::vector<std::uint32_t>{0xffffffff, 3}));
    }

    void callsAreTheirsByTimeAndFunction() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        client.enable(number(Kind::RuntimeCall));
        client.enableFunction(Domain::Runtime, 17, false);
        cuptiTime = 2'000;
        client.disable(number(Kind::RuntimeCall));
        Delivery()
            .call(1, 999, 1'100)
            .call(2, 1'000, 1'100)
            .call(17, 1'200, 1'300)
            .call(3, 1'900, 2'001)
            .call(4, 1'900, 2'000)
            .to(client);
        client.flushed();
        QCOMPARE(got(call::kFunction), (std::vector<std::uint32_t>{2, 4}));
        // Single functions without their kind.
        received.clear();
        client.enableFunction(Domain::Runtime, 9, true);
        Delivery().call(8, 2'100, 2'200).call(9, 2'100, 2'200).to(client);
        client.enableFunction(Domain::Runtime, 9, false);
        client.flushed();
        QVERIFY(!client.active());
    }

    void onlyTorchsOwnIdsAreTheirs() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        client.enable(number(Kind::External));
        Delivery ids;
        for (const std::uint32_t whose : {2U, 3U, 4U, 5U}) {
            ids.add(Kind::External).set(external::kKind, whose);
        }
        ids.to(client);
        client.flushed();
        QCOMPARE(got(external::kKind), (std::vector<std::uint32_t>{3, 4}));
    }

    void whatFindsNoRoomIsCountedForThem() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        buffersLeft = 2;
        client.enable(number(Kind::Copy));
        client.launched(1);
        Delivery many;
        for (std::uint32_t i = 1; i <= 10; ++i) {
            many.copy(i);
        }
        many.to(client);
        client.flushed();
        QCOMPARE(received.size(), std::size_t{8});
        client.countDropped(5);
        QCOMPARE(client.takeDropped(), std::size_t{7});
        QCOMPARE(client.takeDropped(), std::size_t{0});
    }

    void timesAreToldOnTheirClock() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        cuptiTime = 1'000'000'000;
        theirTime = 50'000;
        client.useClock(&theirClock);
        client.enable(number(Kind::Copy));
        client.launched(1);
        cuptiTime += 300'000'000; // at 2.5 of theirs per ns
        theirTime += 750'000'000;
        Delivery().copy(1, 1'000'000'400, 1'000'001'000).copy(2, 0, 1'100'000'000).to(client);
        client.flushed();
        QCOMPARE(got(copy::kStart), (std::vector<std::uint64_t>{51'000, 0}));
        QCOMPARE(got(copy::kEnd), (std::vector<std::uint64_t>{52'500, 250'050'000}));
        std::uint64_t now = 0;
        QVERIFY(client.time(now));
        QCOMPARE(now, theirTime);
    }

    void cuptiMayRecordForThemAlone() {
        ClientRecords client(functions_);
        client.useBuffers(&request, &complete);
        client.beAlone();
        client.enable(number(Kind::Copy));
        Delivery().copy(1).to(client);
        client.disable(number(Kind::Copy));
        client.flushed();
        QCOMPARE(received.size(), std::size_t{1});
    }

    void callbacksComeToWhoWantsThem() {
        ClientCallbacks callbacks;
        int step = 1;
        QVERIFY(callbacks.want(Domain::Runtime, 211, true));
        callbacks.tell(Domain::Runtime, 211, nullptr);
        QVERIFY(callbacks.subscribe(&onCallback, &step));
        QVERIFY(!callbacks.subscribe(&onCallback, &step));
        callbacks.tell(Domain::Runtime, 211, nullptr);
        callbacks.tell(Domain::Runtime, 212, nullptr);
        callbacks.tell(Domain::Driver, 211, nullptr);
        QCOMPARE(calls, 1);
        QVERIFY(!callbacks.want(Domain::Runtime, ClientCallbacks::kFunctions, true));
        QVERIFY(!callbacks.want(static_cast<Domain>(ClientCallbacks::kDomains), 1, true));
        callbacks.unsubscribe();
        QVERIFY(callbacks.subscribe(&onCallback, &step));
        callbacks.tell(Domain::Runtime, 211, nullptr);
        QCOMPARE(calls, 1); // it begins with nothing
    }

private:
    Functions functions_{};
};

int run_tst_probe_clients(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_clients>(argc, argv);
}
#include "tst_probe_clients.moc"
