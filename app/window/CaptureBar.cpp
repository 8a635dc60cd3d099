#include "app/window/CaptureBar.h"

#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"
#include "views/shared/Text.h"
#include "views/shared/TextLine.h"

#include <QFileInfo>
#include <QPainter>
#include <QPushButton>

namespace lanes {
namespace {

constexpr int kHeight = 40;
constexpr int kTickMs = 500;

} // namespace

CaptureBar::CaptureBar(Appearance& appearance, Document& document, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , document_(document)
    , follow_(new QPushButton(tr("Follow the end"), this))
    , stop_(new QPushButton(tr("Stop program"), this)) {
    setFixedHeight(appearance_.fonts().scaled(kHeight));
    stop_->hide();
    follow_->setCheckable(true);
    connect(follow_, &QPushButton::clicked, this, [this](bool on) { document_.view().setFollowing(on); });
    connect(&document_.view(), &ViewState::followingChanged, follow_, &QPushButton::setChecked);
    connect(stop_, &QPushButton::clicked, this, &CaptureBar::stopRequested);
    connect(&tick_, &QTimer::timeout, this, &CaptureBar::refresh);
    connect(&document_, &Document::stateChanged, this, [this] {
        const bool live = document_.state() == Document::State::Live;
        setVisible(live);
        if (live) {
            follow_->setChecked(document_.view().following());
            since_.start();
            tick_.start(kTickMs);
        } else {
            tick_.stop();
        }
    });
    hide();
}

void CaptureBar::setStoppable(CaptureRun::Stop next) {
    switch (next) {
    case CaptureRun::Stop::Interrupt:
        stop_->setText(tr("Stop program"));
        stop_->setToolTip(tr("As Ctrl+C in a shell"));
        break;
    case CaptureRun::Stop::Terminate:
        stop_->setText(tr("Terminate program"));
        stop_->setToolTip(tr("It was asked to stop and has not ended yet. This asks it to terminate."));
        break;
    case CaptureRun::Stop::Kill:
        stop_->setText(tr("Kill program"));
        stop_->setToolTip(tr("Ends it at once. What it has done until then is in the session."));
        break;
    }
    stop_->show();
    place();
}

void CaptureBar::refresh() {
    const std::uint32_t now = document_.trace() ? document_.trace()->sliceCount() : 0;
    const double seconds = double(since_.restart()) / 1000;
    if (seconds > 0 && now >= seen_) {
        perSecond_ = .7 * perSecond_ + .3 * (now - seen_) / seconds;
    }
    seen_ = now;
    update();
}

void CaptureBar::resizeEvent(QResizeEvent*) {
    place();
}

void CaptureBar::place() {
    int right = width() - 8;
    for (QPushButton* button : {stop_, follow_}) {
        const QSize size = button->sizeHint();
        button->setGeometry(right - size.width(), (height() - size.height()) / 2, size.width(),
                            size.height());
        if (!button->isHidden()) {
            right -= size.width() + 8;
        }
    }
}

void CaptureBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillSnapped(painter, rect(), theme.panel);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
    const qreal dot = fonts.scaled(10);
    fillRounded(painter, {qreal(fonts.scaled(14)), (height() - dot) / 2, dot, dot}, dot / 2, theme.bad);
    qreal x = fonts.scaled(36);
    const auto say = [&](const QString& text, int weight, const QColor& color, int gap) {
        x += drawTextLine(painter, {x, 0, qreal(width()) - x, qreal(height())}, text,
                          fonts.sans(Fonts::kBody, weight), color) +
             fonts.scaled(gap);
    };
    say(tr("Recording"), 600, theme.text, 8);
    say(document_.title(), 400, theme.text2, 20);
    if (!document_.trace()) {
        return;
    }
    const Trace& trace = *document_.trace();
    say(durationText(trace.span().length()), 600, theme.text, 20);
    const auto events = static_cast<std::int64_t>(trace.sliceCount());
    say(tr("%1 events", nullptr, pluralOf(events)).arg(countText(events)), 500, theme.text, 12);
    say(tr("%1 per second").arg(countText(static_cast<std::int64_t>(perSecond_))), 400, theme.text2, 20);
    say(bytesText(QFileInfo(document_.path()).size()), 500, theme.text, 20);
    const auto lost = static_cast<std::int64_t>(trace.diagnostics().count("ring-overflow"));
    say(tr("%1 lost").arg(countText(lost)), 500, lost == 0 ? theme.good : theme.bad, 0);
}

} // namespace lanes
