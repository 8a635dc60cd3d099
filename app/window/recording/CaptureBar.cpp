#include "app/window/recording/CaptureBar.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeight = 40;
constexpr int kTickMs = 500;
constexpr int kBarGap = 8;
constexpr int kMarkText = 260;
constexpr int kMarkInset = 6;

} // namespace

CaptureBar::CaptureBar(Appearance& appearance, Document& document, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , document_(document)
    , markText_(new QLineEdit(this))
    , mark_(new QPushButton(tr("Mark"), this))
    , pause_(new QPushButton(tr("Pause"), this))
    , save_(new QPushButton(tr("Save"), this))
    , follow_(new QPushButton(tr("Follow the end"), this))
    , detach_(new QPushButton(tr("Detach"), this))
    , stop_(new QPushButton(tr("Stop program"), this))
    , more_(new QPushButton(this))
    , menu_(new QMenu(this)) {
    setFixedHeight(appearance_.fonts().scaled(kHeight));
    for (QWidget* hidden :
         std::initializer_list<QWidget*>{markText_, mark_, pause_, save_, detach_, stop_, more_}) {
        hidden->hide();
    }
    markText_->setAccessibleName(tr("Text of the mark"));
    markText_->installEventFilter(this);
    mark_->setToolTip(tr("Puts a mark with a text at this moment into the session (M)"));
    save_->setToolTip(tr("Saves what the flight recorder holds as a session of its own"));
    more_->setMenu(menu_);
    more_->setAccessibleName(tr("More about the program"));
    follow_->setCheckable(true);
    connect(follow_, &QPushButton::clicked, this, [this](bool on) { document_.view().setFollowing(on); });
    connect(&document_.view(), &ViewState::followingChanged, follow_, &QPushButton::setChecked);
    connect(mark_, &QPushButton::clicked, this, &CaptureBar::askForMark);
    connect(pause_, &QPushButton::clicked, this, [this] { Q_EMIT pauseRequested(!controls_.paused); });
    connect(save_, &QPushButton::clicked, this, &CaptureBar::saveRequested);
    detach_->setToolTip(tr("Ends the recording; the program runs on, at its own speed"));
    connect(detach_, &QPushButton::clicked, this, &CaptureBar::detachRequested);
    connect(stop_, &QPushButton::clicked, this, &CaptureBar::stopRequested);
    connect(markText_, &QLineEdit::returnPressed, this, &CaptureBar::giveMark);
    connect(&tick_, &QTimer::timeout, this, &CaptureBar::refresh);
    connect(&appearance_, &Appearance::changed, this, &CaptureBar::tint);
    connect(&document_, &Document::stateChanged, this, &CaptureBar::followState);
    tint();
    followState();
}

void CaptureBar::followState() {
    const bool live = document_.state() == Document::State::Live;
    setVisible(live);
    if (live) {
        follow_->setChecked(document_.view().following());
        since_.start();
        tick_.start(kTickMs);
    } else {
        tick_.stop();
        endMark();
    }
}

void CaptureBar::setMenu(const QList<QAction*>& actions) {
    menu_->addActions(actions);
}

void CaptureBar::setControls(const Controls& controls) {
    if (controls == controls_) {
        return;
    }
    const bool wasReachable = std::exchange(controls_, controls).reachable;
    mark_->setVisible(controls.reachable);
    pause_->setVisible(controls.reachable);
    pause_->setText(controls.paused ? tr("Go on") : tr("Pause"));
    pause_->setToolTip(controls.paused ? tr("Records again from here on")
                                       : tr("Records nothing until told to go on; the program runs on"));
    save_->setVisible(controls.reachable && controls.holds);
    detach_->setVisible(controls.attached);
    stop_->setVisible(controls.stop.has_value() && !controls.attached); // then it stands in the menu beside
    more_->setVisible(controls.stop.has_value());
    if (wasReachable && !controls.reachable) {
        endMark();
    }
    sayStop();
    tint();
    place();
}

void CaptureBar::sayStop() {
    switch (controls_.stop.value_or(CaptureRun::Stop::Interrupt)) {
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
        stop_->setToolTip(tr("Ends it at once. The session keeps everything until then."));
        break;
    }
}

QString CaptureBar::nextMarkName() const {
    return tr("Mark %1").arg(marks_ + 1);
}

void CaptureBar::askForMark() {
    if (!controls_.reachable || !isVisible()) {
        return;
    }
    if (markText_->isHidden()) {
        sinceMark_.start();
        markText_->clear();
        showMarkText();
    }
    markText_->setFocus();
}

void CaptureBar::showMarkText() {
    markText_->setPlaceholderText(tr("What happens here? (%1)").arg(nextMarkName()));
    markText_->show();
    place();
    update();
}

void CaptureBar::giveMark() {
    if (!controls_.reachable) {
        return; // a bar that is new has yet to find the recorder
    }
    const QString text = markText_->text().trimmed();
    Q_EMIT markRequested(text.isEmpty() ? nextMarkName() : text, sinceMark_.nsecsElapsed());
    ++marks_;
    endMark();
}

void CaptureBar::endMark() {
    const bool hadFocus = markText_->hasFocus();
    markText_->hide();
    if (hadFocus && parentWidget() != nullptr) {
        parentWidget()->setFocus();
    }
    place();
    update();
}

bool CaptureBar::eventFilter(QObject* watched, QEvent* event) {
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched == markText_ && key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        if (event->type() == QEvent::KeyPress) {
            endMark();
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
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
    const int margin = appearance_.fonts().scaled(kBarGap);
    int right = width() - margin;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{more_, stop_, detach_, follow_, save_, pause_, mark_, markText_}) {
        QSize size = widget->sizeHint();
        if (widget == markText_) {
            size.setWidth(
                std::min(appearance_.fonts().scaled(kMarkText), right - margin)); // in a small window
        } else if (widget == more_) {
            size.setWidth(size.height()); // an arrow and no text
        }
        widget->setGeometry(right - size.width(), (height() - size.height()) / 2, size.width(),
                            size.height());
        if (!widget->isHidden()) {
            // the menu is part of the button before it
            right -= size.width() + (widget == more_ ? 1 : margin);
        }
    }
}

void CaptureBar::tint() {
    const Theme& theme = appearance_.theme();
    const auto icon = [&](QPushButton* button, const char* name, const QColor& color) {
        button->setIcon(appearance_.icons().icon(QString::fromLatin1(name), color, theme.text3));
    };
    const int inset = appearance_.fonts().scaled(kMarkInset);
    markText_->setTextMargins(inset, 0, inset, 0);
    icon(mark_, "mark", theme.text2);
    icon(pause_, controls_.paused ? "play" : "pause", theme.text2);
    icon(save_, "export", theme.text2);
    icon(follow_, "follow", theme.text2);
    icon(detach_, "link", theme.text2);
    icon(stop_, "stop", theme.bad);
    place();
    update();
}

void CaptureBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const bool held = controls_.paused || !controls_.away.isEmpty();
    fillSnapped(painter, rect(), held ? theme.warnSoft : theme.panel);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
    if (controls_.paused) {
        const int size = fonts.scaled(16);
        appearance_.icons().paint(painter, {qreal(fonts.scaled(11)), (height() - size) / 2.0},
                                  QStringLiteral("pause"), size, theme.warn);
    } else {
        const qreal dot = fonts.scaled(10);
        fillRounded(painter, {qreal(fonts.scaled(14)), (height() - dot) / 2, dot, dot}, dot / 2,
                    held ? theme.warn : theme.bad);
    }
    qreal end = width();
    for (const QWidget* widget :
         std::initializer_list<const QWidget*>{markText_, mark_, pause_, save_, follow_}) {
        end = widget->isHidden() ? end : std::min(end, qreal(widget->x() - fonts.scaled(kBarGap)));
    }
    qreal x = fonts.scaled(36);
    // what does not fit is left out, not cut: half a number would be a wrong one
    const auto say = [&](const QString& text, int weight, const QColor& color, int gap) {
        const QFont font = fonts.sans(Fonts::kBody, weight);
        const qreal wide = textWidth(text, font);
        if (x + wide > end) {
            end = x;
            return;
        }
        drawTextLine(painter, {x, 0, wide + 1, qreal(height())}, text, font, color);
        x += wide + fonts.scaled(gap);
    };
    const QString state = !controls_.away.isEmpty()    ? tr("No connection to %1").arg(controls_.away)
                          : controls_.paused           ? tr("Paused")
                          : controls_.target.isEmpty() ? tr("Recording")
                                                       : tr("Recording on %1").arg(controls_.target);
    say(state, 600, held ? theme.warn : theme.text, 8);
    if (!document_.trace()) {
        say(document_.title(), 400, theme.text2, 20);
        return;
    }
    const Trace& trace = *document_.trace();
    say(durationText(trace.span().length()), 600, theme.text, 20);
    const auto events = static_cast<std::int64_t>(trace.sliceCount());
    say(tr("%1 events", nullptr, pluralOf(events)).arg(countText(events)), 500, theme.text, 12);
    const auto lost = static_cast<std::int64_t>(trace.diagnostics().count("ring-overflow"));
    say(tr("%1 lost").arg(countText(lost)), 500, lost == 0 ? theme.good : theme.bad, 20);
    say(bytesText(QFileInfo(document_.path()).size()), 500, theme.text, 20);
    if (!controls_.paused) {
        say(tr("%1 per second").arg(countText(static_cast<std::int64_t>(perSecond_))), 400, theme.text2, 20);
    }
    say(document_.title(), 400, theme.text2, 0);
}

} // namespace lanes
