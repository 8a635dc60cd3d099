#include "views/operators/OperatorsView.h"

#include "model/analysis/device/Occupancy.h"
#include "model/analysis/flame/ModuleCalls.h"
#include "views/operators/RooflineChart.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kOpenLevels = 2; // of the tree of calls

void setShown(std::vector<TableColumn>& columns, const QStringList& keys, bool shown) {
    for (TableColumn& column : columns) {
        column.shown = keys.contains(column.key) ? shown : column.shown;
    }
}

report::OperatorSource sourceOf(const std::shared_ptr<const OperatorData>& operators,
                                const OperatorQuery& query, std::vector<OperatorRow> rows,
                                const std::stop_token& stop) {
    report::OperatorSource source;
    source.data = operators;
    source.group = query.group;
    source.rows = std::make_shared<const std::vector<OperatorRow>>(std::move(rows));
    if (query.group == OperatorGroup::Module) {
        source.modules = moduleCalls(*operators, query.range, stop);
    }
    return source;
}

QString deviceName(const Trace& trace) {
    const std::vector<DeviceLimits> devices = deviceLimits(trace.info());
    return devices.empty() ? QString() : toQString(devices.front().name);
}

QString shortName(const QString& name) {
    return name.startsWith(QLatin1String("aten::")) ? name.mid(6) : name;
}

} // namespace

OperatorsView::OperatorsView(Appearance& appearance, Form form, QWidget* parent)
    : TableView(appearance, form,
                {QStringLiteral("operators"), tr("Operators"),
                 tr("Filter, as in search: op:  shape:  dur>1ms"), QStringLiteral("operators.csv"),
                 FigureKind::Operators},
                parent)
    , group_(form == Form::Dock ? OperatorGroup::Name : OperatorGroup::Shapes)
    , grouping_(new ChoiceButton(appearance, tr("Group by"),
                                 {tr("Name"), tr("Name and shapes"), tr("Name and place"), tr("Module"),
                                  tr("Step"), tr("Thread"), tr("Category"), tr("Tree of calls")}))
    , modes_(new SegmentedControl(appearance, {tr("Table"), tr("Roofline")}, this))
    , roofline_(new RooflineChart(appearance, this))
    , operatorsPanel_(new OperatorsPanel(appearance, panel(), this)) {
    addRoofline();
    connect(operatorsPanel_, &OperatorsPanel::sliceChosen, this, &OperatorsView::goTo);
    connect(operatorsPanel_, &OperatorsPanel::durationsChosen, this,
            [this](OperatorsPanel::Durations durations) {
                listed_ = durations;
                QMetaObject::invokeMethod(this, &OperatorsView::showDetail, Qt::QueuedConnection);
            });
    grouping_->setCurrent(static_cast<int>(group_));
    connect(grouping_, &ChoiceButton::chosen, this, &OperatorsView::setGrouping);
    addControl(grouping_);
}

void OperatorsView::setGrouping(int index) {
    group_ = static_cast<OperatorGroup>(index);
    table().setOpenLevels(kOpenLevels);
    columnsFor_.reset();
    invalidate();
}

void OperatorsView::addRoofline() {
    modes_->hide();
    roofline_->hide();
    if (form() == Form::Dock) {
        return;
    }
    modes_->show();
    addControl(modes_);
    addAbove(roofline_);
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setRoofline(mode == 1); });
    connect(roofline_, &RooflineChart::chosen, this, [this](std::uint32_t row) {
        table().setCurrent(row);
        chooseRow(row, false);
    });
    connect(roofline_, &RooflineChart::activated, this, [this](std::uint32_t row) { chooseRow(row, true); });
}

void OperatorsView::setRoofline(bool shown) {
    modes_->setCurrent(shown ? 1 : 0);
    roofline_->setVisible(shown);
    columnsFor_.reset();
    invalidate();
}

void OperatorsView::fillRoofline() {
    if (roofline_->isHidden()) {
        return;
    }
    RooflineChart::Picture picture;
    const Theme& theme = look().theme();
    for (std::size_t i = 0; rows_ && i < rows_->points().size(); ++i) {
        const RooflinePoint& point = rows_->points()[i];
        const QString place =
            rows_->query().group == OperatorGroup::Shapes ? rows_->placeOf(point.row) : QString();
        const QString name = shortName(rows_->text(point.row, "name"));
        picture.points.push_back({point, place.isEmpty() ? name : name + QStringLiteral("  ") + place,
                                  theme.hueColor(rows_->hueOf(point))});
    }
    if (rows_) {
        picture.device = deviceName(rows_->data().forest->trace());
        picture.roof = deviceRoof(picture.device.toStdString());
        picture.missing =
            rows_->data().forest->deviceWork().empty()
                ? tr("A roofline needs GPU work and input shapes: record both (record_shapes=True)")
                : tr("No operator here has a FLOP count: record input shapes (record_shapes=True)");
    }
    roofline_->setPicture(std::move(picture));
    if (table().current() != TableModel::kNone) {
        roofline_->setCurrentRow(table().current());
    }
}

