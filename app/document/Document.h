// One open file: how far its loading is, its newest snapshot, and what went wrong.
#pragma once

#include "model/io/OpenTrace.h"
#include "model/trace/Trace.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewState.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace lanes {

using TraceResult = Result<std::shared_ptr<const Trace>>;
using TraceLoader = std::function<TraceResult(const std::string& path, const OpenOptions& options)>;

// A session that is still being recorded is followed until its end.
// UI thread only. Reading runs on the thread pool; destroying the document, or cancelling, ends it and waits for
// nothing.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State {
        Loading,   // trace() may already hold a part
        Live,      // trace() is all that has been recorded so far; more is to come
        Ready,     // trace() is whole, or all that could be read; error() then says why no more can
        Cancelled, // by the user; trace() is the part read until then, or null
        Failed,    // error() says why; trace() is null
    };

    // `loader` is openTrace() but in tests.
    explicit Document(QString path, TraceLoader loader = openTrace, QObject* parent = nullptr);

    void setOwnClasses(std::shared_ptr<const OwnClasses> own) {
        own_ = std::move(own);
    }              // for what is loaded from now on
    void load();   // or load again; forgets what was read before only when something new arrives
    void cancel(); // of a live session: stops following

    [[nodiscard]] const QString& path() const { return path_; }
    [[nodiscard]] QString title() const;     // the file's name
    [[nodiscard]] QString shortName() const; // without the endings that only say what kind of file it is
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const OpenProgress& progress() const { return progress_; }
    [[nodiscard]] const QString& error() const { return error_; }
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return view_.trace(); }
    // What all views of this document show; its trace is trace().
    [[nodiscard]] ViewState& view() { return view_; }

Q_SIGNALS:
    void stateChanged();
    void progressChanged();

private:
    void start(TraceLoader loader);
    void show(std::shared_ptr<const Trace> trace);
    void setProgress(const OpenProgress& now);
    void finish(TraceResult result);
    void lead(std::optional<ViewState::SteadySteps> steady);
    void endLive();

    QString path_;
    TraceLoader loader_;
    std::shared_ptr<const OwnClasses> own_;
    State state_ = State::Loading;
    OpenProgress progress_;
    QString error_;
    ViewState view_;
    LatestJob job_; // last: it ends first
};

} // namespace lanes
