#include "collector/probe/ProbeProcess.h"

#include "collector/probe/Where.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingBudget.h"
#include "collector/ring/SharedText.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

namespace lanes::probe {

namespace {

// Not more: thread locals of a library that came late are few.
constexpr std::size_t kNameBytes = ThreadRecorder::kThreadNameBytes;

struct ThisThread {
    ProbeProcess* process = nullptr;
    bool refused = false;           // and counted
    std::uint32_t untilNextTry = 0; // operators, because a try costs some system calls
    char name[kNameBytes] = {};
};
thread_local ThisThread thisThread;

std::uint32_t kernelThreadId() {
    return static_cast<std::uint32_t>(syscall(SYS_gettid));
}

std::string commandLine() {
    std::string arguments;
    const int descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return arguments;
    }
    char buffer[sizeof ring::ProcessControl::arguments];
    const ssize_t bytes = read(descriptor, buffer, sizeof buffer);
    close(descriptor);
    arguments.assign(buffer, bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    while (!arguments.empty() && arguments.back() == 0) {
        arguments.pop_back();
    }
    std::replace(arguments.begin(), arguments.end(), '\0', ' ');
    return arguments;
}

std::int64_t unixNs() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

constexpr std::int64_t kLateNs = 1'000'000'000;
constexpr std::uint32_t kOperatorsBetweenTries = 1024;

// What `make` makes; nothing if there is no memory. C stands above us, where an exception would end the program.
template<class Make>
auto orNothing(const Make& make) -> decltype(make()) {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        return {};
    }
}

} // namespace

std::string ProbeProcess::join(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    if (joined()) {
        return "it is being recorded already";
    }
    std::string problem;
    ring::MappedFile file = openSession(folder, problem);
    if (!file) {
        return problem;
    }
    if (pthread_key_create(&threadEndKey_, &ProbeProcess::threadEnds) != 0) {
        return "the program has used up its thread-specific keys";
    }
    session_ = reinterpret_cast<ring::SessionControl*>(file.data());
    sessionFile_ = std::move(file);
    begin(folder);
    return {};
}

std::string ProbeProcess::joinNext(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    std::string problem;
    ring::MappedFile file = openSession(folder, problem);
    if (!file) {
        return problem;
    }
    // Events on other threads may be looking at the old page, without a lock.
    if (!file.takePlaceOf(sessionFile_)) {
        return std::string("its pages cannot be exchanged: ") + std::strerror(errno);
    }
    sessionFile_ = std::move(file);
    control_.store(nullptr, std::memory_order_relaxed);
    controlFile_.unmap();
    alive_ = {};
    reasons_.clear();
    texts_[static_cast<std::size_t>(Text::Seen)].clear();
    matchedModules_ = 0;
    nextIndex_ = 0;
    refused_ = false;
    otherNames_.clear();
    spare_.unmap();
    recording_.fetch_add(1, std::memory_order_relaxed);
    for (ThreadRecorder* recorder : std::exchange(free_, {})) {
        retire(*recorder);
    }
    begin(folder);
    return {};
}

