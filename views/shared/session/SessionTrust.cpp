#include "views/shared/session/SessionTrust.h"

#include "views/shared/session/ViewState.h"

namespace lanes {

SessionTrust::SessionTrust(ViewState& state)
    : QObject(&state)
    , state_(state) {
    connect(&state, &ViewState::traceChanged, this, &SessionTrust::start);
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
        trace_.reset();
        ledger_.reset();
        Q_EMIT changed();
        return;
    }
    if (!wanted_ || busy_ || trace_ == state_.trace()) {
        return;
    }
    busy_ = true;
    job_.run([analyses = state_.analyses()](const std::stop_token& stop) { return analyses->ledger(stop); },
             [this, trace = state_.trace()](std::shared_ptr<const Ledger> ledger) {
                 busy_ = false;
                 trace_ = trace;
                 ledger_ = std::move(ledger);
                 Q_EMIT changed();
                 start(); // the session may have grown meanwhile
             });
}

} // namespace lanes
