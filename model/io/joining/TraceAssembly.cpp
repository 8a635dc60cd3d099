#include "model/io/joining/TraceAssembly.h"

#include "model/base/Threads.h"
#include "model/io/joining/BoundaryPairs.h"
#include "model/io/joining/LinkFinder.h"
#include "model/io/joining/PlaceIdentity.h"
#include "model/io/joining/PlaceKinds.h"
#include "model/io/joining/PointColumns.h"
#include "model/io/joining/SharedIds.h"
#include "model/io/joining/SliceMerge.h"
#include "model/trace/JsonText.h"

#include <algorithm>
#include <charconv>
#include <latch>

namespace lanes {

namespace {

std::string_view propertyOf(const Properties& properties, std::string_view key) {
    const auto found = std::ranges::find(properties, key, &Properties::value_type::first);
    return found == properties.end() ? std::string_view() : std::string_view(found->second);
}

std::string textOf(std::string_view raw) {
    return raw.size() >= 2 && raw.front() == '"' ? unescapeJson(raw.substr(1, raw.size() - 2))
                                                 : std::string();
}

SessionInfo describe(const Properties& properties, const std::string& source) {
    SessionInfo info;
    info.source = source;
    info.producer = propertyOf(properties, "schemaVersion").empty() ? "Chrome trace" : "torch (Kineto)";
    info.host = textOf(propertyOf(properties, "host_name"));
    const std::string_view base = propertyOf(properties, "baseTimeNanoseconds");
    std::int64_t origin = 0;
    if (std::from_chars(base.data(), base.data() + base.size(), origin).ec == std::errc() && origin > 0) {
        info.clockOriginUnixNs = origin;
    }
    info.properties = properties;
    return info;
}

// Links and points, which need nothing of each other: arrows on one thread, the rest on the other, then all links.
void joinTheRest(EventFile& file, const SharedIds& ids, const SliceMerge& slices, unsigned threads,
                 TraceData& data) {
    FoundLinks byCorrelation;
    FoundLinks byFlow;
    std::latch correlated(1);
    const auto pointsAndCorrelations = [&] {
        linkCorrelations(file.ranges, ids, slices, byCorrelation);
        correlated.count_down();
        data.points = gatherPoints(file.ranges, ids);
        data.memory = findMemory(*data.points, ids);
        data.counters = findCounters(*data.points, ids);
    };
    const auto flowsAndLinks = [&] {
        linkFlows(file.ranges, ids, slices, byFlow);
        correlated.wait();
        UnwrittenVector<Link>& links = byCorrelation.links;
        links.insert(links.end(), byFlow.links.begin(), byFlow.links.end());
        data.links = std::make_shared<LinkTable>(std::move(links));
    };
    onThreads(std::min(threads, 2u), [&](unsigned thread) {
        if (thread + 1 == std::min(threads, 2u)) { // with one thread the other's result is there already
            pointsAndCorrelations();
        }
        if (thread == 0) {
            flowsAndLinks();
        }
    });
    data.flowStarts = byFlow.flowStarts;
    data.flowsLinked = byFlow.flowsLinked;
    file.issues.merge(byCorrelation.issues);
    file.issues.merge(byFlow.issues);
}

} // namespace

std::shared_ptr<const Trace> assembleTrace(EventFile file, const std::string& source, unsigned threads,
                                           Completeness completeness) {
    TraceData data;
    SharedIds ids(file.parsers, file.guessed ? &file.ranges : nullptr, threads, data.diagnostics);
    file.parsers.clear();
    PairedEvents paired = pairBoundaries(file.ranges, ids);
    file.issues.merge(paired.range.issues);
    file.ranges.push_back(std::move(paired.range));

    SliceMerge slices(file.ranges, ids, threads);
    data.segments = slices.run();
    for (const std::uint32_t open : paired.open) {
        data.openSlices.push_back(slices.placed(file.ranges.size() - 1, open));
    }

    joinTheRest(file, ids, slices, threads, data);
    file.ranges.clear();
    readNames(*data.points, ids);
    findPlaceKinds(data.segments, ids.processes(), ids.tracks());

    file.issues.report(data.diagnostics);
    data.info = describe(file.properties, source);
    identifyPlaces(data.info, ids.processes());
    data.info.complete = completeness == Completeness::Whole && !file.cut;
    if (!file.damage.empty()) {
        data.diagnostics.add("damaged-container", Severity::Loss,
                             "The file could be read only in part: " + file.damage + ".", file.damageAt);
        data.info.complete = false;
    }
    data.args = std::move(ids.args());
    data.strings = ids.strings().snapshot();
    data.processes = std::move(ids.processes());
    data.tracks = std::move(ids.tracks());
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
