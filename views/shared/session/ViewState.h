// What all views of one session show together. Views change it and listen to it; they never talk to each
// other.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/lod/LodIndex.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/Spot.h"
#include "views/shared/session/EventSearch.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/SessionChoices.h"
#include "views/shared/session/SessionMarks.h"
#include "views/shared/session/SessionTrust.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanes {

// UI thread. Every setter does nothing and emits nothing when nothing changes.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    // The session's snapshot, or null. A newer snapshot of the same session keeps range, brush and selection.
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    void setTrace(std::shared_ptr<const Trace> trace);
    // Level of detail of trace(), or of an older snapshot of it while that of the newer one is still built off the UI
    // thread; null until the first is there.
    [[nodiscard]] const std::shared_ptr<const LodIndex>& lod() const { return lod_; }
    // What views compute from trace(), shared between them; null without one. While a session is recorded it is of kMostLive
    // slices at most, the newest of the brush or of all (see TraceAnalyses::stretch): so it stays as young, however long the
    // session gets. The slices' ids are the trace's.
    [[nodiscard]] const std::shared_ptr<TraceAnalyses>& analyses() const { return analyses_; }
    // The same, or where a stretch does not reach that moment, of one around it.
    [[nodiscard]] std::shared_ptr<TraceAnalyses> analysesAt(TimeNs time) const;
    static constexpr std::uint32_t kMostLive = 1'000'000;

    // What can be shown: the trace's extent, never empty; while following with a little room behind its end.
    [[nodiscard]] TimeRange bounds() const { return bounds_; }
    // What is shown until the user moves: from the first to the last slice, but the work alone where a profiler's own
    // marks reach far past it.
    [[nodiscard]] TimeRange home() const { return home_; }
    // What times are told from: the begin of the first event that takes time.
    [[nodiscard]] TimeNs origin() const { return trace_ ? trace_->span().begin : bounds_.begin; }
    // The shortest range that can be shown.
    static constexpr TimeNs kShortest = 64;

    // The range of time that time-based views show. Always inside bounds(), at least kShortest.
    [[nodiscard]] TimeRange visible() const { return current_.visible; }
    void setVisible(TimeRange range);
    void showAll();
    // Shows a range before the user has looked at anything: going back does not lead from it.
    void showFirst(TimeRange range) { moveTo(allowed(range)); }

    // The range that every view is restricted to, if the user has brushed one.
    [[nodiscard]] std::optional<TimeRange> brush() const { return current_.brush; }
    void setBrush(std::optional<TimeRange> range);
    // The steady steps of the session, once they are known; nothing where it has none, and while it is recorded.
    struct SteadySteps {
        TimeRange range;
        std::int64_t first = 0; // numbers, of the lowest rank
        std::int64_t last = 0;
        friend bool operator==(const SteadySteps&, const SteadySteps&) = default;
    };
    [[nodiscard]] const std::optional<SteadySteps>& steady() const { return steady_; }
    void setSteady(std::optional<SteadySteps> steady);
    // Whether figures are of the whole session or of the steady steps; the brush goes.
    void chooseScope(bool whole);
    // The one part that figures, tables, advice, paths and comparisons are of: the brush, else the steady steps unless
    // choices() want the whole session. Nothing: all of it.
    [[nodiscard]] std::optional<TimeRange> part() const;
    // part() or the whole session without empty ends of the recording, as far as analyses() reach.
    [[nodiscard]] TimeRange focus() const {
        return analyses_ && analyses_->stretch() ? analyses_->stretch()->range() : wanted();
    }

    // The one selected slice; none() if nothing is.
    [[nodiscard]] SliceId selection() const { return current_.selection; }
    void select(SliceId slice);
    // What is selected where there is no slice; nothing while a slice is.
    [[nodiscard]] const std::optional<Spot>& spot() const { return current_.spot; }
    void selectSpot(const Spot& spot);
    void revealSpot(const Spot& spot);
    // Selects and asks time-based views to bring it into view.
    void reveal(SliceId slice);

    // The same, and asks for the timeline in front, with the slice filling it.
    void goTo(SliceId slice);
    // Asks for the timeline in front, with this moment in its middle.
    void goToMoment(TimeNs time);

    // What the mouse is over, in any view.
    [[nodiscard]] SliceId hovered() const { return hovered_; }
    void setHovered(SliceId slice);
    // The moment under the mouse, shown by a line in all time-based views.
    [[nodiscard]] std::optional<TimeNs> cursor() const { return cursor_; }
    void setCursor(std::optional<TimeNs> time);

    // Names that match are lit and the rest is dimmed; empty: no filter. See model/analysis for its language.
    [[nodiscard]] const QString& filter() const { return filter_; }
    void setFilter(const QString& filter);
    // What filter() finds in the whole trace.
    [[nodiscard]] EventSearch& search() const { return *search_; }
    // What can be trusted of trace().
    [[nodiscard]] SessionTrust& trust() const { return *trust_; }

    // Moments and ranges to find again.
    [[nodiscard]] SessionMarks& marks() const { return *marks_; }
    // How the user wants the session shown; kept.
    [[nodiscard]] SessionChoices& choices() const { return *choices_; }
    // Makes a mark the current one and asks for the timeline in front, with the mark in its middle; of a range, all of it.
    void goToMark(const SessionMark& mark);

    // Whether the session is still being recorded, so that there is an end to follow.
    [[nodiscard]] bool live() const { return live_; }
    void setLive(bool live);
    // Whether visible() follows the end of a session that is still recorded: what was visible as long as it was, or, if
    // all was, the last kLiveWindow. Any other move ends it.
    static constexpr TimeNs kLiveWindow = 10'000'000'000;
    [[nodiscard]] bool following() const { return following_; }
    void setFollowing(bool following);

    // History of visible range, brush and selection. Quick successions of changes are one step.
    [[nodiscard]] bool canGoBack() const { return !back_.empty(); }
    [[nodiscard]] bool canGoForward() const { return !forward_.empty(); }
    void goBack();
    void goForward();

