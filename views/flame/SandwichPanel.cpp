#include "views/flame/SandwichPanel.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr std::uint32_t kCaller = 0x80000000u; // marks a box of the callers' scene
constexpr int kCallerRows = 6;
constexpr int kHead = 32;

// The one child of the root: the name itself.
std::uint32_t middle(const FlameScene& scene) {
    return scene.children[0].empty() ? 0 : scene.children[0].front();
}

} // namespace

std::optional<Sandwich> Sandwich::of(const FlameTree& tree, FlameWeight weight, std::string_view name,
                                     const std::stop_token& stop) {
    Sandwich made;
    made.name = name;
    made.callers = FlameScene::of(tree.callersOf(name, stop), weight);
    made.callees = FlameScene::of(tree.calleesOf(name, stop), weight);
    if (!made.callers || !made.callees) {
        return std::nullopt;
    }
    made.total = tree.total(weight);
    for (const FlameNode& node : tree.nodes()) {
        if (node.name == name) {
            made.kind = node.kind;
            made.calls += node.self[static_cast<std::size_t>(FlameWeight::Count)];
            made.places += node.total[static_cast<std::size_t>(weight)] > 0 ? 1 : 0;
        }
    }
    return made;
}

SandwichPanel::SandwichPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , head_(new QWidget(this))
    , title_(new QLabel(head_))
    , canvas_(new FlameCanvas(appearance))
    , numbers_(new SidePanel(appearance)) {
    auto* close = new QToolButton(head_);
    close->setObjectName(QStringLiteral("closeSandwich"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close"));
    connect(close, &QToolButton::clicked, this, &SandwichPanel::closeRequested);
    auto* head = new QHBoxLayout(head_);
    head->setContentsMargins(12, 1, 8, 1);
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(close);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(head_);
    auto* inner = new QHBoxLayout();
    inner->setSpacing(0);
    outer->addLayout(inner, 1);
    auto* scroll = new QScrollArea();
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(canvas_);
    inner->addWidget(scroll, 1);
    inner->addWidget(numbers_);
    connect(canvas_, &FlameCanvas::resized, this, &SandwichPanel::layOut);
    connect(canvas_, &FlameCanvas::zoomed, this, [this](int bar) {
        const std::uint32_t item = canvas_->bars()[static_cast<std::size_t>(bar)].item;
        Q_EMIT nameChosen(toQString(nodeOf(item).name));
    });
    connect(canvas_, &FlameCanvas::chosen, this, [this](int bar) {
        chosen_ = nodeOf(canvas_->bars()[static_cast<std::size_t>(bar)].item).example;
    });
    connect(canvas_, &FlameCanvas::opened, this, [this] { Q_EMIT opened(chosen_); });
    connect(&appearance_, &Appearance::changed, this, &SandwichPanel::restyle);
    restyle();
}

void SandwichPanel::restyle() {
    head_->setFixedHeight(appearance_.fonts().scaled(kHead));
    title_->setFont(appearance_.fonts().sans(Fonts::kBody, 500));
    head_->findChild<QToolButton*>()->setIcon(appearance_.icons().icon(
        QStringLiteral("close"), appearance_.theme().text3, appearance_.theme().text3));
    update();
}

const FlameNode& SandwichPanel::nodeOf(std::uint32_t item) const {
    const FlameScene& scene = (item & kCaller) != 0 ? *sandwich_.callers : *sandwich_.callees;
    return scene.tree->nodes()[item & ~kCaller];
}

FlameCanvas::About SandwichPanel::about(std::uint32_t item) const {
    const FlameNode& node = nodeOf(item);
    FlameCanvas::About about;
    about.kind = node.kind;
    about.hue = node.hue;
    about.name = node.name;
    return about;
}

QString SandwichPanel::value(std::uint32_t item) const {
    const FlameScene& scene = (item & kCaller) != 0 ? *sandwich_.callers : *sandwich_.callees;
    const std::int64_t weight = scene.weightOf(item & ~kCaller);
    const double share = sandwich_.own() > 0 ? double(weight) / double(sandwich_.own()) : 0;
    return weightText(*scene.tree, scene.weight, weight) + QStringLiteral("  ") + percentText(share);
}

void SandwichPanel::show(Sandwich sandwich) {
    letGo(std::exchange(sandwich_, std::move(sandwich)));
    const FlameLabel label = flameLabel(sandwich_.kind, sandwich_.name);
    title_->setText(tr("Sandwich: %1").arg(label.text));
    layOut();
    fillNumbers();
}

void SandwichPanel::layOut() {
    if (!sandwich_.callers || !sandwich_.callees || sandwich_.own() <= 0) {
        canvas_->clear();
        return;
    }
    std::vector<FlameBar> above =
        layoutFlame(*sandwich_.callers, middle(*sandwich_.callers), canvas_->room(), 1);
    std::erase_if(above, [](const FlameBar& bar) { return bar.row == 0 || bar.row > kCallerRows; });
    int height = 0;
    for (const FlameBar& bar : above) {
        height = std::max(height, bar.row);
    }
    std::vector<FlameBar> bars =
        layoutFlame(*sandwich_.callees, middle(*sandwich_.callees), canvas_->room(), 1);
    int rows = 0;
    for (FlameBar& bar : bars) {
        bar.row += height;
        rows = std::max(rows, bar.row + 1);
    }
    for (FlameBar bar : above) {
        bar.item |= kCaller;
        bar.row = height - bar.row;
        bars.push_back(bar);
    }
    canvas_->setBars(std::move(bars), rows,
                     {.about = [this](std::uint32_t item) { return about(item); },
                      .value = [this](std::uint32_t item) { return value(item); },
                      .tip =
                          [this](std::uint32_t item) {
                              return toQString(nodeOf(item).name) + QLatin1Char('\n') + value(item);
                          }});
    canvas_->setMarkedName(toQString(sandwich_.name));
}

QString SandwichPanel::weightName(FlameWeight weight) const {
    static constexpr std::array kWhat{QT_TR_NOOP("CPU time"), QT_TR_NOOP("Device time"), QT_TR_NOOP("Calls"),
                                      QT_TR_NOOP("Allocated")};
    const ProfileMetric* metric = sandwich_.callees ? sandwich_.callees->tree->metric(weight) : nullptr;
    return metric != nullptr ? toQString(metric->name) : tr(kWhat[static_cast<std::size_t>(weight)]);
}

void SandwichPanel::fillNumbers() {
    const FlameWeight weight = sandwich_.callees ? sandwich_.callees->weight : FlameWeight::CpuTime;
    const bool profiled = sandwich_.callees && sandwich_.callees->tree->metric(weight) != nullptr;
    const FlameLabel label = flameLabel(sandwich_.kind, sandwich_.name);
    const auto text = [this, weight](std::int64_t value) {
        return sandwich_.callees ? weightText(*sandwich_.callees->tree, weight, value)
                                 : weightText(weight, value);
    };
    std::vector<std::pair<QString, QString>> lines{
        {weightName(weight), text(sandwich_.own())},
        {tr("Share of all"),
         percentText(sandwich_.total > 0 ? double(sandwich_.own()) / double(sandwich_.total) : 0)}};
    if (profiled && sandwich_.calls > 0) {
        lines.emplace_back(weightName(FlameWeight::Count), countText(sandwich_.calls));
    } else if (!profiled && weight != FlameWeight::Count) {
        lines.emplace_back(tr("Calls"), countText(sandwich_.calls));
        lines.emplace_back(tr("Mean per call"), sandwich_.calls > 0 ? text(sandwich_.own() / sandwich_.calls)
                                                                    : QStringLiteral("\u2013"));
    }
    lines.emplace_back(tr("Places in the graph"), countText(static_cast<std::int64_t>(sandwich_.places)));
    numbers_->begin();
    numbers_->add(new PanelTitle(appearance_, {{}, {}, label.text, label.place}));
    for (const auto& [what, value] : lines) {
        PanelLink::Content content;
        content.text = what;
        content.value = value;
        content.link = false;
        numbers_->add(new PanelLink(appearance_, content));
    }
    if (!profiled) {
        numbers_->add(new PanelCaption(appearance_, tr("Enter opens a box in the timeline")));
    }
    numbers_->end();
}

void SandwichPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    painter.fillRect(rect(), theme.panel);
    horizontalLine(painter, 0, 0, width(), theme.line);
    horizontalLine(painter, 0, head_->height() - 1, width(), theme.line);
    const qreal title = title_->width();
    painter.fillRect(QRectF(title_->x() - 4, head_->height() - 2, title + 8, 2), theme.accent);
}

} // namespace lanes
