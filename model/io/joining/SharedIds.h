// Joins what the importing threads numbered each on their own: texts, tracks and shapes get the trace's ids. Touches
// distinct ones only; arguments keep the threads' text ids behind a map.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/io/joining/BatchWriter.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/PlaceTable.h"
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
              unsigned threads, Diagnostics& diagnostics);

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
        bool named = true; // it has a name of its own
    };
    [[nodiscard]] const Traits& traits(LayoutId layout) const { return traits_[layout.value]; }

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
    void joinTracks(const std::vector<std::unique_ptr<BatchWriter>>& writers,
                    const std::vector<EventRange>* ranges);
    void joinShapes(std::vector<EventShape>& shapes, Worker& worker);
    // A pid or tid; numbers by value, before names.
    struct Key {
        bool named = false;
        std::int64_t number = 0;
        std::string text;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    [[nodiscard]] Key keyOf(const Worker& worker, std::int64_t cell) const;

    StringInterner strings_;
    ArgTable args_;
    std::vector<Traits> traits_;
    PlaceTable places_;
    std::vector<Worker> workers_;
};

} // namespace lanes
