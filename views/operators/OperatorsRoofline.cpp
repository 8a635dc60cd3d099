// The roofline above the operator table, and what the panel says of a point of it.
#include "model/analysis/device/Occupancy.h"
#include "views/operators/OperatorsView.h"
#include "views/operators/RooflineChart.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

namespace lanes {
namespace {

QString deviceName(const Trace& trace) {
    const std::vector<DeviceLimits> devices = deviceLimits(trace.info());
    return devices.empty() ? QString() : toQString(devices.front().name);
}

QString shortName(const QString& name) {
    return name.startsWith(QLatin1String("aten::")) ? name.mid(6) : name;
}

QString rateText(double perSecond, const char* unit) {
    return QString::number(perSecond / 1e9, 'g', 4) + QChar(0x2009) + QLatin1String(unit);
}

} // namespace

void OperatorsView::addRoofline() {
    modes_->hide();
    roofline_->hide();
    if (form() == Form::Dock) {
        return;
    }
    modes_->show();
    addControl(modes_);
    addAbove(roofline_);
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setRoofline(mode == 1); });
    connect(roofline_, &RooflineChart::chosen, this, [this](std::uint32_t row) {
        table().setCurrent(row);
        chooseRow(row, false);
    });
    connect(roofline_, &RooflineChart::activated, this, [this](std::uint32_t row) { chooseRow(row, true); });
}

void OperatorsView::setRoofline(bool shown) {
    modes_->setCurrent(shown ? 1 : 0);
    roofline_->setVisible(shown);
    columnsFor_.reset();
    invalidate();
}

void OperatorsView::fillRoofline() {
    if (roofline_->isHidden()) {
        return;
    }
    RooflineChart::Picture picture;
    const Theme& theme = look().theme();
    for (std::size_t i = 0; rows_ && i < rows_->points().size(); ++i) {
        const RooflinePoint& point = rows_->points()[i];
        const QString place =
            rows_->query().group == OperatorGroup::Shapes ? rows_->cell(point.row, 1, theme).text : QString();
        const QString name = shortName(rows_->cell(point.row, 0, theme).text);
        picture.points.push_back({point, place.isEmpty() ? name : name + QStringLiteral("  ") + place,
                                  theme.hueColor(rows_->hueOf(point))});
    }
    if (rows_) {
        picture.device = deviceName(rows_->data().forest->trace());
        picture.roof = deviceRoof(picture.device.toStdString());
        picture.missing =
            rows_->data().forest->deviceWork().empty()
                ? tr("A roofline needs GPU work and input shapes: record both (record_shapes=True)")
                : tr("No operator here says how much it computes: record input shapes (record_shapes=True)");
    }
    roofline_->setPicture(std::move(picture));
    if (table().current() != TableModel::kNone) {
        roofline_->setCurrentRow(table().current());
    }
}

void OperatorsView::listRoofline(const OperatorRow& row) {
    if (roofline_->isHidden() || row.flops <= 0 || row.bytes <= 0 || row.costedDevice <= 0 ||
        row.calls <= 0) {
        return;
    }
    const auto field = [this](const QString& name, const QString& value) {
        panel().add(new FieldRow(look(), {name, value}));
    };
    const double seconds = double(row.costedDevice) / 1e9;
    const double intensity = double(row.flops) / double(row.bytes);
    panel().add(new SectionHead(look(), tr("Per call"), tr("work and traffic from shapes")));
    field(tr("Work"), rateText(double(row.flops) / double(row.calls), "GFLOP"));
    field(tr("Traffic, at least"), bytesText(row.bytes / row.calls));
    field(tr("Intensity"), QString::number(intensity, 'g', 3) + QStringLiteral(" FLOP/B"));
    field(tr("Achieved"), rateText(double(row.flops) / seconds, "GFLOP/s"));
    field(tr("Bandwidth"), rateText(double(row.bytes) / seconds, "GB/s"));
    if (const std::optional<DeviceRoof>& roof = roofline_->picture().roof) {
        const double best = double(row.flops) / double(row.calls) / roof->at(intensity);
        field(tr("Best possible"), durationText(static_cast<TimeNs>(best * 1e9)));
        field(tr("Of the roof"), percentText(double(row.flops) / seconds / roof->at(intensity)));
        field(tr("Bound by"), intensity < roof->ridge() ? tr("memory") : tr("compute"));
        field(tr("Limits from"), toQString(roof->source));
    }
    panel().addRule(6);
}

} // namespace lanes
