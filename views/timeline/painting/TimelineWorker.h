// Prepares draw lists in a thread of its own. The newest request wins: what was asked before it and has not begun is
// forgotten.
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

// Lives in the UI thread.
class TimelineWorker : public QObject {
    Q_OBJECT

public:
    explicit TimelineWorker(QObject* parent = nullptr);
    ~TimelineWorker() override;

    void request(DrawRequest request);
    // Whether an answer is outstanding.
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
    std::jthread thread_; // last: it uses everything above
};

} // namespace lanes
