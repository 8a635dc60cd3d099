#include "model/analysis/ranks/ClockFit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lanes {

namespace {

struct Point {
    double x = 0;
    double y = 0;
};

// Of points, those that some line from below touches first (`side` 1: from above). By x. O(n log n).
std::vector<Point> hullOf(const std::vector<ClockFit::Bound>& bounds, ClockFit::Bound zero, int side) {
    std::vector<Point> points;
    points.reserve(bounds.size());
    for (const ClockFit::Bound& bound : bounds) {
        points.push_back(
            {static_cast<double>(bound.at - zero.at), static_cast<double>(bound.offset - zero.offset)});
    }
    std::ranges::sort(points, {}, [](const Point& p) { return std::pair(p.x, p.y); });
    std::vector<Point> hull;
    for (const Point& p : points) {
        while (hull.size() > 1) {
            const Point& a = hull[hull.size() - 2];
            const Point& b = hull.back();
            const double turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
            if (turn * side < 0) {
                break;
            }
            hull.pop_back();
        }
        hull.push_back(p);
    }
    return hull;
}

constexpr int kRounds = 90; // of halving: further than a double resolves

// Where a function that rises and then falls is highest.
template<class Function>
double highest(double low, double high, const Function& f) {
    for (int i = 0; i < 2 * kRounds; ++i) {
        const double a = low + (high - low) / 3;
        const double b = high - (high - low) / 3;
        if (f(a) < f(b)) {
            low = a;
        } else {
            high = b;
        }
    }
    return (low + high) / 2;
}

// Lines by their drift: those of one drift obey the bounds between low(drift) and high(drift), their offsets at a moment.
class Lines {
public:
    Lines(std::vector<Point> lows, std::vector<Point> highs, double tolerance)
        : lows_(std::move(lows))
        , highs_(std::move(highs))
        , tolerance_(tolerance) {
        const auto room = [this](double drift) { return high(drift, 0) - low(drift, 0); };
        const double best = highest(-ClockFit::kMostDrift, ClockFit::kMostDrift, room);
        possible_ = room(best) >= 0;
        least_ = border(best, -ClockFit::kMostDrift, room);
        most_ = border(best, ClockFit::kMostDrift, room);
    }

    [[nodiscard]] bool possible() const { return possible_; }
    // From the lowest to the highest of them at a moment.
    [[nodiscard]] std::pair<double, double> at(double x) const {
        const double up = highest(least_, most_, [&](double drift) { return high(drift, x); });
        const double down = highest(least_, most_, [&](double drift) { return -low(drift, x); });
        return {low(down, x), high(up, x)};
    }

private:
    [[nodiscard]] double low(double drift, double x) const {
        double value = -std::numeric_limits<double>::infinity();
        for (const Point& p : lows_) {
            value = std::max(value, p.y + drift * (x - p.x));
        }
        return value - tolerance_;
    }
    [[nodiscard]] double high(double drift, double x) const {
        double value = std::numeric_limits<double>::infinity();
        for (const Point& p : highs_) {
            value = std::min(value, p.y + drift * (x - p.x));
        }
        return value + tolerance_;
    }
    // The last drift from `in` towards `out` that has room.
    template<class Room>
    [[nodiscard]] static double border(double in, double out, const Room& room) {
        if (room(out) >= 0) {
            return out;
        }
        for (int i = 0; i < kRounds; ++i) {
            const double middle = (in + out) / 2;
            (room(middle) >= 0 ? in : out) = middle;
        }
        return out; // just outside, so that rounding leaves nothing out
    }

    std::vector<Point> lows_;
    std::vector<Point> highs_;
    double tolerance_;
    bool possible_ = false;
    double least_ = 0;
    double most_ = 0;
};

} // namespace

