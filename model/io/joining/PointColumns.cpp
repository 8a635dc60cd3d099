#include "model/io/joining/PointColumns.h"

#include "model/io/joining/PlaceNames.h"
#include "model/trace/args/ArgNumber.h"
#include "model/trace/args/ArgReader.h"
#include "model/trace/args/JsonText.h"
#include "model/trace/slices/InstantRule.h"
#include "model/trace/slices/SortByTime.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

ArgReader readerOf(const SharedIds& ids, ArgKey key) {
    return {ids.args(), ids.strings(), key, ArgReader::Level::Args};
}

template<class Rows>
void reserve(Rows& rows, std::size_t count) {
    forEachColumn(rows, [count](auto& column) { column.reserve(count); });
}

std::int8_t smallNumber(std::int64_t value) {
    return static_cast<std::int8_t>(std::clamp<std::int64_t>(value, -1, 127));
}

} // namespace

PointRows gatherPoints(std::vector<EventRange>& ranges, const SharedIds& ids, const StopLook& look) {
    PointRows points;
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.points.size();
    }
    reserve(points, count);
    for (EventRange& range : ranges) {
        look.now();
        for (const EventRange::Point& point : range.points) {
            look.at(points.time.size()); // what begins and ends leave stands in one range
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

MemoryRows findMemory(const PointRows& points, const SharedIds& ids, const StopLook& look) {
    MemoryRows memory;
    ArgReader address = readerOf(ids, "Addr");
    ArgReader bytes = readerOf(ids, "Bytes");
    ArgReader allocated = readerOf(ids, "Total Allocated");
    ArgReader reserved = readerOf(ids, "Total Reserved");
    ArgReader type = readerOf(ids, "Device Type");
    ArgReader index = readerOf(ids, "Device Id");
    const StringTable texts = ids.strings().snapshot();
    const auto integer = [&](ArgReader& reader, std::uint32_t i, std::int64_t otherwise) {
        return reader.integer(points.layout[i], points.row[i], texts, otherwise);
    };
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
        look.at(i);
        if (!isMemory(i)) {
            continue;
        }
        if (memory.size() == 0) {
            reserve(memory, points.size() - i); // where there is one, most are
        }
        memory.time.push_back(points.time[i]);
        memory.address.push_back(static_cast<std::uint64_t>(integer(address, i, 0)));
        memory.bytes.push_back(integer(bytes, i, 0));
        memory.totalAllocated.push_back(integer(allocated, i, -1));
        memory.totalReserved.push_back(integer(reserved, i, -1));
        memory.deviceType.push_back(smallNumber(integer(type, i, 0)));
        memory.deviceIndex.push_back(smallNumber(integer(index, i, -1)));
        memory.track.push_back(points.track[i]);
    }
    memory.stack.resize(memory.size(), StackId());
    sortByTime(memory);
    return memory;
}

std::vector<CounterSeries> findCounters(const PointRows& points, const SharedIds& ids, const StopLook& look,
                                        ImportIssues& issues) {
    std::vector<CounterRows> series; // in the order of first appearance
    std::map<std::tuple<TrackId, StringId, StringId>, std::size_t> numbers;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        look.at(i);
        if (ids.traits(points.layout[i]).phase != 'C') {
            continue;
        }
        const ArgLayout& layout = *ids.args().layouts[points.layout[i].value];
        for (std::uint32_t c = 0; c < layout.columns.size(); ++c) {
            const auto value = ids.args().value(points.layout[i], points.row[i], c);
            if (layout.columns[c].topLevel || !value) {
                continue;
            }
            const auto number =
                numberOf(*value, value->type == ArgValue::Type::Text ? ids.strings().view(StringId(value->id))
                                                                     : std::string_view());
            if (!number) {
                issues.hit(Issue::CounterWithoutNumber, -1);
                continue;
            }
            const StringId key = layout.columns[c].key;
            const auto [place, fresh] =
                numbers.try_emplace({points.track[i], points.name[i], key}, series.size());
            if (fresh) {
                series.push_back({points.track[i], points.name[i], key, {}, {}});
            }
            series[place->second].time.push_back(points.time[i]);
            series[place->second].value.push_back(*number);
        }
    }
    std::vector<CounterSeries> found;
    for (CounterRows& s : series) {
        sortByTime(s);
        takeRows(found.emplace_back(CounterSeries{s.track, s.name, s.key, {}, {}}), std::move(s));
    }
    return found;
}

void readNames(const PointRows& points, SharedIds& ids, const StopLook& look) {
    ArgReader name = readerOf(ids, "name");
    ArgReader labels = readerOf(ids, "labels");
    ArgReader sortIndex = readerOf(ids, "sort_index");
    const StringTable texts = ids.strings().snapshot();
    std::uint32_t point = 0;
    const MetadataArgs args{[&](std::string_view key) {
                                ArgReader& reader = key == "name" ? name : labels;
                                return unescapeJson(
                                    ids.strings().view(reader.text(points.layout[point], points.row[point])));
                            },
                            [&](std::string_view /*only sort_index is one*/) {
                                return sortIndex.integer(points.layout[point], points.row[point], texts, 0);
                            }};
    for (; point < points.size(); ++point) {
        look.at(point);
        if (ids.traits(points.layout[point]).phase == 'M') {
            Track& track = ids.places().tracks()[points.track[point].value];
            applyMetadata(ids.strings().view(points.name[point]), args,
                          ids.places().processes()[track.process.value], track);
        }
    }
}

} // namespace lanes
