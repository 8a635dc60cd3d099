#include "views/memory/MemoryBar.h"

#include "views/memory/MemoryPicture.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/controls/TrustSign.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QLabel>

namespace lanes {
namespace {

QString deviceText(const DeviceMemory& device) {
    const QString name = device.type == 0 ? MemoryBar::tr("CPU") : MemoryBar::tr("GPU %1").arg(device.index);
    const QString key = toQString(device.key);
    const auto more = key.indexOf(QLatin1Char(' ')); // whose, where several have it
    return more < 0 ? name : name + key.mid(more);
}

} // namespace

MemoryBar::MemoryBar(Appearance& appearance, QWidget* parent)
    : ControlBar(appearance, parent)
    , appearance_(appearance)
    , sign_(new TrustSign(appearance, FigureKind::Memory))
    , devices_(new SegmentedControl(appearance, {}))
    , modes_(new SegmentedControl(appearance, {tr("Alive"), tr("Growth"), tr("Peak")}))
    , groups_(new ChoiceButton(
          appearance, tr("Group by"),
          {tr("Operator"), tr("Category"), tr("Place in the program"), tr("Module"), tr("Input shapes")}))
    , legend_(makeHint()) {
    add(devices_);
    add(modes_, 12);
    add(groups_, 12);
    add(legend_, 12, 1);
    addRight(sign_);
    legend_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    legend_->setTextFormat(Qt::RichText); // swatches of colours
    connect(devices_, &SegmentedControl::chosen, this, &MemoryBar::deviceChosen);
    connect(modes_, &SegmentedControl::chosen, this,
            [this](int mode) { Q_EMIT modeChosen(static_cast<MemoryMode>(mode)); });
    connect(groups_, &ChoiceButton::chosen, this,
            [this](int group) { Q_EMIT groupChosen(static_cast<MemoryGroup>(group)); });
}

void MemoryBar::setDevices(const MemoryHistory& history, int current) {
    QStringList names;
    for (const DeviceMemory& device : history.devices()) {
        names << deviceText(device);
    }
    devices_->setNames(names);
    devices_->setCurrent(current);
}

void MemoryBar::setMode(MemoryMode mode) {
    modes_->setCurrent(static_cast<int>(mode));
}

void MemoryBar::setGroup(MemoryGroup group) {
    groups_->setCurrent(static_cast<int>(group));
}

void MemoryBar::setState(ViewState* state) {
    sign_->setState(state);
}

void MemoryBar::sayLegend(const MemoryPicture& picture, const QString& without) {
    const auto swatch = [](const QColor& color, const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">\u25a0</span>\u2009 %2")
            .arg(color.name(), text.toHtmlEscaped());
    };
    const Theme& theme = appearance_.theme();
    QStringList curves{swatch(theme.hueColor(Hue::Norm), tr("allocated"))};
    if (picture.reservedKnown) {
        curves << swatch(theme.text3, tr("reserved"));
    }
    if (picture.mostOutside >= 0) {
        curves << swatch(theme.hueColor(Hue::Copy),
                         tr("outside PyTorch, at most %1").arg(bytesText(picture.mostOutside)));
    }
    if (!without.isEmpty()) {
        curves << swatch(theme.match, tr("without %1").arg(without));
    }
    legend_->setText(curves.join(QStringLiteral("&nbsp;&nbsp;&nbsp;")));
}

} // namespace lanes
