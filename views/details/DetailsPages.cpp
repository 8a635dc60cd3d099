#include "views/details/DetailsPages.h"

#include "views/details/DetailsText.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"

#include <QPointer>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kAir = 8; // above and below a rule, together with half a row
constexpr int kMomentDigits = 5;

QString knownBytes(std::int64_t bytes) {
    return bytes < 0 ? DetailsPages::tr("not known") : bytesText(bytes);
}

} // namespace

QString DetailsPages::moment(TimeNs time) const {
    return durationText(time - state_.origin(), kMomentDigits);
}

void DetailsPages::addField(const QString& label, const QString& value) {
    if (!value.isEmpty()) {
        add_(new FieldRow(appearance_, {label, value}));
    }
}

void DetailsPages::addSection(const QString& title, const QString& hint) {
    add_(new PanelRule(appearance_, kAir, 3));
    add_(new SectionHead(appearance_, title, hint));
}

void DetailsPages::addLink(const QString& icon, const QString& role, SliceId slice) {
    if (!slice.valid()) {
        return;
    }
    const Trace::Slice target = state_.trace()->slice(slice);
    auto* row = new LinkRow(
        appearance_, {icon, role, toQString(state_.trace()->text(target.name)), moment(target.start), {}});
    QObject::connect(row, &LinkRow::clicked, &state_, [state = &state_, slice] { state->reveal(slice); });
    add_(row);
}

void DetailsPages::addSplit(const SplitTimes& split, const QString& title, const QString& hint) {
    addSection(title, hint);
    const double whole = std::max(1., double(split.sum()));
    std::vector<PanelSplit::Part> parts;
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        const TimeNs time = split.of(activity);
        if (time > 0) {
            const bool idle = activity >= Activity::NotRecorded;
            parts.push_back({activityText(activity), durationText(time), percentText(double(time) / whole),
                             double(time),
                             idle ? QColor() : appearance_.theme().hueColor(hueOfActivity(activity))});
        }
    }
    add_(new PanelSplit(appearance_, std::move(parts)));
}

void DetailsPages::addDigest(const SessionDigest& digest) {
    const double length = std::max(1., double(digest.range.length()));
    std::vector<Figure> figures{{tr("Duration"), durationText(digest.range.length())}};
    if (digest.hasDevice) {
        figures.push_back(
            {tr("GPU busy"), percentText(double(digest.busy) / length / std::max(1, digest.devices), 0)});
        figures.push_back({tr("Launches"), countText(digest.launches)});
    } else {
        figures.push_back({tr("Idle"), percentText(double(digest.split.of(Activity::Idle)) / length, 0)});
        figures.push_back({tr("Operators"), countText(digest.launches)});
    }
    add_(new Figures(appearance_, std::move(figures)));
    addSplit(digest.split, tr("Where the time went"), tr("sums to the range"));
    if (digest.tops.empty()) {
        return;
    }
    addSection(digest.hasDevice ? tr("Top kernels") : tr("Top operators"),
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
        content.color = appearance_.theme().hueColor(top.hue, shadeOf(top.recorded));
        content.link = top.slowest.valid();
        auto* row = new PanelBar(appearance_, content);
        if (content.link) {
            QObject::connect(row, &PanelBar::clicked, &state_,
                             [state = &state_, slice = top.slowest] { state->reveal(slice); });
        }
        add_(row);
    }
}

void DetailsPages::addSession(const SessionInfo& info) {
    addSection(tr("Session"));
    addField(tr("Recorded by"), toQString(info.producer));
    addField(tr("Host"), toQString(info.host));
    QStringList command;
    for (const std::string& word : info.command) {
        command << toQString(word);
    }
    addField(tr("Command"), command.join(QLatin1Char(' ')));
    const std::vector<DeviceLimits> devices = deviceLimits(info);
    for (const DeviceLimits& device : devices) {
        addField(device.rank < 0 ? tr("GPU %1").arg(device.device)
                                 : tr("GPU %1 of rank %2").arg(device.device).arg(device.rank),
                 DetailsText::device(device));
    }
    for (const auto& [key, value] : info.properties) {
        const bool isToldAbove = key.starts_with("deviceProperties") && !devices.empty();
        if (!isToldAbove && !key.starts_with("cost.")) { // which Trust tells, in words
            addField(toQString(key), DetailsText::property(value));
        }
    }
}

