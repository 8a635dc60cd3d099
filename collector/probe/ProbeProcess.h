// This process in the session: its control file, the rings of its threads, and what fork does to them.
#pragma once

#include "collector/probe/ThreadRecorder.h"
#include "collector/ring/FileLock.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingLayout.h"
#include "collector/ring/SourceMask.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::probe {

class ProbeProcess {
public:
    ProbeProcess() = default;
    ProbeProcess(const ProbeProcess&) = delete;
    ProbeProcess& operator=(const ProbeProcess&) = delete;

    // Joins the session in `folder`, once. Returns an empty string or why not.
    [[nodiscard]] std::string join(const std::string& folder);
    // The same for a process that has joined one before, while no source records: threads take rings of the new one with
    // their next event.
    [[nodiscard]] std::string joinNext(const std::string& folder);
    [[nodiscard]] bool joined() const { return session_ != nullptr; }
    // Whether the recorder has said that it reads no more. False before the process has joined.
    [[nodiscard]] bool closed() const {
        return joined() && session_->closed.load(std::memory_order_relaxed) != 0;
    }
    // Whether the recorder has died; false if it only stands still. Costs a few system calls.
    [[nodiscard]] bool readerIsGone() const;
    // Whether the recorder has not been at work for a second.
    [[nodiscard]] bool readerIsLate() const;
    // What a source's gate opens to, of a process that has joined.
    [[nodiscard]] const std::atomic<std::uint64_t>& wanted() const { return session_->wanted; }
    [[nodiscard]] ring::ClockKind clock() const { return clock_; }
    // Of a process that has joined.
    [[nodiscard]] ring::DeviceSharing sharing() const { return session_->sharing; }
    [[nodiscard]] std::uint32_t samplesPerSecond() const { return session_->samplesPerSecond; }
    [[nodiscard]] std::string_view filter() const { // --where
        return {session_->where, strnlen(session_->where, sizeof session_->where)};
    }

    // The calling thread's recorder, made on first use; nullptr while it cannot have one. `torchThread` as in
    // ThreadStart.
    ThreadRecorder* recorderForThisThread(std::uint64_t torchThread);
    // The calling thread's recorder if it has one.
    [[nodiscard]] static ThreadRecorder* current() { return current_; }
    // Whether it writes for the session that the process is in now.
    [[nodiscard]] bool isOfNow(const ThreadRecorder& recorder) const {
        return recorder.recording() == recording_.load(std::memory_order_relaxed);
    }
    // The calling thread's name, as soon as it records.
    static void setThreadName(std::string_view name);
    // The name of a thread with that kernel's id, for its first record of this session, if it gives itself none.
    void nameOtherThread(std::uint32_t thread, std::string_view name);

    // Texts of the control file, which appears with the first of: a recorder, a reason.
    enum class Text { Name, Reason, TorchVersion, PythonVersion, Layout, Rank, Seen };
    void setText(Text which, std::string_view value);
    // One more sentence behind the reasons that setText() has given or will give; of this process, not of its forks.
    void addReason(std::string_view sentence, std::string_view instead = {});
    // How many modules the session's filter names here.
    void setMatchedModules(std::uint32_t count) {
        const std::lock_guard lock(mutex_);
        matchedModules_ = count;
        if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
            control->matchedModules.store(count, std::memory_order_relaxed);
        }
    }
    void setState(ring::ProcessState state, ring::CaptureMethod method);
    void markEnded();
    // The process goes on without the session: for the recorder it is over, and no file stays open.
    void leave() {
        const std::lock_guard lock(mutex_);
        alive_ = {};
    }
    // Nothing is recorded any more, but for what has begun; the reason joins those that are there.
    void publishEnd(std::string_view reason);
    // Whether the recorder knows of the process.
    [[nodiscard]] bool announced() const { return control_.load(std::memory_order_acquire) != nullptr; }
    // Makes the control file appear even if nothing is ever recorded.
    void announce();

    // A ring for records of no thread; empty while there is no room for one.
    [[nodiscard]] ring::MappedFile makeOwnRing();

    // Around fork(), from pthread_atfork.
    void beforeFork() { mutex_.lock(); }
    void afterForkInParent() { mutex_.unlock(); }
    void afterForkInChild();

private:
    static void threadEnds(void* thread);
    // Whether there is a control file now: without one nothing is recorded, as nobody could say whether we live.
    bool announceLocked();
    bool makeControl();
    void describe(ring::ProcessControl& control) const;
    // One that has ended, or a new one; nullptr if there is no room.
    ThreadRecorder* takeRecorder();
    [[nodiscard]] static ring::MappedFile openSession(const std::string& folder, std::string& problem);
    void begin(const std::string& folder);
    void retire(ThreadRecorder& recorder);
    void writeThreadName(char (&name)[ThreadRecorder::kThreadNameBytes]) const;
    ring::MappedFile makeRing();
    [[nodiscard]] ring::MappedFile makeRingOf(std::uint64_t capacity, const std::string& path) const;
    void refuseThread();
    [[nodiscard]] std::int64_t silence() const; // of the recorder, ns
    void writeText(ring::ProcessControl& control, Text which) const;
    void rewriteText(Text which);

    // Eight bytes of the room that libc keeps for libraries that come late: half the cost of other thread locals.
    [[gnu::tls_model("initial-exec")]] static inline constinit thread_local ThreadRecorder* current_ =
        nullptr;

    std::mutex mutex_; // guards everything below that is not atomic
    std::string folder_;
    ring::MappedFile sessionFile_;
    ring::SessionControl* session_ = nullptr;
    ring::ClockKind clock_ = ring::ClockKind::MonotonicNs;
    // Unlike thread_local destructors, runs before libc is done with the thread.
    pthread_key_t threadEndKey_ = 0;
    std::uint64_t birth_ = 0;
    std::int64_t birthUnixNs_ = 0;
    ring::MappedFile controlFile_;
    ring::FileLock alive_; // on the control file
    std::atomic<ring::ProcessControl*> control_{nullptr};
    std::string texts_[7]; // by Text, also for the control files of forked children
    std::string reasons_;  // of addReason
    std::uint32_t matchedModules_ = 0;
    ring::ProcessState state_ = ring::ProcessState::Starting;
    ring::CaptureMethod method_ = ring::CaptureMethod::None;
    std::vector<std::pair<std::uint32_t, std::string>> otherNames_; // of nameOtherThread()
    std::vector<ThreadRecorder*> all_;        // never deleted before fork: a late end may still name one
    std::vector<ThreadRecorder*> free_;       // of threads that have ended
    std::vector<ThreadRecorder*> bare_;       // of recordings that are over: without a ring
    std::atomic<std::uint32_t> recording_{0}; // counts the sessions that this process has joined
    ring::MappedFile spare_;                  // a ring for whose recorder there was no memory yet
    std::uint32_t nextIndex_ = 0;
    bool refused_ = false; // this process has no control file, and the session's page counts it
    int problem_ = 0;      // why the last file could not be made, an error number
};

} // namespace lanes::probe
