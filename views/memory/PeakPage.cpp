// The panel beside the memory curve: what makes the peak of the range.
#include "views/memory/MemoryView.h"
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

QString signedBytes(std::int64_t bytes) {
    return bytes > 0   ? QLatin1Char('+') + bytesText(bytes)
           : bytes < 0 ? QChar(0x2212) + bytesText(-bytes)
                       : QStringLiteral("0");
}

QString categoryText(MemoryCategory category) {
    const std::array<QString, kMemoryCategoryCount> texts{
        MemoryView::tr("not known"), MemoryView::tr("input"),     MemoryView::tr("optimizer state"),
        MemoryView::tr("gradient"),  MemoryView::tr("temporary"), MemoryView::tr("parameter"),
        MemoryView::tr("activation")};
    return texts[static_cast<std::size_t>(category)];
}

} // namespace

void MemoryView::fillPeak() {
    const MemoryPeak& peak = truth_->content.peak;
    const auto& unused = truth_->unused;
    const auto& outside = truth_->outside;
    const QString unknown = tr("not known");
    panel_->begin();
    panel_->add(new PanelTitle(look(), {{},
                                        {},
                                        tr("Peak %1").arg(bytesText(peak.bytes)),
                                        tr("at %1, of the range that is shown")
                                            .arg(durationText(peak.time - state()->origin(), kPeakDigits))}));
    if (device().type != 0) { // a CPU's allocator reserves nothing
        panel_->add(new Figures(look(), {{tr("Reserved"), unused ? bytesText(unused->reserved) : unknown},
                                         {tr("Unused"), unused ? bytesText(unused->unused) : unknown},
                                         {tr("Outside"), outside ? bytesText(outside->bytes()) : unknown}}));
    }
    if (unused && unused->forced > 0) {
        panel_->add(new PanelParagraph(
            look(), tr("%1 requests made it reserve %2 more while as much lay unused, in pieces too small: "
                       "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.",
                       nullptr, pluralOf(unused->forced))
                        .arg(countText(unused->forced), bytesText(unused->forcedBytes))));
    }
    panel_->addRule();
    listContent();
    panel_->addRule(6);
    listFits();
    panel_->addRule(6);
    listGrowth();
    panel_->setFoot(nullptr);
    panel_->end();
}

void MemoryView::listContent() {
    const PeakContent& content = truth_->content;
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
    panel_->add(new SectionHead(look(), tr("What stands at the peak"), tr("bytes, blocks")));
    const double largest = parts.empty() ? 1 : std::max(1., double(parts.front().second.bytes));
    for (const auto& [name, part] : parts) {
        panel_->add(new PanelBar(
            look(), {name, bytesText(part.bytes), part.blocks > 0 ? countText(part.blocks) : QString(),
                     std::max(0., double(part.bytes) / largest),
                     look().theme().hueColor(part.blocks > 0 ? Hue::Norm : Hue::Python)}));
    }
}

void MemoryView::listFits() {
    panel_->add(new SectionHead(look(), tr("Peak without its activations"), tr("peak, saved")));
    if (truth_->fits.empty()) {
        panel_->add(new PanelParagraph(
            look(),
            tr("No module has activations at the peak, or modules were not recorded (with_stack=True, "
               "with_modules=True).")));
        return;
    }
    for (std::size_t i = 0; i < std::min(kRowsListed, truth_->fits.size()); ++i) {
        const MemoryFit& fit = truth_->fits[i];
        PanelLink::Content content;
        content.text = toQString(fit.module);
        content.detail = fit.modules > 1 ? tr("all %1").arg(countText(fit.modules)) : QString();
        content.second = bytesText(fit.peak.bytes);
        content.value = signedBytes(fit.peak.bytes - truth_->content.peak.bytes);
        content.strong = content.text == without_;
        auto* link = panel_->add(new PanelLink(look(), content));
        link->setToolTip(tr("Draws the curve without them. What is computed again stands there again for a "
                            "while: checkpointing saves at most this."));
        connect(link, &PanelLink::clicked, this,
                [this, module = content.text] { setWithout(module == without_ ? QString() : module); });
    }
}

void MemoryView::listGrowth() {
    const MemoryGrowth& growth = truth_->growth;
    if (growth.steps.size() < 2) {
        panel_->add(new SectionHead(look(), tr("Grew step over step"), {}));
        panel_->add(new PanelParagraph(look(), tr("Not known with fewer than two whole steps.")));
        return;
    }
    panel_->add(
        new SectionHead(look(), tr("Grew step over step"), tr("%1 a step").arg(signedBytes(growth.perStep))));
    const auto later = static_cast<std::int64_t>(growth.steps.size()) - 1;
    for (std::size_t i = 0; i < std::min(kRowsListed, growth.rows.size()); ++i) {
        const MemoryGrowth::Row& row = growth.rows[i];
        PanelLink::Content content;
        content.text = groupText(row.name);
        content.second =
            row.everyStep
                ? tr("every step")
                : tr("%1 of %2 steps", nullptr, pluralOf(later)).arg(countText(row.steps), countText(later));
        content.value = signedBytes(row.bytes);
        content.strong = row.everyStep;
        content.link = false;
        panel_->add(new PanelLink(look(), content));
    }
    if (growth.rows.empty()) {
        panel_->add(new PanelParagraph(look(), tr("Nothing: every step ends with what the first one left.")));
    }
}

} // namespace lanes
