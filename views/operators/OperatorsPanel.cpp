#include "views/operators/OperatorsPanel.h"

#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr std::size_t kCallsListed = 7;
constexpr std::size_t kPlacesListed = 4;
constexpr int kBarsHeight = 96;
constexpr int kMomentDigits = 5;

// The colour of the work that a row does: its kernels', where it launches any.
Hue hueOfWork(const OperatorTable& table, const RowDetail& detail) {
    if (detail.device && !detail.slowest.empty()) {
        const OperatorForest& forest = *table.data().forest;
        const auto op = forest.indexOf(detail.calls[detail.slowest.front()].slice);
        for (const DeviceWork& work : forest.deviceWork()) {
            if (op && work.op == *op) {
                return forest.trace().slice(work.slice).hue;
            }
        }
    }
    return Hue::Operator;
}

QString rateText(double perSecond, const char* unit) {
    return magnitudeText(perSecond, 4) + QLatin1String(unit);
}

} // namespace

OperatorsPanel::OperatorsPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void OperatorsPanel::show(const Content& content) {
    panel_.begin();
    const OperatorRow& row = content.rows.row(content.row);
    const Theme& theme = appearance_.theme();
    const QString name = content.rows.cell(content.row, 0, theme).text;
    panel_.add(new PanelTitle(
        appearance_,
        {content.rows.colorOf(content.row, theme), {}, name, content.rows.placeOf(content.row)}));
    const bool device = content.detail.device;
    panel_.add(new Figures(appearance_, {{device ? tr("Device time") : tr("CPU time"),
                                          durationText(device ? row.selfDevice : row.totalCpu)},
                                         {tr("Median"), durationText(content.detail.spread.median)},
                                         {tr("Calls"), countText(row.calls)}}));
    panel_.addRule();
    if (content.computed) {
        listComputed(content);
    }
    showSpread(content);
    panel_.addRule();
    listCalls(content);
    listPlaces(content.detail);
    panel_.end();
}

void OperatorsPanel::listComputed(const Content& content) {
    const OperatorRow& row = content.rows.row(content.row);
    if (row.flops <= 0 || row.bytes <= 0 || row.costedDevice <= 0 || row.calls <= 0) {
        return;
    }
    const auto field = [this](const QString& name, const QString& value) {
        panel_.add(new FieldRow(appearance_, {name, value}));
    };
    const double seconds = double(row.costedDevice) / 1e9;
    const double intensity = double(row.flops) / double(row.bytes);
    panel_.add(new SectionHead(appearance_, tr("Per call"), tr("work and traffic from shapes")));
    field(tr("Work"), rateText(double(row.flops) / double(row.calls), "FLOP"));
    field(tr("Traffic, at least"), bytesText(row.bytes / row.calls));
    field(tr("Intensity"), rateText(intensity, "FLOP/B"));
    field(tr("Achieved"), rateText(double(row.flops) / seconds, "FLOP/s"));
    field(tr("Bandwidth"), rateText(double(row.bytes) / seconds, "B/s"));
    if (const std::optional<DeviceRoof>& roof = content.roof) {
        const double best = double(row.flops) / double(row.calls) / roof->at(intensity);
        field(tr("Best possible"), durationText(static_cast<TimeNs>(best * 1e9)));
        field(tr("Share of roof"), percentText(double(row.flops) / seconds / roof->at(intensity)));
        field(tr("Bound by"), intensity < roof->ridge() ? tr("memory") : tr("compute"));
        field(tr("Limits from"), toQString(roof->source));
    }
    panel_.addRule(6);
}

void OperatorsPanel::showSpread(const Content& content) {
    const RowDetail& detail = content.detail;
    panel_.add(new SectionHead(appearance_,
                               detail.device ? tr("Device time per call") : tr("CPU time per call"),
                               tr("drag to list")));
    auto* histogram = panel_.add(new Histogram(
        appearance_, appearance_.theme().hueColor(hueOfWork(content.rows, detail)), kBarsHeight));
    histogram->setSpread(detail.spread);
    connect(histogram, &Histogram::rangeChosen, this, [this](TimeNs from, TimeNs to) {
        Q_EMIT durationsChosen({from, to});
    });
}

void OperatorsPanel::listCalls(const Content& content) {
    const RowDetail& detail = content.detail;
    const std::optional<Durations>& listed = content.listed;
    const auto isListed = [&](std::uint32_t call) {
        const TimeNs time = detail.calls[call].time;
        return !listed || (time >= listed->first && time <= listed->second);
    };
    const QString title =
        listed ? tr("Calls of %1 to %2").arg(durationText(listed->first, 3), durationText(listed->second, 3))
               : tr("Slowest calls");
    panel_.add(new SectionHead(appearance_, title,
                               detail.device ? tr("start, device time") : tr("start, CPU time")));
    std::size_t shown = 0;
    for (const std::uint32_t number : detail.slowest) {
        if (shown == kCallsListed) {
            break;
        }
        if (!isListed(number)) {
            continue;
        }
        ++shown;
        const RowDetail::Call& call = detail.calls[number];
        PanelLink::Content row;
        row.icon = QStringLiteral("link");
        row.text = durationText(call.start - content.origin, kMomentDigits);
        row.value = durationText(call.time);
        auto* link = panel_.add(new PanelLink(appearance_, row));
        connect(link, &PanelLink::clicked, this, [this, slice = call.slice] { Q_EMIT sliceChosen(slice); });
    }
}

void OperatorsPanel::listPlaces(const RowDetail& detail) {
    panel_.addRule(6);
    panel_.add(
        new SectionHead(appearance_, tr("Called from"), detail.places.empty() ? QString() : tr("share")));
    for (std::size_t i = 0; i < std::min(kPlacesListed, detail.places.size()); ++i) {
        const FrameText frame = frameText(detail.places[i].frame);
        PanelLink::Content content;
        content.text = frame.function;
        content.detail = frame.place;
        content.value = percentText(detail.places[i].share);
        content.strong = true;
        content.link = false;
        panel_.add(new PanelLink(appearance_, content));
    }
    if (detail.places.empty()) {
        PanelLink::Content content;
        content.detail = tr("no Python code is known for these calls");
        content.link = false;
        panel_.add(new PanelLink(appearance_, content));
    }
}

} // namespace lanes
