// The panel beside the kernel table.
#include "views/kernels/KernelsView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kBarsHeight = 58;
constexpr std::size_t kOwnersListed = 3;
constexpr std::size_t kLaunchesListed = 5;
constexpr int kLaunchDigits = 5;
constexpr int kFew = 25; // per cent of occupancy below which it warns

} // namespace

void KernelsView::showDetail(std::uint32_t row, const Detail& detail) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const KernelRow& kernel = rows_->row(row);
    const Theme& theme = look().theme();
    const QColor color = rows_->cell(row, static_cast<int>(KernelColumn::Name), theme).dot;
    const std::vector<std::string> stages =
        labelStages(kernel.kind, rows_->data().forest->trace().text(kernel.name));
    panel().begin();
    panel().add(new PanelTitle(look(), {color, {}, rows_->nameOf(row), toQString(stages.back())}));
    panel().add(new Figures(look(), {{tr("Device time"), durationText(kernel.total)},
                                     {tr("Median"), durationText(detail.spread.median)},
                                     {tr("Launches"), countText(kernel.calls)}}));
    panel().addRule();
    if (kernel.kind == EventKind::Kernel) {
        listLimits(row);
    }
    panel().add(new SectionHead(look(), tr("Time per launch"), tr("drag to list")));
    auto* histogram = new Histogram(look(), color, kBarsHeight);
    histogram->setSpread(detail.spread);
    connect(histogram, &Histogram::rangeChosen, this, [this, row](TimeNs from, TimeNs to) {
        listed_ = {from, to};
        QMetaObject::invokeMethod(
            this, [this, row] { showDetail(row, detail_); }, Qt::QueuedConnection);
    });
    panel().add(histogram);
    listDelays(row);
    listOwners(row);
    listSlowest(detail);
    if (kernel.kind == EventKind::Kernel) {
        const TensorCoreVerdict& verdict = rows_->tensorCores(row);
        const QString use = verdict.use == TensorCoreUse::Yes  ? tr("Tensor cores: yes, from the name")
                            : verdict.use == TensorCoreUse::No ? tr("Tensor cores: no, from the name")
                                                               : tr("Tensor cores: not known");
        const QString why = verdict.rule > 0 ? tr("%1, rule %2 of %3")
                                                   .arg(toQString(verdict.reason))
                                                   .arg(verdict.rule)
                                                   .arg(kTensorCoreRules)
                                             : tr("nothing in the name speaks of them");
        panel().setFoot(new PanelNote(look(), use, why));
    }
    panel().end();
}

void KernelsView::listLimits(std::uint32_t row) {
    const KernelData::Launch& launch = rows_->launchOf(row);
    const Occupancy& estimate = launch.estimate;
    if (!estimate.known) {
        return;
    }
    const std::array<QString, 4> names{
        tr("Registers, %1 \u00d7 %2").arg(launch.shape.registers).arg(launch.shape.threadsPerBlock()),
        tr("Shared memory, %1").arg(bytesText(launch.shape.sharedBytes)),
        tr("Warps, %1 of %2").arg(estimate.warpsPerBlock).arg(estimate.warpsPerMultiprocessor),
        tr("Blocks, %1").arg(estimate.fit[static_cast<std::size_t>(OccupancyLimit::Blocks)])};
    const std::int64_t fewest = *std::ranges::min_element(estimate.fit);
    panel().add(new SectionHead(look(), tr("What limits it on an SM"), tr("blocks that fit")));
    for (std::size_t i = 0; i < names.size(); ++i) {
        PanelMeter::Content content;
        content.text = names[i];
        content.value = countText(estimate.fit[i]);
        content.share = estimate.fit[i] > 0 ? double(fewest) / double(estimate.fit[i]) : 1;
        content.limiting = static_cast<std::size_t>(estimate.limit) == i;
        panel().add(new PanelMeter(look(), content));
    }
    const double full = std::ceil(estimate.waves);
    auto* figures =
        new Figures(look(), {{tr("Occupancy"), percentText(rows_->row(row).occupancy / 100., 0)},
                             {tr("Waves"), QString::number(estimate.waves, 'f', 1)},
                             {tr("Tail idle"), percentText(full > 0 ? 1 - estimate.waves / full : 0, 0)}});
    if (rows_->row(row).occupancy < kFew) {
        figures->setWarning(0);
    }
    panel().add(figures);
    panel().addRule();
}

void KernelsView::listDelays(std::uint32_t row) {
    const KernelRow& kernel = rows_->row(row);
    const DeviceWork& work = rows_->data().forest->deviceWork()[kernel.slowest];
    if (kernel.medianDelay < 0 || !work.launch.valid()) {
        return;
    }
    const Trace& trace = rows_->data().forest->trace();
    const TimeNs queue = std::max<TimeNs>(kernel.medianQueue, 0);
    const TimeNs call = std::max<TimeNs>(kernel.medianDelay - queue, 0);
    panel().addRule();
    panel().add(
        new SectionHead(look(), tr("From call to start"), tr("median of %1").arg(countText(kernel.calls))));
    std::vector<PanelSplit::Part> parts{
        {tr("In %1").arg(toQString(trace.text(trace.slice(work.launch).name))),
         durationText(call),
         {},
         double(call),
         look().theme().hueColor(Hue::Runtime)},
        {tr("Queued behind other work"), durationText(queue), {}, double(queue), {}}};
    panel().add(new PanelSplit(look(), std::move(parts)));
}

void KernelsView::listOwners(std::uint32_t row) {
    const KernelRow& kernel = rows_->row(row);
    const Trace& trace = rows_->data().forest->trace();
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Launched by"),
                                kernel.owners.empty() ? tr("not known") : tr("launches, time")));
    for (std::size_t i = 0; i < std::min(kOwnersListed, kernel.owners.size()); ++i) {
        const KernelOwner& owner = kernel.owners[i];
        PanelLink::Content content;
        content.dot = look().theme().hueColor(owner.hue);
        content.text = toQString(trace.text(owner.name));
        content.second = countText(owner.launches);
        content.value = durationText(owner.time);
        content.strong = true;
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, row, owner] {
            const OperatorForest& forest = *rows_->data().forest;
            for (const std::uint32_t number : rows_->row(row).works) {
                const std::uint32_t op = forest.deviceWork()[number].op;
                if (op != DeviceWork::kNoOperator &&
                    forest.trace().slice(forest.slice(op)).name == owner.name) {
                    goTo(forest.slice(op));
                    return;
                }
            }
        });
        if (const QString shapes = rows_->shapesText(owner.dims); !shapes.isEmpty()) {
            panel().add(new PanelCaption(look(), shapes));
        }
    }
}

void KernelsView::listSlowest(const Detail& detail) {
    const QString title = listed_
                              ? tr("Launches of %1 to %2")
                                    .arg(durationText(listed_->first, 3), durationText(listed_->second, 3))
                              : tr("Slowest launches");
    panel().addRule(6);
    panel().add(new SectionHead(look(), title, tr("start, time")));
    std::size_t shown = 0;
    for (const std::uint32_t work : detail.slowest) {
        const TimeNs time = rows_->data().duration[work];
        if (shown == kLaunchesListed) {
            break;
        }
        if (listed_ && (time < listed_->first || time > listed_->second)) {
            continue;
        }
        ++shown;
        PanelLink::Content content;
        content.icon = QStringLiteral("link");
        content.text = durationText(rows_->data().start[work] - state()->origin(), kLaunchDigits);
        content.value = durationText(time);
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, work] { goTo(sliceOf(work)); });
    }
}

} // namespace lanes
