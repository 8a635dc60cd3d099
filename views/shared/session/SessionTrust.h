// The data quality of a session for all views that show its figures. It makes the ledger once for all views, and only after a
// view has asked for it. A growing session is judged again and again, each time up to its end.
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

    // Keeps the ledger up to date from now on. While a session is recorded this takes a tenth of a processor.
    void want();
    // Null until the first ledger is made. It stays that of an older snapshot while a newer one is judged.
    [[nodiscard]] const std::shared_ptr<const Ledger>& ledger() const { return ledger_; }

    // Asks for the page that explains the entry with this key.
    void open(const QString& key);
    // Returns the key of the entry that was asked for and forgets it; empty if none was.
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
        analyses_; // input of the ledger: a stretch of a large session, or all of it
    std::shared_ptr<const Ledger> ledger_;
    QString asked_;
    bool wanted_ = false;
    bool busy_ = false;
    bool resting_ = false; // true: pausing, as between two ledgers of a session being recorded
};

} // namespace lanes