ring::MappedFile ProbeProcess::openSession(const std::string& folder, std::string& problem) {
    ring::MappedFile file =
        ring::MappedFile::open(folder + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    if (!file) {
        problem = folder + " cannot be used (" + std::strerror(errno) +
                  "); the program must see the recorder's folder and run as its user";
        return file;
    }
    const auto* session = reinterpret_cast<const ring::SessionControl*>(file.data());
    if (session->magic != ring::kSessionMagic || session->version != ring::kRingVersion) {
        problem = folder + " is of another version of Lanescope";
    } else if (session->closed.load(std::memory_order_relaxed) != 0) {
        problem = "the recording has ended";
    }
    if (!problem.empty()) {
        file.unmap();
    }
    return file;
}

void ProbeProcess::begin(const std::string& folder) {
    folder_ = folder;
    clock_ = session_->clock;
    birth_ = readTicks(clock_);
    birthUnixNs_ = unixNs();
    where::begin(filter());
}

void ProbeProcess::retire(ThreadRecorder& recorder) {
    recorder.inside().reset();
    recorder.leaveRing();
    bare_.push_back(&recorder); // for which there is room
}

bool ProbeProcess::readerIsGone() const {
    switch (ring::FileLock::holderOf(folder_ + "/" + ring::kSessionFileName)) {
    case ring::FileLock::Holder::Nobody:
        return true;
    case ring::FileLock::Holder::Somebody:
        return false;
    case ring::FileLock::Holder::Unknown: // somebody has removed the folder
        break;
    }
    return silence() > ring::kHeartbeatLimitNs;
}

bool ProbeProcess::readerIsLate() const {
    return silence() > kLateNs;
}

std::int64_t ProbeProcess::silence() const {
    return ring::monotonicNs() - session_->heartbeatNs.load(std::memory_order_relaxed);
}

void ProbeProcess::setThreadName(std::string_view name) {
    const std::size_t length = std::min(name.size(), kNameBytes - 1);
    std::copy_n(name.data(), length, thisThread.name);
    thisThread.name[length] = 0;
    if (current_ != nullptr) {
        current_->nameThread(current_->threadId(), name);
    }
}

void ProbeProcess::nameOtherThread(std::uint32_t thread, std::string_view name) {
    const std::lock_guard lock(mutex_);
    otherNames_.emplace_back(thread, name.substr(0, kNameBytes - 1));
}

void ProbeProcess::writeThreadName(char (&name)[kNameBytes]) const {
    std::memcpy(name, thisThread.name, kNameBytes);
    for (const auto& [thread, known] : otherNames_) {
        if (name[0] == 0 && thread == kernelThreadId()) {
            std::memcpy(name, known.c_str(), known.size() + 1);
        }
    }
    if (name[0] == 0) {
        prctl(PR_GET_NAME, name);
    }
}

ThreadRecorder* ProbeProcess::recorderForThisThread(std::uint64_t torchThread) {
    if (current_ != nullptr && isOfNow(*current_)) {
        return current_;
    }
    if (current_ == nullptr && thisThread.untilNextTry != 0) {
        --thisThread.untilNextTry;
        return nullptr;
    }
    const std::lock_guard lock(mutex_);
    if (ThreadRecorder* const old = std::exchange(current_, nullptr); old != nullptr) {
        retire(*old);
    }
    ThreadRecorder* const recorder = orNothing([this] { return takeRecorder(); });
    if (recorder == nullptr) {
        refuseThread();
        return nullptr;
    }
    const bool goesOn = std::exchange(thisThread.process, this) != nullptr;
    current_ = recorder;
    pthread_setspecific(threadEndKey_, &thisThread);
    char name[kNameBytes];
    writeThreadName(name);
    recorder->startThread(kernelThreadId(), torchThread, name, goesOn);
    where::startThread(*recorder);
    return recorder;
}

ThreadRecorder* ProbeProcess::takeRecorder() {
    if (!announceLocked()) {
        return nullptr;
    }
    if (!free_.empty()) {
        ThreadRecorder* const recorder = free_.back();
        free_.pop_back();
        return recorder;
    }
    problem_ = ENOMEM;
    all_.reserve(all_.size() + 1);
    free_.reserve(all_.size() + 1); // a thread that ends must not need memory
    bare_.reserve(all_.size() + 1);
    if (!spare_) {
        spare_ = makeRing();
    }
    if (!spare_) {
        return nullptr;
    }
    const std::uint32_t recording = recording_.load(std::memory_order_relaxed);
    if (bare_.empty()) {
        return all_.emplace_back(new ThreadRecorder(std::move(spare_), clock_, recording));
    }
    ThreadRecorder* const recorder = bare_.back();
    recorder->takeRing(std::move(spare_), recording);
    bare_.pop_back();
    return recorder;
}

void ProbeProcess::threadEnds(void* thread) {
    auto& ending = *static_cast<ThisThread*>(thread);
    if (current_ == nullptr) {
        return;
    }
    ThreadRecorder* const recorder = std::exchange(current_, nullptr);
    recorder->endThread();
    where::forgetInside(ending.process->isOfNow(*recorder) && recorder->inside().any());
    recorder->inside().reset();
    const std::lock_guard lock(ending.process->mutex_);
    if (ending.process->isOfNow(*recorder)) {
        ending.process->free_.push_back(recorder);
    } else {
        ending.process->retire(*recorder);
    }
}

void ProbeProcess::refuseThread() {
    thisThread.untilNextTry = kOperatorsBetweenTries;
    if (std::exchange(thisThread.refused, true)) {
        return;
    }
    session_->threadsRefused.fetch_add(1, std::memory_order_relaxed);
    if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
        control->shortages.fetch_or(ring::shortageOf(problem_), std::memory_order_relaxed);
        control->threadsRefused.fetch_add(1, std::memory_order_relaxed);
    }
}

