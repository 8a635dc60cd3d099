#include "app/capture/ConsolePanel.h"

#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"

#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kMostLines = 10000;

} // namespace

ConsolePanel::ConsolePanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , lines_(new QPlainTextEdit(this))
    , input_(new QLineEdit(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 1, 8, 8);
    column->setSpacing(4);
    column->addWidget(lines_, 1);
    column->addWidget(input_);
    lines_->setReadOnly(true);
    lines_->setFrameShape(QFrame::NoFrame);
    lines_->setMaximumBlockCount(kMostLines);
    lines_->setLineWrapMode(QPlainTextEdit::NoWrap);
    lines_->setAccessibleName(tr("Output of the program"));
    input_->setPlaceholderText(tr("Type to the program"));
    input_->setAccessibleName(tr("Input of the program"));
    connect(input_, &QLineEdit::returnPressed, this, [this] {
        Q_EMIT entered(input_->text());
        input_->clear();
    });
    connect(&appearance_, &Appearance::changed, this, &ConsolePanel::tint);
    tint();
    setInputEnabled(false);
}

void ConsolePanel::clear() {
    lines_->clear();
}

void ConsolePanel::print(const QString& text, bool asError) {
    QScrollBar* bar = lines_->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    QTextCursor cursor(lines_->document());
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat format;
    format.setForeground(asError ? appearance_.theme().warn : appearance_.theme().text2);
    const QString joined = QString(text).replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    const QStringList parts = joined.split(QLatin1Char('\r'));
    for (int i = 0; i < parts.size(); ++i) {
        if (i > 0) {
            cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
            cursor.removeSelectedText();
        }
        cursor.insertText(parts[i], format);
    }
    if (atEnd) {
        bar->setValue(bar->maximum());
    }
}

void ConsolePanel::setInputEnabled(bool enabled) {
    input_->setEnabled(enabled);
}

QString ConsolePanel::text() const {
    return lines_->toPlainText();
}

void ConsolePanel::tint() {
    lines_->setFont(appearance_.fonts().mono());
    input_->setFont(appearance_.fonts().mono());
    QPalette palette = lines_->palette();
    palette.setColor(QPalette::Base, appearance_.theme().canvas);
    lines_->setPalette(palette);
    update();
}

void ConsolePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    fillSnapped(painter, rect(), appearance_.theme().canvas);
    horizontalLine(painter, 0, 0, width(), appearance_.theme().line);
}

} // namespace lanes
