#include "views/shared/controls/FilterField.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

namespace lanes {
namespace {

constexpr int kPauseMs = 120; // between keys, before the filter is applied
constexpr int kFieldHeight = 26;

} // namespace

FilterField::FilterField(Appearance& appearance, const QString& icon, const QString& hint, QWidget* parent)
    : QLineEdit(parent)
    , appearance_(appearance)
    , icon_(icon) {
    setPlaceholderText(hint);
    setAccessibleName(hint);
    setClearButtonEnabled(true);
    symbol_ = addAction(QIcon(), QLineEdit::LeadingPosition);
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &FilterField::apply);
    connect(this, &QLineEdit::textChanged, &pause_, qOverload<>(&QTimer::start));
    connect(this, &QLineEdit::returnPressed, this, &FilterField::apply);
    connect(&appearance_, &Appearance::changed, this, &FilterField::restyle);
    restyle();
}

void FilterField::restyle() {
    const Theme& theme = appearance_.theme();
    symbol_->setIcon(appearance_.icons().icon(icon_, theme.text3, theme.text3));
    setFixedHeight(appearance_.fonts().scaled(kFieldHeight));
    setFont(appearance_.fonts().sans());
    update();
}

void FilterField::apply() {
    pause_.stop();
    const Result<Filter> parsed = Filter::parse(text().toStdString());
    complaint_ = parsed ? QString() : toQString(parsed.error().message);
    setToolTip(complaint_);
    update();
    if (parsed && parsed.value().text() != filter_.text()) {
        filter_ = parsed.value();
        Q_EMIT filterChanged();
    }
}

void FilterField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        apply();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void FilterField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!complaint_.isEmpty()) {
        QPainter painter(this);
        strokeRounded(painter, rect(), 5, appearance_.theme().bad, 1);
    }
}

} // namespace lanes
