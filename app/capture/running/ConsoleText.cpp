#include "app/capture/running/ConsoleText.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kMostLines = 10000;
constexpr qsizetype kLongestLine = 4096; // characters; the rest stands on lines of its own
constexpr qint64 kTurnMs = 4;            // that one turn of the event loop spends here
constexpr int kPiecesAtOnce = 16;
constexpr int kMarginWidth = 76; // at 100 %
constexpr int kBarWidth = 2;
constexpr TimeNs kMillisecond = 1'000'000;

// Of a line, kept by its block.
struct LineFacts : QTextBlockUserData {
    LineFacts(bool error, std::int64_t time)
        : asError(error)
        , milliseconds(time) {}
    bool asError;
    std::int64_t milliseconds;
};

const LineFacts* factsOf(const QTextBlock& block) {
    return static_cast<const LineFacts*>(block.userData());
}

QString withoutTerminalCodes(QString text) {
    static const QRegularExpression kCodes(
        QStringLiteral("\\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\\x07]*\\x07|[@-Z\\\\^_])"));
    if (text.contains(QLatin1Char('\x1b'))) {
        text.remove(kCodes);
    }
    return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
}

// What is left to see of a piece in which carriage returns begin the line anew: at most one stays on either side.
QString lastOfReturns(const QString& text) {
    const QChar sign = QLatin1Char('\r');
    const qsizetype first = text.indexOf(sign);
    if (first < 0) {
        return text;
    }
    qsizetype end = text.size();
    while (end > first && text[end - 1] == sign) {
        --end;
    }
    const QString tail = end < text.size() ? QString(sign) : QString();
    if (end == first) {
        return text.left(first) + tail;
    }
    return sign + text.mid(text.lastIndexOf(sign, end - 1) + 1, end - text.lastIndexOf(sign, end - 1) - 1) +
           tail;
}

} // namespace

ConsoleText::ConsoleText(Appearance& appearance, QWidget* parent)
    : QPlainTextEdit(parent)
    , appearance_(appearance)
    , margin_(new QWidget(this)) {
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setMaximumBlockCount(kMostLines);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    margin_->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy != 0) {
            margin_->scroll(0, dy);
        } else {
            margin_->update(0, rect.y(), margin_->width(), rect.height());
        }
    });
    refit();
}

bool ConsoleText::isShown(bool asError) const {
    return shown_ == Show::All || (shown_ == Show::Errors) == asError;
}

void ConsoleText::startLine(QTextCursor& cursor, bool asError, std::int64_t milliseconds) const {
    QTextBlock block = cursor.block();
    if (factsOf(block) == nullptr) {
        block.setUserData(new LineFacts(asError, milliseconds)); // the block owns it
        block.setVisible(isShown(asError));
    }
}

void ConsoleText::insertLine(QTextCursor& cursor, const QString& line, const QTextCharFormat& format) {
    const QStringList parts = line.split(QLatin1Char('\r'));
    for (int i = 0; i < parts.size(); ++i) {
        returned_ |= i > 0;
        if (!parts[i].isEmpty() && std::exchange(returned_, false)) {
            cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
            cursor.removeSelectedText();
        }
        cursor.insertText(parts[i], format);
    }
}

QTextCharFormat ConsoleText::formatOf(bool asError) const {
    QTextCharFormat format;
    format.setForeground(asError ? appearance_.theme().text : appearance_.theme().text2);
    return format;
}

void ConsoleText::tint() {
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (const LineFacts* facts = factsOf(block)) {
            QTextCursor cursor(block);
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(formatOf(facts->asError));
        }
    }
}

void ConsoleText::print(const QString& text, bool asError, std::int64_t milliseconds) {
    const QStringList lines = withoutTerminalCodes(text).split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const bool ended = i + 1 < lines.size();
        if (ended || !lines[i].isEmpty()) { // else a line that nobody has begun yet
            queue(lines[i], asError, milliseconds, ended);
        }
    }
    if (!scheduled_) {
        appendSome();
    }
}

