#include "app/document/Thumbnail.h"

#include "views/shared/Shapes.h"
#include "views/shared/Theme.h"

#include <QCryptographicHash>
#include <QDir>
#include <QPainter>
#include <QStandardPaths>

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
        , busy_(std::size_t(kRows) * kColumns * kHueCount) {}

    void add(int row, TimeNs start, TimeNs duration, Hue hue) {
        const double begin = double(start - span_.begin) / width_;
        const double end = double(start + duration - span_.begin) / width_;
        for (int column = std::max(0, int(begin)); column < kColumns && column <= int(end); ++column) {
            const double part = std::min(end, column + 1.0) - std::max(begin, double(column));
            cell(row, column)[std::size_t(hue)] += std::max(part, 0.0);
        }
    }

    [[nodiscard]] QRgb pixel(int row, int column) {
        const double* hues = cell(row, column);
        const double* most = std::max_element(hues, hues + kHueCount);
        double busy = 0;
        for (int hue = 0; hue < kHueCount; ++hue) {
            busy += hues[hue];
        }
        return qRgb(int(most - hues), int(std::lround(std::min(busy, 1.0) * 255)), 0);
    }

private:
    double* cell(int row, int column) {
        return busy_.data() + (std::size_t(row) * kColumns + std::size_t(column)) * kHueCount;
    }

    TimeRange span_;
    double width_;
    std::vector<double> busy_;
};

QString fileFor(const QString& sessionPath) {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                           QStringLiteral("/lanescope/thumbnails");
    const QByteArray hash = QCryptographicHash::hash(sessionPath.toUtf8(), QCryptographicHash::Sha1).toHex();
    return folder + QLatin1Char('/') + QString::fromLatin1(hash) + QStringLiteral(".png");
}

} // namespace

QImage makeThumbnail(const Trace& trace, std::stop_token stop) {
    Sums sums(trace.span());
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
    QImage image(kColumns, kRows, QImage::Format_RGB32);
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            image.setPixel(column, row, sums.pixel(row, column));
        }
    }
    return image;
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
            const int hue = std::min(qRed(pixel), kHueCount - 1);
            if (qGreen(pixel) > 0) {
                const qreal height = std::max(1.0, (pitch - 2) * qGreen(pixel) / 255);
                fillSnapped(painter, {box.left() + step * column, base - height, step, height},
                            theme.hueColor(static_cast<Hue>(hue)));
            }
        }
    }
}

QImage loadThumbnail(const QString& sessionPath) {
    const QImage image(fileFor(sessionPath));
    return image.size() == QSize(kColumns, kRows) ? image.convertToFormat(QImage::Format_RGB32) : QImage();
}

bool saveThumbnail(const QString& sessionPath, const QImage& thumbnail) {
    const QString file = fileFor(sessionPath);
    return QDir().mkpath(QFileInfo(file).path()) && thumbnail.save(file);
}

} // namespace lanes
