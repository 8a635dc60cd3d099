// Kernels or graphs: the modes of the kernels view.
#include "views/kernels/GraphPage.h"
#include "views/kernels/KernelsView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/session/ViewCommand.h"
#include "views/shared/table/DataTable.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>

namespace lanes {

void KernelsView::addModes() {
    modes_->setVisible(form() == Form::Whole);
    if (form() == Form::Dock) {
        return;
    }
    addControl(modes_);
    addControl(&graphs_->choice());
    addAbove(&graphs_->chart());
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(graphs_, &GraphPage::graphChosen, this, &KernelsView::invalidate);
    connect(graphs_, &GraphPage::linkFollowed, this, &KernelsView::goTo);
    connect(graphs_, &GraphPage::nodeChosen, this, [this](std::uint32_t row, bool go) {
        table().setCurrent(row);
        if (const SliceId slice = graphs_->sliceOf(row); go) {
            goTo(slice);
        } else {
            state()->select(slice);
        }
    });
    const ViewCommand& known = viewCommand("graphs");
    auto* command = new QAction(textOf(known), this);
    command->setObjectName(QLatin1String(known.name));
    command->setShortcuts(keysFrom(known.keys));
    command->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(command, &QAction::triggered, this,
            [this] { setMode(mode_ == Mode::Graphs ? Mode::Kernels : Mode::Graphs); });
    addAction(command);
}

void KernelsView::setMode(Mode mode) {
    if (mode == mode_ || form() == Form::Dock) {
        return;
    }
    mode_ = mode;
    modes_->setCurrent(static_cast<int>(mode));
    // never the columns of one with the rows of the other
    graphs_->show(nullptr);
    rows_.reset();
    table().setModel(nullptr);
    setColumns(mode == Mode::Graphs ? graphColumns() : kernelColumns(),
               mode == Mode::Graphs ? static_cast<int>(GraphColumn::Spread)
                                    : static_cast<int>(KernelColumn::Time));
    invalidate();
}

void KernelsView::refreshGraphs() {
    run([analyses = state()->analyses(),
         query = GraphTable::Query{graphs_->chosenGraph(), state()->brush(), filterField().filter()}](
            const std::stop_token& stop) { return GraphTable::make(*analyses, query, stop); },
        [this](const std::shared_ptr<const GraphTable>& rows) {
            if (mode_ == Mode::Graphs) {
                graphs_->show(rows);
                present(rows, graphs_->hint());
            }
        });
}

// The node that runs after the current one, or before it.
void KernelsView::stepToNode(bool forward) {
    const GraphTable& rows = *graphs_->rows();
    const std::uint32_t now = rows.node(table().current()).number;
    std::uint32_t best = TableModel::kNone;
    for (std::uint32_t row = 0; row < rows.rows(); ++row) {
        const std::uint32_t number = rows.node(row).number;
        const bool beyond = forward ? number > now : number < now;
        const bool nearer = best == TableModel::kNone ||
                            (forward ? number < rows.node(best).number : number > rows.node(best).number);
        best = beyond && nearer ? row : best;
    }
    if (best != TableModel::kNone) {
        table().setCurrent(best);
        chooseRow(best, true);
    }
}

bool KernelsView::graphKey(const QKeyEvent& key) {
    const std::uint32_t row = table().current();
    if (!graphs_->rows() || row >= graphs_->rows()->rows()) {
        return false;
    }
    switch (key.key()) {
    case Qt::Key_N:
        stepToNode(!(key.modifiers() & Qt::ShiftModifier));
        return true;
    case Qt::Key_Comma:
    case Qt::Key_Period:
        if (const SliceId slice = graphs_->otherReplay(row, key.key() == Qt::Key_Period); slice.valid()) {
            reveal(slice);
        }
        return true;
    case Qt::Key_O: {
        const OperatorForest& forest = *graphs_->rows()->data().forest;
        const DeviceWork* work = forest.workOf(graphs_->sliceOf(row));
        if (work != nullptr && work->op != DeviceWork::kNoOperator) {
            reveal(forest.slice(work->op));
        }
        return true;
    }
    default:
        return false;
    }
}

} // namespace lanes
