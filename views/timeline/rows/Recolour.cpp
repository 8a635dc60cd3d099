#include "views/timeline/rows/Recolour.h"

#include "model/analysis/operators/SliceModules.h"
#include "model/trace/TraceStretch.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr double kReadable = 4.6; // contrast of texts on slices, a little above WCAG AA

// Hues by text, each asked for once.
class HuesOfTexts {
public:
    explicit HuesOfTexts(const Trace& trace)
        : trace_(trace)
        , hues_(trace.strings().size(), kUnknown) {}

    [[nodiscard]] Hue of(StringId name) {
        if (name.value >= hues_.size()) {
            return Hue::Other;
        }
        std::uint8_t& hue = hues_[name.value];
        if (hue == kUnknown) {
            hue = static_cast<std::uint8_t>(hueOfText(trace_.text(name)));
        }
        return static_cast<Hue>(hue);
    }

private:
    static constexpr std::uint8_t kUnknown = 0xff;
    const Trace& trace_;
    std::vector<std::uint8_t> hues_; // by StringId
};

struct Repainted {
    std::shared_ptr<const void> columns; // of the segment it was made from
    std::vector<Hue> hues;
};

// Whether a segment has just what one of an earlier snapshot had: one with a slice that has not ended lasts longer by now.
bool isSame(const Segment& earlier, const Segment& now) {
    return earlier.size() == now.size() && earlier.start.data() == now.start.data() &&
           earlier.duration.data() == now.duration.data();
}

// `before`: an earlier snapshot that has been through this, or null; what it has before the slice `from` is taken over.
template<class HueAt>
std::shared_ptr<const Trace> withHues(const Trace& trace, const Trace* before, SliceId from,
                                      const std::stop_token& stop, HueAt&& hueAt) {
    Segments all;
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        if (before != nullptr && all.size() < before->segments().size() &&
            segment->first + segment->size() <= from.value &&
            isSame(*before->segments()[all.size()], *segment)) {
            all.push_back(before->segments()[all.size()]);
            continue;
        }
        auto storage = std::make_shared<Repainted>();
        storage->columns = segment->storage;
        storage->hues.resize(segment->size());
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            storage->hues[i] = hueAt(*segment, i);
        }
        auto repainted = std::make_shared<Segment>(*segment);
        repainted->hue = storage->hues;
        repainted->storage = std::move(storage);
        all.push_back(std::move(repainted));
    }
    TraceData data = trace.data();
    data.segments = std::move(all);
    return std::make_shared<const Trace>(std::move(data));
}

// What led to a kernel may be told after it, so of what is new enough it is asked anew.
std::shared_ptr<const Trace> colouredByModule(const std::shared_ptr<const Trace>& trace, const Trace* before,
                                              std::uint32_t newest, const std::stop_token& stop) {
    std::shared_ptr<const Trace> asked = trace;
    if (before != nullptr && trace->sliceCount() > newest) {
        asked = TraceStretch(*trace, trace->span(), newest).of(*trace);
        if (before->sliceCount() < asked->firstSlice()) { // there is more between them than was asked
            asked = trace;
        }
    }
    const auto modules = SliceModules::build(asked, stop);
    if (modules == nullptr) {
        return nullptr;
    }
    const auto hueAt = [&](const Segment& s, std::uint32_t i) {
        const SliceId slice(s.first + i);
        const std::string_view module = asked->has(slice) ? modules->of(slice) : std::string_view();
        return module.empty() ? Hue::Other : hueOfText(module);
    };
    return withHues(*trace, before, SliceId(asked->firstSlice()), stop, hueAt);
}

// As much of `strong` over `quiet` as `share` says, lighter where text would not stand out.
QRgb rampColor(const Theme& theme, double share) {
    const QColor quiet = theme.dark ? QColor(0x6f, 0x76, 0x85) : QColor(0xdb, 0xe0, 0xe8);
    QColor color = mixed(quiet, theme.accent, share);
    while (contrast(color, theme.ink) < kReadable) {
        color = mixed(color, QColor(Qt::white), .05);
    }
    return color.rgb();
}

} // namespace

Hue hueOfText(std::string_view text) {
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    }
    hash ^= hash >> 15;
    return static_cast<Hue>(hash % (kHueCount - 1)); // Other is for what has none
}

Hue hueOfDuration(TimeNs duration) {
    int hue = 0;
    for (double least = 1000; double(duration) >= least && hue < kHueCount - 1; least *= std::sqrt(10.)) {
        ++hue;
    }
    return static_cast<Hue>(hue);
}

std::shared_ptr<const Trace> recoloured(const std::shared_ptr<const Trace>& trace, ColorBy by,
                                        const std::stop_token& stop, const Trace* before,
                                        std::uint32_t newest) {
    const SliceId all(trace->sliceCount());
    if (by == ColorBy::Name) {
        HuesOfTexts hues(*trace);
        return withHues(*trace, before, all, stop,
                        [&](const Segment& s, std::uint32_t i) { return hues.of(s.name[i]); });
    }
    if (by == ColorBy::Module) {
        return colouredByModule(trace, before, newest, stop);
    }
    if (by == ColorBy::Duration) {
        return withHues(*trace, before, all, stop,
                        [](const Segment& s, std::uint32_t i) { return hueOfDuration(s.duration[i]); });
    }
    return trace;
}

Theme themeFor(const Theme& theme, ColorBy by) {
    Theme result = theme;
    if (by == ColorBy::Duration) {
        for (int h = 0; h < kHueCount; ++h) {
            result.fill[static_cast<std::size_t>(h)].fill(rampColor(theme, double(h) / (kHueCount - 1)));
        }
    }
    return result;
}

} // namespace lanes
