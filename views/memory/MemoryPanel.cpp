// The panel beside the memory curve: what is alive at the moment.
#include "views/memory/MemoryView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>

namespace lanes {
namespace {

constexpr std::size_t kGroupsListed = 9;
constexpr std::size_t kStepsListed = 12;
constexpr int kMomentDigits = 5;
constexpr std::int64_t kWorthNaming = 1 << 20;

} // namespace

void MemoryView::fillPanel() {
    if (!shown_.history || shown_.history->empty() || state() == nullptr) {
        return;
    }
    if (mode_ == Mode::Peak && truth_) {
        fillPeak();
        return;
    }
    const QString time = durationText(moment_.time - state()->origin(), kMomentDigits);
    const auto alive = static_cast<std::int64_t>(moment_.alive);
    panel_->begin();
    panel_->add(
        moment_.since
            ? new PanelTitle(look(),
                             {{},
                              {},
                              tr("Grown until %1").arg(time),
                              tr("%1 blocks since the mark at %2", nullptr, pluralOf(alive))
                                  .arg(countText(alive),
                                       durationText(*moment_.since - state()->origin(), kMomentDigits))})
            : new PanelTitle(
                  look(),
                  {{},
                   {},
                   tr("Alive at %1").arg(time),
                   tr("%1 blocks in this recording", nullptr, pluralOf(alive)).arg(countText(alive))}));
    const double peak = double(std::max<std::int64_t>(device().peakAllocated, 1));
    const bool known =
        device().peakReserved > 0 && moment_.reserved >= 0; // a CPU's allocator reserves nothing
    panel_->add(new Figures(
        look(), {{tr("Allocated"), bytesText(moment_.allocated)},
                 {tr("Of the peak"), percentText(double(moment_.allocated) / peak, 0)},
                 {tr("Unused"), known ? bytesText(moment_.reserved - moment_.allocated) : tr("not known")}}));
    panel_->addRule();
    listGroups();
    panel_->addRule(6);
    listBlocks();
    if (mode_ == Mode::Growth && !growths_.empty()) {
        panel_->addRule(6);
        listSteps();
    }
    sayOutside();
    panel_->end();
}

void MemoryView::sayOutside() {
    if (device().type == 0) {
        panel_->setFoot(nullptr);
        return;
    }
    if (moment_.outside < 0) {
        panel_->setFoot(
            new PanelNote(look(), tr("Outside PyTorch: not known"), tr("Record GPU counters to see it")));
        return;
    }
    panel_->setFoot(new PanelNote(look(), tr("Outside PyTorch: %1").arg(bytesText(moment_.outside)),
                                  tr("of %1 in use on the device").arg(bytesText(moment_.used))));
}

// The latest steps, of which one that leaks stands out.
void MemoryView::listSteps() {
    panel_->add(new SectionHead(look(), tr("Growth by step"), tr("from end to end")));
    const std::size_t first = growths_.size() - std::min(kStepsListed, growths_.size());
    for (std::size_t i = first; i < growths_.size(); ++i) {
        const StepGrowth& growth = growths_[i];
        PanelLink::Content content;
        content.icon = QStringLiteral("step");
        content.text = toQString(steps()[growth.step].label);
        content.value = growth.bytes == 0  ? QStringLiteral("0")
                        : growth.bytes > 0 ? QLatin1Char('+') + bytesText(growth.bytes)
                                           : QChar(0x2212) + bytesText(-growth.bytes);
        content.strong = mark_ == growth.from && moment_.time == growth.to;
        auto* link = panel_->add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, growth] { openStep(growth); });
    }
}

QString MemoryView::groupText(std::string_view name) {
    return name.empty() ? tr("not known") : name == kScalarsOnly ? tr("scalars only") : toQString(name);
}

void MemoryView::listGroups() {
    const std::array<QString, 5> heads{tr("By operator"), tr("By category"), tr("By place"), tr("By module"),
                                       tr("By input shapes")};
    panel_->add(new SectionHead(look(), heads[static_cast<std::size_t>(group_)], tr("bytes, blocks")));
    const std::int64_t first = moment_.groups.empty() ? 1 : moment_.groups.front().bytes;
    const std::int64_t largest = std::max({first, moment_.before, std::int64_t(1)});
    if (moment_.before > kWorthNaming) {
        panel_->add(new PanelBar(look(), {tr("before recording began"),
                                          bytesText(moment_.before),
                                          {},
                                          double(moment_.before) / double(largest),
                                          look().theme().hueColor(Hue::Python)}));
    }
    const std::size_t shown = std::min(kGroupsListed, moment_.groups.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const MemoryMoment::Group& group = moment_.groups[i];
        PanelBar::Content content;
        content.text = groupText(group.name);
        content.value = bytesText(group.bytes);
        content.count = countText(group.blocks);
        content.share = double(group.bytes) / double(largest);
        content.color = look().theme().hueColor(group.name.empty() ? Hue::Python : Hue::Norm);
        panel_->add(new PanelBar(look(), content));
    }
}

void MemoryView::listBlocks() {
    panel_->add(new SectionHead(look(), tr("Largest blocks"), tr("size, lifetime")));
    for (const MemoryBlock* block : moment_.largest) {
        PanelLink::Content content;
        content.text = nameOf(*block);
        content.second = bytesText(block->bytes);
        content.value =
            block->release == MemoryBlock::kNoEvent ? tr("not freed") : durationText(block->life.length(), 3);
        content.link = ownerOf(*shown_.data->forest, *block) != OperatorForest::kNone;
        auto* link = panel_->add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, copy = *block] { openBlock(copy); });
    }
}

} // namespace lanes
