// The base of all views of a session. A view gets a context and follows its ViewState. It computes what it shows off the UI
// thread, and only while it is seen. If there are several changes or several computations, only the newest counts.
#pragma once

#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewContext.h"

#include <QPointer>
#include <QWidget>

#include <utility>

class QKeyEvent;

namespace lanes {

class Appearance;
class EmptyState;

class SessionView : public QWidget {
    Q_OBJECT

public:
    explicit SessionView(Appearance& appearance, QWidget* parent = nullptr);

    // Sets what to show. The context's objects outlive the view, or the view gets another context before they are destroyed.
    void setContext(const ViewContext& context);
    // Sets one session alone, or null.
    void setState(ViewState* state) { setContext({.state = state}); }
    [[nodiscard]] ViewState* state() const { return state_; }
    [[nodiscard]] OpenSessions* sessions() const { return sessions_; } // null: none but state()
    // The page shown in place of the content where nothing can be shown; null while content is shown.
    [[nodiscard]] virtual const EmptyState* emptyState() const { return nullptr; }
    // A minimum width of 1, however much room the controls would like. So what stands beside the view keeps its width.
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, QWidget::minimumSizeHint().height()}; }
    // True: something newer than what is shown is still to come.
    [[nodiscard]] bool busy() const { return stale_ || working_ || workingAside_; }
    // End time of the snapshot behind the shown result. A session being recorded has gone on since.
    [[nodiscard]] TimeNs shownUntil() const { return shownUntil_; }

Q_SIGNALS:
    void settled(); // everything shown is up to date

protected:
    // Shows everything anew. Work that takes more than a moment is started with run(). state() may be null, and so may its
    // trace.
    virtual void refresh() = 0;
    // Called when the selected slice has changed, also if it changed while the view was not seen. The trace may be null.
    virtual void followSelection() {}
    // Called when sessions have been opened or closed, or another session is compared with this one.
    virtual void followSessions() {}
    // True: the view takes this key before the window's shortcuts do.
    [[nodiscard]] virtual bool ownsKey(const QKeyEvent& key) const;
    // Schedules refresh(), which cancels the running work. If the view is not seen now, it happens when the view is seen again.
    void invalidate();
    // Like invalidate(), for changes that come by themselves while a session is recorded: of its trace and of the followed
    // part. They come many times before a result is there, so the running work is finished first.
    void catchUp();

    // Runs `work(stop)` on the thread pool; it must own what it touches. `done(result)` is called on the UI thread.
    template<class Work, class Done>
    void run(Work work, Done done) {
        start(job_, working_, std::move(work),
              [this, until = sessionEnd(), done = std::move(done)]<class Result>(Result&& result) mutable {
                  shownUntil_ = until;
                  done(std::forward<Result>(result));
              });
    }
    // The same, in parallel to run(), for details about one thing in the view.
    template<class Work, class Done>
    void runAside(Work work, Done done) {
        start(aside_, workingAside_, std::move(work), std::move(done));
    }
    void cancelAside();

    [[nodiscard]] Appearance& look() const { return appearance_; }
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool event(QEvent* event) override;

private:
    void followSelectionIfSeen();
    void refreshNow();
    void finished();
    [[nodiscard]] TimeNs sessionEnd() const;
    template<class Work, class Done>
    void start(LatestJob& job, bool& working, Work work, Done done) {
        working = true;
        job.run(std::move(work),
                [this, &working, done = std::move(done)]<class Result>(Result&& result) mutable {
                    working = false;
                    done(std::forward<Result>(result));
                    if (stale_) {
                        invalidate();
                    }
                    finished();
                });
    }

    Appearance& appearance_;
    QPointer<ViewState> state_;
    QPointer<OpenSessions> sessions_;
    LatestJob job_;
    LatestJob aside_;
    TimeNs shownUntil_ = 0;
    bool stale_ = true;
    bool selectionMissed_ = false; // the selection changed while the view was not seen
    bool scheduled_ = false;
    bool working_ = false;
    bool workingAside_ = false;
};

} // namespace lanes
