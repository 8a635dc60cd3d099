// Another client of CUPTI while our own use of it ends: neither takes anything from the other, whatever threads do when.
#include "collector/probe/cupti/SharedClient.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/SessionPage.h"
#include "tests/collector/probe/PlayedCupti.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <barrier>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

using namespace lanes;
using namespace lanes::probe;
using namespace lanes::probe::cupti;
using lanes::test::PlayedCupti;

namespace {

constexpr std::size_t kRoom = 64 * PlayedCupti::kStride;
constexpr auto kKernels = static_cast<std::uint32_t>(Kind::Kernel);

// What the other client holds, under a lock of its own as torch.profiler's.
std::mutex theirs;
std::deque<std::vector<std::uint8_t>> buffers;
std::vector<std::uint32_t> received; // correlations of kernels
std::atomic<int> handing{0};         // inside of its callback
std::atomic<int> told{0};

void request(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
    const std::lock_guard lock(theirs);
    *buffer = buffers.emplace_back(kRoom).data();
    *bytes = kRoom;
    *most = 0;
}

void complete(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*bytes*/,
              std::size_t valid) {
    ++handing;
    {
        const std::lock_guard lock(theirs);
        for (std::size_t at = 0; at < valid; at += PlayedCupti::kStride) {
            received.push_back(ActivityRecord(buffer + at, PlayedCupti::kStride).get(kernel::kCorrelation));
        }
    }
    --handing;
}

void onCallback(void* /*user*/, Domain /*domain*/, std::uint32_t /*function*/, const void* /*data*/) {
    ++told;
}

// Lives on, as CUPTI keeps pointers to it.
struct Shared {
    CuptiSession* session;
    SharedClient* client;

    void begin() const {
        void* subscriber = nullptr;
        client->registerBuffers(&request, &complete);
        client->subscribe(&subscriber, &onCallback, nullptr);
        client->enableCallback(1, subscriber, PlayedCupti::kDomain, PlayedCupti::kLaunch);
        client->enable(kKernels);
    }
    void leave() const {
        client->disable(kKernels);
        client->unsubscribe(nullptr);
        client->flush(1);
    }
};

void atOnce(const std::function<void()>& one, const std::function<void()>& other) {
    std::barrier start(2);
    std::thread thread([&] {
        start.arrive_and_wait();
        one();
    });
    start.arrive_and_wait();
    other();
    thread.join();
}

} // namespace

