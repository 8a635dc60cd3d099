#include "model/analysis/device/Energy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace lanes {

namespace {

constexpr double kSecond = 1e9;

// What a counter has grown by since its first sample. One that falls has begun anew.
std::vector<double> grown(std::span<const double> counter) {
    std::vector<double> joules;
    joules.reserve(counter.size());
    double sum = 0;
    double before = counter.front();
    for (const double value : counter) {
        sum += value >= before ? value - before : std::max(value, 0.);
        before = value;
        joules.push_back(sum);
    }
    return joules;
}

std::vector<double> summed(std::span<const TimeNs> time, std::span<const double> watts) {
    std::vector<double> joules{0};
    joules.reserve(watts.size());
    for (std::size_t i = 1; i < watts.size(); ++i) {
        const double mean = (std::max(watts[i - 1], 0.) + std::max(watts[i], 0.)) / 2;
        joules.push_back(joules.back() + mean * static_cast<double>(time[i] - time[i - 1]) / kSecond);
    }
    return joules;
}

struct Samples {
    std::vector<TimeNs> time;
    std::vector<double> value;
};

// Without what is no number, and of equal times the last.
Samples samplesOf(const CounterSeries& curve) {
    Samples samples;
    for (std::size_t i = 0; i < curve.time.size(); ++i) {
        if (!std::isfinite(curve.value[i])) {
            continue;
        }
        if (!samples.time.empty() && samples.time.back() >= curve.time[i]) {
            samples.time.pop_back();
            samples.value.pop_back();
        }
        samples.time.push_back(curve.time[i]);
        samples.value.push_back(curve.value[i]);
    }
    return samples;
}

} // namespace

Energy& Energy::operator+=(const Energy& other) {
    joules += other.joules;
    low += other.low;
    high += other.high;
    return *this;
}

EnergyCurve::EnergyCurve(Device device, std::vector<TimeNs> time, std::vector<double> joules)
    : device_(std::move(device))
    , time_(std::move(time))
    , joules_(std::move(joules)) {}

double EnergyCurve::at(TimeNs time) const {
    const auto after = std::ranges::upper_bound(time_, time);
    if (after == time_.begin() || after == time_.end()) {
        return after == time_.begin() ? joules_.front() : joules_.back();
    }
    const auto i = static_cast<std::size_t>(after - time_.begin());
    const double share =
        static_cast<double>(time - time_[i - 1]) / static_cast<double>(time_[i] - time_[i - 1]);
    return joules_[i - 1] + share * (joules_[i] - joules_[i - 1]);
}

Energy EnergyCurve::of(TimeRange range) const {
    const TimeRange own{std::max(range.begin, time_.front()), std::min(range.end, time_.back())};
    if (own.begin >= own.end) {
        return {};
    }
    // By a moment between samples i and i + 1 at least joules[i], at most joules[i + 2] was taken: a sample may be as old as the
    // one before it.
    const auto sampleBy = [this](TimeNs time) {
        return static_cast<std::size_t>(std::ranges::upper_bound(time_, time) - time_.begin()) - 1;
    };
    const auto least = [&](TimeNs time) { return joules_[sampleBy(time)]; };
    const auto most = [&](TimeNs time) { return joules_[std::min(sampleBy(time) + 2, joules_.size() - 1)]; };
    const double joules = at(own.end) - at(own.begin);
    return {joules, std::clamp(least(own.end) - most(own.begin), 0., joules),
            std::max(most(own.end) - least(own.begin), joules)};
}

std::vector<EnergyCurve> energyCurves(const Trace& trace) {
    const Devices devices(trace);
    std::map<std::uint32_t, std::pair<Samples, bool>> found; // by device; true: of energy
    for (const CounterSeries& curve : trace.counters()) {
        const ProcessId process = processOf(trace, curve.track);
        const std::string_view name = trace.text(curve.name);
        const bool isEnergy = name == "Energy";
        if (!process.valid() || trace.processes()[process.value].kind != Process::Kind::Device ||
            (!isEnergy && name != "Power")) {
            continue;
        }
        Samples samples = samplesOf(curve);
        auto& best = found[devices.of(process)];
        if (samples.time.size() > 1 && (best.first.time.empty() || isEnergy > best.second)) {
            best = {std::move(samples), isEnergy};
        }
    }
    std::vector<EnergyCurve> curves;
    for (auto& [device, samples] : found) {
        auto& [time, value] = samples.first;
        if (!time.empty()) {
            std::vector<double> joules = samples.second ? grown(value) : summed(time, value);
            curves.emplace_back(devices.all()[device], std::move(time), std::move(joules));
        }
    }
    return curves;
}

