// A value that takes long to make. The first caller makes it; all callers share it.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace lanes {

// Any thread.
template<class Made>
class MadeOnce {
public:
    // Returns the result of `make()`, a shared pointer that is null if it was asked to stop. `make` may request other
    // MadeOnce values. Returns null if asked to stop, in `make` or while another thread runs it. If a thread gave up, the
    // next caller makes the value.
    template<class Make>
    [[nodiscard]] std::shared_ptr<const Made> get(const std::stop_token& stop, const Make& make) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [this] { return made_ || !inWork_; })) {
            return nullptr;
        }
        if (made_) {
            return made_;
        }
        inWork_ = true;
        lock.unlock();
        std::shared_ptr<const Made> made;
        try {
            made = make();
        } catch (...) { // no memory: every waiting caller tries for itself
            end({});
            throw;
        }
        end(made);
        return made;
    }

private:
    void end(const std::shared_ptr<const Made>& made) {
        {
            const std::scoped_lock lock(mutex_);
            made_ = made;
            inWork_ = false;
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::shared_ptr<const Made> made_;
    bool inWork_ = false;
};

} // namespace lanes
