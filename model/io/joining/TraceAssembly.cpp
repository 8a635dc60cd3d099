#include "model/io/joining/TraceAssembly.h"

#include "model/base/StopLook.h"
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
#include <exception>
#include <future>

namespace lanes {

namespace {

// Links and points, which need nothing of each other: arrows on one thread, the rest on the other, then all links.
void joinTheRest(ImportBatch& batch, const SharedIds& ids, const SliceMerge& slices, unsigned threads,
                 const StopLook& look, PointRows& points, TraceData& data) {
    FoundLinks byCorrelation;
    FoundLinks byFlow;
    std::promise<void> correlated; // or what kept it
    const auto correlate = [&] {
        try {
            linkCorrelations(batch.ranges, ids, slices, look, byCorrelation);
            correlated.set_value();
        } catch (...) {
            correlated.set_exception(std::current_exception());
            throw;
        }
    };
    const auto pointsAndCorrelations = [&] {
        correlate();
        points = gatherPoints(batch.ranges, ids, look);
        takeRows(data.memory, findMemory(points, ids, look));
        data.counters = findCounters(points, ids, look, byCorrelation.issues);
    };
    const auto flowsAndLinks = [&] {
        linkFlows(batch.ranges, ids, slices, look, byFlow);
        correlated.get_future().get();
        look.now();
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

// Throws Stopped.
std::shared_ptr<const Trace> assemble(ImportBatch& batch, unsigned threads, const StopLook& look) {
    TraceData data;
    SharedIds ids(batch.writers, batch.guessed ? &batch.ranges : nullptr, threads, look, data.diagnostics);
    batch.writers.clear();
    PairedEvents paired = pairBoundaries(batch.ranges, ids, look);
    const std::size_t pairedRange = batch.ranges.size();
    batch.ranges.push_back(std::move(paired.range));
    setUntimed(batch.ranges, ids, look, batch.issues);
    for (const EventRange& range : batch.ranges) {
        batch.issues.merge(range.issues);
    }

    SliceMerge slices(batch.ranges, ids, threads, look);
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
    joinTheRest(batch, ids, slices, threads, look, points, data);
    batch.ranges.clear();
    readNames(points, ids, look);
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
    look.now();
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace

std::shared_ptr<const Trace> assembleTrace(ImportBatch batch, unsigned threads, const std::stop_token& stop) {
    try {
        return assemble(batch, threads, StopLook(stop));
    } catch (const Stopped&) {
        return nullptr;
    }
}

} // namespace lanes
