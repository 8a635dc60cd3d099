#include "views/modules/ModulesView.h"

#include "views/modules/ModuleTimeline.h"
#include "views/shared/Appearance.h"
#include "views/shared/Text.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/Segments.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/table/DataTable.h"

#include <QKeyEvent>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kOpenLevels = 5;
constexpr std::size_t kPartsListed = 6;
constexpr std::size_t kInstancesListed = 12;

} // namespace

ModulesView::ModulesView(Appearance& appearance, Form form, QWidget* parent)
    : TableView(
          appearance, form,
          {QStringLiteral("modules"), tr("Modules"), tr("Filter modules"), QStringLiteral("modules.csv")},
          parent)
    , merging_(new Segments(appearance, {tr("By class"), tr("Each module")}))
    , timeline_(new ModuleTimeline(appearance)) {
    addBelow(timeline_);
    connect(timeline_, &ModuleTimeline::chosen, this, &ModulesView::reveal);
    connect(timeline_, &ModuleTimeline::resized, this, [this] {
        if (rows_ && table().current() < rows_->rows()) {
            showCalls(table().current());
        }
    });
    addControl(merging_);
    connect(merging_, &Segments::chosen, this, &ModulesView::invalidate);
    table().setOpenLevels(kOpenLevels);
    setColumns(moduleColumns(), static_cast<int>(ModuleColumn::Device));
}

void ModulesView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        showRows(nullptr);
        return;
    }
    run(
        [analyses = state()->analyses(), brush = state()->brush(), filter = filterField().filter().text(),
         merge =
             merging_->current() == 0](const std::stop_token& stop) -> std::shared_ptr<const ModuleTable> {
            const std::shared_ptr<const OperatorData> operators = analyses->operators(stop);
            const auto tree = operators
                                  ? FlameTree::build(*operators, {FlameSource::Modules, brush, false}, stop)
                                  : nullptr;
            return tree ? std::make_shared<const ModuleTable>(tree, filter, merge) : nullptr;
        },
        [this](const std::shared_ptr<const ModuleTable>& rows) { showRows(rows); });
}

void ModulesView::showRows(std::shared_ptr<const ModuleTable> rows) {
    rows_ = std::move(rows);
    if (rows_ && !rows_->hasDevice() && table().sortedColumn() == static_cast<int>(ModuleColumn::Device)) {
        table().sortBy(static_cast<int>(ModuleColumn::Host), true);
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
        if (name.starts_with(PythonContext::kModulePrefix)) {
            if (const std::uint32_t row = rows_->rowNamed(name); row != TableModel::kNone) {
                table().setCurrent(row);
            }
            return;
        }
    }
}

void ModulesView::chooseRow(std::uint32_t row, bool bringIntoView) {
    if (!rows_ || state() == nullptr || row >= rows_->rows()) {
        return;
    }
    if (const SliceId slice = rows_->row(row).longest; slice.valid()) {
        if (bringIntoView) {
            state()->reveal(slice);
        } else {
            state()->select(slice);
        }
    }
}

void ModulesView::showRow(std::uint32_t row) {
    const ModuleTable::Row& module = rows_->row(row);
    const TableCell name = rows_->cell(row, 0, look().theme());
    QStringList path;
    for (std::uint32_t up = module.parent; up != TableModel::kNone; up = rows_->row(up).parent) {
        path.prepend(toQString(rows_->row(up).name));
    }
    const auto text = [&](FlameWeight weight) { return durationText(ModuleTable::of(module.total, weight)); };
    panel().begin();
    panel().add(
        new PanelTitle(look(), {{},
                                QStringLiteral("module"),
                                name.note.isEmpty() ? name.text : name.text + QLatin1Char(' ') + name.note,
                                path.isEmpty() ? tr("outermost") : path.join(QStringLiteral(" \u203a "))}));
    panel().add(
        new Figures(look(), {{tr("Device time"), text(FlameWeight::DeviceTime)},
                             {tr("Host time"), text(FlameWeight::CpuTime)},
                             {tr("Calls"), countText(ModuleTable::of(module.self, FlameWeight::Count))}}));
    panel().addRule();
    listParts(row);
    listInstances(row);
    panel().end();
    showCalls(row);
}

