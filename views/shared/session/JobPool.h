// The thread pool of Lanescope's own jobs. Qt's painter and file dialogs use Qt's global pool and wait for it, so our jobs
// there would delay a frame.
#pragma once

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace lanes {

// The pool lives as long as the process and finally waits for its jobs. Any thread may call it.
inline QThreadPool& jobPool() {
    static constexpr int kFewestWorkers = 4; // reading a file must not block small jobs
    static const std::unique_ptr<QThreadPool> pool = [] {
        auto made = std::make_unique<QThreadPool>();
        made->setMaxThreadCount(std::max(kFewestWorkers, QThread::idealThreadCount()));
        return made;
    }();
    return *pool;
}

} // namespace lanes
