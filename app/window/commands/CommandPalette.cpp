#include "app/window/commands/CommandPalette.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kWidth = 600;
constexpr int kHead = 54;
constexpr int kLine = 36;
constexpr int kLines = 8;
constexpr int kBottom = 8;

// Every word must occur; earlier and whole-word matches come first. Negative: no match.
int scoreOf(const QString& text, const QStringList& words) {
    int score = 0;
    for (const QString& word : words) {
        const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0) {
            return -1;
        }
        const bool starts = at == 0 || !text[at - 1].isLetterOrNumber();
        score += static_cast<int>(at) + (starts ? 0 : 100);
    }
    return score;
}

} // namespace

CommandPalette::CommandPalette(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , parts_(new PaintedList(*this, {.count = [this] { return static_cast<int>(matches_.size()); },
                                     .part = [this](int line) { return partOf(line); },
                                     .under = [this](QPoint at) { return lineAt(at.y()); },
                                     .current = [this] { return matches_.empty() ? -1 : current_; },
                                     .choose = [this](int line) { run(line); }}))
    , input_(new QLineEdit(this)) {
    setFocusProxy(input_);
    setAccessibleName(tr("Commands"));
    setMouseTracking(true);
    input_->setFrame(false);
    input_->setAccessibleName(tr("Command"));
    input_->setPlaceholderText(tr("What do you want to do?"));
    input_->installEventFilter(this);
    connect(input_, &QLineEdit::textChanged, this, &CommandPalette::filter);
}

void CommandPalette::setEntries(std::vector<Entry> entries) {
    entries_ = std::move(entries);
    input_->clear();
    QPalette palette = input_->palette();
    palette.setColor(QPalette::Base, appearance_.theme().overlay);
    palette.setColor(QPalette::Text, appearance_.theme().text);
    input_->setPalette(palette);
    input_->setFont(appearance_.fonts().sans(Fonts::kTitle, 500));
    filter();
}

QSize CommandPalette::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    const int lines = std::clamp(static_cast<int>(matches_.size()), 1, kLines);
    return {fonts.scaled(kWidth), fonts.scaled(kHead + kLine * lines + kBottom)};
}

QStringList CommandPalette::shown() const {
    QStringList texts;
    for (const std::size_t match : matches_) {
        texts << entries_[match].text;
    }
    return texts;
}

void CommandPalette::filter() {
    const QStringList words = input_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, std::size_t>> scored;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const int score = scoreOf(entries_[i].text + QLatin1Char(' ') + entries_[i].hint, words);
        if (score >= 0) {
            scored.emplace_back(score, i);
        }
    }
    std::ranges::stable_sort(scored, {}, &std::pair<int, std::size_t>::first);
    matches_.clear();
    for (const auto& [score, index] : scored) {
        matches_.push_back(index);
    }
    current_ = 0;
    first_ = 0;
    resize(width(), sizeHint().height()); // the top stays where it hangs
    if (parentWidget() != nullptr) {
        parentWidget()->update();
    }
    parts_->sayChanged();
    sayCurrent();
}

// The keyboard stays in the field; its description says which entry Enter runs.
void CommandPalette::sayCurrent() {
    input_->setAccessibleDescription(matches_.empty() ? tr("no command matches") : partOf(current_).name);
    parts_->sayCurrent();
}

PaintedPart CommandPalette::partOf(int line) const {
    const Entry& entry = entries_[matches_[static_cast<std::size_t>(line)]];
    const Fonts& fonts = appearance_.fonts();
    QStringList more{entry.hint, entry.keys};
    more.removeAll(QString());
    const bool seen = line >= first_ && line < first_ + kLines;
    return {.name = entry.text,
            .description = more.join(QStringLiteral(", ")),
            .box = seen ? QRect(0, fonts.scaled(kHead) + (line - first_) * fonts.scaled(kLine), width(),
                                fonts.scaled(kLine))
                        : QRect(),
            .current = line == current_};
}

