// The panel beside the module table.
#include "views/modules/ModuleTimeline.h"
#include "views/modules/ModulesView.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelColumns.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr std::size_t kPartsListed = 6;
constexpr std::size_t kOperatorsListed = 6;
constexpr int kBarsHeight = 50;
constexpr int kFoldersShown = 2; // of a source file, with its name
constexpr qsizetype kPathShown = 3;

// 12 of "nn.Module: Linear_12": modules are numbered in the order of their first calls.
long long numberOf(std::string_view name) {
    const QString text = toQString(name);
    return text.mid(text.lastIndexOf(QLatin1Char('_')) + 1).toLongLong();
}

QString plainName(std::string_view recorded) {
    return toQString(recorded.substr(std::min(CallContext::kModulePrefix.size(), recorded.size())));
}

} // namespace

FlameWeight ModulesView::weight() const {
    return rows_->facts().device ? FlameWeight::DeviceTime : FlameWeight::CpuTime;
}

void ModulesView::showDetail(std::uint32_t row, const ModuleInside& inside) {
    const ModuleTable::Row& module = rows_->row(row);
    const TableCell name = rows_->cell(row, 0, look().theme());
    QStringList path;
    for (std::uint32_t up = module.parent; up != TableModel::kNone; up = rows_->row(up).parent) {
        path.prepend(toQString(rows_->row(up).name));
    }
    const auto text = [&](FlameWeight weight) { return durationText(ModuleTable::of(module.total, weight)); };
    panel().begin();
    panel().add(new PanelTitle(
        look(),
        {{},
         QStringLiteral("module"),
         name.note.isEmpty() ? name.text : name.text + QLatin1Char(' ') + name.note,
         path.isEmpty()
             ? tr("outermost")
             : path.mid(std::max<qsizetype>(path.size() - kPathShown, 0)).join(QStringLiteral(" \u203a "))}));
    std::vector<Figure> figures{{tr("Host time"), text(FlameWeight::CpuTime)},
                                {tr("Calls"), countText(ModuleTable::of(module.self, FlameWeight::Count))}};
    if (rows_->facts().device) {
        figures.insert(figures.begin(), {tr("Device time"), text(FlameWeight::DeviceTime)});
    }
    panel().add(new Figures(look(), std::move(figures)));
    panel().addRule();
    listParts(row);
    listCalls();
    listLayers(row);
    listOperators(inside);
    listSource(inside);
    panel().end();
}

void ModulesView::listParts(std::uint32_t row) {
    const FlameWeight weight = this->weight();
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
        new SectionHead(look(), rows_->facts().device ? tr("Device time inside") : tr("Host time inside"),
                        tr("per call %1").arg(durationText(ModuleTable::of(module.total, weight) / calls))));
    panel().add(new PanelSplit(look(), std::move(parts)));
    panel().addRule(8);
}

void ModulesView::listCalls() {
    std::vector<TimeNs> times;
    for (const ModulePicture::Call& call : timeline_->picture().calls) {
        times.push_back(call.range.length());
    }
    if (times.empty()) {
        return;
    }
    const auto calls = static_cast<std::int64_t>(times.size());
    const bool operators = timeline_->picture().ofOperators;
    panel().add(new SectionHead(
        look(), operators ? tr("Host time per operator") : tr("Host time per call"),
        (operators ? tr("%1 operators", nullptr, pluralOf(calls)) : tr("%1 calls", nullptr, pluralOf(calls)))
            .arg(countText(calls))));
    auto* histogram = new Histogram(look(), look().theme().hueColor(Hue::Range), kBarsHeight);
    histogram->setSpread(Spread::of(std::move(times)));
    panel().add(histogram);
    panel().addRule(6);
}

// A column for each module of the row, in the order of their first calls.
void ModulesView::listLayers(std::uint32_t row) {
    const std::vector<FlameNode>& all = rows_->tree().nodes();
    std::vector<std::uint32_t> nodes = rows_->row(row).nodes;
    if (nodes.size() < 2) {
        return;
    }
    std::ranges::stable_sort(nodes, {}, [&](std::uint32_t node) { return numberOf(all[node].name); });
    const QColor color = look().theme().hueColor(rows_->facts().device ? Hue::Gemm : Hue::Range);
    PanelColumns::Content content;
    std::int64_t least = -1;
    std::int64_t most = 0;
    std::int64_t sum = 0;
    for (const std::uint32_t node : nodes) {
        const std::int64_t time = ModuleTable::of(all[node].total, weight());
        content.columns.push_back(
            {double(time), plainName(all[node].name) + QStringLiteral("  ") + durationText(time), color});
        least = least < 0 ? time : std::min(least, time);
        most = std::max(most, time);
        sum += time;
    }
    content.first = plainName(all[nodes.front()].name);
    content.last = plainName(all[nodes.back()].name);
    const double mean = double(sum) / double(nodes.size());
    const QString spread = percentText(mean > 0 ? double(most - least) / mean : 0);
    panel().add(new SectionHead(look(), tr("By module"),
                                rows_->facts().device ? tr("device time, spread %1").arg(spread)
                                                      : tr("host time, spread %1").arg(spread)));
    auto* columns = panel().add(new PanelColumns(look(), std::move(content)));
    connect(columns, &PanelColumns::chosen, this, [this, nodes, rows = rows_](std::size_t column) {
        if (const SliceId slice = rows->tree().nodes()[nodes[column]].example; slice.valid()) {
            reveal(slice);
        }
    });
    panel().addRule(6);
}

void ModulesView::listOperators(const ModuleInside& inside) {
    if (inside.operators.empty()) {
        return;
    }
    const Trace& trace = *state()->trace();
    panel().add(new SectionHead(look(), tr("Top operators"),
                                rows_->facts().device ? tr("own device time") : tr("own host time")));
    for (std::size_t i = 0; i < std::min(kOperatorsListed, inside.operators.size()); ++i) {
        const ModuleInside::Operator& op = inside.operators[i];
        PanelLink::Content content;
        content.dot = look().theme().hueColor(Hue::Operator);
        content.text = toQString(trace.text(op.name));
        content.second = countText(op.calls);
        content.value = durationText(op.time);
        auto* link = panel().add(new PanelLink(look(), content));
        connect(link, &PanelLink::clicked, this, [this, slice = op.longest] { goTo(slice); });
    }
    panel().addRule(6);
}

void ModulesView::listSource(const ModuleInside& inside) {
    if (inside.forward.empty()) {
        return;
    }
    QString place = toQString(inside.forward);
    place = place.left(place.lastIndexOf(QLatin1String("): "))).replace(QLatin1Char('('), QLatin1Char(':'));
    panel().add(new SectionHead(look(), tr("Source")));
    PanelLink::Content content;
    content.text = QStringLiteral("forward");
    content.detail = place.section(QLatin1Char('/'), -kFoldersShown);
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, [this, slice = inside.forwardSlice] { goTo(slice); });
}

} // namespace lanes
