// The shared state of all views of one session. Views change it and listen to it; they never talk to each other.
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

// UI thread. A setter does nothing and emits nothing if the value stays the same.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    // The session's snapshot, or null. A newer snapshot of the same session keeps range, brush and selection.
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    void setTrace(std::shared_ptr<const Trace> trace);
    // Level of detail of trace(), or of an older snapshot while the newer one is built off the UI thread. Null until the first
    // is built.
    [[nodiscard]] const std::shared_ptr<const LodIndex>& lod() const { return lod_; }
    // The analyses of trace(), shared between views; null without a trace. While a session is recorded they cover at most
    // kMostLive slices: the newest of the brush, or of the session (see TraceAnalyses::stretch). So the results keep up with
    // the session, however long it gets. The ids of slices are those of trace().
    [[nodiscard]] const std::shared_ptr<TraceAnalyses>& analyses() const { return analyses_; }
    // Returns analyses(). If these are of a stretch without that moment, the result is of a stretch around it.
    [[nodiscard]] std::shared_ptr<TraceAnalyses> analysesAt(TimeNs time) const;
    static constexpr std::uint32_t kMostLive = 1'000'000;

    // The range that can be shown: the extent of the trace, never empty. While following it has a little room behind its end.
    [[nodiscard]] TimeRange bounds() const { return bounds_; }
    // The range shown until the user moves. It reaches from the first to the last slice. If a profiler's own marks reach far
    // past the work, it covers the work alone.
    [[nodiscard]] TimeRange home() const { return home_; }
    // The zero of displayed times: the begin of the first event that takes time.
    [[nodiscard]] TimeNs origin() const { return trace_ ? trace_->span().begin : bounds_.begin; }
    // The shortest range that can be shown.
    static constexpr TimeNs kShortest = 64;

    // The range that time-based views show. It is always inside bounds() and at least kShortest long.
    [[nodiscard]] TimeRange visible() const { return current_.visible; }
    void setVisible(TimeRange range);
    void showAll();
    // Shows a range before the user has looked at anything. It enters no step into the history.
    void showFirst(TimeRange range) { moveTo(allowed(range)); }

    // The range to which the user has restricted every view by brushing; none: no restriction.
    [[nodiscard]] std::optional<TimeRange> brush() const { return current_.brush; }
    void setBrush(std::optional<TimeRange> range);
    // The steady steps of the session, once they are known. None while the session is recorded, and for a session without
    // steady steps.
    struct SteadySteps {
        TimeRange range;
        std::int64_t first = 0; // step numbers, of the lowest rank
        std::int64_t last = 0;
        friend bool operator==(const SteadySteps&, const SteadySteps&) = default;
    };
    [[nodiscard]] const std::optional<SteadySteps>& steady() const { return steady_; }
    void setSteady(std::optional<SteadySteps> steady);
    // True: figures cover the whole session. False: they cover the steady steps. Both remove the brush.
    void chooseScope(bool whole);
    // The one part that figures, tables, advice, paths and comparisons cover. It is the brush, else the steady steps unless
    // choices() ask for the whole session. None: the whole session.
    [[nodiscard]] std::optional<TimeRange> part() const;
    // part() or the whole session, without empty ends of the recording, as far as analyses() reach.
    [[nodiscard]] TimeRange focus() const {
        return analyses_ && analyses_->stretch() ? analyses_->stretch()->range() : wanted();
    }

    // The one selected slice; none() if no slice is selected.
    [[nodiscard]] SliceId selection() const { return current_.selection; }
    void select(SliceId slice);
    // The selected spot, which is not a slice; none while a slice is selected.
    [[nodiscard]] const std::optional<Spot>& spot() const { return current_.spot; }
    void selectSpot(const Spot& spot);
    void revealSpot(const Spot& spot);
    // Selects the slice and asks time-based views to bring it into view.
    void reveal(SliceId slice);

    // The same, and asks to bring the timeline to the front with the slice filling it.
    void goTo(SliceId slice);
    // Asks to bring the timeline to the front with this moment in its middle.
    void goToMoment(TimeNs time);

    // The slice under the mouse, in any view.
    [[nodiscard]] SliceId hovered() const { return hovered_; }
    void setHovered(SliceId slice);
    // The moment under the mouse; all time-based views show it as a line.
    [[nodiscard]] std::optional<TimeNs> cursor() const { return cursor_; }
    void setCursor(std::optional<TimeNs> time);

    // The filter. Events that match are highlighted, the rest is dimmed; empty: no filter. See model/analysis for its
    // language.
    [[nodiscard]] const QString& filter() const { return filter_; }
    void setFilter(const QString& filter);
    // The events in the whole trace that match filter().
    [[nodiscard]] EventSearch& search() const { return *search_; }
    // The data quality of trace().
    [[nodiscard]] SessionTrust& trust() const { return *trust_; }

    // The marked moments and ranges.
    [[nodiscard]] SessionMarks& marks() const { return *marks_; }
    // The user's settings for the session, which are saved.
    [[nodiscard]] SessionChoices& choices() const { return *choices_; }
    // Makes a mark the current one and asks to bring the timeline to the front. A moment is centred there; a range is shown
    // whole.
    void goToMark(const SessionMark& mark);

    // True: the session is still being recorded, so that there is an end to follow.
    [[nodiscard]] bool live() const { return live_; }
    void setLive(bool live);
    // True: visible() follows the end of a session being recorded and keeps its length. If everything was visible, it shows the
    // last kLiveWindow. Any other move ends the following.
    static constexpr TimeNs kLiveWindow = 10'000'000'000;
    [[nodiscard]] bool following() const { return following_; }
    void setFollowing(bool following);

    // The history of visible range, brush and selection. Quick successions of changes of one kind are one step.
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
    void dropSelectionOutside();
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
