#include "views/details/DetailsPages.h"

#include "views/details/DetailsText.h"
#include "views/details/GapPage.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"

#include <QPointer>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

QString knownBytes(std::int64_t bytes) {
    return bytes < 0 ? DetailsPages::tr("not known") : bytesText(bytes);
}

} // namespace

void DetailsPages::addDigest(const SessionDigest& digest) {
    const double length = std::max(1., double(digest.range.length()));
    std::vector<Figure> figures{{tr("Duration"), durationText(digest.range.length())}};
    if (digest.hasDevice) {
        figures.push_back(
            {tr("GPU busy"), percentText(double(digest.busy) / length / std::max(1, digest.devices), 0)});
        figures.push_back({tr("Launches"), countText(digest.launches)});
    } else {
        figures.push_back(
            {tr("No activity"), percentText(double(digest.split.of(Activity::Idle)) / length, 0)});
        figures.push_back({tr("Operators"), countText(digest.launches)});
    }
    rows_.add(new Figures(rows_.look(), std::move(figures)));
    rows_.addSplit(digest.split, tr("Where the time went"), tr("sums to the range"));
    if (digest.tops.empty()) {
        return;
    }
    rows_.addSection(digest.hasDevice ? tr("Top kernels") : tr("Top operators"),
                     digest.hasDevice ? tr("device time") : tr("own CPU time"));
    const double largest = std::max(1., double(digest.tops.front().time));
    QStringList names;
    for (const TopWork& top : digest.tops) {
        names << toQString(top.name);
    }
    const std::vector<TellingPart> tells = partsThatTell(names);
    for (std::size_t i = 0; i < digest.tops.size(); ++i) {
        const TopWork& top = digest.tops[i];
        PanelBar::Content content;
        content.text = names[static_cast<qsizetype>(i)];
        content.tells = tells[i];
        content.value = durationText(top.time);
        content.count = countText(top.calls) + QStringLiteral("\u2009\u00d7");
        content.share = double(top.time) / largest;
        content.color = rows_.look().theme().hueColor(top.hue, shadeOf(top.recorded));
        content.link = top.slowest.valid();
        auto* row = new PanelBar(rows_.look(), content);
        if (content.link) {
            QObject::connect(row, &PanelBar::clicked, &rows_.state(),
                             [state = &rows_.state(), slice = top.slowest] { state->reveal(slice); });
        }
        rows_.add(row);
    }
}

void DetailsPages::addSession(const SessionInfo& info) {
    rows_.addSection(tr("Session"));
    rows_.addField(tr("Recorded by"), toQString(info.producer));
    rows_.addField(tr("Host"), toQString(info.host));
    QStringList command;
    for (const std::string& word : info.command) {
        command << toQString(word);
    }
    rows_.addField(tr("Command"), command.join(QLatin1Char(' ')));
    const std::vector<DeviceLimits> devices = deviceLimits(info);
    for (const DeviceLimits& device : devices) {
        rows_.addField(device.rank < 0 ? tr("GPU %1").arg(device.device)
                                       : tr("GPU %1 of rank %2").arg(device.device).arg(device.rank),
                       DetailsText::device(device));
    }
    for (const auto& [key, value] : info.properties) {
        const bool isToldAbove = key.starts_with("deviceProperties") && !devices.empty();
        if (!isToldAbove && !key.starts_with("cost.")) { // which Trust tells, in words
            rows_.addField(toQString(key), DetailsText::property(value));
        }
    }
}

DetailsPages::Title DetailsPages::titleOf(const SpotContent& content) const {
    if (const auto* gap = std::get_if<GapContent>(&content)) {
        return {tr("Gap on %1").arg(trackName(*rows_.state().trace(), gap->track)),
                tr("Idle for %1").arg(durationText(gap->gap.length()))};
    }
    if (const auto* counter = std::get_if<CounterContent>(&content)) {
        const QString name = toQString(counter->name);
        return {counter->key.empty() ? tr("Counter") : tr("Counter, %1").arg(toQString(counter->key)), name};
    }
    if (const auto* memory = std::get_if<MemoryContent>(&content)) {
        return {memory->bytes < 0 ? tr("Memory freed") : tr("Memory allocated"),
                bytesText(std::abs(memory->bytes))};
    }
    if (const auto* instant = std::get_if<InstantContent>(&content)) {
        return {tr("Instant"), toQString(instant->name)};
    }
    return {tr("Step"), toQString(std::get<StepContent>(content).step.label)};
}

void DetailsPages::addSpot(const SpotContent& content) {
    if (const auto* gap = std::get_if<GapContent>(&content)) {
        GapPage(rows_).add(*gap);
    } else if (const auto* counter = std::get_if<CounterContent>(&content)) {
        addCounter(*counter);
    } else if (const auto* memory = std::get_if<MemoryContent>(&content)) {
        addMemory(*memory);
    } else if (const auto* instant = std::get_if<InstantContent>(&content)) {
        addInstant(*instant);
    } else {
        addStep(std::get<StepContent>(content));
    }
}

