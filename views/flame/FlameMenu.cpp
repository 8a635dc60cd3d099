#include "views/flame/FlameMenu.h"

#include "views/flame/FlameView.h"
#include "views/shared/controls/SaveText.h"

#include <array>
#include <utility>

namespace lanes {

FlameMenu::FlameMenu(FlameView& view, QWidget* parent)
    : QMenu(parent)
    , view_(view) {
    QAction* recursion = addAction(tr("Collapse recursion"));
    recursion->setCheckable(true);
    recursion->setChecked(view.place().collapse);
    connect(recursion, &QAction::toggled, &view, &FlameView::setCollapseRecursion);
    QAction* tidy = addAction(tr("Merge modules of a class, fold wrappers"));
    tidy->setCheckable(true);
    tidy->setChecked(view.place().tidy);
    connect(tidy, &QAction::toggled, &view, &FlameView::setTidy);
    addThresholds();
    addSeparator();
    addExports();
}

void FlameMenu::addThresholds() {
    QMenu* hide = addMenu(tr("Hide calls below"));
    for (const auto& [share, text] : {std::pair{0., tr("nothing")},
                                      {.001, tr("0.1 %")},
                                      {.005, tr("0.5 %")},
                                      {.01, tr("1 %")},
                                      {.05, tr("5 %")}}) {
        QAction* entry = hide->addAction(text);
        entry->setCheckable(true);
        entry->setChecked(view_.place().threshold == share);
        connect(entry, &QAction::triggered, &view_,
                [this, threshold = share] { view_.setThreshold(threshold); });
    }
}

void FlameMenu::addExports() {
    struct Kind {
        FlameFormat format;
        QString text;
        const char* file;
    };
    const std::array<Kind, 4> kinds{
        {{FlameFormat::Svg, tr("Export SVG..."), "flame.svg"},
         {FlameFormat::Png, tr("Export PNG..."), "flame.png"},
         {FlameFormat::Collapsed, tr("Export collapsed stacks..."), "flame.txt"},
         {FlameFormat::Speedscope, tr("Export for speedscope..."), "flame.speedscope.json"}}};
    for (const Kind& kind : kinds) {
        QAction* entry = addAction(kind.text);
        entry->setEnabled(view_.canExport(kind.format));
        // The menu may be gone by the time a file is chosen.
        connect(entry, &QAction::triggered, &view_, [&view = view_, kind] {
            saveWithDialog(&view, tr("Export flame graph"), QString::fromLatin1(kind.file),
                           [&view, kind](QIODevice& file) { view.exportTo(file, kind.format); });
        });
    }
}

} // namespace lanes
