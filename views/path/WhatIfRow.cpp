#include "views/path/WhatIfRow.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kLabelWidth = 48;
constexpr int kPerTime = 2; // steps of the slider
constexpr int kMost = 10;

} // namespace

WhatIfRow::WhatIfRow(Appearance& appearance, TimeNs total, QWidget* parent)
    : QWidget(parent)
    , slider_(new QSlider(Qt::Horizontal))
    , label_(new QLabel())
    , figures_(
          new Figures(appearance, {{tr("Total"), durationText(total)}, {tr("After"), {}}, {tr("Gain"), {}}}))
    , total_(total) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* line = new QHBoxLayout();
    const int padding = appearance.fonts().scaled(kPanelPadding);
    line->setContentsMargins(padding, padding / 4, padding, padding / 2);
    line->addWidget(slider_, 1);
    line->addWidget(label_);
    rows->addLayout(line);
    rows->addWidget(figures_);
    label_->setFixedWidth(appearance.fonts().scaled(kLabelWidth));
    label_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label_->setFont(appearance.fonts().sans(Fonts::kTitle, 600));
    slider_->setRange(kPerTime, kMost * kPerTime);
    slider_->setPageStep(kPerTime);
    slider_->setAccessibleName(tr("How many times as fast"));
    connect(slider_, &QSlider::valueChanged, this, [this] {
        showTimes();
        Q_EMIT timesChanged();
    });
    showTimes();
    setAfter(total);
}

double WhatIfRow::times() const {
    return double(slider_->value()) / kPerTime;
}

void WhatIfRow::stepBy(int steps) {
    slider_->setValue(slider_->value() + steps);
}

void WhatIfRow::showTimes() {
    label_->setText(QString::number(times(), 'f', 1) + QChar(0xd7));
}

void WhatIfRow::setAfter(std::optional<TimeNs> after) {
    after_ = after;
    const QString unknown = QStringLiteral("\u2026");
    const double gain = after ? double(total_ - *after) / double(std::max<TimeNs>(total_, 1)) : 0;
    figures_->setFigure(1, after ? durationText(*after) : unknown);
    figures_->setFigure(2, after ? percentText(gain) : unknown);
    slider_->setAccessibleDescription(
        after ? tr("%1 instead of %2").arg(durationText(*after), durationText(total_))
              : tr("being found out"));
}

} // namespace lanes
