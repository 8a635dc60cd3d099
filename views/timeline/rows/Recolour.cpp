#include "views/timeline/rows/Recolour.h"

#include "model/analysis/operators/SliceModules.h"

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

template<class HueAt>
std::shared_ptr<const Trace> withHues(const Trace& trace, const std::stop_token& stop, HueAt&& hueAt) {
    Segments all;
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return nullptr;
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
                                        const std::stop_token& stop) {
    if (by == ColorBy::Name) {
        HuesOfTexts hues(*trace);
        return withHues(*trace, stop, [&](const Segment& s, std::uint32_t i) { return hues.of(s.name[i]); });
    }
    if (by == ColorBy::Module) {
        const auto modules = SliceModules::build(trace, stop);
        if (modules == nullptr) {
            return nullptr;
        }
        return withHues(*trace, stop, [&](const Segment& s, std::uint32_t i) {
            const std::string_view module = modules->of(SliceId(s.first + i));
            return module.empty() ? Hue::Other : hueOfText(module);
        });
    }
    if (by == ColorBy::Duration) {
        return withHues(*trace, stop,
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
