#include "model/io/joining/SharedIds.h"

#include "model/base/Utf8.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

void reportTexts(const TextPool& texts, Diagnostics& diagnostics) {
    if (!texts.invalidUtf8().empty()) {
        diagnostics.add(
            "invalid-utf8", Severity::Warning,
            "Texts hold bytes that are no UTF-8 (often a character cut in two); they are shown as U+FFFD.",
            texts.firstInvalidUtf8(), texts.invalidUtf8().size());
    }
    if (texts.withControls() > 0) {
        diagnostics.add("control-characters", Severity::Note,
                        "Texts hold raw control characters, which JSON does not allow; they were kept.",
                        texts.firstControl(), texts.withControls());
    }
}

// By worker: has its n-th track an event in these ranges?
std::vector<std::vector<bool>> usedTracks(const std::vector<std::unique_ptr<BatchWriter>>& writers,
                                          const std::vector<EventRange>& ranges) {
    std::vector<std::vector<bool>> used;
    used.reserve(writers.size());
    for (const auto& writer : writers) {
        used.emplace_back(writer->tracks().size(), false);
    }
    for (const EventRange& range : ranges) {
        const auto use = [&](const auto& event) {
            if (event.track != TrackId::kNone) {
                used[range.worker][event.track] = true;
            }
        };
        std::ranges::for_each(range.runs, use);
        std::ranges::for_each(range.points, use);
        std::ranges::for_each(range.boundaries, use);
    }
    return used;
}

} // namespace

SharedIds::SharedIds(std::vector<std::unique_ptr<BatchWriter>>& writers,
                     const std::vector<EventRange>* ranges, unsigned threads, Diagnostics& diagnostics) {
    for (const auto& writer : writers) {
        Worker worker;
        reportTexts(writer->texts(), diagnostics);
        joinTexts(writer->texts(), threads, worker);
        joinShapes(writer->shapes(), worker);
        workers_.push_back(std::move(worker));
    }
    joinTracks(writers, ranges);
}

// The first thread's table becomes the trace's; the texts of the others are added to it, not copied.
void SharedIds::joinTexts(TextPool& pool, unsigned threads, Worker& worker) {
    std::vector<std::uint32_t> map;
    if (workers_.empty()) {
        strings_ = std::move(pool.strings());
        if (pool.invalidUtf8().empty()) {
            return;
        }
        map.resize(strings_.size());
        std::iota(map.begin(), map.end(), 0u);
    } else {
        map = strings_.internAll(pool.strings(), threads);
    }
    for (const StringId id : pool.invalidUtf8()) {
        map[id.value] = strings_.intern(repairUtf8(strings_.view(StringId(map[id.value])))).value;
    }
    worker.texts = std::make_shared<const std::vector<std::uint32_t>>(std::move(map));
}

SharedIds::Key SharedIds::keyOf(const Worker& worker, std::int64_t cell) const {
    const ArgValue value = ArgValue::decode(cell);
    if (value.type == ArgValue::Type::Integer) {
        return {false, value.integer, std::to_string(value.integer)};
    }
    return {true, 0,
            std::string(strings_.view(StringId(worker.texts ? (*worker.texts)[value.id] : value.id)))};
}

// In the order of their numbers, those with a name behind: the same whichever thread read what, and whichever way a
// file is written.
void SharedIds::joinTracks(const std::vector<std::unique_ptr<BatchWriter>>& writers,
                           const std::vector<EventRange>* ranges) {
    struct Place {
        Key pid;
        Key tid;
        std::uint32_t* id;
    };
    const auto used = ranges != nullptr ? usedTracks(writers, *ranges) : std::vector<std::vector<bool>>();
    std::vector<Place> places;
    for (std::size_t w = 0; w < writers.size(); ++w) {
        Worker& worker = workers_[w];
        const auto& tracks = writers[w]->tracks();
        worker.tracks.resize(tracks.size(), TrackId::kNone);
        for (std::size_t t = 0; t < tracks.size(); ++t) {
            if (ranges == nullptr || used[w][t]) {
                places.push_back(
                    {keyOf(worker, tracks[t].pid), keyOf(worker, tracks[t].tid), &worker.tracks[t]});
            }
        }
    }
    std::ranges::sort(places, {}, [](const Place& p) { return std::tie(p.pid, p.tid); });
    for (const Place& place : places) {
        *place.id = places_.track(place.pid.text, place.tid.text, Track::Kind::Thread).value;
    }
}

void SharedIds::joinShapes(std::vector<EventShape>& shapes, Worker& worker) {
    worker.firstLayout = static_cast<std::uint32_t>(args_.layouts.size());
    const auto mapped = [&](StringId id) {
        return id.valid() && worker.texts ? StringId((*worker.texts)[id.value]) : id;
    };
    for (EventShape& shape : shapes) {
        shape.seal();
        auto layout = std::make_shared<ArgLayout>();
        layout->phase = shape.phase;
        layout->category = mapped(shape.category);
        layout->columns = std::move(shape.columns);
        for (ArgColumn& c : layout->columns) {
            c.key = mapped(c.key);
            c.constant = mapped(c.constant);
        }
        layout->blocks = std::move(shape.blocks);
        layout->rows = shape.rows;
        layout->textMap = worker.texts;
        const EventKind kind =
            layout->category.valid() ? kindOfCategory(strings_.view(layout->category)) : EventKind::Other;
        traits_.push_back({shape.phase, layout->category, kind, shape.hasName});
        args_.layouts.push_back(std::move(layout));
    }
    shapes = {};
}

std::int64_t SharedIds::cell(std::uint32_t worker, std::int64_t cell) const {
    ArgValue value = ArgValue::decode(cell);
    if (value.type != ArgValue::Type::Text) {
        return cell;
    }
    value.id = text(worker, value.id).value;
    return value.encode();
}

} // namespace lanes
