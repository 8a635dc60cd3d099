// One open file: the progress of loading, the newest snapshot, and errors.
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

// A session that is still being recorded is followed until its end. UI thread only. The file is read on the thread pool. The
// destructor and cancel() end the reading without waiting for it.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State {
        Loading,   // trace() may contain a part already
        Live,      // trace() is all recorded so far; more will come
        Ready,     // trace() is whole, or all that could be read; then error() says why
        Cancelled, // by the user; trace() is the part read so far, or null
        Failed,    // error() says why; trace() is null
    };

    // `loader` is openTrace() except in tests.
    explicit Document(QString path, TraceLoader loader = openTrace, QObject* parent = nullptr);

    // For files loaded from now on.
    void setOwnClasses(std::shared_ptr<const OwnClasses> own) { own_ = std::move(own); }
    void load();   // loads again, too; the old snapshot stays until a new one arrives
    void cancel(); // for a live session: stops following

    [[nodiscard]] const QString& path() const { return path_; }
    [[nodiscard]] QString title() const;     // name of the file
    [[nodiscard]] QString shortName() const; // without endings that only tell the kind of file
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const OpenProgress& progress() const { return progress_; }
    [[nodiscard]] const QString& error() const { return error_; }
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return view_.trace(); }
    // The state that all views of this document share. Its trace is trace().
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
    LatestJob job_; // the last member, so that it ends first
};

} // namespace lanes
