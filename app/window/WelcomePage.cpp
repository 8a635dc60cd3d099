#include "app/window/WelcomePage.h"

#include "app/document/Thumbnail.h"
#include "app/window/Actions.h"
#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"
#include "views/shared/Text.h"
#include "views/shared/TextLine.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kWidest = 1040;
constexpr int kGap = 16;
constexpr int kStartHeight = 116;
constexpr int kSessionHeight = 176;
constexpr int kColumns = 3;
constexpr int kNarrowColumns = 2;
constexpr int kColumnsFrom = 900;

QString whenText(const QDateTime& when) {
    const qint64 seconds = when.secsTo(QDateTime::currentDateTime());
    const QLocale locale;
    if (!when.isValid()) {
        return {};
    }
    if (seconds < 3600) {
        const int minutes = static_cast<int>(std::max<qint64>(seconds, 0) / 60);
        return minutes == 0 ? WelcomePage::tr("Just now")
                            : WelcomePage::tr("%n minutes ago", nullptr, minutes);
    }
    const qint64 days = when.date().daysTo(QDate::currentDate());
    if (days == 0) {
        return WelcomePage::tr("Today, %1").arg(locale.toString(when.time(), QStringLiteral("HH:mm")));
    }
    if (days == 1) {
        return WelcomePage::tr("Yesterday");
    }
    return days < 7 ? locale.dayName(when.date().dayOfWeek())
                    : locale.toString(when.date(), QStringLiteral("d MMMM"));
}

} // namespace

StartCard::StartCard(Appearance& appearance, Parts parts, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , parts_(std::move(parts)) {
    setText(parts_.title);
    setAccessibleName(parts_.title);
    setAccessibleDescription(parts_.text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StartCard::sizeHint() const {
    return {240, appearance_.fonts().scaled(kStartHeight)};
}

void StartCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    const bool lit = underMouse() || isDown();
    fillRounded(painter, rect(), 8, parts_.primary ? theme.accentSoft : lit ? theme.hover : theme.panel);
    strokeRounded(painter, rect(), 8, parts_.primary ? theme.accent : theme.line2);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 8, theme.accent, 2);
    }
    const QRectF tile(px(16), px(16), px(32), px(32));
    fillRounded(painter, tile, 8, parts_.primary ? theme.accent : theme.raised);
    if (!parts_.primary) {
        strokeRounded(painter, tile, 8, theme.line2);
    }
    appearance_.icons().paint(painter, tile.topLeft() + QPointF(px(8), px(8)), parts_.icon, fonts.scaled(16),
                              parts_.primary ? theme.accentText : theme.text2);
    qreal right = width() - px(16);
    if (!parts_.key.isEmpty()) {
        right -= drawKeyCap(painter, right, px(24), parts_.key, fonts.sans(Fonts::kAxis, 500),
                            theme.dark ? theme.hover : theme.raised, theme.line2, theme.text2);
    }
    drawTextLine(painter, {px(60), px(16), right - px(68), px(32)}, parts_.title,
                 fonts.sans(Fonts::kTitle, 600), theme.text);
    const QStringList lines = parts_.text.split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const bool command = parts_.mono && i + 1 == lines.size();
        drawTextLine(painter, {px(16), px(60) + px(20) * i, width() - px(32), px(20)}, lines[i],
                     command ? fonts.mono(Fonts::kSmall) : fonts.sans(), command ? theme.text : theme.text2);
    }
}