void DetailsPages::addCounter(const CounterContent& counter) {
    const auto valueText = [unit = counterUnit(toQString(counter.key))](double value) {
        return quantityText(value, unit);
    };
    rows_.add(new Figures(rows_.look(),
                          {{tr("Value"), valueText(counter.value)},
                           {tr("Change"), counter.previous ? valueText(counter.value - *counter.previous)
                                                           : QStringLiteral("\u2013")},
                           {tr("Largest"), valueText(counter.most)}}));
    rows_.addField(tr("From"), rows_.moment(counter.holds.begin));
    rows_.addField(tr("Holds for"), durationText(counter.holds.length()));
    rows_.addField(tr("Smallest"), valueText(counter.least));
    rows_.addField(tr("Mean"), valueText(counter.mean));
    rows_.addField(tr("Sample"), tr("%1 of %2")
                                     .arg(countText(static_cast<std::int64_t>(counter.number)),
                                          countText(static_cast<std::int64_t>(counter.count))));
}

void DetailsPages::addMemory(const MemoryContent& memory) {
    const MemoryBlock* block = memory.block ? &*memory.block : nullptr;
    const bool freed = block != nullptr && block->release != MemoryBlock::kNoEvent;
    rows_.add(new Figures(rows_.look(),
                          {{tr("Size"), bytesText(std::abs(memory.bytes))},
                           {tr("Lifetime"), freed ? durationText(block->life.length(), 3) : tr("not freed")},
                           {tr("Allocated then"), knownBytes(memory.allocated)}}));
    rows_.addField(tr("At"), rows_.moment(memory.time));
    rows_.addField(tr("Thread"),
                   memory.track.valid() ? trackName(*rows_.state().trace(), memory.track) : QString());
    rows_.addField(tr("Address"), QStringLiteral("0x") + QString::number(memory.address, 16));
    rows_.addField(tr("Reserved then"), knownBytes(memory.reserved));
    if (block != nullptr) {
        rows_.addField(tr("Device"),
                       memory.device.starts_with('0')
                           ? tr("CPU")
                           : tr("GPU %1").arg(toQString(memory.device).section(QLatin1Char(':'), 1)));
        rows_.addField(tr("Holds"), toQString(memoryCategoryName(block->category)));
        rows_.addField(tr("Allocated at"), block->allocation == MemoryBlock::kNoEvent
                                               ? tr("before recording began")
                                               : rows_.moment(block->life.begin));
        rows_.addField(tr("Freed at"), freed ? rows_.moment(block->life.end) : tr("not in this recording"));
    }
    if (memory.op.valid() || memory.allocator.valid() || memory.releaser.valid()) {
        rows_.addSection(tr("Links"));
    }
    rows_.addLink(QStringLiteral("operators"), tr("Allocated"), memory.allocator);
    rows_.addLink(QStringLiteral("operators"), tr("Freed"), memory.releaser);
    if (block == nullptr) {
        rows_.addLink(QStringLiteral("operators"), tr("Operator"), memory.op);
    }
}

void DetailsPages::addStep(const StepContent& step) {
    rows_.add(new Figures(rows_.look(), {{tr("Duration"), durationText(step.step.range.length())},
                                         {tr("Rank"), DetailsText::rank(step.rank, step.count)},
                                         {tr("Mean step"), durationText(step.mean)}}));
    rows_.addField(tr("From"), rows_.moment(step.step.range.begin));
    rows_.addField(tr("To"), rows_.moment(step.step.range.end));
    rows_.addSplit(step.split, tr("Where the time went"), tr("sums to the step"));
    rows_.addSection(tr("Links"));
    rows_.addLink(QStringLiteral("step"), tr("Range"), step.step.slice);
    rows_.addLink(QStringLiteral("kernels"), tr("Longest"), step.longestKernel);
}

void DetailsPages::addInstant(const InstantContent& instant) {
    rows_.add(new Figures(
        rows_.look(),
        {{tr("At"), rows_.moment(instant.time)},
         {tr("Same name"), tr("%1 of %2").arg(countText(instant.number), countText(instant.count))},
         {tr("Since the last"),
          instant.previous ? durationText(instant.time - *instant.previous) : QStringLiteral("\u2013")}}));
    rows_.addField(tr("Process"), toQString(instant.process));
    rows_.addField(tr("Thread"), trackName(*rows_.state().trace(), instant.track));
    rows_.addField(tr("Category"), toQString(instant.category));
    const auto scope = std::ranges::find(instant.fields, "s", &RecordedField::key);
    if (scope != instant.fields.end()) {
        rows_.addField(tr("Belongs to"), scope->value == "g"   ? tr("the whole session")
                                         : scope->value == "p" ? tr("its process")
                                                               : tr("its thread"));
    }
    if (instant.around.valid()) {
        rows_.addSection(tr("Links"));
        rows_.addLink(QStringLiteral("stack"), tr("Inside"), instant.around);
    }
    if (!instant.fields.empty()) {
        rows_.addSection(tr("As recorded"));
    }
    for (const RecordedField& field : instant.fields) {
        rows_.addField(toQString(field.key), toQString(field.value));
    }
}

} // namespace lanes
