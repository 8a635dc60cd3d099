#include "views/kernels/KernelsView.h"

#include "views/kernels/GraphPage.h"
#include "views/kernels/KernelsPanel.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/session/ViewCommand.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>

namespace lanes {

KernelsView::KernelsView(Appearance& appearance, Form form, QWidget* parent)
    : TableView(appearance, form,
                {QStringLiteral("kernels"), tr("Kernels"),
                 tr("Filter, as in search: kernel:  tc:no  dur>1ms"), QStringLiteral("kernels.csv"),
                 FigureKind::Kernels},
                parent)
    , modes_(new SegmentedControl(appearance, {tr("Kernels"), tr("Graphs")}, this))
    , graphs_(new GraphPage(appearance, panel(), this))
    , kernelsPanel_(new KernelsPanel(appearance, panel(), this)) {
    addModes();
    useKernelColumns();
    connect(kernelsPanel_, &KernelsPanel::sliceChosen, this, &KernelsView::goTo);
    connect(kernelsPanel_, &KernelsPanel::ownerChosen, this, &KernelsView::goToOwner);
    connect(kernelsPanel_, &KernelsPanel::durationsChosen, this, [this](KernelsPanel::Durations durations) {
        listed_ = durations;
        QMetaObject::invokeMethod(this, &KernelsView::showDetail, Qt::QueuedConnection);
    });
}

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

void KernelsView::useKernelColumns() {
    const report::Table columns = report::kernelTable(nullptr, nullptr);
    setColumns(columnsOf(columns), columnNamed(columns, columns.sortedBy));
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
    if (mode == Mode::Graphs) {
        const report::Table columns = report::graphNodeTable(nullptr);
        setColumns(columnsOf(columns), columnNamed(columns, "spread_ns"));
    } else {
        useKernelColumns();
    }
    invalidate();
}

void KernelsView::refreshGraphs() {
    run([analyses = state()->analyses(),
         query = GraphTable::Query{graphs_->chosenGraph(), state()->part(), filterField().filter()}](
            const std::stop_token& stop) { return GraphTable::make(*analyses, query, stop); },
        [this](const std::shared_ptr<const GraphTable>& rows) {
            if (mode_ == Mode::Graphs) {
                graphs_->show(rows);
                present(rows, graphs_->hint());
            }
        });
}

void KernelsView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        graphs_->show(nullptr);
        showRows(nullptr);
        return;
    }
    if (mode_ == Mode::Graphs) {
        refreshGraphs();
        return;
    }
    KernelQuery query{state()->part(), filterField().filter(), true};
    runRows(
        [analyses = state()->analyses(),
         query](const std::stop_token& stop) -> std::shared_ptr<const KernelTable> {
            const std::shared_ptr<const KernelData> kernels = analyses->kernels(stop);
            if (!kernels) {
                return nullptr;
            }
            std::optional<std::vector<KernelRow>> rows = kernelStats(*kernels, query, stop);
            return rows
                       ? std::make_shared<const KernelTable>(
                             kernels, query, std::make_shared<const std::vector<KernelRow>>(std::move(*rows)))
                       : nullptr;
        },
        [this](const std::shared_ptr<const KernelTable>& rows) {
            if (mode_ == Mode::Kernels) { // still
                showRows(rows);
            }
        });
}

void KernelsView::showRows(std::shared_ptr<const KernelTable> rows) {
    rows_ = std::move(rows);
    if (!rows_) {
        present(rows_, {});
        return;
    }
    const QString kernels = tr("%1 kernels", nullptr, pluralOf(rows_->rows())).arg(countText(rows_->rows()));
    const QString launches =
        tr("%1 launches", nullptr, pluralOf(rows_->launches())).arg(countText(rows_->launches()));
    present(rows_, tr("%1, %2").arg(kernels, launches));
}