void OperatorsView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        showRows(nullptr);
        return;
    }
    OperatorQuery query{group_, state()->part(), filterField().filter()};
    runRows(
        [analyses = state()->analyses(),
         query](const std::stop_token& stop) -> std::shared_ptr<const OperatorTable> {
            const std::shared_ptr<const OperatorData> operators = analyses->operators(stop);
            if (!operators) {
                return nullptr;
            }
            std::optional<std::vector<OperatorRow>> rows = operatorStats(*operators, query, stop);
            return rows ? std::make_shared<const OperatorTable>(
                              sourceOf(operators, query, std::move(*rows), stop), query)
                        : nullptr;
        },
        [this](const std::shared_ptr<const OperatorTable>& rows) { showRows(rows); });
}

void OperatorsView::useColumns() {
    const report::Table& table = rows_->report();
    const bool rates = !roofline_->isHidden();
    const std::array wanted{!rows_->data().forest->deviceWork().empty(), report::anyShapes(rows_->data()),
                            rates};
    if (columnsFor_ == wanted) {
        return;
    }
    columnsFor_ = wanted;
    std::vector<TableColumn> columns = columnsOf(table);
    if (rates) { // beside a roofline stand time on the device, and what it did with it
        setShown(columns,
                 {QStringLiteral("self_cpu_ns"), QStringLiteral("total_cpu_ns"), QStringLiteral("mean_ns"),
                  QStringLiteral("max_ns"), QStringLiteral("max_device_ns")},
                 false);
        setShown(
            columns,
            {QStringLiteral("flop_per_byte"), QStringLiteral("flop_per_s"), QStringLiteral("bytes_per_s")},
            true);
    }
    if (form() == Form::Dock) {
        setShown(columns,
                 {QStringLiteral("mean_device_ns"), QStringLiteral("max_device_ns"),
                  QStringLiteral("mean_ns"), QStringLiteral("max_ns")},
                 false);
    }
    const bool tree = group_ == OperatorGroup::Tree;
    setColumns(std::move(columns), rows_->column(!tree       ? table.sortedBy
                                                 : wanted[0] ? std::string_view("total_device_ns")
                                                             : std::string_view("total_cpu_ns")));
}

void OperatorsView::showRows(std::shared_ptr<const OperatorTable> rows) {
    rows_ = std::move(rows);
    if (rows_) {
        useColumns();
    }
    fillRoofline();
    if (!rows_) {
        present(rows_, {});
        return;
    }
    const QString rowsText = tr("%1 rows", nullptr, pluralOf(rows_->rows())).arg(countText(rows_->rows()));
    const QString calls = tr("%1 calls", nullptr, pluralOf(rows_->calls())).arg(countText(rows_->calls()));
    present(rows_, tr("%1, %2").arg(rowsText, calls));
}

void OperatorsView::sayWhyEmpty(EmptyState& empty) {
    if (!rows_) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (rows_->data().forest->size() == 0) {
        empty.setText(tr("This session has no operators"),
                      tr("Lanescope records them unless told not to; with torch.profiler, add "
                         "ProfilerActivity.CPU to the activities."));
    } else if (!rows_->query().filter.empty()) {
        empty.setText(tr("No operator matches the filter"),
                      tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(tr("No operator starts in this range"),
                      tr("Brush a wider range, or choose the whole session."));
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
            table().setCurrent(row);
        }
    }
}

void OperatorsView::showRow(std::uint32_t row) {
    listed_.reset();
    roofline_->setCurrentRow(row);
    runAside([rows = rows_, row](const std::stop_token& stop) { return rowDetail(*rows, row, stop); },
             [this, rows = rows_](std::optional<RowDetail> detail) {
                 if (detail && rows == rows_) { // not of rows that others have replaced
                     detail_ = std::move(*detail);
                     showDetail();
                 }
             });
}

void OperatorsView::showDetail() {
    const std::uint32_t current = table().current();
    if (rows_ && state() != nullptr && current < rows_->rows()) {
        operatorsPanel_->show({*rows_, current, detail_, state()->origin(), !roofline_->isHidden(),
                               roofline_->picture().roof, listed_});
    }
}

void OperatorsView::chooseRow(std::uint32_t row, bool bringIntoView) {
    if (!rows_ || state() == nullptr || row >= rows_->rows()) {
        return;
    }
    const OperatorForest& forest = *rows_->data().forest;
    const std::uint32_t op = rows_->row(row).slowest;
    if (op >= forest.size()) {
        return;
    }
    // The model counts durations; with a device the calls are told apart by their device time.
    const bool detailed = row == table().current() && !detail_.slowest.empty() && !busy();
    const SliceId slice = detailed ? detail_.calls[detail_.slowest.front()].slice : forest.slice(op);
    if (bringIntoView) {
        state()->goTo(slice);
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

bool OperatorsView::ownsKey(const QKeyEvent& key) const {
    const bool mine = key.key() == Qt::Key_N || key.key() == Qt::Key_G;
    return (mine && !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier))) || TableView::ownsKey(key);
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
    default:
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