namespace {

// Goes through the moments at which work begins or ends, and gives each piece of work its share.
class Division {
public:
    Division(const EnergyCurve& curve, std::vector<EnergyWork> work, std::size_t groups, TimeRange range)
        : curve_(curve)
        , work_(std::move(work))
        , range_{std::max(range.begin, curve.range().begin), std::min(range.end, curve.range().end)}
        , found_(groups + 1) {
        std::erase_if(work_, [this](EnergyWork& one) {
            one.range = {std::max(one.range.begin, range_.begin), std::min(one.range.end, range_.end)};
            return one.range.begin >= one.range.end;
        });
    }

    std::vector<Energy> take() {
        if (range_.begin < range_.end) {
            divide();
            addBounds();
        }
        return std::move(found_);
    }

private:
    struct Edge {
        TimeNs time;
        std::uint32_t work;
        bool begins;
    };

    // What a piece of work takes is what one of all that ran took by its end, less that by its begin.
    void divide() {
        std::vector<Edge> edges;
        edges.reserve(2 * work_.size());
        for (std::uint32_t i = 0; i < work_.size(); ++i) {
            edges.push_back({work_[i].range.begin, i, true});
            edges.push_back({work_[i].range.end, i, false});
        }
        std::ranges::sort(edges, {}, [](const Edge& edge) { return std::pair(edge.time, edge.begins); });
        double each = 0; // taken so far by one of those that run
        std::size_t running = 0;
        double before = curve_.at(range_.begin);
        for (const Edge& edge : edges) {
            const double now = curve_.at(edge.time);
            if (running > 0) {
                each += (now - before) / static_cast<double>(running);
            } else {
                found_.back().joules += now - before;
            }
            before = now;
            running += edge.begins ? 1 : -1;
            found_[work_[edge.work].group].joules += edge.begins ? -each : each;
        }
        found_.back().joules += curve_.at(range_.end) - before;
    }

    // Stretches between two samples, [first, last).
    struct Stretches {
        std::size_t first = 0;
        std::size_t last = 0;
    };

