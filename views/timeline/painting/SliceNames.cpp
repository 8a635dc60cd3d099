#include "views/timeline/painting/SliceNames.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/look/Theme.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

namespace lanes {

SliceNames::SliceNames(std::shared_ptr<const Trace> trace, TextCache& texts)
    : trace_(std::move(trace))
    , texts_(texts)
    , shades_(trace_->strings().size(), -1) {}

int SliceNames::shade(StringId name) {
    if (name.value >= shades_.size()) {
        return 0;
    }
    std::int8_t& shade = shades_[name.value];
    if (shade < 0) {
        shade = static_cast<std::int8_t>(shadeOf(trace_->text(name)));
    }
    return shade;
}

const SliceName& SliceNames::get(StringId name, EventKind kind) {
    const auto [found, isNew] =
        names_.try_emplace(std::uint64_t(name.value) << 8 | static_cast<std::uint64_t>(kind));
    SliceName& entry = found->second;
    if (!isNew) {
        return entry;
    }
    entry.shade = shade(name);
    const auto addStage = [&](const QString& text) {
        entry.stages.push_back({text, texts_.measure(text, {Fonts::kSmall, weightOf(kind)})});
    };
    if (kind == EventKind::PythonFunction) {
        const FrameText python = frameText(trace_->text(name));
        addStage(python.function);
        entry.place = python.place;
        entry.placeWidth = texts_.measure(entry.place, {Fonts::kSmall, 400});
    } else {
        for (const std::string& stage : labelStages(kind, trace_->text(name))) {
            addStage(toQString(stage));
        }
    }
    return entry;
}

} // namespace lanes
