// Joins what the importing threads numbered each on their own: texts, tracks and shapes get the trace's ids. Touches
// distinct ones only; arguments keep the threads' text ids behind a map.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/StopLook.h"
#include "model/io/joining/BatchWriter.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/PlaceTable.h"
#include "model/io/joining/TextPool.h"
#include "model/trace/Category.h"
#include "model/trace/Track.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanes {

class SharedIds {
public:
    // Takes the writers' texts, shapes and tracks out of them. With `ranges` only tracks on which these have events.
    // `diagnostics` gets what is wrong with texts.
    SharedIds(std::vector<std::unique_ptr<BatchWriter>>& writers, const std::vector<EventRange>* ranges,
              unsigned threads, const StopLook& look, Diagnostics& diagnostics);

    // Ranges made from shared ids (paired begins and ends) name this worker: its ids are the trace's.
    [[nodiscard]] std::uint32_t ownWorker() const { return static_cast<std::uint32_t>(workers_.size()); }

    [[nodiscard]] StringId text(std::uint32_t worker, std::uint32_t id) const {
        return StringId(worker < workers_.size() && workers_[worker].texts ? (*workers_[worker].texts)[id]
                                                                           : id);
    }
    [[nodiscard]] TrackId track(std::uint32_t worker, std::uint32_t id) const {
        return TrackId(worker < workers_.size() && id != TrackId::kNone ? workers_[worker].tracks[id] : id);
    }
    [[nodiscard]] LayoutId layout(std::uint32_t worker, std::uint32_t shape) const {
        return LayoutId(worker < workers_.size() ? workers_[worker].firstLayout + shape : shape);
    }
    // A cell of arguments with its text in the trace's ids.
    [[nodiscard]] std::int64_t cell(std::uint32_t worker, std::int64_t cell) const;

    // What a layout's events are.
    struct Traits {
        char phase = 0;
        StringId category;
        EventKind kind = EventKind::Other;
        bool boundInside =
            true; // an arrow's end leads to the slice around it ("bp": "e"), else to the next one
    };
    [[nodiscard]] const Traits& traits(LayoutId layout) const { return traits_[layout.value]; }
    // What a slice is: its category says it, where it has none its process ("CPU functions", as EventList writes).
    [[nodiscard]] EventKind kindOf(LayoutId layout, TrackId track, StringId name) const {
        const Traits& own = traits(layout);
        return own.category.valid() ? own.kind : kindByPlace(track, name);
    }

    // How many tracks a worker numbered.
    [[nodiscard]] std::size_t tracksOf(std::uint32_t worker) const { return workers_[worker].tracks.size(); }
    // A layout for events like those of `like`, whose columns come first, but with fields of these keys that hold JSON as it
    // stands in a file; of shared ids.
    [[nodiscard]] LayoutId addLayout(LayoutId like, const std::vector<StringId>& fields);
    // Its rows: a cell for each column, constant ones too.
    void fillLayout(LayoutId layout, const std::vector<std::int64_t>& cells);

    [[nodiscard]] StringInterner& strings() { return strings_; }
    [[nodiscard]] const StringInterner& strings() const { return strings_; }
    [[nodiscard]] const ArgTable& args() const { return args_; }
    [[nodiscard]] ArgTable& args() { return args_; }
    [[nodiscard]] PlaceTable& places() { return places_; }
    [[nodiscard]] const PlaceTable& places() const { return places_; }

private:
    struct Worker {
        std::shared_ptr<const std::vector<std::uint32_t>> texts; // null: the same ids
        std::vector<std::uint32_t> tracks;
        std::uint32_t firstLayout = 0;
    };

    void joinTexts(TextPool& pool, unsigned threads, Worker& worker);
    void readBackslashes(const TextPool::Backslashes& texts, std::vector<std::uint32_t>& map);
    void joinTracks(const std::vector<std::unique_ptr<BatchWriter>>& writers,
                    const std::vector<EventRange>* ranges);
    [[nodiscard]] EventKind kindByPlace(TrackId track, StringId name) const;
    void joinShapes(std::vector<EventShape>& shapes, Worker& worker);
    [[nodiscard]] bool bindsInside(const ArgLayout& layout) const;
    // A pid or tid; numbers by value, before names.
    struct Key {
        bool named = false;
        std::int64_t number = 0;
        std::string text;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    [[nodiscard]] Key keyOf(const Worker& worker, std::int64_t cell) const;

    bool plainBackslashes_; // the file writes them as they are
    StringInterner strings_;
    ArgTable args_;
    std::vector<Traits> traits_;
    PlaceTable places_;
    std::vector<Worker> workers_;
};

} // namespace lanes
