#include "app/sessions/ReadFacts.h"

#include "model/io/OpenTrace.h"
#include "views/shared/text/Text.h"

#include <QFile>

#include <mutex>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kFactsMemory = std::size_t{512} << 20;

// The newest of the snapshots that a reading thread publishes.
class Newest {
public:
    void put(std::shared_ptr<const Trace> trace) {
        const std::lock_guard lock(mutex_);
        trace_ = std::move(trace);
    }
    [[nodiscard]] std::shared_ptr<const Trace> get() const {
        const std::lock_guard lock(mutex_);
        return trace_;
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Trace> trace_;
};

} // namespace

SessionFacts readFacts(const QString& path, const std::stop_token& stop, std::chrono::milliseconds patience) {
    using Steady = std::chrono::steady_clock;
    std::stop_source enough;
    const std::stop_callback chained(stop, [&enough] { enough.request_stop(); });
    const auto end = Steady::now() + patience;
    Newest newest;
    OpenOptions options;
    options.stop = enough.get_token();
    options.memoryLimit = kFactsMemory;
    options.threads = 1; // the window's own work goes first
    options.publish = [&](std::shared_ptr<const Trace> trace) {
        const bool overview = trace->coarse() != nullptr;
        newest.put(std::move(trace));
        if (overview || Steady::now() > end) {
            enough.request_stop();
        }
    };
    options.progress = [&](const OpenProgress&) {
        if (Steady::now() > end) {
            enough.request_stop();
        }
    };
    const auto read = openTrace(QFile::encodeName(path).toStdString(), options);
    if (read) {
        return factsOf(*read.value(), stop);
    }
    if (!enough.stop_requested()) {
        SessionFacts facts;
        facts.trouble = toQString(read.error().message);
        return facts;
    }
    const auto trace = newest.get();
    if (trace && trace->coarse()) {
        return factsOf(*trace, stop);
    }
    SessionFacts facts = trace ? headFactsOf(*trace) : SessionFacts();
    facts.whole = false;
    return facts;
}

} // namespace lanes
