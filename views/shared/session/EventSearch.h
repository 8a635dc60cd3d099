// Runs the filter of a ViewState over its whole trace, off the UI thread, while the user types. All views of the session list,
// highlight and step through the result, in the chosen order. If the text changes several times, only the newest counts.
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

// The result of a search: the events found and their places. Immutable; any thread.
struct SearchResult {
    std::shared_ptr<const FoundEvents> events;
    std::shared_ptr<const LodIndex> searched; // the level of detail searched; or null
    // For each lane of `searched`: ordinals of the slices found, ascending. Empty without `searched`.
    std::vector<std::vector<std::uint32_t>> byLane;
    std::vector<std::uint32_t> laneSizes;
    // Start times of found events, at most kMoments of them, evenly spread over the session.
    static constexpr int kMoments = 4096;
    std::vector<TimeNs> moments;

    // The same for the lanes of instants; empty if no instant was found.
    std::vector<std::vector<std::uint32_t>> byInstantLane;

    // Return the ordinals found in a lane of `lod`; null if that lane is not the one that was searched.
    [[nodiscard]] const std::vector<std::uint32_t>* inLane(const LodIndex& lod, std::uint32_t lane) const;
    [[nodiscard]] const std::vector<std::uint32_t>* inInstants(const LodIndex& lod, std::uint32_t lane) const;
};

// Returns null if stopped. `lod` belongs to `trace` or to an earlier snapshot that `trace` continues. If it is null or of
// another trace, the result says nothing about lanes. `before` is the result of an earlier snapshot that `trace` continues, or
// null. O(slices); with `before` see FoundEvents, which then reads only new slices.
[[nodiscard]] std::shared_ptr<const SearchResult>
findEvents(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const LodIndex>& lod,
           const Filter& filter, const std::stop_token& stop = {}, const SearchResult* before = nullptr);

enum class SearchOrder { Time, Duration }; // by duration: longest first

// UI thread.
class EventSearch : public QObject {
    Q_OBJECT

public:
    explicit EventSearch(ViewState& state);

    // Null while no filter is set, while the filter cannot be read, and until the first result. It stays the old one while a
    // newer text is searched for.
    [[nodiscard]] const std::shared_ptr<const SearchResult>& result() const { return result_; }
    [[nodiscard]] bool busy() const { return busy_; }
    // The reason why the filter cannot be read; empty: it can.
    [[nodiscard]] const QString& complaint() const { return complaint_; }
    // Sets the order in which found events are listed and stepped through. Sorting runs off the UI thread; changed() reports
    // its end.
    void setOrder(SearchOrder order);
    [[nodiscard]] SearchOrder order() const { return order_; }
    // The found events, longest first. Null unless order() is Duration and the sorting is done.
    [[nodiscard]] const std::shared_ptr<const FoundByDuration>& byDuration() const { return byDuration_; }
    // Selects and reveals the next (or previous) event of the list, starting from the selection, and wraps around at the ends.
    // From an event that is not listed it selects, by time, the first (or last) event that starts in the visible range, if any
    // does. By duration it selects the longest (or shortest) event.
    void step(bool forward);
    // The selected event, and its position in the list or -1.
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
    std::shared_ptr<const FoundByDuration> byDuration_; // of result_, sorted
    QString complaint_;
    bool busy_ = false;
    bool behind_ = false; // the session has grown since the search began
};

} // namespace lanes
