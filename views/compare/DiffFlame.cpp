#include "views/compare/DiffFlame.h"

#include "views/compare/CompareTable.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/flame/SpineBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeadHeight = 32;
constexpr int kEdge = 12;
constexpr double kLeastChange = .01;
constexpr double kSomeChange = .1;
constexpr double kGreatChange = .4;
// How much of its colour a little, some and a great change get: labels stay readable on all of them.
constexpr std::array kDarkStrengths{.25, .45, 1.};
constexpr std::array kLightStrengths{.2, .4, .65};

QString changeText(const DiffNode& node, double change) {
    if (!node.inA) {
        return DiffFlame::tr("only in B");
    }
    if (!node.inB) {
        return DiffFlame::tr("only in A");
    }
    // change is of the larger side; what is said is of A's
    const double ofA = change > 0 ? change / (1 - std::min(change, .9999)) : change;
    const QString text = percentText(std::abs(ofA), std::abs(ofA) < .1 ? 1 : 0);
    return std::abs(change) < kLeastChange ? QString()
                                           : (change > 0 ? QLatin1Char('+') : QChar(0x2212)) + text;
}

} // namespace

double DiffScene::change(std::uint32_t node) const {
    const DiffNode& at = tree.nodes[node];
    const double a = double(at.a.total) / (perStep() ? double(stepsA) : 1);
    const double b = double(at.b.total) / (perStep() ? double(stepsB) : 1);
    const double larger = std::max(a, b);
    return larger > 0 ? (b - a) / larger : 0;
}

QRgb changeColor(double change, const Theme& theme) {
    const QRgb same = mixed(theme.track.rgb(), theme.text3.rgb(), theme.dark ? .15 : .12);
    const double size = std::abs(change);
    if (size < kLeastChange) {
        return same;
    }
    const QRgb less = theme.dark ? theme.hue(Hue::Operator) : theme.accent.rgb();
    const auto& strengths = theme.dark ? kDarkStrengths : kLightStrengths;
    return mixed(same, change > 0 ? theme.bad.rgb() : less,
                 strengths[size >= kGreatChange  ? 2
                           : size >= kSomeChange ? 1
                                                 : 0]);
}

