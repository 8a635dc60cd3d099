#include "views/operators/OperatorsView.h"

#include "views/shared/Appearance.h"
#include "views/shared/Text.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SaveText.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/controls/ViewBar.h"
#include "views/shared/table/DataTable.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kFilterWidth = 340;
constexpr int kFilterFirst = 100; // the hint gets what the filter leaves
constexpr int kHeadIndent = 16;   // the dot before a name

bool anyShapes(const OperatorData& operators) {
    return std::ranges::any_of(operators.signatures->all(),
                               [](const OperatorSignature& signature) { return signature.dims.valid(); });
}

} // namespace

OperatorsView::OperatorsView(Appearance& appearance, Form form, QWidget* parent)
    : SessionView(appearance, parent)
    , form_(form)
    , group_(form == Form::Dock ? OperatorGroup::Name : OperatorGroup::Shapes)
    , table_(new DataTable(appearance))
    , empty_(new EmptyState(appearance, QStringLiteral("operators")))
    , panel_(new SidePanel(appearance)) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(makeBar());
    auto* inner = new QHBoxLayout();
    inner->setSpacing(0);
    outer->addLayout(inner, 1);
    stack_ = new QStackedLayout();
    inner->addLayout(stack_, 1);
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    inner->addWidget(panel_);
    bar_->setVisible(form_ == Form::Whole);
    panel_->setVisible(form_ == Form::Whole);
    table_->setFirstIndent(kHeadIndent);
    table_->setCompact(form_ == Form::Dock);
    table_->setAccessibleName(tr("Operators"));
    setFocusProxy(table_);
    connect(table_, &DataTable::currentChanged, this, &OperatorsView::rowChanged);
    connect(table_, &DataTable::currentChosen, this,
            [this](std::uint32_t row) { chooseSlowest(row, false); });
    connect(table_, &DataTable::activated, this, [this](std::uint32_t row) { chooseSlowest(row, true); });
    connect(table_, &DataTable::arrangementChanged, this, [this] {
        columns_->setMenu(tr("%1 of %2").arg(table_->shownColumns()).arg(kOperatorColumns),
                          [this] { return table_->columnMenu(columns_); });
    });
    connect(filter_, &FilterField::filterChanged, this, &OperatorsView::invalidate);
}

ViewBar* OperatorsView::makeBar() {
    bar_ = new ViewBar(look());
    grouping_ = new ChoiceButton(look(), tr("Group by"),
                                 {tr("Name"), tr("Name and shapes"), tr("Name and place"), tr("Module"),
                                  tr("Step"), tr("Thread"), tr("Category")});
    grouping_->setCurrent(static_cast<int>(group_));
    connect(grouping_, &ChoiceButton::chosen, this, &OperatorsView::setGrouping);
    columns_ = new ChoiceButton(look(), tr("Columns"), {});
    filter_ =
        new FilterField(look(), QStringLiteral("filter"), tr("Filter, as in search: op:  shape:  dur>1ms"));
    filter_->setMaximumWidth(look().fonts().scaled(kFilterWidth));
    filter_->setMinimumWidth(look().fonts().scaled(120));
    hint_ = bar_->makeHint();
    bar_->add(grouping_);
    bar_->add(columns_);
    bar_->add(filter_, 12, kFilterFirst);
    bar_->add(hint_, 12, 1);
    QPushButton* save = bar_->makeButton(QStringLiteral("export"), tr("Export CSV"));
    bar_->addRight(save);
    connect(save, &QPushButton::clicked, this, [this] {
        saveWithDialog(this, tr("Export operators"), QStringLiteral("operators.csv"),
                       [this] { return table_->asCsv().toUtf8(); });
    });
    return bar_;
}

const EmptyState* OperatorsView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void OperatorsView::setGrouping(int index) {
    group_ = static_cast<OperatorGroup>(index);
    columnsFor_.reset();
    invalidate();
}

void OperatorsView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        present(nullptr);
        return;
    }
    OperatorQuery query{group_, state()->brush(), filter_->filter()};
    run(
        [analyses = state()->analyses(),
         query](const std::stop_token& stop) -> std::shared_ptr<const OperatorTable> {
            const std::shared_ptr<const OperatorData> operators = analyses->operators(stop);
            if (!operators) {
                return nullptr;
            }
            std::optional<std::vector<OperatorRow>> rows = operatorStats(*operators, query, stop);
            return rows ? std::make_shared<const OperatorTable>(operators, query, std::move(*rows)) : nullptr;
        },
        [this](const std::shared_ptr<const OperatorTable>& rows) { present(rows); });
}

