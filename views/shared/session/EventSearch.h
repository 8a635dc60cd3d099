// Runs the state's filter over its whole trace, off the UI thread, as one types: what every view of the session lists,
// lights and steps through, in the order that is wanted. Of several texts only the newest counts.
#pragma once

#include "model/analysis/text/FoundByDuration.h"
#include "model/analysis/text/FoundEvents.h"
#include "model/lod/LodIndex.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <memory>
#include <vector>

namespace lanes {

class ViewState;

// What a search found, and where. Immutable; any thread.
struct SearchResult {
    std::shared_ptr<const FoundEvents> events;
    std::shared_ptr<const LodIndex> searched; // or null
    // By lane of the level of detail: the found slices' ordinals, in order; empty before there is one.
    std::vector<std::vector<std::uint32_t>> byLane;
    std::vector<std::uint32_t> laneSizes;
    // Moments with something found, at most kMoments of them, evenly over the session.
    static constexpr int kMoments = 4096;
    std::vector<TimeNs> moments;

    // The same of lanes of instants; empty if none was found.
    std::vector<std::vector<std::uint32_t>> byInstantLane;

    // Ordinals found in a lane of `lod`; null if it is not the lane that was searched.
    [[nodiscard]] const std::vector<std::uint32_t>* inLane(const LodIndex& lod, std::uint32_t lane) const;
    [[nodiscard]] const std::vector<std::uint32_t>* inInstants(const LodIndex& lod, std::uint32_t lane) const;
};

// Null if asked to stop. `lod`: of `trace` or an earlier snapshot that it continues; of another, or null, nothing is said of
// lanes. `before`: of an earlier snapshot that this one continues, or null. O(slices), see FoundEvents for those that are new.
[[nodiscard]] std::shared_ptr<const SearchResult>
findEvents(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const LodIndex>& lod,
           const Filter& filter, const std::stop_token& stop = {}, const SearchResult* before = nullptr);

enum class SearchOrder { Time, Duration }; // by duration: longest first

// UI thread.
class EventSearch : public QObject {
    Q_OBJECT

public:
    explicit EventSearch(ViewState& state);

    // Null while no filter is set, while it cannot be read, and until the first answer. Stays while a newer text is
    // searched for.
    [[nodiscard]] const std::shared_ptr<const SearchResult>& result() const { return result_; }
    [[nodiscard]] bool busy() const { return busy_; }
    // Why the filter cannot be read; empty: it can.
    [[nodiscard]] const QString& complaint() const { return complaint_; }
    // How what was found is listed and stepped through. Sorting is done aside: changed() says when it is.
    void setOrder(SearchOrder order);
    [[nodiscard]] SearchOrder order() const { return order_; }
    // What was found, longest first; null while that is not wanted, or not there yet.
    [[nodiscard]] const std::shared_ptr<const FoundByDuration>& byDuration() const { return byDuration_; }
    // Selects and reveals the next (or previous) event of the list from the selection on. From an event that is not listed:
    // by time the first (or last) that starts in what is visible, if any does; by duration the longest (or shortest).
    // Goes round at the ends.
    void step(bool forward);
    // The selected event, and its position in the list, or -1.
    [[nodiscard]] FoundEvent selected() const;
    [[nodiscard]] int position() const;
    void reveal(FoundEvent event);

Q_SIGNALS:
    void changed();

private:
    struct Answer {
        std::shared_ptr<const SearchResult> result;
        std::shared_ptr<const FoundByDuration> byDuration;
    };
    void start();
    void catchUp();
    void take(Answer answer);
    void sort();

    ViewState& state_;
    LatestJob job_;
    LatestJob orderJob_;
    std::shared_ptr<const SearchResult> result_;
    SearchOrder order_ = SearchOrder::Time;
    std::shared_ptr<const FoundByDuration> byDuration_; // of result_
    QString complaint_;
    bool busy_ = false;
    bool behind_ = false; // the session has grown since the search began
};

} // namespace lanes
