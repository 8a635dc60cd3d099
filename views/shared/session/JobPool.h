// The threads of our own jobs. Qt's painter and file dialogs use Qt's global pool and wait for it: a job of ours in that pool
// would hold up a frame.
#pragma once

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace lanes {

// Lives as long as the process, and waits for its jobs in the end. Any thread may call it.
inline QThreadPool& jobPool() {
    static constexpr int kFewestWorkers = 4; // a file that is being read must not keep small jobs waiting
    static const std::unique_ptr<QThreadPool> pool = [] {
        auto made = std::make_unique<QThreadPool>();
        made->setMaxThreadCount(std::max(kFewestWorkers, QThread::idealThreadCount()));
        return made;
    }();
    return *pool;
}

} // namespace lanes
