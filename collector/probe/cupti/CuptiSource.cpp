#include "collector/probe/cupti/CuptiSource.h"

#include "collector/probe/cupti/AwaitedClient.h"
#include "collector/probe/cupti/CuptiLibrary.h"
#include "collector/probe/cupti/CuptiSession.h"
#include "collector/probe/cupti/FlushThread.h"
#include "collector/probe/cupti/OtherClients.h"
#include "collector/probe/cupti/RefusedClient.h"
#include "collector/probe/cupti/SharedClient.h"
#include "collector/probe/torch/AllocationHook.h"
#include "collector/probe/torch/OperatorHook.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <string>
#include <utility>

namespace lanes::probe::cupti {

namespace {

constexpr const char* kPaused =
    "the program's own profiler has CUPTI, which serves one of them (--cupti yield)";
constexpr const char* kGaveWay =
    "another profiler calls CUPTI by its functions' addresses, and CUPTI serves one of them";
std::mutex givingWay; // held by who gives way: another client that comes meanwhile waits

SourceGate gate;
enum class Stage { Idle, Starting, Running, Ended };
std::atomic<Stage> stage{Stage::Idle};
// Made once and never destroyed.
CuptiSession* session = nullptr;
FlushThread* thread = nullptr;
std::atomic<bool> outcomeSaid{false}; // of what another client got, or we
std::atomic<bool> gaveWay{false};     // for good
// Of the thread that starts.
constexpr const char* kNotRecorded = "GPU work is not recorded: ";
std::string& saidProblem() {
    static auto* it = new std::string; // never destroyed
    return *it;
}
bool libraryIsMissing = false;

void finish() {
    Stage running = Stage::Running;
    if (stage.compare_exchange_strong(running, Stage::Ended)) {
        thread->finish();
        gate.close(); // only now: what still gets records gets its launches
    }
}

// Between here and resume() another client has CUPTI, and the session says why.
void pause(const char* why) {
    if (stage.load() == Stage::Running) {
        thread->pause(why);
        gate.close(); // only now: what still gets records gets its launches
    }
}

void pauseForClient() {
    pause(kPaused);
}

void sayOnce(const std::string& sentence) {
    if (!outcomeSaid.exchange(true)) {
        probeProcess().addReason(sentence);
    }
}

void stayOut(const std::string& problem) {
    sayOnce("GPU work is not recorded again after the program's own profiler: " + problem);
}

void resume() {
    if (stage.load() == Stage::Running) {
        gate.open(probeProcess().wanted());
        thread->resume(&stayOut);
    }
}

void sayRefused() {
    sayOnce("The program's own profiler gets no GPU work: the recording keeps CUPTI (--cupti own)");
}

// Serves other clients as the session wants it.
OtherCalls* whoServes() {
    switch (probeProcess().sharing()) {
    case ring::DeviceSharing::Own:
        return new RefusedClient(session->functions(), &sayRefused);
    case ring::DeviceSharing::Yield:
        return new AwaitedClient(session->functions(), &pauseForClient, &resume);
    default:
        return new SharedClient(*session);
    }
}

// Another thread is at it. One that holds the loader's lock may be what that one waits for: not for ever.
void awaitStart() {
    constexpr int kMostTries = 1'000;
    for (int tries = 0; stage == Stage::Starting && tries < kMostTries; ++tries) {
        const timespec pause{0, 1'000'000};
        nanosleep(&pause, nullptr);
    }
}

// Another client is about to use CUPTI for the first time. One that is served through us needs us there.
void comes() {
    if (probeProcess().sharing() != ring::DeviceSharing::Yield && isDriverLoaded()) {
        cudaIsReady();
        awaitStart();
    }
}

// One takes it that nobody can stand in for; CUPTI would refuse it, and the program may not expect that.
bool giveWay() {
    if (probeProcess().sharing() == ring::DeviceSharing::Own) {
        sayRefused();
        return false;
    }
    const std::lock_guard lock(givingWay);
    if (stage.load() == Stage::Running && !gaveWay.exchange(true)) {
        pause(kGaveWay);
        probeProcess().addReason(std::string("GPU work is recorded up to a moment only: ") + kGaveWay);
        serveOthers(nullptr);
        freeCupti(); // what follows calls them
    }
    return true;
}

constexpr ClientNews kNews{&comes, &giveWay};

// Before the libraries that were there before us go; what comes later than that is lost.
void finishAtExit() {
    finish();
}

std::string begin() {
    if (hasOtherClient() && probeProcess().sharing() == ring::DeviceSharing::Yield) {
        return "the program's own profiler was there first, and CUPTI serves one of them";
    }
    Functions functions{};
    std::string problem = findFunctions(functions);
    libraryIsMissing = !problem.empty();
    if (libraryIsMissing) {
        return problem;
    }
    ring::MappedFile file = probeProcess().makeOwnRing();
    if (!file) {
        return "there is no room for its buffer in shared memory; raise the limit of /dev/shm";
    }
    session = new CuptiSession(functions, gate, std::move(file));
    thread = new FlushThread(*session);
    problem = session->start();
    if (!problem.empty()) {
        return problem;
    }
    watchOtherClients(kNews);
    serveOthers(whoServes());
    guardCupti();
    gate.open(probeProcess().wanted());
    if (!thread->start() || std::atexit(&finishAtExit) != 0) {
        gate.close();
        freeCupti();
        serveOthers(nullptr);
        session->end();
        return "the program may not have another thread";
    }
    for (const std::string& sentence : session->missing()) {
        probeProcess().addReason(sentence);
    }
    return {};
}

std::string start(const char*) {
    if (stage.load() == Stage::Ended) {
        return "only the first recording of a process that uses a GPU has it";
    }
    watchOtherClients(kNews);
    return {};
}

void stop() {
    gate.close();
    finish();
    // Who is served through us has nobody else.
    if (!probeProcess().joined() || probeProcess().sharing() != ring::DeviceSharing::Share ||
        closeToOthers()) {
        serveOthers(nullptr);
        forgetOtherClients();
    }
}

void afterForkHere(bool inChild) {
    // A child cannot use its parent's CUDA. One of a parent without may have its own.
    if (inChild && stage.load() != Stage::Idle) {
        gate.close();
        stage = Stage::Ended;
        if (session != nullptr) {
            session->abandon();
            freeCuptiInChild();
            // What a client was given in the parent says nothing to CUPTI, which is dead here.
            serveOthers(new RefusedClient(session->functions(), [] {}));
        }
    }
}

} // namespace

void cudaIsReady() {
    Stage idle = Stage::Idle;
    if (!probeProcess().joined() || (ring::everWanted(probeProcess().wanted()) & ring::kDevices) == 0 ||
        !stage.compare_exchange_strong(idle, Stage::Starting)) {
        return;
    }
    hookLateAllocators();
    const std::string problem = begin();
    const std::string before =
        std::exchange(saidProblem(), problem.empty() ? problem : kNotRecorded + problem);
    if (before != saidProblem()) {
        probeProcess().addReason(saidProblem(), before);
    }
    // A library that was not there may come with the runtime that the program loads later.
    stage = problem.empty() ? Stage::Running : libraryIsMissing ? Stage::Idle : Stage::Ended;
}

void useNvidiaFolders(std::string_view folders) {
    setPythonFolders(folders);
}

void nameStream(void* stream, std::string_view name) {
    if (stage.load() == Stage::Running) {
        session->nameStream(stream, name);
    }
}

} // namespace lanes::probe::cupti

namespace lanes::probe {

constinit const RecordSource kDeviceSource{"devices", &cupti::gate, &cupti::start,        &cupti::stop,
                                           nullptr,   nullptr,      &cupti::afterForkHere};

} // namespace lanes::probe
