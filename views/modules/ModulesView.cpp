#include "views/modules/ModulesView.h"

#include "model/analysis/operators/ModuleInside.h"
#include "views/modules/ModuleTimeline.h"
#include "views/modules/ModulesPanel.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kOpenLevels = 5;

// What is said of a row.
struct Detail {
    ModulePicture picture;
    ModuleInside inside;
};

} // namespace

ModulesView::ModulesView(Appearance& appearance, Form form, QWidget* parent)
    : TableView(appearance, form,
                {QStringLiteral("modules"), tr("Modules"), tr("Filter modules"),
                 QStringLiteral("modules.csv"), FigureKind::Operators},
                parent)
    , merging_(new SegmentedControl(appearance, {tr("By class"), tr("Each module")}))
    , timeline_(new ModuleTimeline(appearance))
    , modulesPanel_(new ModulesPanel(appearance, panel(), this)) {
    addBelow(timeline_);
    connect(timeline_, &ModuleTimeline::chosen, this, &ModulesView::reveal);
    connect(modulesPanel_, &ModulesPanel::moduleChosen, this, &ModulesView::reveal);
    connect(modulesPanel_, &ModulesPanel::sliceChosen, this, &ModulesView::goTo);
    connect(timeline_, &ModuleTimeline::resized, this, [this] {
        if (rows_ && table().current() < rows_->rows()) {
            showRow(table().current());
        }
    });
    addControl(merging_);
    connect(merging_, &SegmentedControl::chosen, this, &ModulesView::invalidate);
    table().setOpenLevels(kOpenLevels);
    useColumns({});
}

void ModulesView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        showRows(nullptr);
        return;
    }
    runRows(
        [analyses = state()->analyses(), part = state()->part(), filter = filterField().filter().text(),
         merge =
             merging_->current() == 0](const std::stop_token& stop) -> std::shared_ptr<const ModuleTable> {
            const std::shared_ptr<const OperatorData> operators = analyses->operators(stop);
            const auto tree =
                operators ? FlameTree::build(*operators, {FlameSource::Modules, part, false}, stop) : nullptr;
            return tree ? std::make_shared<const ModuleTable>(*operators, tree, filter, merge) : nullptr;
        },
        [this, madeOf = state()->analyses()](const std::shared_ptr<const ModuleTable>& rows) {
            letGo(std::exchange(madeOf_, madeOf));
            showRows(rows);
        });
}

void ModulesView::useColumns(const ModuleFacts& facts) {
    columnsFor_ = facts;
    setColumns(moduleColumns(facts),
               static_cast<int>(facts.device ? ModuleColumn::Device : ModuleColumn::Host));
}

void ModulesView::showRows(std::shared_ptr<const ModuleTable> rows) {
    rows_ = std::move(rows);
    if (rows_ && rows_->rows() > 0 && rows_->facts() != columnsFor_) {
        useColumns(rows_->facts());
    }
    present(rows_, merging_->current() == 0 ? tr("siblings of one class share a row") : QString());
}

void ModulesView::sayWhyEmpty(EmptyState& empty) {
    if (!rows_) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No module matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(
            tr("No nn.Module was called here"),
            tr("Capture with Python stacks; with torch.profiler, with_stack=True and with_modules=True. In a "
               "brushed range: brush a wider one."));
    }
}

void ModulesView::followSelection() {
    if (!rows_ || state() == nullptr || !state()->selection().valid()) {
        return;
    }
    const Trace& trace = *state()->trace();
    // the innermost module around what is selected
    for (SliceId slice = state()->selection(); slice.valid(); slice = trace.slice(slice).parent) {
        const std::string_view name = trace.text(trace.slice(slice).name);
        if (name.starts_with(CallContext::kModulePrefix)) {
            if (const std::uint32_t row = rows_->rowNamed(name); row != TableModel::kNone) {
                table().setCurrent(row);
            }
            return;
        }
    }
    if (const std::uint32_t row = rows_->rowOf(state()->selection()); row != TableModel::kNone) {
        table().setCurrent(row);
    }
}

void ModulesView::chooseRow(std::uint32_t row, bool bringIntoView) {
    if (!rows_ || state() == nullptr || row >= rows_->rows()) {
        return;
    }
    if (const SliceId slice = rows_->row(row).longest; slice.valid()) {
        if (bringIntoView) {
            state()->goTo(slice);
        } else {
            state()->select(slice);
        }
    }
}

void ModulesView::showRow(std::uint32_t row) {
    if (state() == nullptr || !rows_ || !madeOf_ || form() != Form::Whole) {
        return;
    }
    runAside(
        [analyses = madeOf_, rows = rows_, row, range = state()->focus(),
         width = timeline_->plotWidth()](const std::stop_token& stop) -> std::optional<Detail> {
            const auto operators = analyses->operators(stop);
            auto picture =
                operators ? modulePicture(*operators, *rows, row, range, width, stop) : std::nullopt;
            auto inside = picture ? moduleInside(*operators, rows->namesOf(row), rows->facts().device, range,
                                                 rows->row(row).longest, stop)
                                  : std::nullopt;
            return inside ? std::optional(Detail{std::move(*picture), std::move(*inside)}) : std::nullopt;
        },
        [this, rows = rows_, row](std::optional<Detail> detail) {
            if (detail && state() != nullptr && rows == rows_) { // not of rows that others have replaced
                timeline_->setPicture(std::move(detail->picture), toQString(rows_->row(row).name),
                                      state()->origin());
                modulesPanel_->show({*rows_, row, timeline_->picture(), detail->inside, *state()->trace()});
            }
        });
}

void ModulesView::stepToCall(bool forward) {
    const std::vector<ModulePicture::Call>& calls = timeline_->picture().calls;
    if (state() == nullptr || calls.empty()) {
        return;
    }
    const SliceId selected = state()->selection();
    const TimeNs from =
        selected.valid() ? state()->trace()->slice(selected).start : state()->focus().begin - 1;
    const auto beginOf = [](const ModulePicture::Call& call) { return call.range.begin; };
    if (forward) {
        const auto next = std::ranges::upper_bound(calls, from, {}, beginOf);
        reveal(next == calls.end() ? calls.front().slice : next->slice);
    } else {
        const auto at = std::ranges::lower_bound(calls, from, {}, beginOf);
        reveal(at == calls.begin() ? calls.back().slice : std::prev(at)->slice);
    }
}

bool ModulesView::ownsKey(const QKeyEvent& key) const {
    const bool mine = key.key() == Qt::Key_N && !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    return mine || TableView::ownsKey(key);
}

void ModulesView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_N) {
        stepToCall(!(event->modifiers() & Qt::ShiftModifier));
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
