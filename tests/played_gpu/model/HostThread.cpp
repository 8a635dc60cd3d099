#include "tests/played_gpu/model/HostThread.h"

#include "tests/played_gpu/model/Settings.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace played {

namespace {

class HostThread {
public:
    void add(ns when, std::function<void()> what) {
        const std::lock_guard lock(mutex_);
        due_.emplace(when, std::move(what)); // those of the same moment stay in order
        if (!started_) {
            started_ = true;
            std::thread([this] { run(); }).detach();
        }
        changed_.notify_all();
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        for (;;) {
            if (due_.empty()) {
                changed_.wait(lock);
            } else if (const ns left = due_.begin()->first - now(); left > 0) {
                changed_.wait_for(lock, std::chrono::nanoseconds(left));
            } else {
                const auto what = due_.extract(due_.begin());
                lock.unlock();
                what.mapped()();
                lock.lock();
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::multimap<ns, std::function<void()>> due_;
    bool started_ = false;
};

} // namespace

void callAt(ns when, std::function<void()> what) {
    if (setting(Setting::VirtualClock) != 0) {
        what();
        return;
    }
    static auto* it = new HostThread;
    it->add(when, std::move(what));
}

} // namespace played
