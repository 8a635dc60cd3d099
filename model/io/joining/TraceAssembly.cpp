#include "model/io/joining/TraceAssembly.h"

#include "model/base/Threads.h"
#include "model/io/joining/BoundaryPairs.h"
#include "model/io/joining/LinkFinder.h"
#include "model/io/joining/PlaceIdentity.h"
#include "model/io/joining/PlaceKinds.h"
#include "model/io/joining/PointColumns.h"
#include "model/io/joining/SharedIds.h"
#include "model/io/joining/SliceMerge.h"
#include "model/io/joining/Untimed.h"

#include <algorithm>
#include <latch>

namespace lanes {

namespace {

// Links and points, which need nothing of each other: arrows on one thread, the rest on the other, then all links.
void joinTheRest(ImportBatch& batch, const SharedIds& ids, const SliceMerge& slices, unsigned threads,
                 PointRows& points, TraceData& data) {
    FoundLinks byCorrelation;
    FoundLinks byFlow;
    std::latch correlated(1);
    const auto pointsAndCorrelations = [&] {
        linkCorrelations(batch.ranges, ids, slices, byCorrelation);
        correlated.count_down();
        points = gatherPoints(batch.ranges, ids);
        takeRows(data.memory, findMemory(points, ids));
        data.counters = findCounters(points, ids, byCorrelation.issues);
    };
    const auto flowsAndLinks = [&] {
        linkFlows(batch.ranges, ids, slices, byFlow);
        correlated.wait();
        UnwrittenVector<Link>& links = byCorrelation.links;
        links.insert(links.end(), byFlow.links.begin(), byFlow.links.end());
        data.links.add(std::move(links));
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
    batch.issues.merge(byCorrelation.issues);
    batch.issues.merge(byFlow.issues);
}

} // namespace

std::shared_ptr<const Trace> assembleTrace(ImportBatch batch, unsigned threads) {
    TraceData data;
    SharedIds ids(batch.writers, batch.guessed ? &batch.ranges : nullptr, threads, data.diagnostics);
    batch.writers.clear();
    PairedEvents paired = pairBoundaries(batch.ranges, ids);
    const std::size_t pairedRange = batch.ranges.size();
    batch.ranges.push_back(std::move(paired.range));
    setUntimed(batch.ranges, ids, batch.issues);
    for (const EventRange& range : batch.ranges) {
        batch.issues.merge(range.issues);
    }

    SliceMerge slices(batch.ranges, ids, threads);
    data.segments.append(slices.run());
    for (const std::uint32_t open : paired.open) {
        if (const SliceId slice = slices.placed(pairedRange, open); slice.valid()) {
            data.openSlices.push_back(slice);
        }
    }
    if (slices.leftOut() > 0) {
        batch.issues.hit(Issue::TooDeep, -1, slices.leftOut());
    }

    PointRows points;
    joinTheRest(batch, ids, slices, threads, points, data);
    batch.ranges.clear();
    readNames(points, ids);
    takeRows(data.points, std::move(points));
    findPlaceKinds(data.segments, ids.places().processes(), ids.places().tracks());
    placeStreamSyncs(ids.places().tracks());

    batch.issues.report(data.diagnostics);
    data.info = std::move(batch.info);
    data.info.complete = data.info.complete && !batch.cut;
    if (!batch.damage.empty()) {
        data.diagnostics.add("damaged-container", Severity::Loss,
                             "The file could be read only in part: " + batch.damage + ".", batch.damageAt);
        data.info.complete = false;
    }
    data.args = std::move(ids.args());
    data.strings = ids.strings().snapshot();
    data.processes = std::move(ids.places().processes());
    data.tracks = std::move(ids.places().tracks());
    splitDevices(data);
    identifyPlaces(data.info, data.processes);
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
