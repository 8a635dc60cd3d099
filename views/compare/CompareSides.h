// What a comparison is of: the view's session and its partner, each with further runs of the same program; and the menus that
// choose them.
#pragma once

#include "model/analysis/compare/SessionDiff.h"
#include "views/shared/session/ViewContext.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QMenu;
class QWidget;

namespace lanes {

// B is the view's session and its runs, A what it is compared with, until they are swapped. UI thread.
class CompareSides : public QObject {
    Q_OBJECT

public:
    struct Side {
        std::vector<ViewState*> runs; // the session that rows lead to, then the others; empty: none
        QString name;                 // of the first: "monday"
        QString whole;                // "monday and 2 more runs"
        [[nodiscard]] ViewState* first() const { return runs.empty() ? nullptr : runs.front(); }
        // Whether all of them can be compared already.
        [[nodiscard]] bool ready() const;
    };
    // What is compared, by sessions' snapshots and ranges: the same answer while it is the same.
    using Parts = std::vector<std::pair<std::shared_ptr<const Trace>, std::optional<TimeRange>>>;
    // A ready side for a thread of its own.
    class Asked {
    public:
        explicit Asked(const Side& side);
        [[nodiscard]] DiffSide side() const; // refers to this
        [[nodiscard]] const Parts& parts() const { return parts_; }

    private:
        std::vector<std::shared_ptr<TraceAnalyses>> analyses_; // of each part
        Parts parts_;
    };

    using QObject::QObject;

    void setContext(ViewState* state, OpenSessions* sessions);
    void swap() { swapped_ = !swapped_; }
    [[nodiscard]] ViewState* partner() const;
    [[nodiscard]] Side a() const { return side(ofA()); }
    [[nodiscard]] Side b() const { return side(ofB()); }

    [[nodiscard]] QString partnerText() const;
    [[nodiscard]] QMenu* partnerMenu(QWidget* parent);
    [[nodiscard]] QString runsText() const; // "3 and 1"
    [[nodiscard]] QMenu* runsMenu(QWidget* parent);

Q_SIGNALS:
    void changed(); // another snapshot or range of a session beside the view's own

private:
    using Of = OpenSessions::Side;
    [[nodiscard]] Of ofA() const { return swapped_ ? Of::Own : Of::Partner; }
    [[nodiscard]] Of ofB() const { return swapped_ ? Of::Partner : Of::Own; }
    [[nodiscard]] Side side(Of of) const;
    [[nodiscard]] bool knows() const { return state_ != nullptr && sessions_ != nullptr; }
    void listen();
    void addRuns(QMenu& menu, Of of, const QString& heading);

    QPointer<ViewState> state_;
    QPointer<OpenSessions> sessions_;
    std::vector<QPointer<ViewState>> listened_;
    bool swapped_ = false;
};

} // namespace lanes
