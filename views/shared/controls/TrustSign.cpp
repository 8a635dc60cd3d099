#include "views/shared/controls/TrustSign.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kSignHeight = 22;
constexpr std::size_t kNamed = 6; // entries that the tooltip lists
constexpr int kTipWidth = 480;

} // namespace

TrustSign::TrustSign(Appearance& appearance, FigureKind figures, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , figures_(figures) {
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&appearance_, &Appearance::changed, this, qOverload<>(&QWidget::update));
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (state_) {
            state_->trust().open(first_);
        }
    });
    hide();
}

void TrustSign::setState(ViewState* state) {
    if (state_) {
        disconnect(&state_->trust(), nullptr, this, nullptr);
    }
    state_ = state;
    if (state_) {
        connect(&state_->trust(), &SessionTrust::changed, this, &TrustSign::refresh);
        state_->trust().want();
    }
    refresh();
}

void TrustSign::refresh() {
    const auto ledger = state_ ? state_->trust().ledger() : nullptr;
    const auto entries = ledger ? touching(*ledger, figures_) : std::vector<const LedgerEntry*>();
    setVisible(!entries.empty());
    if (entries.empty()) {
        return;
    }
    first_ = toQString(entries.front()->key);
    QStringList lines;
    for (const LedgerEntry* entry : std::span(entries).first(std::min(entries.size(), kNamed))) {
        lines << tr("%1 \u00d7 %2. %3")
                     .arg(countText(static_cast<std::int64_t>(entry->count)), toQString(entry->title),
                          toQString(entry->meaning));
    }
    if (entries.size() > kNamed) {
        lines << tr("and %1 more").arg(entries.size() - kNamed);
    }
    setText(tr("%n remarks", "on data quality", static_cast<int>(entries.size())));
    setAccessibleName(tr("Remarks on these figures: %1").arg(lines.join(QStringLiteral("; "))));
    const Fonts& fonts = appearance_.fonts();
    for (QString& line : lines) { // Qt does not break what is plain text
        line = wrappedText(line, fonts.sans(), fonts.scaled(kTipWidth), static_cast<int>(line.size()))
                   .join(QLatin1Char('\n'));
    }
    setToolTip(lines.join(QStringLiteral("\n\n")));
    updateGeometry();
    update();
}

QSize TrustSign::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    return {static_cast<int>(textWidth(text(), fonts.sans(Fonts::kSmall, 500))) + fonts.scaled(34),
            fonts.scaled(kSignHeight)};
}

void TrustSign::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

void TrustSign::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillRounded(painter, rect(), 5, theme.warnSoft);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 5, theme.accent, 2);
    } else if (underMouse()) {
        strokeRounded(painter, rect(), 5, theme.warn);
    }
    const int icon = fonts.scaled(14);
    appearance_.icons().paint(painter, QPointF(fonts.scaled(7), (height() - icon) / 2.0),
                              QStringLiteral("ledger"), icon, theme.warn);
    drawTextLine(painter, QRectF(rect()).adjusted(fonts.scaled(26), 0, 0, 0), text(),
                 fonts.sans(Fonts::kSmall, 500), theme.warn, Qt::AlignLeft, Qt::ElideNone);
}

} // namespace lanes
