#include "views/flame/FlameFiles.h"

#include "model/analysis/flame/FlameExport.h"
#include "views/flame/FlameScene.h"
#include "views/shared/flame/FlameCanvas.h"

#include <QIODevice>
#include <QImage>
#include <QPainter>

namespace lanes {
namespace {

void writePng(QIODevice& file, const FlameCanvas& canvas) {
    QImage image(canvas.size() * canvas.devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(canvas.devicePixelRatioF());
    QPainter painter(&image);
    canvas.paint(painter, canvas.rect());
    painter.end();
    image.save(&file, "PNG");
}

void writeTree(QIODevice& file, FlameFormat format, const FlameScene& scene, std::string_view source) {
    const TextTaker out = [&file](std::string_view piece) {
        file.write(piece.data(), static_cast<qint64>(piece.size()));
    };
    if (format == FlameFormat::Svg) {
        out(flameSvg(*scene.tree, scene.weight, source));
    } else if (format == FlameFormat::Collapsed) {
        writeCollapsedStacks(*scene.tree, scene.weight, out);
    } else {
        writeSpeedscopeProfile(*scene.tree, scene.weight, source, out);
    }
}

} // namespace

void writeFlame(QIODevice& file, FlameFormat format, const FlameCanvas& canvas, const FlameScene* scene,
                std::string_view source) {
    if (format == FlameFormat::Png) {
        writePng(file, canvas);
    } else if (scene != nullptr) {
        writeTree(file, format, *scene, source);
    }
}

} // namespace lanes
