#include "app/capture/running/ConsoleText.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kMostLines = 10000;
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
    return text.remove(kCodes).replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
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
    QScrollBar* bar = verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    const LineFacts* last = factsOf(cursor.block());
    if (last != nullptr && last->asError != asError && cursor.block().length() > 1) {
        cursor.insertBlock(); // the other stream has begun this line
        returned_ = false;
    }
    const QTextCharFormat format = formatOf(asError);
    const QStringList lines = withoutTerminalCodes(text).split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        if (i > 0) {
            cursor.insertBlock();
            returned_ = false;
        }
        if (lines[i].isEmpty() && i + 1 == lines.size()) {
            break; // a line that nobody has begun yet
        }
        startLine(cursor, asError, milliseconds);
        insertLine(cursor, lines[i], format);
    }
    cursor.endEditBlock();
    if (atEnd) {
        bar->setValue(bar->maximum());
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
