// Writes the recorder's output in a thread of its own, so that a slow disk never delays the draining of rings.
#pragma once

#include "model/session/writing/Output.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace lanes::recorder {

// The functions of Output are for one thread, which waits only in sync() and in the destructor.
class WriterThread final : public session::Output {
public:
    static constexpr std::size_t kMostWaiting = 64u << 20;

    explicit WriterThread(std::unique_ptr<session::Output> target, std::size_t mostWaiting = kMostWaiting);
    ~WriterThread() override; // drops the bytes that are not written yet

    Result<void> append(std::string bytes) override;
    Result<void> rewrite(session::Rewrite plan) override;
    Result<void> sync() override;
    [[nodiscard]] const std::string& path() const override { return target_->path(); }

    // Bytes that are not written yet. Any thread.
    [[nodiscard]] std::size_t waiting() const { return waiting_.load(std::memory_order_relaxed); }
    // True if more bytes wait than should. The appending thread must then leave out what it can.
    [[nodiscard]] bool full() const { return waiting() > mostWaiting_; }

private:
    // Bytes to append, or the plan by which the file is rewritten.
    struct Work {
        std::string bytes;
        std::optional<session::Rewrite> plan;
        [[nodiscard]] std::size_t size() const {
            return plan ? plan->head.size() + plan->tail.size() : bytes.size();
        }
    };

    void run();
    Result<void> enqueue(Work work);

    std::unique_ptr<session::Output> target_; // used by the thread only
    std::size_t mostWaiting_;
    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::deque<Work> queue_; // the first one stays while it is written
    std::optional<Error> error_;
    bool over_ = false;
    std::atomic<std::size_t> waiting_{0};
    std::thread thread_; // last: uses all members above
};

} // namespace lanes::recorder
