#include "views/memory/PeakPage.h"

#include "views/memory/MemoryText.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kRowsListed = 8;
constexpr int kPeakDigits = 5;
constexpr std::size_t kMostShares = 4; // processes that are listed

} // namespace

PeakPage::PeakPage(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void PeakPage::show(const Content& content) {
    panel_.begin();
    showTitle(content);
    panel_.addRule();
    listContent(content.truth.content);
    panel_.addRule(6);
    listFits(content);
    panel_.addRule(6);
    listGrowth(content.truth.growth);
    panel_.end();
}

void PeakPage::showTitle(const Content& content) {
    const MemoryPeak& peak = content.truth.content.peak;
    const auto& unused = content.truth.unused;
    const auto& outside = content.truth.outside;
    const QString unknown = tr("not known");
    panel_.add(
        new PanelTitle(appearance_, {{},
                                     {},
                                     tr("Peak %1").arg(bytesText(peak.bytes)),
                                     tr("at %1, of the range that is shown")
                                         .arg(durationText(peak.time - content.origin, kPeakDigits))}));
    if (content.device.type != 0) { // a CPU's allocator reserves nothing
        panel_.add(
            new Figures(appearance_, {{tr("Reserved"), unused ? bytesText(unused->reserved) : unknown},
                                      {tr("Unused"), unused ? bytesText(unused->unused) : unknown},
                                      {tr("Outside"), outside ? bytesText(outside->bytes()) : unknown}}));
    }
    for (std::size_t i = 0; outside && i < std::min(kMostShares, outside->processes.size()); ++i) {
        const OutsideMemory::Share& share = outside->processes[i];
        panel_.add(new FieldRow(appearance_,
                                {tr("Outside, process %1").arg(share.process), bytesText(share.outside())}));
    }
    if (unused && unused->forced > 0) {
        panel_.add(new PanelParagraph(
            appearance_,
            tr("%1 requests made it reserve %2 more while as much lay unused, in pieces too small: "
               "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.",
               nullptr, pluralOf(unused->forced))
                .arg(countText(unused->forced), bytesText(unused->forcedBytes))));
    }
}

QString PeakPage::categoryText(MemoryCategory category) {
    const std::array<QString, kMemoryCategoryCount> texts{
        tr("not known"), tr("input"),     tr("optimizer state"), tr("gradient"),
        tr("temporary"), tr("parameter"), tr("activation"),      tr("workspace")};
    return texts[static_cast<std::size_t>(category)];
}

void PeakPage::listContent(const PeakContent& content) {
    std::vector<std::pair<QString, PeakContent::Part>> parts;
    for (int i = 0; i < kMemoryCategoryCount; ++i) {
        const PeakContent::Part& part = content.categories[static_cast<std::size_t>(i)];
        if (part.blocks > 0) {
            parts.emplace_back(categoryText(static_cast<MemoryCategory>(i)), part);
        }
    }
    if (content.before > 0) {
        parts.emplace_back(tr("before recording began"), PeakContent::Part{content.before, 0});
    } else if (content.before < 0) {
        parts.emplace_back(tr("of these, not in the totals"), PeakContent::Part{content.before, 0});
    }
    const auto bytes = [](const auto& part) { return part.second.bytes; };
    std::ranges::stable_sort(parts, std::ranges::greater{}, bytes);
    panel_.add(new SectionHead(appearance_, tr("Memory at peak"), tr("bytes, blocks")));
    const double largest = parts.empty() ? 1 : std::max(1., double(parts.front().second.bytes));
    for (const auto& [name, part] : parts) {
        panel_.add(new PanelBar(
            appearance_, {name, bytesText(part.bytes), part.blocks > 0 ? countText(part.blocks) : QString(),
                          std::max(0., double(part.bytes) / largest),
                          appearance_.theme().hueColor(part.blocks > 0 ? Hue::Norm : Hue::Python)}));
    }
}

void PeakPage::listFits(const Content& content) {
    const std::vector<MemoryFit>& fits = content.truth.fits;
    panel_.add(new SectionHead(appearance_, tr("Peak without its activations"), tr("peak, saved")));
    if (fits.empty()) {
        panel_.add(new PanelParagraph(
            appearance_,
            tr("No module has activations at the peak, or modules were not recorded (with_stack=True, "
               "with_modules=True).")));
        return;
    }
    for (std::size_t i = 0; i < std::min(kRowsListed, fits.size()); ++i) {
        const MemoryFit& fit = fits[i];
        PanelLink::Content row;
        row.text = toQString(fit.module);
        row.detail = fit.modules > 1 ? tr("all %1").arg(countText(fit.modules)) : QString();
        row.second = bytesText(fit.peak.bytes);
        row.value = MemoryText::change(fit.peak.bytes - content.truth.content.peak.bytes);
        row.strong = row.text == content.without;
        auto* link = panel_.add(new PanelLink(appearance_, row));
        link->setToolTip(tr("Draws the curve without them. Recomputed activations return for a while, so "
                            "checkpointing saves at most this."));
        connect(link, &PanelLink::clicked, this, [this, module = row.text] { Q_EMIT moduleChosen(module); });
    }
}

void PeakPage::listGrowth(const MemoryGrowth& growth) {
    if (growth.steps.size() < 2) {
        panel_.add(new SectionHead(appearance_, tr("Grew step over step"), {}));
        panel_.add(new PanelParagraph(appearance_, tr("Not known with fewer than two whole steps.")));
        return;
    }
    panel_.add(new SectionHead(appearance_, tr("Grew step over step"),
                               tr("%1 a step").arg(MemoryText::change(growth.perStep))));
    const auto later = static_cast<std::int64_t>(growth.steps.size()) - 1;
    for (std::size_t i = 0; i < std::min(kRowsListed, growth.rows.size()); ++i) {
        const MemoryGrowth::Row& row = growth.rows[i];
        PanelLink::Content content;
        content.text = MemoryText::group(row.name);
        content.second =
            row.everyStep
                ? tr("every step")
                : tr("%1 of %2 steps", nullptr, pluralOf(later)).arg(countText(row.steps), countText(later));
        content.value = MemoryText::change(row.bytes);
        content.strong = row.everyStep;
        content.link = false;
        panel_.add(new PanelLink(appearance_, content));
    }
    if (growth.rows.empty()) {
        panel_.add(
            new PanelParagraph(appearance_, tr("Nothing: every step ends with what the first one left.")));
    }
}

} // namespace lanes