SessionCard::SessionCard(Appearance& appearance, RecentSession session, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , session_(std::move(session))
    , thumbnail_(loadThumbnail(session_.path)) {
    const QFileInfo file(session_.path);
    missing_ = !file.exists();
    bytes_ = file.size();
    setText(file.fileName());
    setAccessibleName(file.fileName());
    setToolTip(missing_ ? tr("%1 is no longer there").arg(session_.path) : session_.path);
    setEnabled(!missing_);
    setCursor(missing_ ? Qt::ArrowCursor : Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SessionCard::sizeHint() const {
    return {240, appearance_.fonts().scaled(kSessionHeight)};
}

void SessionCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    const bool lit = isEnabled() && (underMouse() || isDown());
    fillRounded(painter, rect(), 8, lit ? theme.hover : theme.panel);
    strokeRounded(painter, rect(), 8, lit ? theme.line2 : theme.line);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 8, theme.accent, 2);
    }
    const QRectF picture(px(12), px(12), width() - px(24), px(72));
    fillRounded(painter, picture, 4, theme.canvas);
    if (!thumbnail_.isNull()) {
        paintThumbnail(painter, picture.adjusted(px(6), px(4), -px(6), -px(4)), thumbnail_, theme);
    }
    strokeRounded(painter, picture, 4, theme.line);

    const QRectF line(px(14), px(92), width() - px(28), px(20));
    const QColor name = missing_ ? theme.text3 : theme.text;
    const qreal time = session_.durationNs < 0
                           ? 0
                           : drawTextLine(painter, line, durationText(session_.durationNs, 3),
                                          fonts.sans(Fonts::kBody, 500), theme.text2, Qt::AlignRight);
    drawTextLine(painter, line.adjusted(0, 0, -time - px(8), 0), QFileInfo(session_.path).fileName(),
                 fonts.sans(Fonts::kTitle, 600), name, Qt::AlignLeft, Qt::ElideMiddle);
    const QString second = session_.command.isEmpty() ? QFileInfo(session_.path).path() : session_.command;
    drawTextLine(painter, line.translated(0, px(22)), second, fonts.mono(Fonts::kSmall), theme.text2,
                 Qt::AlignLeft, Qt::ElideMiddle);
    const QRectF last = line.translated(0, px(50));
    const QFont small = fonts.sans(Fonts::kSmall);
    const qreal when = drawTextLine(painter, last, whenText(session_.opened), small, theme.text3);
    QStringList facts;
    if (missing_) {
        facts << tr("no longer there");
    } else {
        if (!session_.device.isEmpty()) {
            facts << session_.device;
        }
        if (session_.events >= 0) {
            facts << tr("%1 events", nullptr, pluralOf(session_.events)).arg(countText(session_.events));
        }
        facts << bytesText(bytes_);
    }
    drawTextLine(painter, last.adjusted(when + px(12), 0, 0, 0), facts.join(QStringLiteral(",  ")), small,
                 theme.text3, Qt::AlignRight, Qt::ElideLeft);
}

WelcomePage::WelcomePage(Appearance& appearance, Settings& settings, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , settings_(settings)
    , scroll_(new QScrollArea(this))
    , inside_(new QWidget)
    , name_(new QLabel(tr("Lanescope"), inside_))
    , claim_(new QLabel(tr("See what a PyTorch program does on CPU and GPU."), inside_))
    , logo_(new QLabel(inside_))
    , recentTitle_(new QLabel(tr("Recent sessions"), inside_))
    , nothingYet_(new QLabel(inside_))
    , filter_(new QLineEdit(inside_))
    , starts_(new QGridLayout)
    , recents_(new QGridLayout) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 1, 0, 0);
    outer->addWidget(scroll_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setWidget(inside_);
    scroll_->setFocusPolicy(Qt::NoFocus);
    setAcceptDrops(false); // the window takes drops
    setFocusPolicy(Qt::StrongFocus);

    auto* head = new QGridLayout;
    head->setHorizontalSpacing(0);
    head->setVerticalSpacing(4);
    head->addWidget(logo_, 0, 0, 2, 1);
    head->addWidget(name_, 0, 1, Qt::AlignBottom);
    head->addWidget(claim_, 1, 1, Qt::AlignTop);
    head->setColumnMinimumWidth(0, 64);
    head->setColumnStretch(1, 1);

    auto* recentHead = new QHBoxLayout;
    recentHead->addWidget(recentTitle_);
    recentHead->addStretch(1);
    recentHead->addWidget(filter_);
    filter_->setFixedWidth(260);
    filter_->setPlaceholderText(tr("Search sessions"));
    filter_->setAccessibleName(tr("Search sessions"));
    filter_->setClearButtonEnabled(true);

    starts_->setSpacing(kGap);
    recents_->setSpacing(kGap);
    auto* column = new QVBoxLayout(inside_);
    column->setSpacing(0);
    column->addSpacing(52);
    column->addLayout(head);
    column->addSpacing(32);
    column->addLayout(starts_);
    column->addSpacing(32);
    column->addLayout(recentHead);
    column->addSpacing(8);
    column->addLayout(recents_);
    column->addWidget(nothingYet_);
    column->addStretch(1);

    const StartCard::Parts parts[] = {
        {QStringLiteral("record"), tr("Capture a program"),
         tr("Runs your command as it is and records\noperators, kernels, memory and Python."),
         QStringLiteral("Ctrl+R"), true, false},
        {QStringLiteral("open"), tr("Open a trace"),
         tr(".lanes, torch.profiler JSON, Chrome JSON,\nplain, gzip or zstd. Or drop files here."),
         QStringLiteral("Ctrl+O"), false, false},
        {QStringLiteral("console"),
         tr("Record from a shell"),
         tr("Click to copy:") + QLatin1Char('\n') + recordCommand(),
         {},
         false,
         true}};
    const ActionId ids[] = {ActionId::Capture, ActionId::Open, ActionId::CopyRecordCommand};
    for (int i = 0; i < kColumns; ++i) {
        auto* card = new StartCard(appearance_, parts[i], inside_);
        connect(card, &StartCard::clicked, actions[ids[i]], &QAction::trigger);
        startCards_ << card;
    }
    nothingYet_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(nothingYet_, &QLabel::linkActivated, actions[ActionId::Example], &QAction::trigger);
    connect(filter_, &QLineEdit::textChanged, this, &WelcomePage::fillRecent);
    connect(&settings_, &Settings::recentSessionsChanged, this, &WelcomePage::fillRecent);
    connect(&appearance_, &Appearance::changed, this, &WelcomePage::tint);
    tint();
    fillRecent();
}

