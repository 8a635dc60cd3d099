// A flame graph as a file, and the menu that asks for one.
#include "model/analysis/flame/FlameExport.h"
#include "views/flame/FlameView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SaveText.h"

#include <QIODevice>
#include <QImage>
#include <QMenu>
#include <QPainter>

#include <array>

namespace lanes {

void FlameView::exportTo(QIODevice& file, Format format) const {
    if (format == Format::Png) {
        QImage image(canvas_->size() * canvas_->devicePixelRatioF(), QImage::Format_RGB32);
        image.setDevicePixelRatio(canvas_->devicePixelRatioF());
        QPainter painter(&image);
        canvas_->paint(painter, canvas_->rect());
        painter.end();
        image.save(&file, "PNG");
        return;
    }
    if (!scenes_.scene) {
        return;
    }
    const FlameTree& tree = *scenes_.scene->tree;
    const FlameWeight weight = scenes_.scene->weight;
    const std::string name =
        state() != nullptr && state()->trace() ? state()->trace()->info().source : std::string();
    const TextTaker out = [&file](std::string_view piece) {
        file.write(piece.data(), static_cast<qint64>(piece.size()));
    };
    switch (format) {
    case Format::Svg:
        out(flameSvg(tree, weight, name));
        break;
    case Format::Collapsed:
        writeCollapsedStacks(tree, weight, out);
        break;
    case Format::Speedscope:
        writeSpeedscopeProfile(tree, weight, name, out);
        break;
    case Format::Png:
        break;
    }
}

QMenu* FlameView::moreMenu() {
    auto* menu = new QMenu(more_);
    QAction* recursion = menu->addAction(tr("Collapse recursion"));
    recursion->setCheckable(true);
    recursion->setChecked(collapse_);
    connect(recursion, &QAction::toggled, this, &FlameView::setCollapseRecursion);
    QAction* tidy = menu->addAction(tr("Merge modules of a class, fold wrappers"));
    tidy->setCheckable(true);
    tidy->setChecked(tidy_);
    connect(tidy, &QAction::toggled, this, &FlameView::setTidy);
    QMenu* hide = menu->addMenu(tr("Hide calls below"));
    for (const auto& [share, text] : {std::pair{0., tr("nothing")},
                                      {.001, tr("0.1 %")},
                                      {.005, tr("0.5 %")},
                                      {.01, tr("1 %")},
                                      {.05, tr("5 %")}}) {
        QAction* entry = hide->addAction(text);
        entry->setCheckable(true);
        entry->setChecked(threshold_ == share);
        connect(entry, &QAction::triggered, this, [this, threshold = share] { setThreshold(threshold); });
    }
    menu->addSeparator();
    struct Kind {
        Format format;
        QString text;
        const char* file;
    };
    const std::array<Kind, 4> kinds{
        {{Format::Svg, tr("Export SVG..."), "flame.svg"},
         {Format::Png, tr("Export PNG..."), "flame.png"},
         {Format::Collapsed, tr("Export collapsed stacks..."), "flame.txt"},
         {Format::Speedscope, tr("Export for speedscope..."), "flame.speedscope.json"}}};
    for (const Kind& kind : kinds) {
        QAction* entry = menu->addAction(kind.text);
        entry->setEnabled(kind.format == Format::Png || scenes_.scene);
        connect(entry, &QAction::triggered, this, [this, kind] {
            saveWithDialog(this, tr("Export flame graph"), QString::fromLatin1(kind.file),
                           [this, kind](QIODevice& file) { exportTo(file, kind.format); });
        });
    }
    return menu;
}

} // namespace lanes
