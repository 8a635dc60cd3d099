#include "app/capture/sheet/TargetField.h"

#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/TargetPicker.h"
#include "app/capture/sheet/TargetReport.h"
#include "views/shared/look/Appearance.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kTargetButton = 112; // as all in the dialog

} // namespace

TargetField::TargetField(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , field_(
          new CaptureField(appearance, tr("Where"), QStringLiteral("host"), QStringLiteral("target"), this))
    , again_(new QPushButton(tr("Try again"), this))
    , offer_(new QPushButton(tr("Hosts"), this))
    , offered_(new TargetPicker(appearance, this))
    , report_(new TargetReport(appearance, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(field_);
    column->addWidget(offered_);
    column->addWidget(report_);
    field_->edit().setPlaceholderText(tr("this machine"));
    field_->addButton(again_);
    field_->addButton(offer_);
    offer_->setCheckable(true);
    offer_->setMinimumWidth(appearance_.fonts().scaled(kTargetButton));
    offer_->setToolTip(tr("Choose the host or container that the program runs on"));
    again_->setToolTip(tr("Asks the target once more"));
    again_->hide();
    setFocusProxy(field_);
    connect(again_, &QPushButton::clicked, this, &TargetField::tryAgain);
    connect(offer_, &QPushButton::toggled, this, [this](bool wanted) {
        wanted ? offered_->open() : offered_->hide();
        report_->setVisible(!wanted && !report_->lines().isEmpty());
    });
    connect(offered_, &TargetPicker::closed, this, &TargetField::fold);
    connect(offered_, &TargetPicker::chosen, this, [this](const QString& target) {
        fold();
        field_->edit().setText(target);
        Q_EMIT chosen();
    });
    connect(&appearance_, &Appearance::changed, this, &TargetField::tint);
    tint();
}

// The keyboard is at the button again, from which it came.
void TargetField::fold() {
    offer_->setFocus();
    offer_->setChecked(false);
}

void TargetField::report(const TargetCheck::Answer& answer) {
    const QList<TargetReport::Line> lines = TargetReport::linesOf(answer);
    report_->setLines(lines);
    report_->setVisible(!lines.isEmpty() && !offer_->isChecked());
    again_->setVisible(answer.failed());
}

QList<QWidget*> TargetField::inOrder() const {
    return {&field_->edit(), again_, offer_, offered_->table()};
}

void TargetField::tint() {
    const Theme& theme = appearance_.theme();
    offer_->setIcon(appearance_.icons().icon(QStringLiteral("container"), theme.text2, theme.text3));
    again_->setIcon(appearance_.icons().icon(QStringLiteral("replay"), theme.text2, theme.text3));
}

} // namespace lanes
