#include "views/kernels/KernelsPanel.h"

#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/KernelName.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
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

KernelsPanel::KernelsPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void KernelsPanel::show(const Content& content) {
    const KernelTable& rows = content.rows;
    const std::uint32_t row = content.row;
    const KernelRow& kernel = rows.row(row);
    const Theme& theme = appearance_.theme();
    const QColor color = rows.colorOf(row, theme);
    const std::vector<std::string> stages =
        labelStages(kernel.kind, rows.data().forest->trace().text(kernel.name));
    panel_.begin();
    panel_.add(new PanelTitle(appearance_, {color, {}, rows.text(row, "name"), toQString(stages.back())}));
    panel_.add(new Figures(appearance_, {{tr("Device time"), durationText(kernel.total)},
                                         {tr("Median"), durationText(content.detail.spread.median)},
                                         {tr("Launches"), countText(kernel.calls)}}));
    panel_.addRule();
    if (kernel.kind == EventKind::Kernel) {
        listLimits(rows, row);
    }
    panel_.add(new SectionHead(appearance_, tr("Time per launch"), tr("drag to list")));
    auto* histogram = panel_.add(new Histogram(appearance_, color, kBarsHeight));
    histogram->setSpread(content.detail.spread);
    connect(histogram, &Histogram::rangeChosen, this, [this](TimeNs from, TimeNs to) {
        Q_EMIT durationsChosen({from, to});
    });
    listDelays(rows, row);
    listOwners(rows, row);
    listLaunches(content);
    if (kernel.kind == EventKind::Kernel) {
        const TensorCoreVerdict verdict = tensorCoreUse(rows.data().forest->trace().text(kernel.name));
        const QString use = verdict.use == TensorCoreUse::Yes  ? tr("Tensor cores: yes, from the name")
                            : verdict.use == TensorCoreUse::No ? tr("Tensor cores: no, from the name")
                                                               : tr("Tensor cores: not known");
        const QString why = verdict.rule > 0 ? tr("%1, rule %2 of %3")
                                                   .arg(toQString(verdict.reason))
                                                   .arg(verdict.rule)
                                                   .arg(kTensorCoreRules)
                                             : tr("nothing in the name speaks of them");
        const QString precision = toQString(kernelPrecision(rows.data().forest->trace().text(kernel.name)));
        panel_.setFoot(
            new PanelNote(appearance_, precision.isEmpty() ? use : tr("%1; in %2").arg(use, precision), why));
    }
    panel_.end();
}

void KernelsPanel::listLimits(const KernelTable& rows, std::uint32_t row) {
    const KernelData::Launch& launch = rows.launchOf(row);
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
    panel_.add(new SectionHead(appearance_, tr("Limits on an SM"), tr("blocks that fit")));
    for (std::size_t i = 0; i < names.size(); ++i) {
        PanelMeter::Content line;
        line.text = names[i];
        line.value = countText(estimate.fit[i]);
        line.share = estimate.fit[i] > 0 ? double(fewest) / double(estimate.fit[i]) : 1;
        line.limiting = static_cast<std::size_t>(estimate.limit) == i;
        panel_.add(new PanelMeter(appearance_, line));
    }
    const double full = std::ceil(estimate.waves);
    auto* figures = new Figures(
        appearance_, {{tr("Occupancy"), percentText(rows.row(row).occupancy / 100., 0)},
                      {tr("Waves"), QString::number(estimate.waves, 'f', 1)},
                      {tr("Tail idle"), percentText(full > 0 ? 1 - estimate.waves / full : 0, 0)}});
    if (rows.row(row).occupancy < kFew) {
        figures->setWarning(0);
    }
    panel_.add(figures);
    panel_.addRule();
}

void KernelsPanel::listDelays(const KernelTable& rows, std::uint32_t row) {
    const KernelRow& kernel = rows.row(row);
    const DeviceWork& work = rows.data().forest->deviceWork()[kernel.slowest];
    if (kernel.medianDelay < 0 || !work.launch.valid()) {
        return;
    }
    const Trace& trace = rows.data().forest->trace();
    const TimeNs queue = std::max<TimeNs>(kernel.medianQueue, 0);
    const TimeNs call = std::max<TimeNs>(kernel.medianDelay - queue, 0);
    panel_.addRule();
    panel_.add(new SectionHead(appearance_, tr("From call to start"),
                               tr("median of %1").arg(countText(kernel.calls))));
    std::vector<PanelSplit::Part> parts{
        {tr("In %1").arg(toQString(trace.text(trace.slice(work.launch).name))),
         durationText(call),
         {},
         double(call),
         appearance_.theme().hueColor(Hue::Runtime)},
        {tr("Queued behind other work"), durationText(queue), {}, double(queue), {}}};
    panel_.add(new PanelSplit(appearance_, std::move(parts)));
}

void KernelsPanel::listOwners(const KernelTable& rows, std::uint32_t row) {
    const KernelRow& kernel = rows.row(row);
    const Trace& trace = rows.data().forest->trace();
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Launched by"),
                               kernel.owners.empty() ? tr("not known") : tr("launches, time")));
    for (std::size_t i = 0; i < std::min(kOwnersListed, kernel.owners.size()); ++i) {
        const KernelOwner& owner = kernel.owners[i];
        PanelLink::Content line;
        line.dot = appearance_.theme().hueColor(owner.hue);
        line.text = toQString(trace.text(owner.name));
        line.second = countText(owner.launches);
        line.value = durationText(owner.time);
        line.strong = true;
        auto* link = panel_.add(new PanelLink(appearance_, line));
        connect(link, &PanelLink::clicked, this,
                [this, row, name = owner.name] { Q_EMIT ownerChosen(row, name); });
        if (const std::string shapes = formatShapes(parseInputDims(trace.text(owner.dims)), "\u00d7");
            !shapes.empty()) {
            panel_.add(new PanelCaption(appearance_, toQString(shapes)));
        }
    }
}

void KernelsPanel::listLaunches(const Content& content) {
    const KernelData& data = content.rows.data();
    const std::optional<Durations>& listed = content.listed;
    const QString title =
        listed
            ? tr("Launches of %1 to %2").arg(durationText(listed->first, 3), durationText(listed->second, 3))
            : tr("Slowest launches");
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, title, tr("start, time")));
    std::size_t shown = 0;
    for (const std::uint32_t work : content.detail.slowest) {
        const TimeNs time = data.duration[work];
        if (shown == kLaunchesListed) {
            break;
        }
        if (listed && (time < listed->first || time > listed->second)) {
            continue;
        }
        ++shown;
        PanelLink::Content line;
        line.icon = QStringLiteral("link");
        line.text = durationText(data.start[work] - content.origin, kLaunchDigits);
        line.value = durationText(time);
        auto* link = panel_.add(new PanelLink(appearance_, line));
        connect(link, &PanelLink::clicked, this,
                [this, slice = data.forest->deviceWork()[work].slice] { Q_EMIT sliceChosen(slice); });
    }
}

} // namespace lanes
