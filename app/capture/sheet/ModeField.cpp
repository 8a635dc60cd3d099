#include "app/capture/sheet/ModeField.h"

#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kModeLabel = 112; // as CaptureField's
constexpr int kModeHint = 24;
constexpr int kModeIcon = 14;
constexpr int kGap = 8;

QStringList namesOf(const QList<ModeField::Mode>& modes) {
    QStringList names;
    for (const ModeField::Mode& mode : modes) {
        names << mode.name;
    }
    return names;
}

} // namespace

ModeField::ModeField(Appearance& appearance, const QString& label, const QList<Mode>& modes, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , label_(label)
    , modes_(modes)
    , choice_(new SegmentedControl(appearance, namesOf(modes), this))
    , pages_(new QStackedWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(choice_, 0, Qt::AlignLeft);
    column->addSpacing(kGap);
    column->addWidget(pages_);
    column->addStretch(1);
    choice_->setAccessibleDescription(label);
    for (const Mode& mode : modes_) {
        addMode(mode);
    }
    connect(choice_, &SegmentedControl::chosen, this, [this](int mode) {
        setMode(mode);
        Q_EMIT changed();
    });
    connect(&appearance_, &Appearance::changed, this, &ModeField::fit);
    fit();
}

void ModeField::addMode(const Mode& mode) {
    auto* page = new QWidget(pages_);
    auto* line = new QHBoxLayout(page);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(appearance_.fonts().scaled(kGap));
    for (const Part& part : mode.parts) {
        auto* before = new QLabel(part.before, page);
        auto* edit = new QLineEdit(page);
        edit->setObjectName(part.option);
        edit->setAccessibleName(part.before);
        edit->setPlaceholderText(part.placeholder);
        edit->setFixedWidth(appearance_.fonts().scaled(part.width));
        before->setBuddy(edit);
        line->addWidget(before);
        line->addWidget(edit);
        line->addSpacing(appearance_.fonts().scaled(kGap));
        edits_[part.option] << edit;
        connect(edit, &QLineEdit::textChanged, this, [this, option = part.option](const QString& text) {
            setText(option, text);
            Q_EMIT changed();
        });
    }
    line->addStretch(1);
    pages_->addWidget(page);
}

int ModeField::mode() const {
    return choice_->current();
}

void ModeField::setMode(int mode) {
    choice_->setCurrent(mode);
    pages_->setCurrentIndex(mode);
    fit();
}

QString ModeField::text(const QString& option) const {
    const QList<QLineEdit*> edits = edits_.value(option);
    return edits.isEmpty() ? QString() : edits.front()->text();
}

void ModeField::setText(const QString& option, const QString& text) {
    for (QLineEdit* edit : edits_.value(option)) {
        if (edit->text() != text) {
            const QSignalBlocker quiet(edit);
            edit->setText(text);
        }
    }
}

QLineEdit* ModeField::edit(const QString& option) const {
    for (QLineEdit* edit : edits_.value(option)) {
        if (edit->parentWidget() == pages_->currentWidget()) {
            return edit;
        }
    }
    return nullptr;
}

QList<QWidget*> ModeField::inOrder() const {
    QList<QWidget*> widgets{choice_};
    for (int i = 0; i < pages_->count(); ++i) {
        for (QLineEdit* edit : pages_->widget(i)->findChildren<QLineEdit*>()) {
            widgets << edit;
        }
    }
    return widgets;
}

void ModeField::say(const QString& option, const QString& sentence) {
    trouble_ = sentence;
    for (auto it = edits_.begin(); it != edits_.end(); ++it) {
        for (QLineEdit* edit : it.value()) {
            const bool bad = !sentence.isEmpty() && it.key() == option;
            edit->setProperty(Style::kInvalid, bad);
            edit->setAccessibleDescription(bad ? sentence : QString());
            edit->update();
        }
    }
    setToolTip(sentence);
    update();
}

void ModeField::fit() {
    const Fonts& fonts = appearance_.fonts();
    layout()->setContentsMargins(fonts.scaled(kModeLabel), 0, 0, 0);
    const bool parts = !modes_[mode()].parts.isEmpty();
    pages_->setVisible(parts);
    const int edit = parts ? pages_->sizeHint().height() + kGap : 0;
    setFixedHeight(choice_->height() + edit + fonts.scaled(kModeHint));
    updateGeometry();
    update();
}

void ModeField::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    drawTextLine(painter, {0, 0, qreal(choice_->x()), qreal(choice_->height())}, label_, fonts.sans(),
                 theme.text2);
    const qreal hint = fonts.scaled(kModeHint);
    QRectF line(choice_->x(), height() - hint, width() - choice_->x(), hint);
    const bool bad = !trouble_.isEmpty();
    if (bad) {
        const int size = fonts.scaled(kModeIcon);
        appearance_.icons().paint(painter, {line.left(), line.center().y() - size / 2.0},
                                  QStringLiteral("warning"), size, theme.bad);
        line.setLeft(line.left() + fonts.scaled(kModeIcon + 6));
    }
    drawTextLine(painter, line, bad ? trouble_ : modes_[mode()].hint,
                 fonts.sans(Fonts::kSmall, bad ? 500 : 400), bad ? theme.bad : theme.text2);
}

} // namespace lanes
