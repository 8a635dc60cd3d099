#include "app/document/Document.h"

#include "app/document/FollowSession.h"
#include "views/shared/session/JobPool.h"
#include "views/shared/session/SteadyPart.h"

#include <QFileInfo>

#include <optional>
#include <utility>

namespace lanes {

namespace {

// Reading takes long, and following as long as the program: meanwhile the pool has another thread in its place for all else.
class LongWork {
public:
    LongWork() { jobPool().releaseThread(); }
    ~LongWork() { jobPool().reserveThread(); }
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;
};

} // namespace

Document::Document(QString path, TraceLoader loader, QObject* parent)
    : QObject(parent)
    , path_(std::move(path))
    , loader_(std::move(loader)) {}

QString Document::title() const {
    return QFileInfo(path_).fileName();
}

QString Document::shortName() const {
    QString name = title();
    for (const char* ending : {".gz", ".zst", ".json", ".lanes"}) {
        if (name.size() > qsizetype(qstrlen(ending)) && name.endsWith(QLatin1String(ending))) {
            name.chop(qsizetype(qstrlen(ending)));
        }
    }
    return name;
}

void Document::load() {
    state_ = State::Loading;
    progress_ = {};
    error_.clear();
    Q_EMIT stateChanged();
    start(loader_);
}

void Document::start(TraceLoader loader) {
    OpenOptions options;
    options.ownClasses = own_;
    job_.start([this, loader = std::move(loader), path = path_.toStdString(),
                options](std::stop_token stop, const LatestJob::Post& post) mutable {
        const LongWork longWork;
        options.stop = std::move(stop);
        options.progress = [this, post](const OpenProgress& now) { post([this, now] { setProgress(now); }); };
        options.publish = [this, post](std::shared_ptr<const Trace> trace) {
            post([this, trace = std::move(trace)] { show(trace); });
        };
        auto result = std::make_shared<TraceResult>(loader(path, options));
        const std::shared_ptr<const Trace> trace = result->ok() ? result->value() : nullptr;
        post([this, result] { finish(std::move(*result)); });
        if (trace && !options.stop.stop_requested()) {
            post([this, steady = steadyStepsOf(*trace, options.stop)] { lead(steady); });
        }
    });
}

// The picture goes to them only while the user has looked at nothing else.
void Document::lead(std::optional<ViewState::SteadySteps> steady) {
    if (state_ != State::Ready) {
        return;
    }
    view_.setSteady(steady);
    const auto first = steady ? firstPicture(*trace(), steady->range) : std::nullopt;
    if (first && view_.visible() == view_.home()) {
        view_.showFirst(*first);
    }
}

// How the user left its rows is known before the first picture.
void Document::show(std::shared_ptr<const Trace> trace) {
    view_.choices().keep(QString::fromStdString(trace->info().source));
    view_.setTrace(std::move(trace));
}

void Document::setProgress(const OpenProgress& now) {
    progress_ = now;
    Q_EMIT progressChanged();
}

void Document::cancel() {
    if (state_ == State::Live) {
        job_.cancel();
        state_ = State::Ready;
        endLive();
        Q_EMIT stateChanged();
    } else if (state_ == State::Loading) {
        job_.cancel();
        state_ = State::Cancelled;
        Q_EMIT stateChanged();
    }
}

void Document::endLive() {
    view_.setLive(false);
    view_.setFollowing(false);
}

void Document::finish(TraceResult result) {
    const bool wasLive = state_ == State::Live;
    if (result.ok()) {
        show(std::move(result).value());
        const bool live = !wasLive && isBeingWritten(path_.toStdString(), *trace());
        state_ = live ? State::Live : State::Ready;
        view_.setLive(live);
        view_.setFollowing(live);
        if (live) {
            start(followSession);
        }
    } else if (wasLive) {
        state_ = State::Ready; // what was seen stays
        error_ = QString::fromStdString(result.error().message);
        endLive();
    } else {
        state_ = State::Failed;
        view_.setTrace(nullptr);
        error_ = QString::fromStdString(result.error().message);
    }
    Q_EMIT stateChanged();
}

} // namespace lanes
