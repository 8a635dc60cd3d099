#include "model/io/joining/PointColumns.h"

#include "model/io/joining/PlaceNames.h"
#include "model/trace/InstantRule.h"
#include "model/trace/JsonText.h"
#include "model/trace/SortByTime.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

// Which column of each layout holds a key; asked once per layout.
class ColumnOfKey {
public:
    ColumnOfKey(const SharedIds& ids, std::string_view key)
        : ids_(ids)
        , key_(key)
        , columns_(ids.args().layouts.size(), kUnknown) {}

    [[nodiscard]] std::optional<ArgValue> value(const PointRows& points, std::uint32_t i) {
        const std::int32_t column = columnIn(points.layout[i]);
        return column < 0
                   ? std::nullopt
                   : ids_.args().value(points.layout[i], points.row[i], static_cast<std::uint32_t>(column));
    }
    [[nodiscard]] std::int64_t integer(const PointRows& points, std::uint32_t i, std::int64_t otherwise) {
        const std::int32_t column = columnIn(points.layout[i]);
        const ArgLayout& layout = *ids_.args().layouts[points.layout[i].value];
        if (column < 0 || points.row[i] >= layout.rows ||
            layout.columns[static_cast<std::size_t>(column)].form == ArgColumn::Form::Constant) {
            return otherwise;
        }
        const ArgValue v = ArgValue::decode(layout.cell(points.row[i], static_cast<std::uint32_t>(column)));
        return v.type == ArgValue::Type::Integer ? v.integer : otherwise;
    }

private:
    static constexpr std::int32_t kUnknown = -2;
    static constexpr std::int32_t kNone = -1;

    [[nodiscard]] std::int32_t columnIn(LayoutId layout) {
        std::int32_t& column = columns_[layout.value];
        if (column == kUnknown) {
            column = find(*ids_.args().layouts[layout.value]);
        }
        return column;
    }
    [[nodiscard]] std::int32_t find(const ArgLayout& layout) const {
        for (std::size_t c = 0; c < layout.columns.size(); ++c) {
            if (!layout.columns[c].topLevel && ids_.strings().view(layout.columns[c].key) == key_) {
                return static_cast<std::int32_t>(c);
            }
        }
        return kNone;
    }

    const SharedIds& ids_;
    std::string_view key_;
    std::vector<std::int32_t> columns_; // by layout
};

double asDouble(const ArgValue& value) {
    return value.type == ArgValue::Type::Decimal
               ? static_cast<double>(value.integer) / std::pow(10.0, value.digits)
               : static_cast<double>(value.integer);
}

void reserve(MemoryRows& memory, std::size_t count) {
    memory.time.reserve(count);
    memory.address.reserve(count);
    memory.bytes.reserve(count);
    memory.totalAllocated.reserve(count);
    memory.totalReserved.reserve(count);
    memory.deviceType.reserve(count);
    memory.deviceIndex.reserve(count);
    memory.track.reserve(count);
}

std::int8_t smallNumber(std::int64_t value) {
    return static_cast<std::int8_t>(std::clamp<std::int64_t>(value, -1, 127));
}

} // namespace

PointRows gatherPoints(std::vector<EventRange>& ranges, const SharedIds& ids) {
    PointRows points;
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.points.size();
    }
    points.time.reserve(count);
    points.name.reserve(count);
    points.track.reserve(count);
    points.layout.reserve(count);
    points.row.reserve(count);
    for (EventRange& range : ranges) {
        for (const EventRange::Point& point : range.points) {
            points.time.push_back(point.time);
            points.name.push_back(ids.text(range.worker, point.name));
            points.track.push_back(ids.track(range.worker, point.track));
            points.layout.push_back(ids.layout(range.worker, point.shape));
            points.row.push_back(point.row);
        }
        if (range.flows.empty()) {
            range.points = {};
            range.correlations = {};
            range.otherMemory = nullptr;
        }
    }
    return points;
}

