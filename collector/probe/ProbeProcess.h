// This process in the session: its control file, the rings of its threads, and their state after fork.
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

    // Joins the session in `folder`, once. Returns an empty string, or why it cannot join.
    [[nodiscard]] std::string join(const std::string& folder);
    // As join(), for a process that has joined a session before. No source may record meanwhile. Threads take rings
    // of the new session with their next event.
    [[nodiscard]] std::string joinNext(const std::string& folder);
    [[nodiscard]] bool joined() const { return session_ != nullptr; }
    // True if the recorder has declared that it reads no more. False before the process has joined.
    [[nodiscard]] bool closed() const {
        return joined() && session_->closed.load(std::memory_order_relaxed) != 0;
    }
    // True if the recorder has died; false if it is merely stopped. Costs a few system calls.
    [[nodiscard]] bool readerIsGone() const;
    // True if the recorder has been silent for a second.
    [[nodiscard]] bool readerIsLate() const;
    // The word that a source's gate opens to. The process must have joined.
    [[nodiscard]] const std::atomic<std::uint64_t>& wanted() const { return session_->wanted; }
    [[nodiscard]] ring::ClockKind clock() const { return clock_; }
    // The session's settings. The process must have joined.
    [[nodiscard]] ring::DeviceSharing sharing() const { return session_->sharing; }
    [[nodiscard]] std::uint32_t samplesPerSecond() const { return session_->samplesPerSecond; }
    [[nodiscard]] std::string_view filter() const { // --where
        return {session_->where, strnlen(session_->where, sizeof session_->where)};
    }

    // Returns the calling thread's recorder, made on first use; nullptr while it cannot have one. `torchThread` as in
    // ThreadStart.
    ThreadRecorder* recorderForThisThread(std::uint64_t torchThread);
    // Returns the calling thread's recorder, or nullptr if it has none.
    [[nodiscard]] static ThreadRecorder* current() { return current_; }
    // True if the recorder writes for the session that the process is in now.
    [[nodiscard]] bool isOfNow(const ThreadRecorder& recorder) const {
        return recorder.recording() == recording_.load(std::memory_order_relaxed);
    }
    // Sets the calling thread's name; it is written once the thread records.
    static void setThreadName(std::string_view name);
    // Sets the name of the thread with the kernel id `thread`, for its first record of this session. A name that the
    // thread sets itself takes precedence.
    void nameOtherThread(std::uint32_t thread, std::string_view name);

    // The texts of the control file. The file appears with the first recorder or the first reason.
    enum class Text { Name, Reason, TorchVersion, PythonVersion, Layout, Rank, Seen };
    void setText(Text which, std::string_view value);
    // Adds a sentence behind the reasons of setText(), in place of `instead` if that is among the added ones. For
    // this process only, not for its forked children.
    void addReason(std::string_view sentence, std::string_view instead = {});
    // Sets how many modules of this process match the session's filter.
    void setMatchedModules(std::uint32_t count) {
        const std::lock_guard lock(mutex_);
        matchedModules_ = count;
        if (ring::ProcessControl* control = control_.load(std::memory_order_relaxed)) {
            control->matchedModules.store(count, std::memory_order_relaxed);
        }
    }
    void setState(ring::ProcessState state, ring::CaptureMethod method);
    void markEnded();
    // Detaches the process from the session: for the recorder the process has ended, and no file stays open.
    void leave() {
        const std::lock_guard lock(mutex_);
        alive_ = {};
    }
    // Ends the recording, except of what has begun; `reason` is appended to the existing reasons.
    void publishEnd(std::string_view reason);
    // True if the recorder knows of the process.
    [[nodiscard]] bool announced() const { return control_.load(std::memory_order_acquire) != nullptr; }
    // Creates the control file even if nothing is ever recorded.
    void announce();

    // Returns a ring for records of no thread; empty while there is no room for one.
    [[nodiscard]] ring::MappedFile makeOwnRing();

    // For pthread_atfork, around fork().
    void beforeFork() { mutex_.lock(); }
    void afterForkInParent() { mutex_.unlock(); }
    void afterForkInChild();

private:
    static void threadEnds(void* thread);
    // True if there is a control file now. Without one nothing is recorded, as the recorder could not tell that the
    // process lives.
    bool announceLocked();
    bool makeControl();
    void describe(ring::ProcessControl& control) const;
    // Returns the recorder of a thread that has ended, or a new one; nullptr if there is no room.
    ThreadRecorder* takeRecorder();
    [[nodiscard]] static ring::MappedFile openSession(const std::string& folder, std::string& problem);
    void begin(const std::string& folder);
    void retire(ThreadRecorder& recorder);
    void writeThreadName(char (&name)[ThreadRecorder::kThreadNameBytes]) const;
    ring::MappedFile makeRing();
    [[nodiscard]] ring::MappedFile makeRingOf(std::uint64_t capacity, const std::string& path) const;
    void refuseThread();
    [[nodiscard]] std::int64_t silence() const; // time since the recorder's last heartbeat, ns
    void writeText(ring::ProcessControl& control, Text which) const;
    void rewriteText(Text which);

    // Uses eight bytes of the room that libc reserves for libraries that are loaded late: half the cost of other
    // thread locals.
    [[gnu::tls_model("initial-exec")]] static inline constinit thread_local ThreadRecorder* current_ =
        nullptr;

    std::mutex mutex_; // guards everything below that is not atomic
    std::string folder_;
    ring::MappedFile sessionFile_;
    ring::SessionControl* session_ = nullptr;
    ring::ClockKind clock_ = ring::ClockKind::MonotonicNs;
    // Its destructor runs before libc has torn the thread down, unlike those of thread_local variables.
    pthread_key_t threadEndKey_ = 0;
    std::uint64_t birth_ = 0;
    std::int64_t birthUnixNs_ = 0;
    ring::MappedFile controlFile_;
    ring::FileLock alive_; // on the control file
    std::atomic<ring::ProcessControl*> control_{nullptr};
    std::string texts_[7]; // by Text, also for the control files of forked children
    std::string reasons_;  // added by addReason()
    std::uint32_t matchedModules_ = 0;
    ring::ProcessState state_ = ring::ProcessState::Starting;
    ring::CaptureMethod method_ = ring::CaptureMethod::None;
    std::vector<std::pair<std::uint32_t, std::string>> otherNames_; // of nameOtherThread()
    std::vector<ThreadRecorder*> all_;        // never deleted before fork: a late end may still refer to one
    std::vector<ThreadRecorder*> free_;       // of threads that have ended
    std::vector<ThreadRecorder*> bare_;       // of recordings that have ended: without a ring
    std::atomic<std::uint32_t> recording_{0}; // counts the sessions that this process has joined
    ring::MappedFile spare_;                  // a ring whose recorder could not be allocated yet
    std::uint32_t nextIndex_ = 0;
    bool refused_ = false; // this process has no control file, and the session's page counts it
    int problem_ = 0;      // errno of the last file that could not be created
};

} // namespace lanes::probe
