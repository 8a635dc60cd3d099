#include "app/document/Thumbnail.h"

#include "model/trace/ThreadRows.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lanes {
namespace {

constexpr int kColumns = 300;
constexpr int kRows = 3;

int rowOf(const Segment& segment, std::uint32_t index) {
    const EventKind kind = segment.kind[index];
    if (isDeviceWork(kind)) {
        return 0;
    }
    if (kind == EventKind::Operator) {
        return 1;
    }
    return kind == EventKind::Runtime ? 2 : -1;
}

// Busy nanoseconds per row, column and hue.
class Sums {
public:
    explicit Sums(TimeRange span)
        : span_(span)
        , width_(std::max(1.0, double(span.length()) / kColumns))
        , busy_(std::size_t(kRows) * kColumns * kAllHues) {}

    // `share`: how much of that time it was busy.
    void add(int row, TimeNs start, TimeNs duration, Hue hue, double share = 1) {
        const double begin = std::clamp(double(start - span_.begin) / width_, 0.0, double(kColumns));
        const double end = std::clamp(double(start + duration - span_.begin) / width_, 0.0, double(kColumns));
        for (int column = int(begin); column < kColumns && column <= int(end); ++column) {
            const double part = std::min(end, column + 1.0) - std::max(begin, double(column));
            cell(row, column)[std::size_t(hue)] += std::max(part, 0.0) * share;
        }
    }

    [[nodiscard]] QRgb pixel(int row, int column) {
        const double* hues = cell(row, column);
        const double* most = std::max_element(hues, hues + kAllHues);
        double busy = 0;
        for (int hue = 0; hue < kAllHues; ++hue) {
            busy += hues[hue];
        }
        return qRgb(int(most - hues), int(std::lround(std::min(busy, 1.0) * 255)), 0);
    }

private:
    double* cell(int row, int column) {
        return busy_.data() + (std::size_t(row) * kColumns + std::size_t(column)) * kAllHues;
    }

    TimeRange span_;
    double width_;
    std::vector<double> busy_;
};

int rowOf(LaneGroup group) {
    switch (group) {
    case LaneGroup::Device:
        return 0;
    case LaneGroup::Operators:
        return 1;
    case LaneGroup::Runtime:
        return 2;
    default:
        return -1;
    }
}

QImage imageOf(Sums& sums) {
    QImage image(kColumns, kRows, QImage::Format_RGB32);
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            image.setPixel(column, row, sums.pixel(row, column));
        }
    }
    return image;
}

// A cell's busy time is taken to lie evenly in it.
void addLane(Sums& sums, const CoarseLane& lane, int row) {
    for (std::size_t cell = 0; cell + 1 < lane.count(); ++cell) {
        const std::int64_t* now = lane.record(cell);
        const std::int64_t* next = lane.record(cell + 1);
        for (std::size_t hue = 0; hue < lane.hues.size(); ++hue) {
            const std::int64_t busy = next[1 + hue] - now[1 + hue];
            if (busy > 0 && next[0] > now[0]) {
                sums.add(row, now[0], next[0] - now[0], lane.hues[hue],
                         double(busy) / double(next[0] - now[0]));
            }
        }
    }
}

QImage coarseThumbnail(const Trace& trace, const std::stop_token& stop) {
    Sums sums(trace.work());
    for (const CoarseLane& lane : trace.coarse()->lanes) {
        if (stop.stop_requested()) {
            return {};
        }
        const int row = countsNowhere(trace.tracks()[lane.track.value]) ? -1 : rowOf(lane.group);
        if (row == 0 || (row > 0 && lane.depth == 0)) { // calls nest: only the outermost count
            addLane(sums, lane, row);
        }
    }
    return imageOf(sums);
}

} // namespace

QImage makeThumbnail(const Trace& trace, std::stop_token stop) {
    if (trace.coarse()) {
        return coarseThumbnail(trace, stop);
    }
    Sums sums(trace.work());
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return {};
        }
        const bool device = segment->size() > 0 && rowOf(*segment, 0) == 0;
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const int row = rowOf(*segment, i);
            // operators nest: only the outermost count, or a column would be busier than it is long
            const bool nested = row == 1 && !device && segment->parent[i].valid() &&
                                trace.slice(segment->parent[i]).kind == EventKind::Operator;
            if (row >= 0 && !nested) {
                sums.add(row, segment->start[i], segment->duration[i], segment->hue[i]);
            }
        }
    }
    return imageOf(sums);
}

void paintThumbnail(QPainter& painter, const QRectF& box, const QImage& thumbnail, const Theme& theme) {
    std::vector<int> used;
    for (int row = 0; row < thumbnail.height(); ++row) {
        for (int column = 0; column < thumbnail.width(); ++column) {
            if (qGreen(thumbnail.pixel(column, row)) > 0) {
                used.push_back(row);
                break;
            }
        }
    }
    const qreal pitch = box.height() / std::max<std::size_t>(used.size(), 1);
    const qreal step = box.width() / thumbnail.width();
    for (std::size_t i = 0; i < used.size(); ++i) {
        const qreal base = box.top() + pitch * double(i + 1) - 1;
        for (int column = 0; column < thumbnail.width(); ++column) {
            const QRgb pixel = thumbnail.pixel(column, used[i]);
            const int hue = std::min(qRed(pixel), kAllHues - 1);
            if (qGreen(pixel) > 0) {
                const qreal height = std::max(1.0, (pitch - 2) * qGreen(pixel) / 255);
                fillSnapped(painter, {box.left() + step * column, base - height, step, height},
                            theme.hueColor(static_cast<Hue>(hue)));
            }
        }
    }
}

} // namespace lanes
