#include "views/search/SearchHead.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QFontMetrics>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kHeight = 54;
constexpr int kLine = 18;

} // namespace

SearchHead::SearchHead(Appearance& appearance, QWidget* parent)
    : HeadRow(appearance, kHeight, parent) {
    connect(addButton(QStringLiteral("close"), tr("End the search (Esc)")), &QToolButton::clicked, this,
            &SearchHead::closeRequested);
    next_ = addButton(QStringLiteral("forward"), tr("Next match"));
    previous_ = addButton(QStringLiteral("back"), tr("Previous match"));
    connect(next_, &QToolButton::clicked, this, [this] { Q_EMIT stepRequested(true); });
    connect(previous_, &QToolButton::clicked, this, [this] { Q_EMIT stepRequested(false); });
}

void SearchHead::setKeys(const QString& next, const QString& previous) {
    next_->setToolTip(next.isEmpty() ? tr("Next match") : tr("Next match (%1)").arg(next));
    previous_->setToolTip(previous.isEmpty() ? tr("Previous match")
                                             : tr("Previous match (%1)").arg(previous));
}

void SearchHead::setTexts(const QString& search, const QString& summary, bool wrong) {
    search_ = search;
    summary_ = summary;
    wrong_ = wrong;
    setAccessibleName(search_ + QStringLiteral(": ") + summary_);
    setToolTip(summary_);
    fit();
    update();
}

// A complaint is read whole, in as many lines as it takes.
void SearchHead::fit() {
    const QFontMetrics metrics(look().fonts().sans(Fonts::kSmall));
    const int room = std::max(1, static_cast<int>(inner().width()));
    const int needed =
        wrong_ ? metrics.boundingRect(0, 0, room, 1000, Qt::TextWordWrap, summary_).height() : 0;
    lines_ = std::max(1, (needed + metrics.lineSpacing() / 2) / metrics.lineSpacing());
    setRowHeight(kHeight + (lines_ - 1) * kLine);
}

void SearchHead::resizeEvent(QResizeEvent* event) {
    HeadRow::resizeEvent(event);
    fit();
}

void SearchHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    drawTextLine(painter, {inner().left(), qreal(px(8)), inner().width() - buttonsWidth(), qreal(px(20))},
                 search_, fonts.sans(Fonts::kTitle, 600), theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    const QRectF below(inner().left(), px(28), inner().width(), px(kLine * lines_));
    if (lines_ == 1) {
        drawTextLine(painter, below, summary_, fonts.sans(Fonts::kSmall), wrong_ ? theme.warn : theme.text2);
        return;
    }
    painter.setFont(fonts.sans(Fonts::kSmall));
    painter.setPen(theme.warn);
    painter.drawText(below, Qt::TextWordWrap, summary_);
}

} // namespace lanes
