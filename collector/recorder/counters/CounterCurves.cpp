#include "collector/recorder/counters/CounterCurves.h"

#include <utility>

namespace lanes::recorder {

bool CounterCurves::has(ProcessId owner, std::string_view key) const {
    const auto curves = owners_.find(owner);
    return curves != owners_.end() && curves->second.contains(key);
}

void CounterCurves::add(ProcessId owner, std::string_view key, const Shown& shown, TimeNs time,
                        double value) {
    auto& curves = owners_[owner];
    auto found = curves.find(key);
    if (found == curves.end()) {
        if (curves.size() >= mostCurves_) {
            return;
        }
        found = curves.emplace(key, Curve{}).first;
        const TrackKey lane{Track::Kind::Counter, owner, curves.size()};
        Curve& made = found->second;
        made.track = context_.tracks.track(lane, shown.name, static_cast<std::int64_t>(curves.size()));
        made.name = context_.sink.writer().string(shown.name);
        made.unit = context_.sink.writer().string(shown.unit);
    }
    Curve& curve = found->second;
    if (time > curve.last) {
        curve.last = time;
        curve.times.push_back(time - context_.origin);
        curve.values.push_back(value);
    }
}

void CounterCurves::flush() {
    std::vector<CounterSeries> series;
    for (auto& [owner, curves] : owners_) {
        for (auto& [key, curve] : curves) {
            if (!curve.times.empty()) {
                CounterSeries& out =
                    series.emplace_back(CounterSeries{curve.track, curve.name, curve.unit, {}, {}});
                out.time.append(std::exchange(curve.times, {}));
                out.value.append(std::exchange(curve.values, {}));
            }
        }
    }
    context_.sink.writeCounters(series);
}

} // namespace lanes::recorder
