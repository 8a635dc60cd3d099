#include "collector/recorder/sink/WriterThread.h"

#include "collector/recorder/host/WorkerThread.h"

#include <utility>

namespace lanes::recorder {

WriterThread::WriterThread(std::unique_ptr<session::Output> target, std::size_t mostWaiting)
    : target_(std::move(target))
    , mostWaiting_(mostWaiting)
    , thread_(startWorker([this] { run(); })) {}

WriterThread::~WriterThread() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

Result<void> WriterThread::append(std::string bytes) {
    return enqueue({std::move(bytes), {}});
}

Result<void> WriterThread::rewrite(session::Rewrite plan) {
    return enqueue({{}, std::move(plan)});
}

Result<void> WriterThread::enqueue(Work work) {
    {
        const std::lock_guard lock(mutex_);
        if (error_) {
            return *error_;
        }
        waiting_.fetch_add(work.size(), std::memory_order_relaxed);
        queue_.push_back(std::move(work));
    }
    changed_.notify_all();
    return {};
}

Result<void> WriterThread::sync() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.empty() || error_; });
    return error_ ? Result<void>(*error_) : Result<void>();
}

void WriterThread::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return over_ || !queue_.empty(); });
        if (over_) {
            return;
        }
        Work work = std::move(queue_.front());
        const std::size_t count = work.size();
        lock.unlock();
        const Result<void> written =
            work.plan ? target_->rewrite(*std::move(work.plan)) : target_->append(std::move(work.bytes));
        lock.lock();
        queue_.pop_front();
        waiting_.fetch_sub(count, std::memory_order_relaxed);
        if (!written) {
            error_ = written.error();
            queue_.clear();
            waiting_.store(0, std::memory_order_relaxed);
        }
        changed_.notify_all();
        if (error_) {
            return;
        }
    }
}

} // namespace lanes::recorder
