#include "app/capture/running/ConsolePanel.h"

#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kInputInset = 6;
constexpr int kShareOfWindow = 5; // its parts, of which the console has one

} // namespace

ConsolePanel::ConsolePanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , filter_(new SegmentedControl(appearance, {tr("All"), tr("Output"), tr("Errors")}, this))
    , lines_(new ConsoleText(appearance, this))
    , input_(new QLineEdit(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 7, 8, 8);
    column->setSpacing(6);
    column->addWidget(filter_, 0, Qt::AlignLeft);
    column->addWidget(lines_, 1);
    column->addWidget(input_);
    filter_->setAccessibleName(tr("Lines to show"));
    lines_->setAccessibleName(tr("Output of the program"));
    input_->setAccessibleName(tr("Input of the program"));
    input_->installEventFilter(this);
    connect(filter_, &SegmentedControl::chosen, this,
            [this](int index) { lines_->setShown(static_cast<ConsoleText::Show>(index)); });
    connect(input_, &QLineEdit::returnPressed, this, [this] {
        Q_EMIT entered(input_->text());
        input_->clear();
    });
    connect(&appearance_, &Appearance::changed, this, &ConsolePanel::tint);
    tint();
    setInputEnabled(false);
}

void ConsolePanel::begin() {
    lines_->clear();
    since_.start();
}

void ConsolePanel::print(const QString& text, bool asError) {
    lines_->print(text, asError, since_.isValid() ? since_.elapsed() : 0);
}

void ConsolePanel::setInputEnabled(bool enabled) {
    input_->setEnabled(enabled);
    input_->setPlaceholderText(enabled ? tr("Type to the program, Ctrl+D ends its input")
                                       : tr("Nothing that is typed here reaches the program"));
}

QSize ConsolePanel::sizeHint() const {
    const QSize wanted = QWidget::sizeHint();
    return {wanted.width(), std::min(wanted.height(), window()->height() / kShareOfWindow)};
}

QString ConsolePanel::text() const {
    return lines_->shownText();
}

bool ConsolePanel::eventFilter(QObject* watched, QEvent* event) {
    const auto isEnd = [event] {
        const auto* key = static_cast<QKeyEvent*>(event);
        return key->key() == Qt::Key_D && key->modifiers() == Qt::ControlModifier;
    };
    if (event->type() == QEvent::ShortcutOverride && isEnd()) {
        event->accept(); // in this field it is not the window's
        return true;
    }
    if (event->type() == QEvent::KeyPress && isEnd()) {
        Q_EMIT inputEnded();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ConsolePanel::tint() {
    lines_->setFont(appearance_.fonts().mono());
    input_->setFont(appearance_.fonts().mono());
    QPalette palette = lines_->palette();
    palette.setColor(QPalette::Base, appearance_.theme().canvas);
    lines_->setPalette(palette);
    lines_->tint();
    const int inset = appearance_.fonts().scaled(kInputInset);
    input_->setTextMargins(inset, 0, inset, 0);
    update();
}

void ConsolePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    fillSnapped(painter, rect(), appearance_.theme().canvas);
    horizontalLine(painter, 0, 0, width(), appearance_.theme().line);
}

} // namespace lanes
