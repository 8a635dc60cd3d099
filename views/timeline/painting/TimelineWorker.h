// Prepares draw lists in a thread of its own. The newest request wins: older requests that have not begun are dropped.
#pragma once

#include "views/timeline/painting/DrawList.h"

#include <QObject>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace lanes {

// Belongs to the UI thread.
class TimelineWorker : public QObject {
    Q_OBJECT

public:
    explicit TimelineWorker(QObject* parent = nullptr);
    ~TimelineWorker() override;

    void request(DrawRequest request);
    // True: a request has not been answered yet.
    [[nodiscard]] bool isBusy() const { return asked_ != answered_; }

Q_SIGNALS:
    void ready(std::shared_ptr<const lanes::DrawList> list);

private:
    void run(const std::stop_token& stop);
    void deliver(std::shared_ptr<const DrawList> list);

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<DrawRequest> next_;
    std::uint64_t asked_ = 0;
    std::uint64_t answered_ = 0;
    std::jthread thread_; // the last member, because it uses all others
};

} // namespace lanes
