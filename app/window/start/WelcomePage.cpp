#include "app/window/start/WelcomePage.h"

#include "app/sessions/SessionsModel.h"
#include "app/window/commands/Actions.h"
#include "app/window/recording/RunningList.h"
#include "app/window/start/SessionGrid.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QGridLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kWidestPage = 1040;
constexpr int kPageGap = 16;
constexpr int kStartHeight = 116;
constexpr int kColumns = 3;
constexpr int kNarrowColumns = 2;
constexpr int kColumnsFrom = 900;
constexpr int kLogo = 52;

// Painted each time, so that it is as sharp as the screen that the window has come to.
class Logo : public QWidget {
public:
    explicit Logo(QWidget* parent)
        : QWidget(parent) {
        setFixedSize(kLogo, kLogo);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        icon_.paint(&painter, rect());
    }

private:
    QIcon icon_{QStringLiteral(":/lanescope.svg")};
};

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

WelcomePage::WelcomePage(Appearance& appearance, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , sessions_(new SessionsModel(this))
    , scroll_(new QScrollArea(this))
    , inside_(new QWidget)
    , name_(new QLabel(tr("Lanescope"), inside_))
    , claim_(new QLabel(tr("See what a PyTorch program does on CPU and GPU."), inside_))
    , logo_(new Logo(inside_))
    , sessionsTitle_(new QLabel(tr("Sessions"), inside_))
    , nothingYet_(new QLabel(inside_))
    , filter_(new QLineEdit(inside_))
    , magnifier_(filter_->addAction(QIcon(), QLineEdit::LeadingPosition))
    , starts_(new QGridLayout)
    , grid_(new SessionGrid(appearance, *sessions_, inside_))
    , running_(new QVBoxLayout) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 1, 0, 0);
    outer->addWidget(scroll_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the margin makes room for the other one
    scroll_->setWidget(inside_);
    scroll_->setFocusPolicy(Qt::NoFocus);
    setAcceptDrops(false); // the window takes drops
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(sessionsTitle_->text());

    auto* head = new QGridLayout;
    head->setHorizontalSpacing(0);
    head->setVerticalSpacing(4);
    head->addWidget(logo_, 0, 0, 2, 1);
    head->addWidget(name_, 0, 1, Qt::AlignBottom);
    head->addWidget(claim_, 1, 1, Qt::AlignTop);
    head->setColumnMinimumWidth(0, 64);
    head->setColumnStretch(1, 1);

    auto* sessionsHead = new QHBoxLayout;
    sessionsHead->addWidget(sessionsTitle_);
    sessionsHead->addStretch(1);
    sessionsHead->addWidget(filter_);
    filter_->setFixedWidth(260);
    filter_->setPlaceholderText(tr("Search sessions"));
    filter_->setAccessibleName(tr("Search sessions"));
    filter_->setClearButtonEnabled(true);

    starts_->setSpacing(kPageGap);
    auto* column = new QVBoxLayout(inside_);
    column->setSpacing(0);
    column->addSpacing(52);
    column->addLayout(head);
    column->addSpacing(32);
    column->addLayout(starts_);
    column->addSpacing(32);
    column->addLayout(sessionsHead);
    column->addSpacing(12);
    column->addWidget(grid_, 0, Qt::AlignLeft);
    column->addWidget(nothingYet_);
    column->addLayout(running_);
    column->addStretch(1);

    addStartCards(actions);
    nothingYet_->setTextFormat(Qt::RichText); // it holds a link
    nothingYet_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(nothingYet_, &QLabel::linkActivated, actions[ActionId::Example], &QAction::trigger);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        grid_->setFilter(text);
        say();
    });
    filter_->installEventFilter(this);
    connect(sessions_, &SessionsModel::changed, this, &WelcomePage::say);
    connect(grid_, &SessionGrid::currentMoved, this, [this](const QRect& rect) {
        const QPoint middle = grid_->mapTo(inside_, rect.center());
        scroll_->ensureVisible(middle.x(), middle.y(), 0, rect.height() / 2);
    });
    connect(&appearance_, &Appearance::changed, this, &WelcomePage::tint);
    tint();
    say();
}

void WelcomePage::addStartCards(const Actions& actions) {
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
}

void WelcomePage::showRunning(Recordings& recordings) {
    auto* list = new RunningList(appearance_, recordings, inside_);
    running_->setContentsMargins(0, kPageGap, 0, 0);
    running_->addWidget(list);
    connect(list, &RunningList::watchRequested, this,
            [this](const QString& session) { Q_EMIT openRequested({session}); });
}

QString WelcomePage::recordCommand() {
    return QStringLiteral("lanescope record -- python3 train.py");
}

void WelcomePage::search() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void WelcomePage::takeKeyboard() {
    if (grid_->shownCount() > 0) {
        grid_->setFocus(Qt::OtherFocusReason);
    } else {
        setFocus();
    }
}

// Down and Enter lead from the search to what it has found, Esc back to everything.
bool WelcomePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == filter_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            takeKeyboard();
            return true;
        }
        if (key == Qt::Key_Escape) {
            filter_->clear();
            takeKeyboard();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void WelcomePage::say() {
    const bool any = sessions_->rowCount() > 0;
    if (hasFocus() && grid_->shownCount() > 0) {
        takeKeyboard(); // there was nothing for it before
    }
    filter_->setVisible(any);
    nothingYet_->setVisible(sessions_->looked() && grid_->shownCount() == 0);
    nothingYet_->setText(any ? tr("No session has this in its name, folder, program or device.")
                             : tr("Sessions that you record or open stand here. For a first look there is "
                                  "%1the example of a GPU%2.")
                                   .arg(QStringLiteral("<a href=\"example\">"), QStringLiteral("</a>")));
}

void WelcomePage::arrange() {
    const int room = width() - 2 * kPageGap;
    const int used = std::min(room, appearance_.fonts().scaled(kWidestPage));
    const int columns = used >= kColumnsFrom ? kColumns : kNarrowColumns;
    const int margin = (width() - used) / 2;
    inside_->layout()->setContentsMargins(margin, 0, margin, 24);
    grid_->setColumns(columns, used);
    for (int i = 0; i < startCards_.size(); ++i) {
        starts_->addWidget(startCards_[i], i / columns, i % columns);
    }
    for (int i = 0; i < kColumns; ++i) {
        starts_->setColumnStretch(i, i < columns ? 1 : 0);
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
    label(sessionsTitle_, fonts.sans(Fonts::kTitle, 600), theme.text);
    label(nothingYet_, fonts.sans(), theme.text3);
    magnifier_->setIcon(appearance_.icons().icon(QStringLiteral("search"), theme.text3, theme.text3));
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
