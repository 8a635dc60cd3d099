#include "views/flame/FlamePicture.h"

#include "views/shared/text/Text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {
namespace {

// The thread with the most operators, or of the selected slice.
TrackId threadToChart(const OperatorForest& forest, SliceId selection) {
    const Trace& trace = forest.trace();
    if (selection.valid() && trace.has(selection) && !runsOnDevice(trace.slice(selection).kind)) {
        return trace.slice(selection).track;
    }
    std::map<TrackId, std::uint32_t> counts;
    for (const OperatorForest::Run& run : forest.runs()) {
        counts[forest.segmentOf(run).track] += run.end - run.first;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most == counts.end() ? TrackId(0) : most->first;
}

FlameCanvas::About aboutNode(const FlameNode& node) {
    FlameCanvas::About about;
    about.kind = node.kind;
    about.hue = node.hue;
    about.name = node.name;
    return about;
}

FlameCanvas::About aboutSlice(const Trace& trace, SliceId id) {
    const Trace::Slice slice = trace.slice(id);
    FlameCanvas::About about;
    about.kind = slice.kind;
    about.hue = slice.hue;
    about.name = trace.text(slice.name);
    return about;
}

} // namespace

FlamePicture FlamePicture::of(TraceAnalyses& analyses, const Request& request, const std::stop_token& stop) {
    FlamePicture picture;
    const std::shared_ptr<const OperatorData> operators = analyses.operators(stop);
    if (!operators) {
        return picture;
    }
    picture.device = !operators->forest->deviceWork().empty();
    if (const auto profile = profileOf(*analyses.trace())) {
        picture.estimated = profile->estimated;
        for (const ProfileMetric& metric : profile->metrics) {
            picture.metrics << toQString(metric.name);
        }
    }
    const bool isProfiled = !picture.metrics.isEmpty();
    const FlameWeight weight =
        isProfiled ? FlameWeight::CpuTime // the metric stands there
                   : request.weight.value_or(picture.device ? FlameWeight::DeviceTime : FlameWeight::CpuTime);
    if (request.chart && isProfiled) {
        return picture;
    }
    if (request.chart) {
        picture.chartRange = *request.chart;
        picture.chartTrace = analyses.trace();
        const TimeNs shortest = std::max<TimeNs>(request.chart->length() / std::max(1, request.width), 1);
        picture.chart = flameChart(*analyses.trace(), threadToChart(*operators->forest, request.selection),
                                   request.query.source, *request.chart, shortest);
        return picture;
    }
    picture.tree = FlameTree::build(*operators, request.query, stop);
    const auto shown = picture.tree && request.bottomUp ? picture.tree->bottomUp(stop) : picture.tree;
    if (shown) {
        picture.scene = FlameScene::of(shown, weight);
    }
    return picture;
}

std::uint32_t FlamePicture::rootOf(const FlameZoom& zoom) const {
    return zoom.path.empty() ? scene->firstFork() : scene->find(zoom.path);
}

FlamePicture::Boxes FlamePicture::callBoxes(std::uint32_t root, double room, double share) const {
    Boxes boxes{layoutFlame(*scene, root, room, std::max(1., share * room)), 0};
    if (root == 0 && !boxes.bars.empty()) { // the root has no name: what it holds is enough
        boxes.bars.erase(boxes.bars.begin());
        for (FlameBar& bar : boxes.bars) {
            --bar.row;
        }
    }
    for (const FlameBar& bar : boxes.bars) {
        boxes.rows = std::max(boxes.rows, bar.row + 1);
    }
    return boxes;
}

QStringList FlamePicture::callsTo(std::uint32_t node) const {
    QStringList calls;
    for (const std::uint32_t call : scene->tree->path(node)) {
        if (call != 0) {
            const FlameNode& at = scene->tree->nodes()[call];
            calls << flameLabel(at.kind, at.name).text;
        }
    }
    return calls;
}

QString FlamePicture::valueOf(std::uint32_t node) const {
    const double share =
        double(scene->weightOf(node)) / double(std::max<std::int64_t>(scene->weightOf(0), 1));
    return weightText(*scene->tree, scene->weight, scene->weightOf(node)) + QStringLiteral("  ") +
           percentText(share);
}

FlameCanvas::Telling FlamePicture::callTelling() const {
    const auto nodeAt = [this](std::uint32_t node) -> const FlameNode& { return scene->tree->nodes()[node]; };
    return {.about = [nodeAt](std::uint32_t node) { return aboutNode(nodeAt(node)); },
            .value = [this](std::uint32_t node) { return valueOf(node); },
            .tip =
                [this, nodeAt](std::uint32_t node) {
                    const FlameNode& at = nodeAt(node);
                    const std::int64_t calls = at.self[static_cast<std::size_t>(FlameWeight::Count)];
                    return toQString(at.name) + QLatin1Char('\n') + valueOf(node) + QLatin1Char('\n') +
                           weightText(*scene->tree, FlameWeight::Count, calls);
                }};
}

FlamePicture::Boxes FlamePicture::chartBoxes(double room, double share) const {
    Boxes boxes;
    const double scale = room / std::max<double>(1, double(chartRange.length()));
    for (std::uint32_t i = 0; i < chart.size(); ++i) {
        const FlameBox& box = chart[i];
        const double width = double(box.range.length()) * scale;
        if (width >= std::max(1., share * room)) {
            const auto row = static_cast<int>(box.depth);
            boxes.bars.push_back({i, row, double(box.range.begin - chartRange.begin) * scale, width});
            boxes.rows = std::max(boxes.rows, row + 1);
        }
    }
    return boxes;
}

FlameCanvas::Telling FlamePicture::chartTelling() const {
    const auto aboutBox = [this](std::uint32_t box) { return aboutSlice(*chartTrace, chart[box].slice); };
    const auto durationOf = [this](std::uint32_t box) {
        return chartTrace->slice(chart[box].slice).duration;
    };
    return {.about = aboutBox,
            .value = [durationOf](std::uint32_t box) { return durationText(durationOf(box), 3); },
            .tip =
                [aboutBox, durationOf](std::uint32_t box) {
                    return toQString(aboutBox(box).name) + QLatin1Char('\n') + durationText(durationOf(box));
                }};
}

} // namespace lanes
