#include "model/io/joining/SharedIds.h"

#include "model/base/Utf8.h"
#include "model/io/joining/PlaceKinds.h"
#include "model/trace/args/JsonText.h"

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
    if (texts.backslashes().strays > 0) {
        diagnostics.add(
            "unescaped-backslash", Severity::Warning,
            "Texts hold backslashes that are not escaped, as paths of Windows do, which is no valid "
            "JSON; they are shown as written.",
            texts.backslashes().firstStray, texts.backslashes().strays);
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
                     const std::vector<EventRange>* ranges, unsigned threads, const StopLook& look,
                     Diagnostics& diagnostics)
    : plainBackslashes_(std::ranges::any_of(
          writers, [](const auto& writer) { return writer->texts().backslashes().strays > 0; })) {
    for (const auto& writer : writers) {
        look.now();
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
        if (pool.invalidUtf8().empty() && !plainBackslashes_) {
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
    if (plainBackslashes_) {
        readBackslashes(pool.backslashes(), map);
    }
    worker.texts = std::make_shared<const std::vector<std::uint32_t>>(std::move(map));
}

// What stands inside quotes gets its backslashes escaped, as it is kept so; names get back what they were written with.
void SharedIds::readBackslashes(const TextPool::Backslashes& texts, std::vector<std::uint32_t>& map) {
    const auto become = [&](const std::vector<StringId>& ids, std::string (*spelled)(std::string_view)) {
        for (const StringId id : ids) {
            std::uint32_t& text = map[id.value];
            text = strings_.intern(spelled(strings_.view(StringId(text)))).value;
        }
    };
    become(texts.values, escapeJson);
    become(texts.perhaps, escapeJson);
    become(texts.withBreaks, respellControls);
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

EventKind SharedIds::kindByPlace(TrackId track, StringId name) const {
    const std::string_view process = places_.processes()[places_.tracks()[track.value].process.value].key;
    if (!process.ends_with(kFunctionsOf)) {
        return EventKind::Other;
    }
    if (process.starts_with("CPU")) {
        return EventKind::Operator;
    }
    const std::string_view text = strings_.view(name);
    return text.starts_with("Memcpy")   ? EventKind::Memcpy
           : text.starts_with("Memset") ? EventKind::Memset
                                        : EventKind::Kernel;
}

bool SharedIds::bindsInside(const ArgLayout& layout) const {
    return std::ranges::any_of(layout.columns, [&](const ArgColumn& c) {
        return c.topLevel && strings_.view(c.key) == "bp" && c.form == ArgColumn::Form::Constant &&
               strings_.view(c.constant) == "\"e\"";
    });
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
        traits_.push_back({shape.phase, layout->category, kind, shape.phase != 'f' || bindsInside(*layout)});
        args_.layouts.push_back(std::move(layout));
    }
    shapes = {};
}

LayoutId SharedIds::addLayout(LayoutId like, const std::vector<StringId>& fields) {
    const ArgLayout& old = *args_.layouts[like.value];
    auto layout = std::make_shared<ArgLayout>();
    layout->phase = old.phase;
    layout->category = old.category;
    layout->columns = old.columns;
    for (const StringId key : fields) {
        const auto own = std::ranges::find_if(
            layout->columns, [key](const ArgColumn& c) { return c.topLevel && c.key == key; });
        if (own == layout->columns.end()) {
            layout->columns.push_back({key, ArgColumn::Form::Raw, true, {}});
        } else {
            *own = {key, ArgColumn::Form::Raw, true, {}};
        }
    }
    const LayoutId id(static_cast<std::uint32_t>(args_.layouts.size()));
    traits_.push_back(Traits(traits_[like.value]));
    args_.layouts.push_back(std::move(layout));
    return id;
}

void SharedIds::fillLayout(LayoutId id, const std::vector<std::int64_t>& cells) {
    ArgLayout layout = *args_.layouts[id.value];
    const std::size_t width = layout.columns.size();
    for (std::size_t at = 0; at < cells.size(); at += ArgBlock::kRows * width) {
        const auto rows =
            static_cast<std::uint32_t>(std::min<std::size_t>(ArgBlock::kRows, (cells.size() - at) / width));
        layout.blocks.push_back(ArgBlock::seal(cells.data() + at, rows, static_cast<std::uint32_t>(width)));
        layout.rows += rows;
    }
    args_.layouts[id.value] = std::make_shared<const ArgLayout>(std::move(layout));
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
