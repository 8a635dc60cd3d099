// Work off the UI thread of which only the newest counts. A new job cancels the one before. Results that an old job still
// delivers are dropped here, in one place.
#pragma once

#include "views/shared/session/JobPool.h"

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace lanes {

// Belongs to one thread (the UI's), where results arrive. The destructor cancels the work without waiting for it, so the work
// must own whatever it touches.
class LatestJob {
public:
    LatestJob() = default;
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;
    ~LatestJob() { cancel(); }

    // Posts calls to the thread that owns the job. The calls are dropped once the job is over. Any thread may post.
    using Post = std::function<void(std::function<void()>)>;

    // Runs `work(stop, post)` on jobPool(). The work should check `stop` every few milliseconds.
    void start(std::function<void(std::stop_token, const Post&)> work) {
        cancel();
        stop_ = std::stop_source();
        mailbox_ = std::make_shared<Mailbox>();
        Post post = [mailbox = mailbox_](std::function<void()> call) {
            mailbox->post(mailbox, std::move(call));
        };
        jobPool().start([work = std::move(work), token = stop_.get_token(), post = std::move(post)] {
            work(token, post);
        });
    }

    // The same for work with one result. `done(result)` is called on this thread unless something newer was started.
    template<class Work, class Done>
    void run(Work work, Done done) {
        start(
            [work = std::move(work), done = std::move(done)](std::stop_token stop, const Post& post) mutable {
                auto result = std::make_shared<decltype(work(stop))>(work(stop));
                post([result, done = std::move(done)]() mutable { done(std::move(*result)); });
            });
    }

    void cancel() {
        stop_.request_stop();
        if (mailbox_) {
            mailbox_->close();
            mailbox_.reset();
        }
    }

private:
    // Lives as long as the job or its work needs it. The receiver is destroyed under the lock, so that no thread posts to a
    // dead object. It is destroyed later rather than at once, because one of its own calls may close the mailbox.
    struct Mailbox {
        std::mutex mutex;
        std::unique_ptr<QObject> receiver = std::make_unique<QObject>();

        void post(const std::shared_ptr<Mailbox>& self, std::function<void()> call) {
            const std::lock_guard lock(mutex);
            if (receiver) {
                QMetaObject::invokeMethod(
                    receiver.get(),
                    [self, call = std::move(call)] {
                        if (self->receiver) {
                            call();
                        }
                    },
                    Qt::QueuedConnection);
            }
        }
        void close() {
            const std::lock_guard lock(mutex);
            receiver.release()->deleteLater();
        }
    };

    std::stop_source stop_;
    std::shared_ptr<Mailbox> mailbox_;
};

} // namespace lanes
