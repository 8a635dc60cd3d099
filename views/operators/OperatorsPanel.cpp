// The panel beside the operator table.
#include "model/analysis/operators/Shapes.h"
#include "views/operators/OperatorsView.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
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

} // namespace

void OperatorsView::showDetail() {
    const std::uint32_t current = table().current();
    if (!rows_ || current >= rows_->rows()) {
        return;
    }
    panel().begin();
    const OperatorRow& row = rows_->row(current);
    const Theme& theme = look().theme();
    const TableCell name = rows_->cell(current, 0, theme);
    const TableCell place = rows_->cell(current, 1, theme);
    panel().add(new PanelTitle(look(), {name.dot, {}, name.text, place.text}));
    const TimeNs time = detail_.device ? row.selfDevice : row.totalCpu;
    panel().add(
        new Figures(look(), {{detail_.device ? tr("Device time") : tr("CPU time"), durationText(time)},
                             {tr("Median"), durationText(detail_.spread.median)},
                             {tr("Calls"), countText(row.calls)}}));
    panel().addRule();
    listRoofline(row);
    panel().add(new SectionHead(look(), detail_.device ? tr("Device time per call") : tr("CPU time per call"),
                                tr("drag to list")));
    auto* histogram = new Histogram(look(), theme.hueColor(hueOfWork(*rows_, detail_)), kBarsHeight);
    histogram->setSpread(detail_.spread);
    connect(histogram, &Histogram::rangeChosen, this, [this](TimeNs from, TimeNs to) {
        listed_ = {from, to};
        QMetaObject::invokeMethod(this, &OperatorsView::showDetail, Qt::QueuedConnection);
    });
    panel().add(histogram);
    panel().addRule();
    listCalls();
    listPlaces();
    panel().end();
}

void OperatorsView::listCalls() {
    const auto listed = [this](std::uint32_t call) {
        const TimeNs time = detail_.calls[call].time;
        return !listed_ || (time >= listed_->first && time <= listed_->second);
    };
    const QString title =
        listed_
            ? tr("Calls of %1 to %2").arg(durationText(listed_->first, 3), durationText(listed_->second, 3))
            : tr("Slowest calls");
    panel().add(
        new SectionHead(look(), title, detail_.device ? tr("start, device time") : tr("start, CPU time")));
    std::size_t shown = 0;
    for (const std::uint32_t number : detail_.slowest) {
        if (shown == kCallsListed) {
            break;
        }
        if (!listed(number)) {
            continue;
        }
        ++shown;
        const RowDetail::Call& call = detail_.calls[number];
        PanelLink::Content content;
        content.icon = QStringLiteral("link");
        content.text = durationText(call.start - state()->origin(), kMomentDigits);
        content.value = durationText(call.time);
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, slice = call.slice] { goTo(slice); });
    }
}

void OperatorsView::listPlaces() {
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Called from"), detail_.places.empty() ? QString() : tr("share")));
    for (std::size_t i = 0; i < std::min(kPlacesListed, detail_.places.size()); ++i) {
        const FrameText frame = frameText(detail_.places[i].frame);
        PanelLink::Content content;
        content.text = frame.function;
        content.detail = frame.place;
        content.value = percentText(detail_.places[i].share);
        content.strong = true;
        content.link = false;
        panel().add(new PanelLink(look(), content));
    }
    if (detail_.places.empty()) {
        PanelLink::Content content;
        content.detail = tr("no Python code is known for these calls");
        content.link = false;
        panel().add(new PanelLink(look(), content));
    }
}

} // namespace lanes
