// What all views of a session do alike: they are made from a context, follow its ViewState, compute what they show off the
// UI thread, and only while they are seen. Of several changes at once, and of several computations, only the newest counts.
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

    // What to show; it outlives the view, or is taken from it before.
    void setContext(const ViewContext& context);
    // One session alone, or null.
    void setState(ViewState* state) { setContext({.state = state}); }
    [[nodiscard]] ViewState* state() const { return state_; }
    [[nodiscard]] OpenSessions* sessions() const { return sessions_; } // null: none but state()
    // What is said in place of everything where nothing can be shown; null while something is.
    [[nodiscard]] virtual const EmptyState* emptyState() const { return nullptr; }
    // However much its controls would like: what stands beside it keeps its width.
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, QWidget::minimumSizeHint().height()}; }
    // Whether something newer than what is shown is still to come.
    [[nodiscard]] bool busy() const { return stale_ || working_ || workingAside_; }
    // Up to when the session reached of which the newest answer is. A live one has gone on since.
    [[nodiscard]] TimeNs shownUntil() const { return shownUntil_; }

Q_SIGNALS:
    void settled(); // all that is shown is up to date

protected:
    // Shows anew; what takes more than a moment is started with run(). state() may be null, and so may its trace.
    virtual void refresh() = 0;
    // The selected slice has changed, or has while the view was not seen; the trace may be null.
    virtual void followSelection() {}
    // Sessions have been opened or closed, or another one is compared with this.
    virtual void followSessions() {}
    // Whether the view takes this key before the window's shortcuts do.
    [[nodiscard]] virtual bool ownsKey(const QKeyEvent& key) const;
    // refresh() soon, or when the view is seen again. What is on its way is given up.
    void invalidate();
    // The same for what changes by itself while a session is recorded, its trace and the part that is followed: many times
    // before an answer is there, so the one that is on its way comes first.
    void catchUp();

    // `work(stop)` runs on the thread pool and must own what it touches; `done(result)` is called here.
    template<class Work, class Done>
    void run(Work work, Done done) {
        start(job_, working_, std::move(work),
              [this, until = sessionEnd(), done = std::move(done)]<class Result>(Result&& result) mutable {
                  shownUntil_ = until;
                  done(std::forward<Result>(result));
              });
    }
    // The same beside it, for what the view says about one thing in it.
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
    bool selectionMissed_ = false; // it changed while the view was not seen
    bool scheduled_ = false;
    bool working_ = false;
    bool workingAside_ = false;
};

} // namespace lanes
