#include "views/timeline/painting/TimelineWorker.h"

#include "views/timeline/painting/TimelinePrepare.h"

#include <utility>

namespace lanes {

TimelineWorker::TimelineWorker(QObject* parent)
    : QObject(parent)
    , thread_([this](const std::stop_token& stop) { run(stop); }) {}

TimelineWorker::~TimelineWorker() {
    thread_.request_stop();
    thread_.join();
}

void TimelineWorker::request(DrawRequest request) {
    request.serial = ++asked_;
    {
        const std::lock_guard lock(mutex_);
        next_ = std::move(request);
    }
    wake_.notify_one();
}

void TimelineWorker::run(const std::stop_token& stop) {
    TimelinePrepare prepare;
    while (!stop.stop_requested()) {
        std::optional<DrawRequest> request;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return next_.has_value(); })) {
                return;
            }
            request.swap(next_);
        }
        // An old request is finished even if a newer one waits: a picture that is a frame late beats none.
        if (auto list = prepare.prepare(*std::move(request), stop)) {
            QMetaObject::invokeMethod(
                this, [this, list = std::move(list)] { deliver(list); }, Qt::QueuedConnection);
        }
    }
}

void TimelineWorker::deliver(std::shared_ptr<const DrawList> list) {
    answered_ = list->request.serial;
    Q_EMIT ready(std::move(list));
}

} // namespace lanes