ring::MappedFile ProbeProcess::makeOwnRing() {
    const std::lock_guard lock(mutex_);
    return announceLocked() ? orNothing([this] { return makeRing(); }) : ring::MappedFile();
}

ring::MappedFile ProbeProcess::makeRing() {
    const auto pid = static_cast<std::uint32_t>(getpid());
    const std::string path =
        folder_ + "/" + toText(ring::FileName{ring::FileName::Kind::Ring, pid, birth_, nextIndex_});
    const std::string unfinished = path + ".new";
    std::uint64_t most = ring::kMaxRingBytes;
    problem_ = ENOSPC;
    // From here on nothing throws: what has been taken would be lost.
    while (const std::uint64_t capacity = ring::takeRing(*session_, most)) {
        if (ring::MappedFile file = makeRingOf(capacity, unfinished)) {
            if (std::rename(unfinished.c_str(), path.c_str()) == 0) {
                ++nextIndex_;
                return file;
            }
            problem_ = errno;
            unlink(unfinished.c_str());
        } else {
            problem_ = errno;
        }
        // Whatever is too little, room, a quota, or the largest file allowed: half of it may do.
        ring::giveRingBack(*session_, capacity);
        if (most = capacity / 2; most < ring::kMinRingBytes) {
            break;
        }
    }
    return {};
}

ring::MappedFile ProbeProcess::makeRingOf(std::uint64_t capacity, const std::string& path) const {
    const std::size_t bytes = ring::kRingHeaderBytes + capacity;
    ring::MappedFile file =
        ring::leavesRoom(folder_, bytes) ? ring::MappedFile::create(path, bytes) : ring::MappedFile();
    if (!file) {
        return file; // and errno
    }
    auto* header = reinterpret_cast<ring::RingHeader*>(file.data());
    header->magic = ring::kRingMagic;
    header->version = ring::kRingVersion;
    header->index = nextIndex_;
    header->capacity = capacity;
    header->pid = static_cast<std::uint32_t>(getpid());
    return file;
}

void ProbeProcess::setText(Text which, std::string_view value) {
    const std::lock_guard lock(mutex_);
    texts_[static_cast<std::size_t>(which)] = value;
    rewriteText(which);
}

void ProbeProcess::addReason(std::string_view sentence, std::string_view instead) {
    const std::lock_guard lock(mutex_);
    if (const std::size_t at = reasons_.find(instead); at != reasons_.npos && !instead.empty()) {
        reasons_.erase(at > 0 ? at - 1 : 0, instead.size() + 1); // with an end of a line
    }
    reasons_.append(reasons_.empty() || sentence.empty() ? "" : "\n").append(sentence);
    rewriteText(Text::Reason);
    announceLocked();
}

void ProbeProcess::rewriteText(Text which) {
    if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
        writeText(*control, which);
    }
}

void ProbeProcess::writeText(ring::ProcessControl& control, Text which) const {
    std::string value = texts_[static_cast<std::size_t>(which)];
    switch (which) {
    case Text::Name:
        return ring::setText(control, control.name, value);
    case Text::Reason:
        value.append(value.empty() || reasons_.empty() ? "" : "\n").append(reasons_);
        return ring::setText(control, control.reason, value);
    case Text::TorchVersion:
        return ring::setText(control, control.torchVersion, value);
    case Text::PythonVersion:
        return ring::setText(control, control.pythonVersion, value);
    case Text::Layout:
        return ring::setText(control, control.layout, value);
    case Text::Rank:
        return ring::setText(control, control.rank, value);
    case Text::Seen:
        return ring::setText(control, control.seen, value);
    }
}

void ProbeProcess::setState(ring::ProcessState state, ring::CaptureMethod method) {
    const std::lock_guard lock(mutex_);
    state_ = state;
    method_ = method;
    if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
        control->method.store(static_cast<std::uint32_t>(method), std::memory_order_relaxed);
        control->state.store(static_cast<std::uint32_t>(state), std::memory_order_release);
    }
}

