#include "views/modules/ModuleTimeline.h"

#include "model/base/TimeScale.h"
#include "views/shared/controls/TimeRuler.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kHead = 196; // names of rows
constexpr int kRuler = 26;
constexpr int kCalls = 24; // height of the row of calls
constexpr int kStream = 44;
constexpr std::size_t kMostRows = 4;

} // namespace

ModuleTimeline::ModuleTimeline(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Calls in time"));
    connect(&appearance_, &Appearance::changed, this, &ModuleTimeline::rescale);
    rescale();
}

void ModuleTimeline::rescale() {
    const Fonts& fonts = appearance_.fonts();
    const auto streams = static_cast<int>(std::min(kMostRows, picture_.rows.size()));
    setFixedHeight(fonts.scaled(kRuler + kCalls + std::max(0, streams - 1) * kStream) + 1);
    update();
}

void ModuleTimeline::setPicture(ModulePicture picture, const QString& name, TimeNs zero) {
    picture_ = std::move(picture);
    name_ = name;
    zero_ = zero;
    current_.reset();
    rescale();
}

int ModuleTimeline::plotWidth() const {
    return std::max(1, width() - appearance_.fonts().scaled(kHead));
}

QRectF ModuleTimeline::rowBox(std::size_t row) const {
    const Fonts& fonts = appearance_.fonts();
    const int top = row == 0 ? kRuler : kRuler + kCalls + (static_cast<int>(row) - 1) * kStream;
    return {qreal(width() - plotWidth()), qreal(fonts.scaled(top)), qreal(plotWidth()),
            qreal(fonts.scaled(row == 0 ? kCalls : kStream))};
}

void ModuleTimeline::paintColumns(QPainter& painter, const QRectF& box, const std::vector<float>& shares,
                                  const QColor& color) const {
    const qreal room = box.height() - 8;
    for (std::size_t x = 0; x < shares.size(); ++x) {
        if (shares[x] > 0) {
            const qreal high = std::max(2., room * double(shares[x]));
            fillSnapped(painter, {box.left() + double(x), box.bottom() - 4 - high, 1, high}, color);
        }
    }
}

void ModuleTimeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    painter.fillRect(rect(), theme.canvas);
    horizontalLine(painter, 0, 0, width(), theme.line2);
    if (picture_.rows.empty()) {
        return;
    }
    const QRectF ruler(width() - plotWidth(), 0, plotWidth(), fonts.scaled(kRuler));
    painter.fillRect(QRectF(0, 0, width(), ruler.height()), theme.panel);
    paintTimeRuler(painter, appearance_, ruler, height(), picture_.range, zero_);
    for (std::size_t i = 0; i < std::min(kMostRows, picture_.rows.size()); ++i) {
        const ModulePicture::Row& row = picture_.rows[i];
        const QRectF box = rowBox(i);
        horizontalLine(painter, 0, box.top(), width(), theme.line);
        drawTextLine(painter, {12, box.top(), box.left() - 20, box.height()},
                     i == 0 ? name_ : toQString(row.name), fonts.sans(Fonts::kBody, i == 0 ? 600 : 400),
                     theme.text, Qt::AlignLeft, Qt::ElideMiddle);
        const QColor hue = theme.hueColor(row.hue);
        paintColumns(painter, box, row.other, mixed(theme.canvas, hue, .3));
        paintColumns(painter, box, row.inside, hue);
    }
    verticalLine(painter, rowBox(0).left() - 1, 0, height(), theme.line2);
    if (current_ && *current_ < picture_.calls.size()) {
        const TimeScale scale(picture_.range, plotWidth());
        const TimeRange range = picture_.calls[*current_].range;
        const double left = rowBox(0).left() + scale.toPixelExact(range.begin);
        const double right = rowBox(0).left() + scale.toPixelExact(range.end);
        strokeRounded(painter,
                      {left - 1, rowBox(0).top() + 2, std::max(3., right - left + 2), rowBox(0).height() - 4},
                      0, theme.select, 1);
    }
    if (hasFocus()) {
        strokeRounded(painter, rect(), 0, theme.accent, 2);
    }
}

void ModuleTimeline::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width()) {
        Q_EMIT resized();
    }
}

void ModuleTimeline::choose(std::size_t call) {
    current_ = call;
    update();
    Q_EMIT chosen(picture_.calls[call].slice);
}

void ModuleTimeline::mousePressEvent(QMouseEvent* event) {
    const double x = event->position().x() - (width() - plotWidth());
    if (event->button() != Qt::LeftButton || x < 0) {
        return;
    }
    const TimeNs time = TimeScale(picture_.range, plotWidth()).toTime(static_cast<int>(x));
    if (const auto call = picture_.callNear(time)) {
        const auto at = std::ranges::find(picture_.calls, call->slice, &ModulePicture::Call::slice);
        choose(static_cast<std::size_t>(at - picture_.calls.begin()));
    }
}

void ModuleTimeline::keyPressEvent(QKeyEvent* event) {
    const bool right = event->key() == Qt::Key_Right;
    if ((!right && event->key() != Qt::Key_Left) || picture_.calls.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t last = picture_.calls.size() - 1;
    const std::size_t now = current_.value_or(0);
    choose(!current_ ? 0 : right ? std::min(now + 1, last) : now - std::min<std::size_t>(now, 1));
}

} // namespace lanes