QString WelcomePage::recordCommand() {
    return QStringLiteral("lanescope record -- python3 train.py");
}

void WelcomePage::fillRecent() {
    qDeleteAll(sessionCards_);
    sessionCards_.clear();
    const QList<RecentSession> sessions = settings_.recentSessions();
    for (const RecentSession& session : sessions) {
        if (!session.path.contains(filter_->text(), Qt::CaseInsensitive) &&
            !session.command.contains(filter_->text(), Qt::CaseInsensitive)) {
            continue;
        }
        auto* card = new SessionCard(appearance_, session, inside_);
        connect(card, &SessionCard::clicked, this,
                [this, path = session.path] { Q_EMIT openRequested(path); });
        card->setContextMenuPolicy(Qt::ActionsContextMenu);
        auto* forget = new QAction(tr("Remove from this list"), card);
        connect(forget, &QAction::triggered, this,
                [this, path = session.path] { settings_.removeRecentSession(path); });
        card->addAction(forget);
        sessionCards_ << card;
    }
    filter_->setVisible(!sessions.isEmpty());
    nothingYet_->setVisible(sessionCards_.isEmpty());
    nothingYet_->setText(sessions.isEmpty()
                             ? tr("Sessions that you record or open stand here. For a first look there is "
                                  "%1the example of a GPU%2.")
                                   .arg(QStringLiteral("<a href=\"example\">"), QStringLiteral("</a>"))
                             : tr("No session has this in its name."));
    arrange();
}

void WelcomePage::arrange() {
    const int room = width() - 2 * kGap;
    const int used = std::min(room, appearance_.fonts().scaled(kWidest));
    const int columns = used >= kColumnsFrom ? kColumns : kNarrowColumns;
    const int margin = (width() - used) / 2;
    inside_->layout()->setContentsMargins(margin, 0, margin, 24);
    for (int i = 0; i < startCards_.size(); ++i) {
        starts_->addWidget(startCards_[i], i / columns, i % columns);
    }
    for (int i = 0; i < sessionCards_.size(); ++i) {
        recents_->addWidget(sessionCards_[i], i / columns, i % columns);
        sessionCards_[i]->show();
    }
    for (int i = 0; i < kColumns; ++i) {
        starts_->setColumnStretch(i, i < columns ? 1 : 0);
        recents_->setColumnStretch(i, i < columns ? 1 : 0);
        recents_->setColumnMinimumWidth(i, 0);
    }
}

void WelcomePage::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto label = [](QLabel* text, const QFont& font, const QColor& color) {
        QPalette palette = text->palette();
        palette.setColor(QPalette::WindowText, color);
        text->setPalette(palette);
        text->setFont(font);
    };
    label(name_, fonts.sans(Fonts::kHero, 600), theme.text);
    label(claim_, fonts.sans(Fonts::kTitle), theme.text2);
    label(recentTitle_, fonts.sans(Fonts::kTitle, 600), theme.text);
    label(nothingYet_, fonts.sans(), theme.text3);
    logo_->setPixmap(QIcon(QStringLiteral(":/lanescope.svg")).pixmap(QSize(52, 52), devicePixelRatioF()));
    QPalette canvas = palette();
    canvas.setColor(QPalette::Window, theme.canvas);
    inside_->setPalette(canvas);
    inside_->setAutoFillBackground(true);
    scroll_->setPalette(canvas);
    arrange();
    update();
}

void WelcomePage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    fillSnapped(painter, rect(), appearance_.theme().canvas);
    horizontalLine(painter, 0, 0, width(), appearance_.theme().line);
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace lanes