void ProbeProcess::announce() {
    const std::lock_guard lock(mutex_);
    announceLocked();
}

bool ProbeProcess::announceLocked() {
    if (control_.load(std::memory_order_relaxed) != nullptr) {
        return true;
    }
    problem_ = ENOMEM;
    const bool made = orNothing([this] { return makeControl(); });
    if (made == refused_) {
        refused_ = !made;
        session_->shortages.fetch_or(made ? 0U : ring::shortageOf(problem_), std::memory_order_relaxed);
        session_->processesRefused.fetch_add(made ? -1 : 1, std::memory_order_relaxed);
    }
    return made;
}

// Under its name it is complete and locked: the recorder takes a process without the lock for dead.
bool ProbeProcess::makeControl() {
    const auto pid = static_cast<std::uint32_t>(getpid());
    const std::string path = folder_ + "/" + ring::toText({ring::FileName::Kind::Process, pid, birth_, 0});
    const std::string unfinished = path + ".new";
    unlink(unfinished.c_str()); // of a try that found no memory
    ring::MappedFile file = ring::MappedFile::create(unfinished, sizeof(ring::ProcessControl));
    if (!file) {
        problem_ = errno;
        return false;
    }
    ring::FileLock alive = ring::FileLock::take(unfinished);
    auto* control = reinterpret_cast<ring::ProcessControl*>(file.data());
    describe(*control);
    if (!alive || std::rename(unfinished.c_str(), path.c_str()) != 0) {
        problem_ = errno;
        unlink(unfinished.c_str());
        return false;
    }
    controlFile_ = std::move(file);
    alive_ = std::move(alive);
    control_.store(control, std::memory_order_release);
    return true;
}

void ProbeProcess::describe(ring::ProcessControl& control) const {
    control.magic = ring::kProcessMagic;
    control.version = ring::kRingVersion;
    control.pid = static_cast<std::uint32_t>(getpid());
    control.parentPid = static_cast<std::uint32_t>(getppid());
    control.startTicks = birth_;
    control.startUnixNs = birthUnixNs_;
    control.state.store(static_cast<std::uint32_t>(state_), std::memory_order_relaxed);
    control.method.store(static_cast<std::uint32_t>(method_), std::memory_order_relaxed);
    control.matchedModules.store(matchedModules_, std::memory_order_relaxed);
    ring::setText(control, control.arguments, commandLine());
    for (const Text which : {Text::Name, Text::Reason, Text::TorchVersion, Text::PythonVersion, Text::Layout,
                             Text::Rank, Text::Seen}) {
        writeText(control, which);
    }
}

void ProbeProcess::markEnded() {
    ring::ProcessControl* control = control_.load(std::memory_order_relaxed);
    if (control != nullptr && state_ != ring::ProcessState::Off) { // the reason counts for more
        control->state.store(static_cast<std::uint32_t>(ring::ProcessState::Ended),
                             std::memory_order_release);
    }
}

void ProbeProcess::publishEnd(std::string_view reason) {
    const std::lock_guard lock(mutex_);
    std::string& reasons = texts_[static_cast<std::size_t>(Text::Reason)];
    reasons.append(reasons.empty() ? "" : "\n").append(reason);
    rewriteText(Text::Reason);
    state_ = ring::ProcessState::Off;
    if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
        control->state.store(static_cast<std::uint32_t>(state_), std::memory_order_release);
    }
}

void ProbeProcess::afterForkInChild() {
    // Only the forking thread lives on. What the parent has mapped is the parent's; its recorders are copies
    // without a ring now, still named by operators that were open across the fork, so they stay.
    new (&mutex_) std::mutex;
    current_ = nullptr;
    thisThread.refused = false;
    thisThread.untilNextTry = 0;
    for (ThreadRecorder* recorder : all_) {
        recorder->abandon();
    }
    all_.clear();
    free_.clear();
    spare_.unmap();
    bare_.clear();
    control_.store(nullptr, std::memory_order_relaxed);
    controlFile_.unmap();
    alive_.forget();
    texts_[static_cast<std::size_t>(Text::Name)].clear();
    reasons_.clear();
    birth_ = readTicks(clock_);
    birthUnixNs_ = unixNs();
    nextIndex_ = 0;
    refused_ = false;
}

} // namespace lanes::probe
