#include "views/shared/session/SessionTrust.h"

#include "views/shared/session/ViewState.h"

#include <QTimer>

namespace lanes {

SessionTrust::SessionTrust(ViewState& state)
    : QObject(&state)
    , state_(state) {
    connect(&state, &ViewState::traceChanged, this, &SessionTrust::start);
    connect(&state, &ViewState::liveChanged, this, &SessionTrust::start); // the end is judged without a rest
}

void SessionTrust::want() {
    wanted_ = true;
    start();
}

void SessionTrust::open(const QString& key) {
    asked_ = key;
    Q_EMIT pageRequested();
}

void SessionTrust::start() {
    if (!state_.trace()) {
        job_.cancel();
        busy_ = false;
        analyses_.reset();
        ledger_.reset();
        Q_EMIT changed();
        return;
    }
    if (!wanted_ || busy_ || (resting_ && state_.live()) || analyses_ == state_.analyses()) {
        return;
    }
    busy_ = true;
    const auto begin = std::chrono::steady_clock::now();
    job_.run([analyses = state_.analyses()](const std::stop_token& stop) { return analyses->ledger(stop); },
             [this, begin, analyses = state_.analyses()](std::shared_ptr<const Ledger> ledger) {
                 busy_ = false;
                 analyses_ = analyses;
                 ledger_ = std::move(ledger);
                 Q_EMIT changed();
                 if (state_.live()) {
                     rest(std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::steady_clock::now() - begin));
                 } else {
                     start(); // the session may have grown meanwhile
                 }
             });
}

// A sign in a corner may not take the processors from the view that it stands in.
void SessionTrust::rest(std::chrono::milliseconds worked) {
    constexpr int kRests = 9; // times what the work took
    resting_ = true;
    QTimer::singleShot(worked * kRests, this, [this] {
        resting_ = false;
        start();
    });
}

} // namespace lanes
