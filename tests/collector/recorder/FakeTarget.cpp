#include "tests/collector/recorder/FakeTarget.h"

#include "collector/probe/torch/OperatorHook.h"
#include "tests/collector/probe/FakeCode.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace lanes::test {

namespace fs = std::filesystem;

namespace {

// Innermost first.
const probe::PythonFrame* stackOf(unsigned depth) {
    static const FakeCode main("main", "/home/user/train.py", 40);
    static const FakeCode step("step", "/home/user/train.py", 12);
    static const std::array frames{step.frame(), main.frame()};
    return frames.data() + (frames.size() - depth);
}

} // namespace

bool FakeThread::begin(std::string_view name, const probe::OperatorFacts& facts, unsigned depth) {
    recorder_.arguments().clear();
    const std::uint32_t id = probe::nameOfText(recorder_, name);
    const std::optional<std::uint32_t> stack = recorder_.stackOf(FakeCode::layout(), stackOf(depth), depth);
    if (id == 0 || !stack) {
        recorder_.countLoss();
        return false;
    }
    const bool begun = recorder_.beginOperator(facts, {.name = id, .stack = *stack}, recorder_.arguments());
    written_ += begun ? 1 : 0;
    return begun;
}

void FakeThread::endOf(FakeThread& owner, std::uint32_t key) {
    recorder_.endOperatorOf(owner.recorder_, key, ring::readTicks(clock_));
}

void FakeThread::memory(std::int64_t bytes, std::uint64_t address) {
    constexpr std::uint32_t kCpu = 255;
    ring::MemoryEvent event{};
    event.header = ring::recordHeader(ring::RecordType::Memory, sizeof event, 0, kCpu);
    event.ticks = ring::readTicks(clock_);
    event.bytes = bytes;
    event.address = address;
    recorder_.record(event);
}

void FakeThread::outOfMemory(std::int64_t bytes) {
    constexpr std::uint32_t kDevice = 1 << 8 | 1;
    ring::OutOfMemory event{};
    event.header = ring::recordHeader(ring::RecordType::OutOfMemory, sizeof event, 0, kDevice);
    event.ticks = ring::readTicks(clock_);
    event.bytes = bytes;
    recorder_.record(event);
}

FakeProcess::FakeProcess(std::uint64_t ringBytes) {
    const char* folder = std::getenv(ring::kFolderVariable);
    if (folder == nullptr || !probe_.join(folder).empty()) {
        return;
    }
    folder_ = folder;
    page_ = ring::MappedFile::open(folder_ + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    page().mostRingBytes = std::min(page().mostRingBytes, ringBytes);
    appear();
}

void FakeProcess::appear() {
    probe_.setState(ring::ProcessState::Recording, ring::CaptureMethod::None);
    probe_.announce();
}

FakeThread FakeProcess::thread(std::string_view name, std::uint64_t torchThread) {
    probe::ProbeProcess::setThreadName(name);
    return {*probe_.recorderForThisThread(torchThread), probe_.clock()};
}

void FakeProcess::again() {
    (void)probe_.joinNext(folder_);
    appear();
}

pid_t FakeProcess::fork() {
    probe_.beforeFork();
    const pid_t child = ::fork();
    if (child == 0) {
        probe_.afterForkInChild();
    } else {
        probe_.afterForkInParent();
    }
    return child;
}

void FakeProcess::takeAllRoom() {
    page().ringBytesLeft = 0;
}

void FakeProcess::say(Torch state) const {
    const std::string name = folder_ + "/" + std::to_string(getpid());
    if (state == Torch::Importing) {
        close(open((name + ring::kImportingSuffix).c_str(), O_CREAT | O_WRONLY, 0600));
    } else {
        std::rename((name + ring::kImportingSuffix).c_str(), (name + ring::kImportedSuffix).c_str());
    }
}

void FakeProcess::cutFiles() const {
    for (const auto& entry : fs::directory_iterator(folder_)) {
        if (entry.is_regular_file()) { // the control socket is none
            fs::resize_file(entry.path(), 0);
        }
    }
}

ring::MappedFile onlyRing(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".ring") {
            return ring::MappedFile::open(entry.path().string(), ring::kRingHeaderBytes);
        }
    }
    return {};
}

} // namespace lanes::test