MemoryRows findMemory(const PointRows& points, const SharedIds& ids) {
    MemoryRows memory;
    ColumnOfKey address(ids, "Addr");
    ColumnOfKey bytes(ids, "Bytes");
    ColumnOfKey allocated(ids, "Total Allocated");
    ColumnOfKey reserved(ids, "Total Reserved");
    ColumnOfKey type(ids, "Device Type");
    ColumnOfKey index(ids, "Device Id");
    StringId name; // once it has been seen
    const auto isMemory = [&](std::uint32_t i) {
        const char phase = ids.traits(points.layout[i]).phase;
        if (phase != 'i' && phase != 'I') {
            return false;
        }
        if (!name.valid() && ids.strings().view(points.name[i]) == InstantRule::kMemoryEvent) {
            name = points.name[i];
        }
        return name.valid() && points.name[i] == name;
    };
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (!isMemory(i)) {
            continue;
        }
        if (memory.size() == 0) {
            reserve(memory, points.size() - i); // where there is one, most are
        }
        memory.time.push_back(points.time[i]);
        memory.address.push_back(static_cast<std::uint64_t>(address.integer(points, i, 0)));
        memory.bytes.push_back(bytes.integer(points, i, 0));
        memory.totalAllocated.push_back(allocated.integer(points, i, -1));
        memory.totalReserved.push_back(reserved.integer(points, i, -1));
        memory.deviceType.push_back(smallNumber(type.integer(points, i, 0)));
        memory.deviceIndex.push_back(smallNumber(index.integer(points, i, -1)));
        memory.track.push_back(points.track[i]);
    }
    memory.stack.resize(memory.size(), StackId());
    sortByTime(memory);
    return memory;
}

std::vector<CounterSeries> findCounters(const PointRows& points, const SharedIds& ids) {
    std::vector<CounterRows> series; // in the order of first appearance
    std::map<std::tuple<TrackId, StringId, StringId>, std::size_t> numbers;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (ids.traits(points.layout[i]).phase != 'C') {
            continue;
        }
        const ArgLayout& layout = *ids.args().layouts[points.layout[i].value];
        for (std::uint32_t c = 0; c < layout.columns.size(); ++c) {
            const auto value = ids.args().value(points.layout[i], points.row[i], c);
            if (layout.columns[c].topLevel || !value || value->type == ArgValue::Type::Text) {
                continue;
            }
            const StringId key = layout.columns[c].key;
            const auto [number, fresh] =
                numbers.try_emplace({points.track[i], points.name[i], key}, series.size());
            if (fresh) {
                series.push_back({points.track[i], points.name[i], key, {}, {}});
            }
            series[number->second].time.push_back(points.time[i]);
            series[number->second].value.push_back(asDouble(*value));
        }
    }
    std::vector<CounterSeries> found;
    for (CounterRows& s : series) {
        sortByTime(s);
        takeRows(found.emplace_back(CounterSeries{s.track, s.name, s.key, {}, {}}), std::move(s));
    }
    return found;
}

void readNames(const PointRows& points, SharedIds& ids) {
    ColumnOfKey name(ids, "name");
    ColumnOfKey labels(ids, "labels");
    ColumnOfKey sortIndex(ids, "sort_index");
    std::uint32_t point = 0;
    const MetadataArgs args{
        [&](std::string_view key) {
            const auto v = (key == "name" ? name : labels).value(points, point);
            return v && v->type == ArgValue::Type::Text ? unescapeJson(ids.strings().view(StringId(v->id)))
                                                        : std::string();
        },
        [&](std::string_view /*only sort_index is one*/) { return sortIndex.integer(points, point, 0); }};
    for (; point < points.size(); ++point) {
        if (ids.traits(points.layout[point]).phase == 'M') {
            Track& track = ids.tracks()[points.track[point].value];
            applyMetadata(ids.strings().view(points.name[point]), args, ids.processes()[track.process.value],
                          track);
        }
    }
}

} // namespace lanes