    [[nodiscard]] std::size_t stretchAt(TimeNs time) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(curve_.time(), time) -
                                        curve_.time().begin()) -
               1;
    }

    // Merges the work of one group, [first, last) of work_, and calls `each` for each range that it ran without a break.
    template<class Each>
    void eachRange(std::size_t first, std::size_t last, Each each) const {
        TimeRange merged = work_[first].range;
        for (std::size_t i = first + 1; i < last; ++i) {
            if (work_[i].range.begin > merged.end) {
                each(merged);
                merged = work_[i].range;
            }
            merged.end = std::max(merged.end, work_[i].range.end);
        }
        each(merged);
    }

    // The stretches that a range reaches into; none of them again that stand before `from`.
    [[nodiscard]] Stretches touched(TimeRange range, std::size_t from) const {
        const std::size_t last = stretchAt(range.end - 1) + 1;
        return {std::min(std::max(stretchAt(range.begin), from), last), last};
    }

    // The stretches that a range fills, as far as they lie within range_.
    [[nodiscard]] Stretches filled(TimeRange range) const {
        const auto time = curve_.time();
        const std::size_t begin = stretchAt(range.begin);
        const bool whole = std::max(time[begin], range_.begin) == range.begin;
        const std::size_t end = stretchAt(range.end - 1);
        const bool reaches = end + 1 < time.size() && std::min(time[end + 1], range_.end) == range.end;
        const std::size_t first = begin + (whole ? 0 : 1);
        return {first, std::max(first, end + (reaches ? 1 : 0))};
    }

    void addBounds() {
        std::ranges::sort(work_, {},
                          [](const EnergyWork& one) { return std::pair(one.group, one.range.begin); });
        std::vector<Stretches> groups; // positions of each group's work
        for (std::size_t i = 0; i < work_.size(); ++i) {
            if (groups.empty() || work_[groups.back().first].group != work_[i].group) {
                groups.push_back({i, i});
            }
            groups.back().last = i + 1;
        }
        const std::size_t samples = curve_.time().size();
        std::vector<std::int64_t> others(samples + 1); // differences of how many groups ran in a stretch
        for (const Stretches& group : groups) {
            std::size_t from = 0;
            eachRange(group.first, group.last, [&](TimeRange range) {
                const Stretches in = touched(range, from);
                from = in.last;
                ++others[in.first];
                --others[in.last];
            });
        }
        findAlone(others);
        for (const Stretches& group : groups) {
            Energy& found = found_[work_[group.first].group];
            Stretches run; // of neighbours
            eachRange(group.first, group.last, [&](TimeRange range) {
                const Stretches in = touched(range, run.last);
                if (in.first > run.last || run.first == run.last) {
                    found.high += boundsOf(run).high;
                    run.first = in.first;
                }
                run.last = in.last;
                found.low += leastAlone(filled(range));
            });
            found.high += boundsOf(run).high;
        }
        addIdleBounds();
        for (Energy& one : found_) {
            one.joules = std::max(one.joules, 0.); // of sums that are 0 but for rounding
            one.low = std::clamp(one.low, 0., one.joules);
            one.high = std::max(one.high, one.joules);
        }
    }

    // Of a run of stretches as a whole: the doubt about its ends counts once.
    [[nodiscard]] Energy boundsOf(Stretches run) const {
        const auto time = curve_.time();
        return run.first < run.last ? curve_.of({std::max(time[run.first], range_.begin),
                                                 std::min(time[run.last], range_.end)})
                                    : Energy();
    }

    // Of stretches that a group fills: the least that was taken in those of them in which it ran alone.
    [[nodiscard]] double leastAlone(Stretches full) const {
        double least = 0;
        for (std::size_t i = full.first; i < full.last;) {
            const std::size_t end = std::min(aloneUntil_[i], full.last);
            least += boundsOf({i, end}).low;
            i = std::max(end, i + 1);
        }
        return least;
    }

    // `others`: differences of how many groups ran in a stretch.
    void findAlone(const std::vector<std::int64_t>& others) {
        const std::size_t stretches = curve_.time().size() - 1;
        std::vector<std::int64_t> groups(stretches);
        std::partial_sum(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(stretches),
                         groups.begin());
        aloneUntil_.resize(stretches);
        for (std::size_t i = stretches; i-- > 0;) {
            const bool goesOn = i + 1 < stretches && groups[i + 1] == 1;
            aloneUntil_[i] = groups[i] != 1 ? i : goesOn ? aloneUntil_[i + 1] : i + 1;
        }
        for (std::size_t i = 0; i < stretches; ++i) {
            Stretches idle{i, i};
            while (idle.last < stretches && groups[idle.last] == 0) {
                ++idle.last;
            }
            found_.back().low += boundsOf(idle).low;
            i = idle.last;
        }
    }

    // No work ran in what the ranges of all work, merged, leave.
    void addIdleBounds() {
        std::ranges::sort(work_, {}, [](const EnergyWork& one) { return one.range.begin; });
        Energy& idle = found_.back();
        TimeNs done = range_.begin;
        Stretches run; // of neighbours
        const auto add = [&](TimeRange gap) {
            if (gap.begin < gap.end) {
                const Stretches in = touched(gap, run.last);
                if (in.first > run.last || run.first == run.last) {
                    idle.high += boundsOf(run).high;
                    run.first = in.first;
                }
                run.last = in.last;
            }
        };
        for (const EnergyWork& one : work_) {
            add({done, one.range.begin});
            done = std::max(done, one.range.end);
        }
        add({done, range_.end});
        idle.high += boundsOf(run).high;
    }

    const EnergyCurve& curve_;
    std::vector<EnergyWork> work_;
    TimeRange range_;
    std::vector<Energy> found_;
    std::vector<std::size_t>
        aloneUntil_; // by stretch: the end of those in which one group alone runs; itself in others
};

} // namespace

std::vector<Energy> energyByGroup(const EnergyCurve& curve, std::vector<EnergyWork> work, std::size_t groups,
                                  TimeRange range) {
    return Division(curve, std::move(work), groups, range).take();
}

} // namespace lanes