void ClockFit::add(const ClockFit& other) {
    low_.insert(low_.end(), other.low_.begin(), other.low_.end());
    high_.insert(high_.end(), other.high_.begin(), other.high_.end());
    likely_.insert(likely_.end(), other.likely_.begin(), other.likely_.end());
}

// A line through the medians of the first and of the last third; with few values, the median of all. Singles that are far
// off do not move it.
std::optional<ClockFit::Ends> ClockFit::likelyEnds(TimeRange range, Bound zero) const {
    if (likely_.empty()) {
        return std::nullopt;
    }
    std::vector<Bound> sorted = likely_;
    std::ranges::sort(sorted, {}, &Bound::at);
    const auto medians = [&](std::size_t first, std::size_t count) {
        std::vector<TimeNs> offsets;
        for (std::size_t i = first; i < first + count; ++i) {
            offsets.push_back(sorted[i].offset - zero.offset);
        }
        const std::size_t half = count / 2;
        const auto middle = offsets.begin() + static_cast<std::ptrdiff_t>(half);
        std::ranges::nth_element(offsets, middle);
        return Point{static_cast<double>(sorted[first + half].at - range.begin),
                     static_cast<double>(*middle)};
    };
    constexpr std::size_t kFew = 4;
    const std::size_t third = sorted.size() / 3 | 1; // odd, so that a median is a value
    const Point first = sorted.size() < kFew ? medians(0, sorted.size()) : medians(0, third);
    const Point last = sorted.size() < kFew ? first : medians(sorted.size() - third, third);
    double slope =
        last.x > first.x ? std::clamp((last.y - first.y) / (last.x - first.x), -kMostDrift, kMostDrift) : 0;
    if (slope != 0) {
        // How sure the slope is, by how far single values lie from the line: what is less sure than quartz is good counts for
        // less than that quartz is good. Of a short record there is no telling how a clock drifts.
        std::vector<double> apart;
        for (const Bound& value : sorted) {
            const Point p{static_cast<double>(value.at - range.begin),
                          static_cast<double>(value.offset - zero.offset)};
            apart.push_back(std::abs(p.y - first.y - slope * (p.x - first.x)));
        }
        const auto middle = apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2);
        std::ranges::nth_element(apart, middle);
        constexpr double kOfMedian = 1.5; // a standard deviation is so many medians of the distances
        const double unsure =
            kOfMedian * *middle * std::sqrt(2 / static_cast<double>(third)) / (last.x - first.x);
        slope *= kUsualDrift * kUsualDrift / (kUsualDrift * kUsualDrift + unsure * unsure);
    }
    const double begin = (first.y + last.y) / 2 - slope * (first.x + last.x) / 2;
    return Ends{begin, begin + slope * static_cast<double>(range.length())};
}

std::optional<ClockFit::Line> ClockFit::within(TimeRange range, TimeNs tolerance) const {
    if (empty()) {
        return std::nullopt;
    }
    const Bound zero{range.begin, low_.front().offset};
    const Lines lines(hullOf(low_, zero, 1), hullOf(high_, zero, -1), static_cast<double>(tolerance));
    if (!lines.possible()) {
        return std::nullopt;
    }
    const auto length = static_cast<double>(std::max<TimeNs>(range.length(), 1));
    const auto [low, high] = lines.at(0);
    const auto [lowEnd, highEnd] = lines.at(length);
    const Ends likely = likelyEnds(range, zero).value_or(Ends{(low + high) / 2, (lowEnd + highEnd) / 2});
    const double begin = std::round(std::clamp(likely.begin, low, high));
    const double end = std::clamp(likely.end, lowEnd, highEnd);
    Line line;
    line.offset = zero.offset + static_cast<TimeNs>(begin);
    line.drift = (end - begin) / length;
    // How far the furthest line is from this one is largest at an end of the range.
    line.error =
        static_cast<TimeNs>(std::ceil(std::max({high - begin, begin - low, highEnd - end, end - lowEnd}))) +
        2;
    return line;
}

} // namespace lanes
