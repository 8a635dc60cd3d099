// Merges the numbers of the importing threads: texts, tracks and shapes get the trace's ids. Its cost depends on distinct
// ones only; arguments keep the threads' text ids behind a map.
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
    // Moves the texts, shapes and tracks out of the writers. With `ranges`, only tracks with events in them.
    // `diagnostics` receives the problems of texts.
    SharedIds(std::vector<std::unique_ptr<BatchWriter>>& writers, const std::vector<EventRange>* ranges,
              unsigned threads, const StopLook& look, Diagnostics& diagnostics);

    // Worker of ranges made from shared ids (paired begins and ends): its ids are the trace's.
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

    // Properties of a layout's events.
    struct Traits {
        char phase = 0;
        StringId category;
        EventKind kind = EventKind::Other;
        bool boundInside =
            true; // an arrow's end leads to the slice around it ("bp": "e"), else to the next one
    };
    [[nodiscard]] const Traits& traits(LayoutId layout) const { return traits_[layout.value]; }
    // The kind of a slice by its category; without a category by its process ("CPU functions", as EventList writes).
    [[nodiscard]] EventKind kindOf(LayoutId layout, TrackId track, StringId name) const {
        const Traits& own = traits(layout);
        return own.category.valid() ? own.kind : kindByPlace(track, name);
    }

    // Number of tracks of a worker.
    [[nodiscard]] std::size_t tracksOf(std::uint32_t worker) const { return workers_[worker].tracks.size(); }
    // Adds a layout for events like those of `like`, whose columns come first, with additional fields of these keys. The
    // fields hold JSON as in a file; ids are shared ids.
    [[nodiscard]] LayoutId addLayout(LayoutId like, const std::vector<StringId>& fields);
    // Adds the layout's rows: a cell for each column, constant ones too.
    void fillLayout(LayoutId layout, const std::vector<std::int64_t>& cells);

    [[nodiscard]] StringInterner& strings() { return strings_; }
    [[nodiscard]] const StringInterner& strings() const { return strings_; }
    [[nodiscard]] const ArgTable& args() const { return args_; }
    [[nodiscard]] ArgTable& args() { return args_; }
    [[nodiscard]] PlaceTable& places() { return places_; }
    [[nodiscard]] const PlaceTable& places() const { return places_; }

private:
    struct Worker {
        std::shared_ptr<const std::vector<std::uint32_t>> texts; // null: the ids are equal
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
    // A pid or tid; numbers come by value, before names.
    struct Key {
        bool named = false;
        std::int64_t number = 0;
        std::string text;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    [[nodiscard]] Key keyOf(const Worker& worker, std::int64_t cell) const;

    bool plainBackslashes_; // the file writes backslashes without escaping them
    StringInterner strings_;
    ArgTable args_;
    std::vector<Traits> traits_;
    PlaceTable places_;
    std::vector<Worker> workers_;
};

} // namespace lanes