class tst_probe_shared : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        page_.emplace(folder_.path().toStdString(), 0, 0);
        QCOMPARE(probeProcess().join(folder_.path().toStdString()), std::string());
    }
    void init() {
        page_->control().heartbeatNs = ring::monotonicNs();
        received.clear();
        told = 0;
    }

    void whoComesWhileOursEndsHasAll() {
        for (int i = 0; i < kRounds; ++i) {
            const Shared shared = begin(true);
            atOnce([&] { pause(i), shared.session->end(); }, [&] { shared.begin(); });
            QVERIFY2(library_.isOn(Kind::Kernel), "its kind is off");
            QVERIFY2(library_.tellsOfLaunches(), "its callbacks are off");
            told = 0;
            received.clear();
            const std::uint32_t number = library_.launch();
            shared.leave();
            QCOMPARE(received, std::vector<std::uint32_t>{number});
            QCOMPARE(told.load(), 1);
        }
    }

    void whoLeavesWhileOursEndsLeavesNothingOn() {
        for (int i = 0; i < kRounds; ++i) {
            const Shared shared = begin(true);
            shared.begin();
            atOnce([&] { pause(i), shared.session->end(); }, [&] { shared.leave(); });
            QVERIFY2(!library_.anyOn(), "a kind is on for nobody");
        }
    }

    void sessionsComeAndGoAsThreadsLaunchAndOursEnds() {
        const Shared shared = begin(false);
        std::atomic<bool> over{false};
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) {
            threads.emplace_back([&] {
                for (int launched = 0; launched < 2'000; ++launched) {
                    library_.launch();
                }
            });
        }
        threads.emplace_back([&] { // as CUPTI's own
            while (!over) {
                library_.handOver(library_.takeFilled());
                std::this_thread::yield();
            }
        });
        std::thread ending([&] {
            for (int i = 0; i < 20; ++i) {
                shared.session->turn();
            }
            shared.session->end();
        });
        for (int i = 0; i < 50; ++i) {
            shared.begin();
            shared.leave();
        }
        ending.join();
        over = true;
        for (std::thread& thread : threads) {
            thread.join();
        }
        QVERIFY(!library_.anyOn());
        shared.begin();
        received.clear();
        const std::vector<std::uint32_t> numbers{library_.launch(), library_.launch()};
        shared.leave();
        QCOMPARE(received, numbers);
    }

    void aClientMayTakeALockOfItsOwnWhereverItIsCalled() {
        const Shared shared = begin(false);
        shared.begin();
        library_.launch();
        std::optional<std::unique_lock<std::mutex>> lock(theirs);
        std::thread flushing([&] { shared.client->flush(0); });
        while (handing == 0) { // it waits for the lock
            std::this_thread::yield();
        }
        std::uint64_t now = 0;
        shared.client->timestamp(&now);
        shared.client->disable(kKernels);
        library_.launch(); // on a thread that asks for nothing
        lock.reset();
        flushing.join();
        QCOMPARE(received.size(), std::size_t{1});
        shared.session->end();
    }

    void whatIsBeingHandedOverIsWaitedFor() {
        const Shared shared = begin(false);
        shared.begin();
        const std::uint32_t number = library_.launch();
        const PlayedCupti::Buffer filled = library_.takeFilled();
        std::thread late([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20)); // as on a busy machine
            library_.handOver(filled);
        });
        shared.leave();
        QCOMPARE(received, std::vector<std::uint32_t>{number});
        late.join();
        shared.session->end();
    }

    void whatIsCompleteAfterTheirLastFlushComesWithTheNext() {
        const Shared shared = begin(false);
        library_.launch(true); // not theirs
        shared.begin();
        const std::uint32_t number = library_.launch(true);
        shared.leave();
        QCOMPARE(received.size(), std::size_t{0});
        library_.launch(true); // nor this
        library_.finish();
        shared.session->turn(); // it is we who get it from CUPTI
        shared.client->flush(0);
        QCOMPARE(received, std::vector<std::uint32_t>{number});
        shared.session->end();
    }

    void theNextSessionBeginsWithItsOwn() {
        const Shared shared = begin(false);
        shared.begin();
        library_.launch(true);
        shared.leave();
        shared.begin();
        library_.finish();
        const std::uint32_t number = library_.launch();
        shared.leave();
        QCOMPARE(received, std::vector<std::uint32_t>{number});
        shared.session->end();
    }

    void whatWasLaunchedBeforeTheyCameIsNotTheirsThoughOursEnds() {
        const Shared shared = begin(false);
        library_.launch(true);
        shared.begin();
        const std::uint32_t number = library_.launch(true);
        shared.session->end();
        library_.finish();
        shared.leave();
        QCOMPARE(received, std::vector<std::uint32_t>{number});
    }

private:
    static constexpr int kRounds = 60;

    Shared begin(bool slow) {
        library_.reset(slow);
        const std::string path = folder_.filePath(QStringLiteral("ring%1").arg(rings_++)).toStdString();
        ring::MappedFile file = ring::MappedFile::create(path, ring::kRingHeaderBytes + ring::kMinRingBytes);
        auto* header = reinterpret_cast<ring::RingHeader*>(file.data());
        header->magic = ring::kRingMagic;
        header->version = ring::kRingVersion;
        header->capacity = ring::kMinRingBytes;
        auto* session = new CuptiSession(PlayedCupti::functions(), gate_, std::move(file));
        if (const std::string problem = session->start(); !problem.empty()) {
            qFatal("%s", problem.c_str());
        }
        return {session, new SharedClient(*session)};
    }
    // So that the one is now at this, now at that when the other begins.
    static void pause(int round) { std::this_thread::sleep_for(std::chrono::microseconds(round * 17 % 500)); }

    QTemporaryDir folder_;
    std::optional<test::SessionPage> page_;
    SourceGate gate_;
    PlayedCupti& library_ = PlayedCupti::only();
    int rings_ = 0;
};

int run_tst_probe_shared(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_shared>(argc, argv);
}
#include "tst_probe_shared.moc"