void KernelsView::sayWhyEmpty(EmptyState& empty) {
    const bool noWork = mode_ == Mode::Graphs && graphs_->rows() && graphs_->rows()->data().start.empty();
    if (mode_ == Mode::Graphs && !noWork) {
        graphs_->sayWhyEmpty(empty);
        return;
    }
    if (!rows_ && !noWork) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (noWork || rows_->data().start.empty()) {
        empty.setText(
            tr("This session has no GPU work"),
            tr("Capture on a machine with an NVIDIA GPU and CUPTI, and Lanescope records every kernel; with "
               "torch.profiler, add ProfilerActivity.CUDA to the activities."));
    } else if (!rows_->query().filter.empty()) {
        empty.setText(tr("No kernel matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(tr("No kernel starts in this range"),
                      tr("Brush a wider range, or choose the whole session."));
    }
}

SliceId KernelsView::sliceOf(std::uint32_t work) const {
    return rows_->data().forest->deviceWork()[work].slice;
}

void KernelsView::followSelection() {
    if (mode_ == Mode::Graphs) {
        if (state() != nullptr && state()->selection().valid()) {
            if (const std::uint32_t row = graphs_->follow(state()->selection()); row != TableModel::kNone) {
                table().setCurrent(row);
                showRow(row); // of another replay now
            }
        }
        return;
    }
    if (!rows_ || state() == nullptr || !state()->selection().valid()) {
        return;
    }
    const Trace::Slice slice = state()->trace()->slice(state()->selection());
    if (isDeviceWork(slice.kind)) {
        if (const std::uint32_t row = rows_->rowNamed(slice.name); row != TableModel::kNone) {
            table().setCurrent(row);
        }
    }
}

void KernelsView::showRow(std::uint32_t row) {
    if (mode_ == Mode::Graphs) {
        graphs_->markCurrent(row);
        // later: a line of the panel may be what asks
        runAside([](const std::stop_token&) { return true; },
                 [this, row](bool) {
                     if (state() != nullptr && graphs_->rows() && row < graphs_->rows()->rows()) {
                         graphs_->fillPanel(row, state()->origin());
                     }
                 });
        return;
    }
    listed_.reset();
    detail_.reset();
    runAside([rows = rows_, row](const std::stop_token& stop) { return kernelDetail(*rows, row, stop); },
             [this, rows = rows_](std::optional<KernelDetail> detail) {
                 if (rows != rows_) { // others have replaced them
                     return;
                 }
                 detail_ = std::move(detail);
                 showDetail();
             });
}

void KernelsView::showDetail() {
    const std::uint32_t current = table().current();
    if (detail_ && rows_ && state() != nullptr && current < rows_->rows()) {
        kernelsPanel_->show({*rows_, current, *detail_, state()->origin(), listed_});
    }
}

void KernelsView::chooseRow(std::uint32_t row, bool bringIntoView) {
    const bool graphs = mode_ == Mode::Graphs;
    if (state() != nullptr && table().model() && row < table().model()->rows()) {
        if (graphs && !bringIntoView) {
            graphs_->setReplay(std::nullopt); // the longest again
        }
        const SliceId slice = graphs ? graphs_->sliceOf(row) : sliceOf(rows_->row(row).slowest);
        if (bringIntoView) {
            state()->goTo(slice);
        } else {
            state()->select(slice);
        }
    }
}

void KernelsView::stepToLaunch(bool forward) {
    const std::uint32_t row = table().current();
    if (!rows_ || state() == nullptr || row >= rows_->rows()) {
        return;
    }
    const std::vector<TimeNs>& start = rows_->data().start;
    std::vector<std::uint32_t> works = rows_->row(row).works;
    std::ranges::sort(works, {}, [&start](std::uint32_t work) { return start[work]; });
    const SliceId selected = state()->selection();
    const TimeNs from =
        selected.valid() ? state()->trace()->slice(selected).start : state()->focus().begin - 1;
    const auto startOf = [&start](std::uint32_t work) { return start[work]; };
    if (forward) {
        const auto next = std::ranges::upper_bound(works, from, {}, startOf);
        reveal(sliceOf(next == works.end() ? works.front() : *next));
    } else {
        const auto at = std::ranges::lower_bound(works, from, {}, startOf);
        reveal(sliceOf(at == works.begin() ? works.back() : *std::prev(at)));
    }
}

// To the first call of an operator of that name that launched the row's kernel.
void KernelsView::goToOwner(std::uint32_t row, StringId name) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const OperatorForest& forest = *rows_->data().forest;
    for (const std::uint32_t number : rows_->row(row).works) {
        const std::uint32_t op = forest.deviceWork()[number].op;
        if (op != DeviceWork::kNoOperator && forest.trace().slice(forest.slice(op)).name == name) {
            goTo(forest.slice(op));
            return;
        }
    }
}

void KernelsView::goToOperator() {
    const std::uint32_t row = table().current();
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const OperatorForest& forest = *rows_->data().forest;
    const DeviceWork& work = forest.deviceWork()[rows_->row(row).slowest];
    if (work.op != DeviceWork::kNoOperator) {
        reveal(forest.slice(work.op));
    }
}

bool KernelsView::graphKey(const QKeyEvent& key) {
    const std::uint32_t row = table().current();
    if (!graphs_->rows() || row >= graphs_->rows()->rows()) {
        return false;
    }
    switch (key.key()) {
    case Qt::Key_N: {
        const std::uint32_t next = graphs_->nextNode(row, !(key.modifiers() & Qt::ShiftModifier));
        if (next != TableModel::kNone) {
            table().setCurrent(next);
            chooseRow(next, true);
        }
        return true;
    }
    case Qt::Key_Comma:
    case Qt::Key_Period:
        if (const SliceId slice = graphs_->otherReplay(row, key.key() == Qt::Key_Period); slice.valid()) {
            reveal(slice);
        }
        return true;
    case Qt::Key_O:
        if (const SliceId slice = graphs_->operatorOf(row); slice.valid()) {
            reveal(slice);
        }
        return true;
    default:
        return false;
    }
}

bool KernelsView::ownsKey(const QKeyEvent& key) const {
    const bool graphs = mode_ == Mode::Graphs;
    const bool mine = key.key() == Qt::Key_N || key.key() == Qt::Key_O ||
                      (graphs && (key.key() == Qt::Key_Comma || key.key() == Qt::Key_Period));
    return (mine && !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier))) || TableView::ownsKey(key);
}

void KernelsView::keyPressEvent(QKeyEvent* event) {
    if (mode_ == Mode::Graphs && graphKey(*event)) {
        return;
    }
    switch (event->key()) {
    case Qt::Key_N:
        stepToLaunch(!(event->modifiers() & Qt::ShiftModifier));
        return;
    case Qt::Key_O:
        goToOperator();
        return;
    default:
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
