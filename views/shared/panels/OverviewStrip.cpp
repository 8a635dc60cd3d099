#include "views/shared/panels/OverviewStrip.h"

#include "model/base/TimeScale.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr double kEdgeReach = 6; // logical pixels
constexpr double kNotchZoom = .83;
constexpr double kNarrowFrame = 16; // below it the grips stand outside

} // namespace

OverviewStrip::OverviewStrip(ViewState& state, Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , state_(state)
    , appearance_(appearance) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAccessibleName(tr("Whole session"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&state_, &ViewState::lodChanged, this, &OverviewStrip::rebuild);
    connect(&state_, &ViewState::visibleChanged, this, &OverviewStrip::followVisible);
    connect(&state_, &ViewState::brushChanged, this, [this] { update(); });
    connect(&state_, &ViewState::selectionChanged, this, [this] { update(); });
    connect(&state_, &ViewState::steadyChanged, this, [this] { update(); });
    connect(&state_.search(), &EventSearch::changed, this, [this] { update(); });
    connect(&appearance_, &Appearance::changed, this, [this] {
        texts_.reset();
        updateGeometry();
        update();
    });
    if (state_.lod()) {
        rebuild();
    }
}

void OverviewStrip::setTitle(const QString& title, const QString& subtitle) {
    text_.title = title;
    text_.subtitle = subtitle;
    update();
}

void OverviewStrip::setMarks(std::vector<TimeNs> marks) {
    text_.marks = std::move(marks);
    update();
}

QSize OverviewStrip::sizeHint() const {
    return {640, appearance_.fonts().scaled(static_cast<int>(StripGeometry::kHeight))};
}

Metrics OverviewStrip::metrics() const {
    return {devicePixelRatioF(), appearance_.fonts().scale()};
}

StripGeometry OverviewStrip::geometryOfStrip() const {
    return {static_cast<int>(std::lround(width() * devicePixelRatioF())), metrics()};
}

TimeRange OverviewStrip::wantedSpan() const {
    const TimeRange home = state_.home();
    const TimeRange seen = state_.visible();
    return home.begin <= seen.begin && seen.end <= home.end ? home : state_.bounds();
}

// While the frame is dragged the scale stays what it is.
void OverviewStrip::followVisible() {
    if (drag_ == Drag::None && picture_.lod && picture_.span != wantedSpan()) {
        rebuild();
    }
    update();
}

void OverviewStrip::rebuild() {
    if (!state_.lod() || width() <= 0) {
        return;
    }
    const StripGeometry geometry = geometryOfStrip();
    madeFor_ = geometry.picture.width();
    job_.run([lod = state_.lod(), geometry, span = wantedSpan()](
                 const std::stop_token& stop) { return makeStrip(lod, geometry, span, stop); },
             [this](StripPicture picture) {
                 picture_ = std::move(picture);
                 update();
             });
}

void OverviewStrip::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    rebuild();
}

void OverviewStrip::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event);
    const qreal dpr = devicePixelRatioF();
    if (!texts_ || texts_->dpr() != dpr) {
        texts_.emplace(appearance_.fonts(), dpr);
    }
    const StripGeometry geometry = geometryOfStrip();
    if (madeFor_ != geometry.picture.width()) {
        rebuild(); // the window has come to a screen with more or fewer pixels
    }
    QImage image(geometry.area.size().expandedTo({1, 1}), QImage::Format_RGB32);
    PaintTools tools{appearance_.theme(), appearance_.icons(), *texts_, metrics()};
    StripState state = text_;
    state.visible = state_.visible();
    state.brush = state_.brush();
    if (state_.steady()) { // the switch of scopes stands there
        state.subtitle.clear();
    }
    if (const auto& found = state_.search().result()) {
        state.found = found->moments;
    }
    if (state_.trace() && state_.trace()->has(state_.selection())) {
        state.selection = state_.trace()->slice(state_.selection()).start;
    }
    StripPicture blank;
    blank.span = span();
    paintStrip(image, tools, geometry, picture_.lod ? picture_ : blank, state);
    QPainter painter(this);
    painter.scale(1 / dpr, 1 / dpr);
    painter.fillRect(QRectF(rect().x(), rect().y(), width() * dpr, height() * dpr),
                     appearance_.theme().panel);
    painter.drawImage(0, 0, image);
}

// --- mouse ---

double OverviewStrip::xOf(TimeNs time) const {
    const QRect box = geometryOfStrip().picture;
    return (box.left() + double(time - span().begin) / double(span().length()) * box.width()) /
           devicePixelRatioF();
}

TimeNs OverviewStrip::timeAt(double x) const {
    const QRect box = geometryOfStrip().picture;
    const double share = (x * devicePixelRatioF() - box.left()) / std::max(1, box.width());
    return span().begin + static_cast<TimeNs>(std::clamp(share, -1., 2.) * double(span().length()));
}

QRectF OverviewStrip::frame() const {
    const double left = xOf(state_.visible().begin);
    return {left, 0, xOf(state_.visible().end) - left, double(height())};
}

OverviewStrip::Drag OverviewStrip::partAt(double x) const {
    const QRectF box = frame();
    const double out = box.width() > kNarrowFrame ? 0 : 3;
    if (std::abs(x - (box.left() - out)) <= kEdgeReach) {
        return Drag::Begin;
    }
    return std::abs(x - (box.right() + out)) <= kEdgeReach ? Drag::End : Drag::Move;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (event->button() != Qt::LeftButton || x < xOf(span().begin) - kEdgeReach) {
        return;
    }
    drag_ = partAt(x);
    if (drag_ == Drag::Move && !frame().contains(x, 1)) { // beside the frame: it comes here
        const TimeNs half = state_.visible().length() / 2;
        const TimeNs middle = timeAt(x);
        state_.setVisible({middle - half, middle + half});
    }
    grabbedAt_ = x;
    grabbed_ = state_.visible();
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (drag_ == Drag::None) {
        const bool edge = x >= xOf(span().begin) - kEdgeReach && partAt(x) != Drag::Move;
        setCursor(edge ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    const TimeNs by = timeAt(x) - timeAt(grabbedAt_);
    TimeRange range = grabbed_;
    if (drag_ != Drag::End) {
        range.begin += by;
    }
    if (drag_ != Drag::Begin) {
        range.end += by;
    }
    if (range.end < range.begin) {
        std::swap(range.begin, range.end);
    }
    state_.setVisible(range);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event) {
    Q_UNUSED(event);
    drag_ = Drag::None;
    followVisible();
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    Q_UNUSED(event);
    state_.showAll();
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
    const TimeNs at = timeAt(event->position().x());
    state_.setVisible(zoomed(state_.visible(), at, std::pow(kNotchZoom, event->angleDelta().y() / 120.),
                             ViewState::kShortest));
    event->accept();
}

} // namespace lanes
