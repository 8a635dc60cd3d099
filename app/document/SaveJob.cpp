#include "app/document/SaveJob.h"

#include "views/shared/text/Text.h"

#include <chrono>
#include <utility>

namespace lanes {
namespace {

constexpr auto kBetweenProgress = std::chrono::milliseconds(50); // words about the progress

} // namespace

SaveJob::SaveJob(QObject* parent)
    : QObject(parent) {}

SaveJob::~SaveJob() = default;

void SaveJob::start(Work work) {
    running_ = true;
    share_ = 0;
    // what is posted to this object is dropped when it goes, and its thread has ended before
    thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
        auto told = std::chrono::steady_clock::now();
        const Progress progress = [this, &told](double share) {
            const auto now = std::chrono::steady_clock::now();
            if (now - told < kBetweenProgress) {
                return;
            }
            told = now;
            QMetaObject::invokeMethod(
                this,
                [this, share] {
                    share_ = share;
                    Q_EMIT progressed();
                },
                Qt::QueuedConnection);
        };
        QMetaObject::invokeMethod(
            this, [this, result = work(stop, progress)] { end(result); }, Qt::QueuedConnection);
    });
}

void SaveJob::cancel() {
    thread_.request_stop();
}

void SaveJob::end(const Result<void>& result) {
    const bool cancelled = !result && thread_.get_stop_token().stop_requested();
    thread_ = {}; // it has said its last word
    running_ = false;
    Q_EMIT over(result.ok(), cancelled, result || cancelled ? QString() : toQString(result.error().message));
}

} // namespace lanes