void OperatorsView::useColumns(bool hasDevice, bool hasShapes) {
    const std::array wanted{hasDevice, hasShapes};
    if (columnsFor_ == wanted) {
        return;
    }
    columnsFor_ = wanted;
    const auto sorted = hasDevice ? OperatorColumn::SelfDevice : OperatorColumn::SelfCpu;
    std::vector<TableColumn> columns = operatorColumns(group_, hasDevice, hasShapes);
    if (form_ == Form::Dock) {
        for (const OperatorColumn left : {OperatorColumn::MeanDevice, OperatorColumn::MaxDevice,
                                          OperatorColumn::Mean, OperatorColumn::Max}) {
            columns[static_cast<std::size_t>(left)].shown = false;
        }
    }
    table_->setColumns(std::move(columns), static_cast<int>(sorted));
    Q_EMIT table_->arrangementChanged();
}

void OperatorsView::present(std::shared_ptr<const OperatorTable> rows) {
    rows_ = std::move(rows);
    if (rows_) {
        useColumns(!rows_->data().forest->deviceWork().empty(), anyShapes(rows_->data()));
    }
    table_->setModel(rows_);
    const std::int64_t count = rows_ ? rows_->rows() : 0;
    hint_->setText(tr("%1 rows, %2 calls").arg(countText(count), countText(rows_ ? rows_->calls() : 0)));
    if (count == 0) {
        sayWhyEmpty();
    }
    stack_->setCurrentWidget(count == 0 ? static_cast<QWidget*>(empty_) : table_);
    panel_->setVisible(form_ == Form::Whole && count > 0);
    followSelection();
}

void OperatorsView::sayWhyEmpty() {
    if (!rows_) {
        empty_->setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (rows_->data().forest->size() == 0) {
        empty_->setText(tr("This session has no operators"),
                        tr("Lanescope records them unless told not to; with torch.profiler, add "
                           "ProfilerActivity.CPU to the activities."));
    } else if (!rows_->query().filter.empty()) {
        empty_->setText(tr("No operator matches the filter"),
                        tr("Press Esc in the filter to see all of them."));
    } else {
        empty_->setText(tr("No operator starts in this range"),
                        tr("Brush a wider range, or clear the brush."));
    }
}

void OperatorsView::followSelection() {
    if (!rows_ || state() == nullptr || !state()->selection().valid()) {
        return;
    }
    const OperatorForest& forest = *rows_->data().forest;
    const SliceId selected = state()->selection();
    std::uint32_t op = forest.indexOf(selected).value_or(OperatorForest::kNone);
    if (const DeviceWork* work = forest.workOf(selected); work != nullptr) {
        op = work->op;
    }
    if (op != OperatorForest::kNone) {
        if (const std::uint32_t row = rows_->rowOf(op); row != TableModel::kNone) {
            table_->setCurrent(row);
        }
    }
}

void OperatorsView::rowChanged(std::uint32_t row) {
    listed_.reset();
    if (form_ == Form::Dock || !rows_ || row >= rows_->rows()) {
        cancelAside();
        return;
    }
    runAside([rows = rows_, row](const std::stop_token&) { return rowDetail(*rows, row); },
             [this](RowDetail detail) {
                 detail_ = std::move(detail);
                 showDetail();
             });
}

void OperatorsView::reveal(SliceId slice) {
    if (state() != nullptr) {
        state()->reveal(slice);
    }
}

void OperatorsView::chooseSlowest(std::uint32_t row, bool bringIntoView) {
    if (!rows_ || state() == nullptr || row >= rows_->rows()) {
        return;
    }
    const OperatorForest& forest = *rows_->data().forest;
    const std::uint32_t op = rows_->row(row).slowest;
    if (op >= forest.size()) {
        return;
    }
    // The model counts durations; with a device the calls are told apart by their device time.
    const bool detailed = row == table_->current() && !detail_.slowest.empty() && !busy();
    const SliceId slice = detailed ? detail_.calls[detail_.slowest.front()].slice : forest.slice(op);
    if (bringIntoView) {
        state()->reveal(slice);
    } else {
        state()->select(slice);
    }
}

void OperatorsView::stepToCall(bool forward) {
    if (state() == nullptr || detail_.calls.empty()) {
        return;
    }
    const std::vector<RowDetail::Call>& calls = detail_.calls;
    const SliceId selected = state()->selection();
    const TimeNs from =
        selected.valid() ? state()->trace()->slice(selected).start : state()->focus().begin - 1;
    if (forward) {
        const auto next = std::ranges::upper_bound(calls, from, {}, &RowDetail::Call::start);
        reveal(next == calls.end() ? calls.front().slice : next->slice);
    } else {
        const auto at = std::ranges::lower_bound(calls, from, {}, &RowDetail::Call::start);
        reveal(at == calls.begin() ? calls.back().slice : std::prev(at)->slice);
    }
}

void OperatorsView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_N:
        stepToCall(!(event->modifiers() & Qt::ShiftModifier));
        return;
    case Qt::Key_G:
        grouping_->setCurrent((grouping_->current() + 1) % static_cast<int>(grouping_->choices().size()));
        setGrouping(grouping_->current());
        return;
    case Qt::Key_F:
        filter_->setFocus();
        return;
    default:
        SessionView::keyPressEvent(event);
    }
}

} // namespace lanes
