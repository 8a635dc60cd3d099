// Work off the UI thread of which only the newest counts: a new one cancels the one before, and what an old one
// still delivers is dropped here, in one place.
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

// Belongs to one thread (the UI's); results arrive there. Destroying it cancels the work and waits for nobody:
// the work must own whatever it touches.
class LatestJob {
public:
    LatestJob() = default;
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;
    ~LatestJob() { cancel(); }

    // Posts calls to the job's own thread; they are dropped once the job is over. Any thread may call it.
    using Post = std::function<void(std::function<void()>)>;

    // `work(stop, post)` runs on jobPool(). It should look at `stop` every few milliseconds.
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

    // The same for work with one result: `done(result)` is called on this thread unless something newer started.
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
    // Lives as long as either side needs it. The receiver goes under the lock, so nobody posts to a dead object,
    // and later rather than at once, as it may be its own call that ends it.
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
