// What all views of a session do alike: they follow one ViewState, compute what they show off the UI thread, and only
// while they are seen. Of several changes at once, and of several computations, only the newest counts.
#pragma once

#include "views/shared/LatestJob.h"
#include "views/shared/ViewState.h"

#include <QPointer>
#include <QWidget>

#include <utility>

namespace lanes {

class Appearance;

class SessionView : public QWidget {
    Q_OBJECT

public:
    explicit SessionView(Appearance& appearance, QWidget* parent = nullptr);

    // The session to show, or null.
    void setState(ViewState* state);
    [[nodiscard]] ViewState* state() const { return state_; }
    // Whether something newer than what is shown is still to come.
    [[nodiscard]] bool busy() const { return stale_ || working_; }

Q_SIGNALS:
    void settled(); // all that is shown is up to date

protected:
    // Computes and shows anew: start work with run(), or call finished().
    virtual void refresh() = 0;
    // The selected slice has changed; the trace may be null.
    virtual void followSelection() {}
    // refresh() soon, or when the view is seen again.
    void invalidate();
    void finished();

    // `work(stop)` runs on the thread pool and must own what it touches; `done(result)` is called here.
    template<class Work, class Done>
    void run(Work work, Done done) {
        working_ = true;
        job_.run(std::move(work), [this, done = std::move(done)](auto result) mutable {
            done(std::move(result));
            finished();
        });
    }

    [[nodiscard]] Appearance& look() const { return appearance_; }
    void showEvent(QShowEvent* event) override;

private:
    void refreshNow();

    Appearance& appearance_;
    QPointer<ViewState> state_;
    LatestJob job_;
    bool stale_ = true;
    bool scheduled_ = false;
    bool working_ = false;
};

} // namespace lanes