DiffFlame::DiffFlame(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , hint_(new QLabel())
    , legend_(new QLabel())
    , spine_(new SpineBar(appearance))
    , stack_(new QStackedLayout())
    , empty_(new EmptyState(appearance, QStringLiteral("flame")))
    , scroll_(new QScrollArea())
    , canvas_(new FlameCanvas(appearance)) {
    auto* head = new QWidget();
    auto* row = new QHBoxLayout(head);
    const Fonts& fonts = appearance_.fonts();
    row->setContentsMargins(fonts.scaled(kEdge), 0, fonts.scaled(kEdge), 0);
    row->addWidget(hint_, 1);
    row->addWidget(legend_);
    legend_->setTextFormat(Qt::RichText); // swatches of colours
    head->setFixedHeight(fonts.scaled(kHeadHeight));
    hint_->setMinimumWidth(1); // what does not fit is cut, and never widens the view
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(head);
    outer->addWidget(spine_);
    outer->addLayout(stack_, 1);
    stack_->addWidget(scroll_);
    stack_->addWidget(empty_);
    empty_->setText(tr("Nothing here has callers"),
                    tr("Steps have no call tree; group by another thing above."));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(canvas_);
    canvas_->setAccessibleName(tr("Flame graph of the difference"));
    setFocusProxy(canvas_);
    connect(canvas_, &FlameCanvas::chosen, this, [this](int bar) {
        chosen_ = nodeOf(bar);
        Q_EMIT chosen(*chosen_);
    });
    connect(canvas_, &FlameCanvas::opened, this, [this] {
        if (chosen_) {
            Q_EMIT opened(*chosen_);
        }
    });
    connect(canvas_, &FlameCanvas::zoomed, this, [this](int bar) {
        zoomTo(pathOf(nodeOf(bar)));
        canvas_->setCurrent(canvas_->bars().empty() ? FlameCanvas::kNone : 0);
    });
    connect(canvas_, &FlameCanvas::backRequested, this, [this] { go(back_, forward_); });
    connect(canvas_, &FlameCanvas::forwardRequested, this, [this] { go(forward_, back_); });
    connect(canvas_, &FlameCanvas::resized, this, &DiffFlame::layOut);
    connect(&appearance_, &Appearance::changed, this, &DiffFlame::say);
    connect(spine_, &SpineBar::chosen, this, [this](int call) {
        Path path = pathOf(shownRoot());
        path.resize(static_cast<std::size_t>(call) + 1);
        zoomTo(std::move(path));
    });
}

void DiffFlame::setScene(std::shared_ptr<const DiffScene> scene) {
    scene_ = std::move(scene);
    chosen_.reset();
    layOut();
}

const EmptyState* DiffFlame::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void DiffFlame::setSearch(const QString& text) {
    search_ = text;
    canvas_->setSearch(text);
}

std::uint32_t DiffFlame::nodeOf(int bar) const {
    return canvas_->bars()[static_cast<std::size_t>(bar)].item;
}

DiffFlame::Path DiffFlame::pathOf(std::uint32_t node) const {
    Path path;
    for (; node != 0; node = scene_->tree.nodes[node].parent) {
        path.push_back(scene_->tree.nodes[node].name);
    }
    std::ranges::reverse(path);
    return path;
}

std::uint32_t DiffFlame::shownRoot() const {
    std::uint32_t node = 0;
    for (const std::string& name : zoom_) {
        const auto below = scene_->tree.children[node];
        const auto at = std::ranges::find_if(
            below, [&](std::uint32_t child) { return scene_->tree.nodes[child].name == name; });
        if (at == below.end()) {
            break;
        }
        node = *at;
    }
    return node;
}

void DiffFlame::layOut() {
    std::vector<FlameBar> bars;
    QStringList calls;
    if (scene_ && !scene_->tree.nodes.empty()) {
        const std::vector<DiffNode>& nodes = scene_->tree.nodes;
        const std::uint32_t root = shownRoot();
        bars = layoutFlame(
            scene_->tree.children, [&nodes](std::uint32_t node) { return nodes[node].extent; }, root,
            canvas_->room(), 1);
        if (root == 0 && !bars.empty()) { // the root has no name: what it holds is enough
            bars.erase(bars.begin());
            for (FlameBar& bar : bars) {
                --bar.row;
            }
        }
        for (std::uint32_t node = root; node != 0; node = nodes[node].parent) {
            calls.prepend(flameLabel(nodes[node].kind, nodes[node].name).text);
        }
        spine_->setCalls(root == 0 ? QString() : value(root), calls);
    }
    int rows = 0;
    for (const FlameBar& bar : bars) {
        rows = std::max(rows, bar.row + 1);
    }
    canvas_->setBars(std::move(bars), rows,
                     {.about = [this](std::uint32_t node) { return about(node); },
                      .value = [this](std::uint32_t node) { return value(node); },
                      .tip = [this](std::uint32_t node) { return tip(node); }});
    if (!search_.isEmpty()) {
        canvas_->setSearch(search_);
    }
    spine_->setVisible(!calls.isEmpty());
    // until the tree is there, the canvas stays bare
    const bool none = scene_ && (scene_->tree.nodes.empty() || scene_->tree.nodes[0].extent <= 0);
    stack_->setCurrentWidget(none ? static_cast<QWidget*>(empty_) : scroll_);
    say();
}

void DiffFlame::say() {
    const Theme& theme = appearance_.theme();
    const auto swatch = [&theme](double change) {
        return QStringLiteral("<span style=\"color:%1\">\u25a0</span>")
            .arg(QColor::fromRgb(changeColor(change, theme)).name());
    };
    const QString per =
        scene_ && scene_->perStep() ? tr("colour is the change per step") : tr("colour is the change");
    hint_->setText(tr("width is the larger side, %1").arg(per));
    legend_->setText(tr("less") + QStringLiteral(" ") + swatch(-1) + swatch(-.2) + swatch(-.05) + swatch(0) +
                     swatch(.05) + swatch(.2) + swatch(1) + QStringLiteral(" ") + tr("more"));
    for (QLabel* label : {hint_, legend_}) {
        label->setFont(appearance_.fonts().sans(Fonts::kSmall));
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.text2);
        label->setPalette(palette);
    }
}

FlameCanvas::About DiffFlame::about(std::uint32_t node) const {
    const DiffNode& at = scene_->tree.nodes[node];
    FlameCanvas::About about;
    about.kind = at.kind;
    about.fill = changeColor(scene_->change(node), appearance_.theme());
    about.name = at.name;
    return about;
}

QString DiffFlame::value(std::uint32_t node) const {
    return changeText(scene_->tree.nodes[node], scene_->change(node));
}

QString DiffFlame::tip(std::uint32_t node) const {
    const DiffNode& at = scene_->tree.nodes[node];
    const std::optional<ProfileMetric>& metric = scene_->tree.metric;
    QStringList lines{toQString(at.name),
                      tr("A %1, B %2, B \u2212 A %3")
                          .arg(amountText(metric, at.a.total), amountText(metric, at.b.total),
                               deltaText(metric, at.delta()))};
    if (at.a.calls > 0 || at.b.calls > 0) {
        lines << tr("calls: A %1, B %2").arg(countText(at.a.calls), countText(at.b.calls));
    }
    if (const QString change = value(node); !change.isEmpty()) {
        lines << change;
    }
    return lines.join(QLatin1Char('\n'));
}

void DiffFlame::zoomTo(Path path) {
    if (path != zoom_) {
        back_.push_back(std::exchange(zoom_, std::move(path)));
        forward_.clear();
        layOut();
    }
}

void DiffFlame::go(std::vector<Path>& from, std::vector<Path>& to) {
    if (!from.empty()) {
        to.push_back(std::exchange(zoom_, from.back()));
        from.pop_back();
        layOut();
    }
}

bool DiffFlame::takesKey(const QKeyEvent& key) {
    switch (key.key()) {
    case Qt::Key_Backspace:
        go(back_, forward_);
        return true;
    case Qt::Key_Escape:
        zoomTo({});
        return true;
    default:
        return false;
    }
}

} // namespace lanes
