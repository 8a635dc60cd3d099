#include "views/trust/TrustVerdict.h"

#include "views/shared/controls/KeyFigures.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QPainter>

#include <algorithm>
#include <optional>

namespace lanes {
namespace {

constexpr int kMargin = 16;
constexpr int kBanner = 52;
constexpr int kGap = 12;
constexpr int kFigures = 68;
constexpr int kHeight = 2 * kMargin + kBanner + kGap + kFigures;
constexpr int kIcon = 28;

using Figure = KeyFigures::Figure;

Figure unknown(const QString& label, const QString& why) {
    return {label, TrustVerdict::tr("not known"), why, Figure::Tone::Quiet};
}

Figure count(const QString& label, std::uint64_t number, const QString& remark, Figure::Tone tone) {
    return {label, countText(static_cast<std::int64_t>(number)), remark,
            number > 0 ? tone : Figure::Tone::Good};
}

// Measured in the run itself; nothing where that could not be.
std::optional<Figure> costOf(const RecordingCost& cost) {
    if (cost.steps) {
        const QString error = durationText(cost.steps->error);
        return Figure{TrustVerdict::tr("Overhead"),
                      cost.steps->isSeen() ? durationText(cost.steps->difference())
                                           : QStringLiteral("< ") + error,
                      cost.steps->isSeen() ? TrustVerdict::tr("per step, \u00b1\u2009%1").arg(error)
                                           : TrustVerdict::tr("per step"),
                      Figure::Tone::Plain};
    }
    if (cost.operators) {
        return Figure{TrustVerdict::tr("Overhead"), durationText(cost.operators->each),
                      TrustVerdict::tr("per operator, %1 were timed").arg(countText(cost.operators->timed)),
                      Figure::Tone::Plain};
    }
    return std::nullopt;
}

std::vector<Figure> figuresOf(const Ledger& ledger) {
    std::vector<Figure> figures{{TrustVerdict::tr("Records"),
                                 countText(static_cast<std::int64_t>(ledger.records)),
                                 TrustVerdict::tr("slices, points and allocations"), Figure::Tone::Plain}};
    figures.push_back(ledger.lost
                          ? count(TrustVerdict::tr("Lost"), *ledger.lost,
                                  TrustVerdict::tr("missing from all figures"), Figure::Tone::Bad)
                          : unknown(TrustVerdict::tr("Lost"), TrustVerdict::tr("the format does not say")));
    figures.push_back(count(TrustVerdict::tr("Repaired"), ledger.repaired,
                            TrustVerdict::tr("counted as repaired"), Figure::Tone::Plain));
    figures.push_back(count(TrustVerdict::tr("Unmatched"), ledger.unmatched,
                            TrustVerdict::tr("arrows, launches, frees"), Figure::Tone::Warn));
    figures.push_back(
        ledger.clockError
            ? Figure{TrustVerdict::tr("Clock error"),
                     QStringLiteral("\u00b1\u2009") + durationText(*ledger.clockError),
                     TrustVerdict::tr("the largest of all clocks"), Figure::Tone::Plain}
            : unknown(TrustVerdict::tr("Clock error"), TrustVerdict::tr("no two clocks were compared")));
    if (const auto cost = costOf(ledger.cost)) {
        figures.push_back(*cost);
    } else if (ledger.overhead) {
        const QString steps = ledger.overheadPerStep
                                  ? TrustVerdict::tr("%1 per step").arg(durationText(*ledger.overheadPerStep))
                                  : TrustVerdict::tr("of the profiler, in all");
        figures.push_back(
            {TrustVerdict::tr("Overhead"), durationText(*ledger.overhead), steps, Figure::Tone::Plain});
    } else {
        figures.push_back(
            unknown(TrustVerdict::tr("Overhead"), TrustVerdict::tr("the profiler recorded none")));
    }
    return figures;
}

} // namespace

TrustVerdict::TrustVerdict(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    const auto scale = [this] {
        setFixedHeight(appearance_.fonts().scaled(kHeight));
        place();
    };
    connect(&appearance_, &Appearance::changed, this, scale);
    scale();
}

void TrustVerdict::setLedger(const Ledger& ledger) {
    sound_ = ledger.sound;
    const auto faults = static_cast<int>(std::ranges::count_if(ledger.entries, &LedgerEntry::fault));
    sentence_ = faults > 0            ? tr("%n issues; affected figures are marked", nullptr, faults)
                : ledger.repaired > 0 ? tr("OK: %n events were repaired", nullptr,
                                           pluralOf(static_cast<std::int64_t>(ledger.repaired)))
                                      : tr("OK: every check passed");
    remark_ = faults > 0 ? tr("All other figures are correct.")
                         : tr("A sign marks each figure that a remark below affects.");
    setAccessibleName(sentence_ + QStringLiteral(". ") + remark_);
    delete figures_;
    figures_ = new KeyFigures(appearance_, figuresOf(ledger), this);
    place();
    figures_->show();
    update();
}

QRectF TrustVerdict::banner() const {
    const qreal margin = appearance_.fonts().scaled(kMargin);
    return {margin, margin, width() - 2 * margin, qreal(appearance_.fonts().scaled(kBanner))};
}

void TrustVerdict::place() {
    if (figures_ != nullptr) {
        const QRectF above = banner();
        const int inset = appearance_.fonts().scaled(kMargin);
        const int top = static_cast<int>(above.bottom()) + appearance_.fonts().scaled(kGap);
        const int width = static_cast<int>(above.width()) - inset;
        const int height = figures_->heightForWidth(width);
        figures_->setGeometry(static_cast<int>(above.left()) + inset, top, width, height);
        setFixedHeight(top + height + inset);
    }
}

void TrustVerdict::resizeEvent(QResizeEvent*) {
    place();
}

void TrustVerdict::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillSnapped(painter, rect(), theme.canvas);
    if (figures_ == nullptr) {
        return;
    }
    const QRectF box = banner();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    fillRounded(painter, box, 8, sound_ ? theme.goodSoft : theme.warnSoft);
    const QRectF badge(box.left() + px(14), box.center().y() - px(kIcon) / 2, px(kIcon), px(kIcon));
    fillRounded(painter, badge, 6, sound_ ? theme.good : theme.warn);
    const int icon = fonts.scaled(16);
    appearance_.icons().paint(painter, badge.center() - QPointF(icon / 2., icon / 2.),
                              QStringLiteral("ledger"), icon, theme.canvas);
    const QRectF text = box.adjusted(px(56), px(6), -px(14), 0);
    drawTextLine(painter, {text.left(), text.top(), text.width(), px(22)}, sentence_,
                 fonts.sans(Fonts::kTitle, 600), theme.text);
    drawTextLine(painter, {text.left(), text.top() + px(20), text.width(), px(20)}, remark_, fonts.sans(),
                 theme.text2);
}

} // namespace lanes