DetailsPages::Title DetailsPages::titleOf(const SpotContent& content) const {
    if (const auto* gap = std::get_if<GapContent>(&content)) {
        return {tr("Gap on %1").arg(trackName(*state_.trace(), gap->track)),
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
        addGap(*gap);
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
    add_(new Figures(appearance_,
                     {{tr("Value"), valueText(counter.value)},
                      {tr("Change"), counter.previous ? valueText(counter.value - *counter.previous)
                                                      : QStringLiteral("\u2013")},
                      {tr("Largest"), valueText(counter.most)}}));
    addField(tr("From"), moment(counter.holds.begin));
    addField(tr("Holds for"), durationText(counter.holds.length()));
    addField(tr("Smallest"), valueText(counter.least));
    addField(tr("Mean"), valueText(counter.mean));
    addField(tr("Sample"), tr("%1 of %2")
                               .arg(countText(static_cast<std::int64_t>(counter.number)),
                                    countText(static_cast<std::int64_t>(counter.count))));
}

void DetailsPages::addMemory(const MemoryContent& memory) {
    const MemoryBlock* block = memory.block ? &*memory.block : nullptr;
    const bool freed = block != nullptr && block->release != MemoryBlock::kNoEvent;
    add_(new Figures(appearance_,
                     {{tr("Size"), bytesText(std::abs(memory.bytes))},
                      {tr("Lifetime"), freed ? durationText(block->life.length(), 3) : tr("not freed")},
                      {tr("Allocated then"), knownBytes(memory.allocated)}}));
    addField(tr("At"), moment(memory.time));
    addField(tr("Thread"), memory.track.valid() ? trackName(*state_.trace(), memory.track) : QString());
    addField(tr("Address"), QStringLiteral("0x") + QString::number(memory.address, 16));
    addField(tr("Reserved then"), knownBytes(memory.reserved));
    if (block != nullptr) {
        addField(tr("Device"), memory.device.starts_with('0')
                                   ? tr("CPU")
                                   : tr("GPU %1").arg(toQString(memory.device).section(QLatin1Char(':'), 1)));
        addField(tr("Holds"), toQString(memoryCategoryName(block->category)));
        addField(tr("Allocated at"), block->allocation == MemoryBlock::kNoEvent ? tr("before recording began")
                                                                                : moment(block->life.begin));
        addField(tr("Freed at"), freed ? moment(block->life.end) : tr("not in this recording"));
    }
    if (memory.op.valid() || memory.allocator.valid() || memory.releaser.valid()) {
        addSection(tr("Links"));
    }
    addLink(QStringLiteral("operators"), tr("Allocated"), memory.allocator);
    addLink(QStringLiteral("operators"), tr("Freed"), memory.releaser);
    if (block == nullptr) {
        addLink(QStringLiteral("operators"), tr("Operator"), memory.op);
    }
}

void DetailsPages::addStep(const StepContent& step) {
    add_(new Figures(appearance_, {{tr("Duration"), durationText(step.step.range.length())},
                                   {tr("Rank"), DetailsText::rank(step.rank, step.count)},
                                   {tr("Mean step"), durationText(step.mean)}}));
    addField(tr("From"), moment(step.step.range.begin));
    addField(tr("To"), moment(step.step.range.end));
    addSplit(step.split, tr("Where the time went"), tr("sums to the step"));
    addSection(tr("Links"));
    addLink(QStringLiteral("step"), tr("Range"), step.step.slice);
    addLink(QStringLiteral("kernels"), tr("Longest"), step.longestKernel);
}

void DetailsPages::addInstant(const InstantContent& instant) {
    add_(new Figures(
        appearance_,
        {{tr("At"), moment(instant.time)},
         {tr("Same name"), tr("%1 of %2").arg(countText(instant.number), countText(instant.count))},
         {tr("Since the last"),
          instant.previous ? durationText(instant.time - *instant.previous) : QStringLiteral("\u2013")}}));
    addField(tr("Process"), toQString(instant.process));
    addField(tr("Thread"), trackName(*state_.trace(), instant.track));
    addField(tr("Category"), toQString(instant.category));
    const auto scope = std::ranges::find(instant.fields, "s", &RecordedField::key);
    if (scope != instant.fields.end()) {
        addField(tr("Belongs to"), scope->value == "g"   ? tr("the whole session")
                                   : scope->value == "p" ? tr("its process")
                                                         : tr("its thread"));
    }
    if (instant.around.valid()) {
        addSection(tr("Links"));
        addLink(QStringLiteral("stack"), tr("Inside"), instant.around);
    }
    if (!instant.fields.empty()) {
        addSection(tr("As recorded"));
    }
    for (const RecordedField& field : instant.fields) {
        addField(toQString(field.key), toQString(field.value));
    }
}

} // namespace lanes