Q_SIGNALS:
    void traceChanged();
    void lodChanged();
    void visibleChanged(lanes::TimeRange range);
    void brushChanged();
    void steadyChanged();
    void partChanged();
    void selectionChanged(lanes::SliceId slice);
    void spotChanged();
    void revealRequested(lanes::SliceId slice);
    void spotRevealRequested(const lanes::Spot& spot);
    void timelineRequested();
    void hoveredChanged(lanes::SliceId slice);
    void cursorChanged();
    void filterChanged();
    void followingChanged(bool following);
    void historyChanged();
    void liveChanged();

private:
    struct Entry {
        TimeRange visible;
        std::optional<TimeRange> brush;
        SliceId selection;
        std::optional<Spot> spot;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    enum class Change { Move, Brush, Selection };

    void buildLod();
    void analyse();
    [[nodiscard]] TimeRange wanted() const { return part().value_or(trace_ ? trace_->work() : bounds_); }
    [[nodiscard]] bool isTooLarge() const { return live_ && trace_ && trace_->sliceCount() > kMostLive; }
    void takeBrush(std::optional<TimeRange> brush);
    void tellPart();
    void remember(Change change);
    void restore(const Entry& entry);
    void choose(const Entry& wanted);
    void takeSelection(const Entry& wanted);
    void moveTo(TimeRange range);
    void findHome();
    void moveToEnd(bool showedAll);
    [[nodiscard]] TimeRange allowed(TimeRange range) const;

    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const LodIndex> lod_;
    LatestJob lodJob_;
    bool buildingLod_ = false;
    std::shared_ptr<TraceAnalyses> analyses_;
    TimeRange bounds_{0, kShortest};
    TimeRange home_{0, kShortest};
    Entry current_{{0, kShortest}, {}, {}, {}};
    std::optional<SteadySteps> steady_;
    std::optional<TimeRange> toldPart_;
    SliceId hovered_;
    std::optional<TimeNs> cursor_;
    QString filter_;
    EventSearch* search_;     // child
    SessionTrust* trust_;     // child
    SessionMarks* marks_;     // child
    SessionChoices* choices_; // child
    bool live_ = false;
    bool following_ = false;
    std::vector<Entry> back_;
    std::vector<Entry> forward_;
    Change lastChange_ = Change::Selection;
    QElapsedTimer sinceChange_;
};

} // namespace lanes
