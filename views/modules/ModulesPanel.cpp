#include "views/modules/ModulesPanel.h"

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

// What the panel counts.
FlameWeight weightOf(const ModuleTable& rows) {
    return rows.facts().device ? FlameWeight::DeviceTime : FlameWeight::CpuTime;
}

} // namespace

ModulesPanel::ModulesPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void ModulesPanel::show(const Content& content) {
    panel_.begin();
    showTitle(content);
    panel_.addRule();
    listParts(content);
    showSpread(content.picture);
    listLayers(content);
    listOperators(content);
    showSource(content.inside);
    panel_.end();
}

void ModulesPanel::showTitle(const Content& content) {
    const ModuleTable& rows = content.rows;
    const ModuleTable::Row& module = rows.row(content.row);
    const TableCell name = rows.cell(content.row, 0, appearance_.theme());
    QStringList path;
    for (std::uint32_t up = module.parent; up != TableModel::kNone; up = rows.row(up).parent) {
        path.prepend(toQString(rows.row(up).name));
    }
    const auto text = [&](FlameWeight weight) { return durationText(ModuleTable::of(module.total, weight)); };
    panel_.add(new PanelTitle(
        appearance_,
        {{},
         QStringLiteral("module"),
         name.note.isEmpty() ? name.text : name.text + QLatin1Char(' ') + name.note,
         path.isEmpty()
             ? tr("outermost")
             : path.mid(std::max<qsizetype>(path.size() - kPathShown, 0)).join(QStringLiteral(" \u203a "))}));
    std::vector<Figure> figures{{tr("Host time"), text(FlameWeight::CpuTime)},
                                {tr("Calls"), countText(ModuleTable::of(module.self, FlameWeight::Count))}};
    if (rows.facts().device) {
        figures.insert(figures.begin(), {tr("Device time"), text(FlameWeight::DeviceTime)});
    }
    panel_.add(new Figures(appearance_, std::move(figures)));
}

void ModulesPanel::listParts(const Content& content) {
    const ModuleTable& rows = content.rows;
    const FlameWeight weight = weightOf(rows);
    const ModuleTable::Row& module = rows.row(content.row);
    const auto whole = double(std::max<std::int64_t>(ModuleTable::of(module.total, weight), 1));
    const auto part = [&](const QString& name, std::int64_t time, Hue hue, int shade) {
        return PanelSplit::Part{name, durationText(time), percentText(double(time) / whole), double(time),
                                appearance_.theme().hueColor(hue, shade)};
    };
    std::vector<PanelSplit::Part> parts{
        part(tr("own operators"), ModuleTable::of(module.self, weight), Hue::Attention, 0)};
    std::vector<std::uint32_t> below = rows.childrenOf(content.row);
    std::ranges::sort(below, std::ranges::greater{},
                      [&](std::uint32_t child) { return ModuleTable::of(rows.row(child).total, weight); });
    for (std::size_t i = 0; i < std::min(kPartsListed, below.size()); ++i) {
        const ModuleTable::Row& child = rows.row(below[i]);
        parts.push_back(part(toQString(child.name), ModuleTable::of(child.total, weight), Hue::Gemm,
                             static_cast<int>(i) % Theme::kShades));
    }
    const std::int64_t calls = std::max<std::int64_t>(ModuleTable::of(module.self, FlameWeight::Count), 1);
    panel_.add(
        new SectionHead(appearance_, rows.facts().device ? tr("Device time inside") : tr("Host time inside"),
                        tr("per call %1").arg(durationText(ModuleTable::of(module.total, weight) / calls))));
    panel_.add(new PanelSplit(appearance_, std::move(parts)));
    panel_.addRule(8);
}

