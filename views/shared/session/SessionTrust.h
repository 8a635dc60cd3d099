// What can be trusted of a session, for whoever shows figures of it: its ledger, made once for all views, and only once a
// view asks for it. A session that grows is judged again and again, each time to the end.
#pragma once

#include "model/analysis/trust/Ledger.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <memory>
#include <utility>

namespace lanes {

class ViewState;

// UI thread.
class SessionTrust : public QObject {
    Q_OBJECT

public:
    explicit SessionTrust(ViewState& state);

    // From now on the ledger is kept up to date; while a session is recorded it takes a tenth of a processor.
    void want();
    // Null until it is there; that of an older snapshot while a newer one is judged.
    [[nodiscard]] const std::shared_ptr<const Ledger>& ledger() const { return ledger_; }

    // Asks for the page that explains the entry of this kind.
    void open(const QString& key);
    // The entry that was asked for, once; empty if none was.
    [[nodiscard]] QString takeAsked() { return std::exchange(asked_, {}); }

Q_SIGNALS:
    void changed();
    void pageRequested();

private:
    void start();
    void rest(std::chrono::milliseconds worked);

    ViewState& state_;
    LatestJob job_;
    std::shared_ptr<TraceAnalyses>
        analyses_; // that the ledger is of: a stretch of a large session, or all of it
    std::shared_ptr<const Ledger> ledger_;
    QString asked_;
    bool wanted_ = false;
    bool busy_ = false;
    bool resting_ = false; // of a session that is being recorded
};

} // namespace lanes