void ModulesView::showCalls(std::uint32_t row) {
    if (state() == nullptr || form() != Form::Whole) {
        return;
    }
    runAside(
        [analyses = state()->analyses(), rows = rows_, row, range = state()->focus(),
         width = timeline_->plotWidth()](const std::stop_token& stop) -> std::optional<ModulePicture> {
            const auto operators = analyses->operators(stop);
            return operators ? modulePicture(*operators, *rows, row, range, width, stop) : std::nullopt;
        },
        [this, name = toQString(rows_->row(row).name)](std::optional<ModulePicture> picture) {
            if (picture && state() != nullptr) {
                timeline_->setPicture(std::move(*picture), name, state()->origin());
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

void ModulesView::listParts(std::uint32_t row) {
    const FlameWeight weight = rows_->hasDevice() ? FlameWeight::DeviceTime : FlameWeight::CpuTime;
    const ModuleTable::Row& module = rows_->row(row);
    const auto whole = double(std::max<std::int64_t>(ModuleTable::of(module.total, weight), 1));
    const auto part = [&](const QString& name, std::int64_t time, Hue hue, int shade) {
        return PanelSplit::Part{name, durationText(time), percentText(double(time) / whole), double(time),
                                look().theme().hueColor(hue, shade)};
    };
    std::vector<PanelSplit::Part> parts{
        part(tr("own operators"), ModuleTable::of(module.self, weight), Hue::Attention, 0)};
    std::vector<std::uint32_t> below = rows_->childrenOf(row);
    std::ranges::sort(below, std::ranges::greater{},
                      [&](std::uint32_t child) { return ModuleTable::of(rows_->row(child).total, weight); });
    for (std::size_t i = 0; i < std::min(kPartsListed, below.size()); ++i) {
        const ModuleTable::Row& child = rows_->row(below[i]);
        parts.push_back(part(toQString(child.name), ModuleTable::of(child.total, weight), Hue::Gemm,
                             static_cast<int>(i) % Theme::kShades));
    }
    const std::int64_t calls = std::max<std::int64_t>(ModuleTable::of(module.self, FlameWeight::Count), 1);
    panel().add(
        new SectionHead(look(), rows_->hasDevice() ? tr("Device time inside") : tr("Host time inside"),
                        tr("per call %1").arg(durationText(ModuleTable::of(module.total, weight) / calls))));
    panel().add(new PanelSplit(look(), std::move(parts)));
    panel().addRule(8);
}

void ModulesView::listInstances(std::uint32_t row) {
    const FlameWeight weight = rows_->hasDevice() ? FlameWeight::DeviceTime : FlameWeight::CpuTime;
    std::vector<std::uint32_t> nodes = rows_->row(row).nodes;
    const std::vector<FlameNode>& all = rows_->tree().nodes();
    std::ranges::stable_sort(nodes, std::ranges::greater{},
                             [&](std::uint32_t node) { return ModuleTable::of(all[node].total, weight); });
    panel().add(new SectionHead(look(), tr("Modules in this row"),
                                rows_->hasDevice() ? tr("calls, device time") : tr("calls, host time")));
    for (std::size_t i = 0; i < std::min(kInstancesListed, nodes.size()); ++i) {
        const FlameNode& node = all[nodes[i]];
        PanelLink::Content content;
        content.icon = QStringLiteral("link");
        content.text =
            toQString(node.name.substr(std::min(PythonContext::kModulePrefix.size(), node.name.size())));
        content.second = countText(ModuleTable::of(node.self, FlameWeight::Count));
        content.value = durationText(ModuleTable::of(node.total, weight));
        content.link = node.example.valid();
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, slice = node.example] { reveal(slice); });
    }
}

} // namespace lanes