void ModulesPanel::showSpread(const ModulePicture& picture) {
    std::vector<TimeNs> times;
    times.reserve(picture.calls.size());
    for (const ModulePicture::Call& call : picture.calls) {
        times.push_back(call.range.length());
    }
    if (times.empty()) {
        return;
    }
    const auto calls = static_cast<std::int64_t>(times.size());
    const bool operators = picture.ofOperators;
    panel_.add(new SectionHead(
        appearance_, operators ? tr("Host time per operator") : tr("Host time per call"),
        (operators ? tr("%1 operators", nullptr, pluralOf(calls)) : tr("%1 calls", nullptr, pluralOf(calls)))
            .arg(countText(calls))));
    auto* histogram = new Histogram(appearance_, appearance_.theme().hueColor(Hue::Range), kBarsHeight);
    histogram->setSpread(Spread::of(std::move(times)));
    panel_.add(histogram);
    panel_.addRule(6);
}

// A column for each module of the row, in the order of their first calls.
void ModulesPanel::listLayers(const Content& content) {
    const ModuleTable& rows = content.rows;
    const HugeVector<FlameNode>& all = rows.tree().nodes();
    std::vector<std::uint32_t> nodes = rows.row(content.row).nodes;
    if (nodes.size() < 2) {
        return;
    }
    std::ranges::stable_sort(nodes, {}, [&](std::uint32_t node) { return numberOf(all[node].name); });
    const QColor color = appearance_.theme().hueColor(rows.facts().device ? Hue::Gemm : Hue::Range);
    PanelColumns::Content layers;
    std::vector<SliceId> calls; // by column
    std::int64_t least = -1;
    std::int64_t most = 0;
    std::int64_t sum = 0;
    for (const std::uint32_t node : nodes) {
        const std::int64_t time = ModuleTable::of(all[node].total, weightOf(rows));
        layers.columns.push_back(
            {double(time), plainName(all[node].name) + QStringLiteral("  ") + durationText(time), color});
        calls.push_back(all[node].example);
        least = least < 0 ? time : std::min(least, time);
        most = std::max(most, time);
        sum += time;
    }
    layers.first = plainName(all[nodes.front()].name);
    layers.last = plainName(all[nodes.back()].name);
    const double mean = double(sum) / double(nodes.size());
    const QString spread = percentText(mean > 0 ? double(most - least) / mean : 0);
    panel_.add(new SectionHead(appearance_, tr("By module"),
                               rows.facts().device ? tr("device time, spread %1").arg(spread)
                                                   : tr("host time, spread %1").arg(spread)));
    auto* columns = panel_.add(new PanelColumns(appearance_, std::move(layers)));
    connect(columns, &PanelColumns::chosen, this, [this, calls](std::size_t column) {
        if (calls[column].valid()) {
            Q_EMIT moduleChosen(calls[column]);
        }
    });
    panel_.addRule(6);
}

void ModulesPanel::listOperators(const Content& content) {
    const std::vector<ModuleInside::Operator>& operators = content.inside.operators;
    if (operators.empty()) {
        return;
    }
    panel_.add(new SectionHead(appearance_, tr("Top operators"),
                               content.rows.facts().device ? tr("own device time") : tr("own host time")));
    for (std::size_t i = 0; i < std::min(kOperatorsListed, operators.size()); ++i) {
        const ModuleInside::Operator& op = operators[i];
        PanelLink::Content row;
        row.dot = appearance_.theme().hueColor(Hue::Operator);
        row.text = toQString(content.trace.text(op.name));
        row.second = countText(op.calls);
        row.value = durationText(op.time);
        auto* link = panel_.add(new PanelLink(appearance_, row));
        connect(link, &PanelLink::clicked, this, [this, slice = op.longest] { Q_EMIT sliceChosen(slice); });
    }
    panel_.addRule(6);
}

void ModulesPanel::showSource(const ModuleInside& inside) {
    if (inside.forward.empty()) {
        return;
    }
    QString place = toQString(inside.forward);
    place = place.left(place.lastIndexOf(QLatin1String("): "))).replace(QLatin1Char('('), QLatin1Char(':'));
    panel_.add(new SectionHead(appearance_, tr("Source")));
    PanelLink::Content content;
    content.text = QStringLiteral("forward");
    content.detail = place.section(QLatin1Char('/'), -kFoldersShown);
    auto* link = panel_.add(new PanelLink(appearance_, content));
    connect(link, &PanelLink::clicked, this,
            [this, slice = inside.forwardSlice] { Q_EMIT sliceChosen(slice); });
}

} // namespace lanes