void ConsoleText::queue(const QString& text, bool asError, std::int64_t milliseconds, bool ended) {
    if (!waiting_.empty() && !waiting_.back().ended && waiting_.back().asError == asError) {
        Piece& open = waiting_.back();
        open.text = lastOfReturns(open.text + text);
        open.ended = ended;
    } else {
        waiting_.push_back({lastOfReturns(text), milliseconds, asError, ended});
    }
    while (waiting_.back().text.size() >
           kLongestLine) { // laid out as a whole, such a line would take seconds
        Piece rest = waiting_.back();
        rest.text.remove(0, kLongestLine);
        waiting_.back().text.truncate(kLongestLine);
        waiting_.back().ended = true;
        waiting_.push_back(std::move(rest));
    }
    if (waiting_.size() >
        kMostLines) { // the document keeps no more: this one, and all before it, would go at once
        waiting_.pop_front();
        clear();
    }
}

void ConsoleText::appendSome() {
    QElapsedTimer timer;
    timer.start();
    QScrollBar* bar = verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    while (!waiting_.empty() && timer.elapsed() < kTurnMs) {
        QTextCursor cursor(document());
        cursor.movePosition(QTextCursor::End);
        cursor.beginEditBlock();
        for (int i = 0; i < kPiecesAtOnce && !waiting_.empty(); ++i) {
            append(cursor, waiting_.front());
            waiting_.pop_front();
        }
        cursor.endEditBlock();
    }
    if (atEnd) {
        bar->setValue(bar->maximum());
    }
    scheduled_ = !waiting_.empty();
    if (scheduled_) {
        QTimer::singleShot(0, this, &ConsoleText::appendSome);
    }
}

void ConsoleText::append(QTextCursor& cursor, const Piece& piece) {
    const LineFacts* last = factsOf(cursor.block());
    if (last != nullptr && last->asError != piece.asError && cursor.block().length() > 1) {
        cursor.insertBlock(); // the other stream has begun this line
        returned_ = false;
    }
    startLine(cursor, piece.asError, piece.milliseconds);
    insertLine(cursor, piece.text, formatOf(piece.asError));
    if (piece.ended) {
        cursor.insertBlock();
        returned_ = false;
    }
}

void ConsoleText::setShown(Show what) {
    shown_ = what;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const LineFacts* facts = factsOf(block);
        block.setVisible(facts == nullptr || isShown(facts->asError));
    }
    document()->markContentsDirty(0, document()->characterCount());
    viewport()->update();
    margin_->update();
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

QString ConsoleText::shownText() const {
    QStringList lines;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.isVisible()) {
            lines << block.text();
        }
    }
    return lines.join(QLatin1Char('\n'));
}

void ConsoleText::paintMargin() {
    QPainter painter(margin_);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillSnapped(painter, margin_->rect(), theme.canvas);
    const qreal right = margin_->width() - fonts.scaled(8);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > margin_->height()) {
            break;
        }
        const LineFacts* facts = factsOf(block);
        if (!block.isVisible() || facts == nullptr) {
            continue;
        }
        drawTextLine(painter, {0, box.top(), right - fonts.scaled(10), box.height()},
                     momentText(facts->milliseconds * kMillisecond, 10 * kMillisecond,
                                std::max<TimeNs>(kMillisecond, facts->milliseconds * kMillisecond)),
                     fonts.mono(Fonts::kSmall), theme.text3, Qt::AlignRight);
        if (facts->asError) {
            fillSnapped(painter, {right, box.top() + 2, qreal(kBarWidth), box.height() - 4}, theme.warn);
        }
    }
}

void ConsoleText::refit() {
    const int width = appearance_.fonts().scaled(kMarginWidth);
    setViewportMargins(width, 0, 0, 0);
    margin_->setGeometry(contentsRect().left(), contentsRect().top(), width, contentsRect().height());
}

void ConsoleText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    refit();
}

void ConsoleText::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        refit();
    }
}

bool ConsoleText::eventFilter(QObject* watched, QEvent* event) {
    if (watched == margin_ && event->type() == QEvent::Paint) {
        paintMargin();
        return true;
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

} // namespace lanes
