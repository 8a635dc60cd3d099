#include "collector/probe/cupti/CuptiSource.h"

#include "collector/probe/AllocationHook.h"
#include "collector/probe/OperatorHook.h"
#include "collector/probe/cupti/CuptiSession.h"
#include "collector/probe/cupti/FlushThread.h"
#include "collector/probe/cupti/OtherClients.h"

#include <atomic>
#include <cstdlib>
#include <string>

namespace lanes::probe::cupti {

namespace {

constexpr const char* kYielded =
    "GPU work is recorded up to the program's own profiler only: CUPTI serves one of them";

SourceGate gate;
enum class Stage { Idle, Starting, Running, Ended };
std::atomic<Stage> stage{Stage::Idle};
// Made once and never destroyed.
CuptiSession* session = nullptr;
FlushThread* thread = nullptr;

void finish() {
    Stage running = Stage::Running;
    if (stage.compare_exchange_strong(running, Stage::Ended)) {
        thread->finish();
        gate.close(); // only now: what still gets records gets its launches
    }
}

// Another client is about to use CUPTI.
void yield() {
    if (stage.load() == Stage::Running) {
        finish();
        probeProcess().addReason(kYielded);
    }
}

// Before the libraries that were there before us go; what comes later than that is lost.
void finishAtExit() {
    finish();
}

std::string begin() {
    if (hasOtherClient()) {
        return "the program's own profiler was there first, and CUPTI serves one of them";
    }
    Functions functions{};
    if (std::string problem = findFunctions(functions); !problem.empty()) {
        return problem;
    }
    ring::MappedFile file = probeProcess().makeOwnRing();
    if (!file) {
        return "there is no room for its buffer in shared memory; raise the limit of /dev/shm";
    }
    const OurCall mark;
    session = new CuptiSession(functions, gate, std::move(file));
    thread = new FlushThread(*session);
    if (std::string problem = session->start(); !problem.empty()) {
        return problem;
    }
    watchOtherClients(&yield);
    gate.open(probeProcess().wanted());
    if (!thread->start() || std::atexit(&finishAtExit) != 0) {
        gate.close();
        session->end();
        return "the program may not have another thread";
    }
    for (const std::string& sentence : session->missing()) {
        probeProcess().addReason(sentence);
    }
    return {};
}

std::string start(const char*) {
    watchOtherClients(&yield);
    return {};
}

void stop() {
    gate.close();
    finish();
    forgetOtherClients();
}

void afterForkHere(bool inChild) {
    // A child cannot use its parent's CUDA. One of a parent without may have its own.
    if (inChild && stage.load() != Stage::Idle) {
        gate.close();
        stage = Stage::Ended;
        if (session != nullptr) {
            session->abandon();
        }
    }
}

} // namespace

void cudaIsReady() {
    Stage idle = Stage::Idle;
    if (!probeProcess().joined() || (ring::sourcesOf(probeProcess().wanted()) & ring::kDevices) == 0 ||
        !stage.compare_exchange_strong(idle, Stage::Starting)) {
        return;
    }
    hookLateAllocators();
    const std::string problem = begin();
    if (problem.empty()) {
        stage = Stage::Running;
    } else {
        stage = Stage::Ended;
        probeProcess().addReason("GPU work is not recorded: " + problem);
    }
}

} // namespace lanes::probe::cupti

namespace lanes::probe {

constinit const RecordSource kDeviceSource{"devices", &cupti::gate, &cupti::start,        &cupti::stop,
                                           nullptr,   nullptr,      &cupti::afterForkHere};

} // namespace lanes::probe
