#include "views/memory/MemoryPanel.h"

#include "views/memory/MemoryText.h"
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

MemoryPanel::MemoryPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void MemoryPanel::show(const Content& content) {
    panel_.begin();
    showTitle(content);
    showFigures(content);
    panel_.addRule();
    listGroups(content);
    panel_.addRule(6);
    listBlocks(content);
    if (!content.growths.empty()) {
        panel_.addRule(6);
        listSteps(content);
    }
    sayOutside(content);
    panel_.end();
}

void MemoryPanel::showTitle(const Content& content) {
    const MemoryMoment& moment = content.moment;
    const QString time = durationText(moment.time - content.origin, kMomentDigits);
    const auto alive = static_cast<std::int64_t>(moment.alive);
    panel_.add(
        moment.since
            ? new PanelTitle(
                  appearance_,
                  {{},
                   {},
                   tr("Grown until %1").arg(time),
                   tr("%1 blocks since the mark at %2", nullptr, pluralOf(alive))
                       .arg(countText(alive), durationText(*moment.since - content.origin, kMomentDigits))})
            : new PanelTitle(
                  appearance_,
                  {{},
                   {},
                   tr("Alive at %1").arg(time),
                   tr("%1 blocks in this recording", nullptr, pluralOf(alive)).arg(countText(alive))}));
}

void MemoryPanel::showFigures(const Content& content) {
    const MemoryMoment& moment = content.moment;
    const double peak = double(std::max<std::int64_t>(content.device.peakAllocated, 1));
    const bool known =
        content.device.peakReserved > 0 && moment.reserved >= 0; // a CPU's allocator reserves nothing
    panel_.add(new Figures(
        appearance_,
        {{tr("Allocated"), bytesText(moment.allocated)},
         {tr("Share of peak"), percentText(double(moment.allocated) / peak, 0)},
         {tr("Unused"), known ? bytesText(moment.reserved - moment.allocated) : tr("not known")}}));
}

void MemoryPanel::sayOutside(const Content& content) {
    const MemoryMoment& moment = content.moment;
    if (content.device.type == 0) {
        return;
    }
    if (moment.outside < 0) {
        panel_.setFoot(new PanelNote(appearance_, tr("Outside PyTorch: not known"),
                                     tr("Record GPU counters to see it")));
        return;
    }
    panel_.setFoot(new PanelNote(appearance_, tr("Outside PyTorch: %1").arg(bytesText(moment.outside)),
                                 tr("of %1 in use on the device").arg(bytesText(moment.used))));
}

// The latest steps, of which one that leaks stands out.
void MemoryPanel::listSteps(const Content& content) {
    panel_.add(new SectionHead(appearance_, tr("Growth by step"), tr("from end to end")));
    const std::size_t first = content.growths.size() - std::min(kStepsListed, content.growths.size());
    for (std::size_t i = first; i < content.growths.size(); ++i) {
        const StepGrowth& growth = content.growths[i];
        PanelLink::Content row;
        row.icon = QStringLiteral("step");
        row.text = toQString(content.steps[growth.step].label);
        row.value = MemoryText::change(growth.bytes);
        row.strong = content.mark == growth.from && content.moment.time == growth.to;
        auto* link = panel_.add(new PanelLink(appearance_, row));
        connect(link, &PanelLink::clicked, this, [this, growth] { Q_EMIT stepChosen(growth); });
    }
}

void MemoryPanel::listGroups(const Content& content) {
    const MemoryMoment& moment = content.moment;
    const std::array<QString, 5> heads{tr("By operator"), tr("By category"), tr("By place"), tr("By module"),
                                       tr("By input shapes")};
    panel_.add(
        new SectionHead(appearance_, heads[static_cast<std::size_t>(content.group)], tr("bytes, blocks")));
    const std::int64_t first = moment.groups.empty() ? 1 : moment.groups.front().bytes;
    const std::int64_t largest = std::max({first, moment.before, std::int64_t(1)});
    if (moment.before > kWorthNaming) {
        panel_.add(new PanelBar(appearance_, {tr("before recording began"),
                                              bytesText(moment.before),
                                              {},
                                              double(moment.before) / double(largest),
                                              appearance_.theme().hueColor(Hue::Python)}));
    }
    const std::size_t shown = std::min(kGroupsListed, moment.groups.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const MemoryMoment::Group& group = moment.groups[i];
        PanelBar::Content row;
        row.text = MemoryText::group(group.name);
        row.value = bytesText(group.bytes);
        row.count = countText(group.blocks);
        row.share = double(group.bytes) / double(largest);
        row.color = appearance_.theme().hueColor(group.name.empty() ? Hue::Python : Hue::Norm);
        panel_.add(new PanelBar(appearance_, row));
    }
}

void MemoryPanel::listBlocks(const Content& content) {
    panel_.add(new SectionHead(appearance_, tr("Largest blocks"), tr("size, lifetime")));
    for (const MemoryBlock* block : content.moment.largest) {
        PanelLink::Content row;
        row.text = MemoryText::owner(content.forest, *block);
        row.second = bytesText(block->bytes);
        row.value =
            block->release == MemoryBlock::kNoEvent ? tr("not freed") : durationText(block->life.length(), 3);
        row.link = ownerOf(content.forest, *block) != OperatorForest::kNone;
        auto* link = panel_.add(new PanelLink(appearance_, row));
        connect(link, &PanelLink::clicked, this, [this, copy = *block] { Q_EMIT blockChosen(copy); });
    }
}

} // namespace lanes