void CommandPalette::move(int by) {
    const int count = static_cast<int>(matches_.size());
    if (count == 0) {
        return;
    }
    current_ = (current_ + by + count) % count;
    first_ = std::clamp(first_, current_ - kLines + 1, current_);
    first_ = std::max(first_, 0);
    update();
    sayCurrent();
}

void CommandPalette::run(int line) {
    if (line < 0 || line >= static_cast<int>(matches_.size())) {
        return;
    }
    const auto chosenRun = entries_[matches_[static_cast<std::size_t>(line)]].run;
    Q_EMIT chosen();
    chosenRun();
}

int CommandPalette::lineAt(int y) const {
    const int line = (y - appearance_.fonts().scaled(kHead)) / appearance_.fonts().scaled(kLine) + first_;
    const bool inside = y >= appearance_.fonts().scaled(kHead) && line < static_cast<int>(matches_.size());
    return inside ? line : -1;
}

void CommandPalette::paintLine(QPainter& painter, std::size_t match, qreal top) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    const Entry& entry = entries_[matches_[match]];
    const bool on = static_cast<int>(match) == current_;
    if (on) {
        fillRounded(painter, {px(6), top, width() - px(12), px(kLine - 2)}, 6, theme.selRow);
    }
    if (!entry.icon.isEmpty()) {
        appearance_.icons().paint(painter, {px(18), top + px(9)}, entry.icon, fonts.scaled(16),
                                  on ? theme.accent : theme.text2);
    }
    qreal right = width() - px(16);
    const QStringList keys = entry.keys.split(QLatin1Char('+'), Qt::SkipEmptyParts);
    for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
        right -= drawKeyCap(painter, right, top + px(9), *key, fonts.sans(Fonts::kAxis, 500),
                            theme.dark ? theme.hover : theme.raised, theme.line2, theme.text2) +
                 px(4);
    }
    const qreal x = px(46);
    const qreal used =
        drawTextLine(painter, {x, top, right - x, px(kLine - 2)}, entry.text, fonts.sans(), theme.text);
    drawTextLine(painter, {x + used + px(10), top, right - x - used - px(14), px(kLine - 2)}, entry.hint,
                 fonts.sans(), theme.text3, Qt::AlignLeft, Qt::ElideMiddle);
}

void CommandPalette::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    appearance_.icons().paint(painter, {px(16), px(16)}, QStringLiteral("search"), fonts.scaled(16),
                              theme.text2);
    horizontalLine(painter, 0, px(48), width(), theme.line2);
    const int end = std::min(first_ + kLines, static_cast<int>(matches_.size()));
    for (int line = first_; line < end; ++line) {
        paintLine(painter, static_cast<std::size_t>(line), px(kHead) + px(kLine) * (line - first_));
    }
    if (matches_.empty()) {
        drawTextLine(painter, {px(46), px(kHead), width() - px(62), px(kLine)},
                     tr("No command has these words."), fonts.sans(), theme.text3);
    }
}

void CommandPalette::resizeEvent(QResizeEvent*) {
    const Fonts& fonts = appearance_.fonts();
    input_->setGeometry(fonts.scaled(40), fonts.scaled(10), width() - fonts.scaled(56), fonts.scaled(28));
}

void CommandPalette::mouseMoveEvent(QMouseEvent* event) {
    const int line = lineAt(event->pos().y());
    if (line >= 0 && line != current_) {
        current_ = line;
        update();
    }
}

void CommandPalette::mousePressEvent(QMouseEvent* event) {
    run(lineAt(event->pos().y()));
}

void CommandPalette::wheelEvent(QWheelEvent* event) {
    const int most = std::max(0, static_cast<int>(matches_.size()) - kLines);
    first_ = std::clamp(first_ - (event->angleDelta().y() > 0 ? 1 : -1), 0, most);
    update();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            move(1);
            return true;
        case Qt::Key_Up:
            move(-1);
            return true;
        case Qt::Key_PageDown:
            move(std::min(kLines, static_cast<int>(matches_.size()) - 1 - current_));
            return true;
        case Qt::Key_PageUp:
            move(-std::min(kLines, current_));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run(current_);
            return true;
        default:
            break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void CommandPalette::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    input_->setFocus();
}

} // namespace lanes
