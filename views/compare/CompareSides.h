// The two sides of a comparison: the view's session and its partner, each with further runs of the same program; and the menus
// that choose them.
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

// B is the view's session with its runs, A its partner with its runs, until they are swapped. UI thread.
class CompareSides : public QObject {
    Q_OBJECT

public:
    struct Side {
        std::vector<ViewState*> runs; // first the session that rows lead to; empty: no side
        QString name;                 // name of the first: "monday"
        QString whole;                // "monday and 2 more runs"
        [[nodiscard]] ViewState* first() const { return runs.empty() ? nullptr : runs.front(); }
        // True: all runs can be compared now.
        [[nodiscard]] bool ready() const;
    };
    // The compared parts as snapshots and ranges. Equal parts have an equal result.
    using Parts = std::vector<std::pair<std::shared_ptr<const Trace>, std::optional<TimeRange>>>;
    // A ready side, for use in another thread.
    class Asked {
    public:
        explicit Asked(const Side& side);
        [[nodiscard]] DiffSide side() const; // refers to this
        // Keeps side() valid.
        [[nodiscard]] const Parts& parts() const { return parts_; }

    private:
        std::vector<std::shared_ptr<TraceAnalyses>> analyses_; // for each part
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
    void changed(); // the snapshot or range of a session besides the view's own has changed

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
