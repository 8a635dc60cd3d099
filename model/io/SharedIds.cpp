#include "model/io/SharedIds.h"

#include "model/trace/JsonText.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanes {

SharedIds::SharedIds(std::vector<std::unique_ptr<RangeParser>>& parsers, Diagnostics& diagnostics) {
    std::uint64_t invalid = 0;
    std::uint64_t controls = 0;
    for (const auto& parser : parsers) {
        Worker worker;
        invalid += parser->texts().invalidUtf8().size();
        controls += parser->texts().withControls();
        joinTexts(parser->texts(), workers_.empty(), worker);
        joinShapes(parser->shapes(), worker);
        workers_.push_back(std::move(worker));
    }
    joinTracks(parsers);
    if (invalid > 0) {
        diagnostics.add(
            "invalid-utf8", Severity::Warning,
            "Texts hold bytes that are no UTF-8 (often a character cut in two); they are shown as U+FFFD.",
            -1, invalid);
    }
    if (controls > 0) {
        diagnostics.add("control-characters", Severity::Note,
                        "Texts hold raw control characters, which JSON does not allow; they were kept.", -1,
                        controls);
    }
}

// The first thread's table becomes the trace's; the texts of the others are added to it, not copied.
void SharedIds::joinTexts(TextPool& pool, bool first, Worker& worker) {
    auto map = std::make_shared<std::vector<std::uint32_t>>();
    if (first) {
        strings_ = std::move(pool.strings());
        if (pool.invalidUtf8().empty()) {
            return;
        }
        map->resize(strings_.size());
        std::iota(map->begin(), map->end(), 0u);
        for (const StringId id : pool.invalidUtf8()) {
            (*map)[id.value] = strings_.intern(repairUtf8(strings_.view(id))).value;
        }
        worker.texts = std::move(map);
        return;
    }
    map->resize(pool.strings().size());
    const auto& invalid = pool.invalidUtf8();
    for (std::uint32_t i = 0; i < map->size(); ++i) {
        const std::string_view text = pool.view(StringId(i));
        const bool good = invalid.empty() || !std::ranges::binary_search(invalid, StringId(i));
        (*map)[i] = (good ? strings_.internBorrowed(text) : strings_.intern(repairUtf8(text))).value;
    }
    strings_.keepAlive(pool.strings());
    worker.texts = std::move(map);
}

std::string SharedIds::keyText(const Worker& worker, std::int64_t cell) const {
    const ArgValue value = ArgValue::decode(cell);
    if (value.type == ArgValue::Type::Integer) {
        return std::to_string(value.integer);
    }
    return std::string(strings_.view(StringId(worker.texts ? (*worker.texts)[value.id] : value.id)));
}

// In the order in which the file names them, whichever thread read what.
void SharedIds::joinTracks(const std::vector<std::unique_ptr<RangeParser>>& parsers) {
    struct Place {
        std::int64_t first;
        std::size_t worker;
        std::uint32_t track;
    };
    std::vector<Place> places;
    for (std::size_t w = 0; w < parsers.size(); ++w) {
        const auto& tracks = parsers[w]->tracks();
        workers_[w].tracks.resize(tracks.size());
        for (std::uint32_t t = 0; t < tracks.size(); ++t) {
            places.push_back({tracks[t].first, w, t});
        }
    }
    std::ranges::sort(places, {}, &Place::first);
    for (const Place& place : places) {
        const RangeParser::TrackKey& key = parsers[place.worker]->tracks()[place.track].key;
        Worker& worker = workers_[place.worker];
        worker.tracks[place.track] =
            addTrack(keyText(worker, key.pid), keyText(worker, key.tid), Track::Kind::Thread).value;
    }
}

TrackId SharedIds::addTrack(const std::string& process, const std::string& key, Track::Kind kind) {
    const auto [p, freshProcess] =
        processNumbers_.try_emplace(process, static_cast<std::uint32_t>(processes_.size()));
    if (freshProcess) {
        processes_.push_back({.key = process, .kind = Process::Kind::Other});
    }
    const auto [t, freshTrack] =
        trackNumbers_.try_emplace(std::to_string(p->second) + (kind == Track::Kind::Async ? "~" : "/") + key,
                                  static_cast<std::uint32_t>(tracks_.size()));
    if (freshTrack) {
        tracks_.push_back({.process = ProcessId(p->second), .key = key, .kind = kind});
    }
    return TrackId(t->second);
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
