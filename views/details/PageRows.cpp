#include "views/details/PageRows.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kSectionAir = 8; // above and below a rule, together with half a row
constexpr int kMomentDigits = 5;

} // namespace

QString PageRows::moment(TimeNs time) const {
    return durationText(time - state_.origin(), kMomentDigits);
}

void PageRows::addField(const QString& label, const QString& value) const {
    if (!value.isEmpty()) {
        add_(new FieldRow(appearance_, {label, value}));
    }
}

void PageRows::addSection(const QString& title, const QString& hint) const {
    add_(new PanelRule(appearance_, kSectionAir, 3));
    add_(new SectionHead(appearance_, title, hint));
}

void PageRows::addLink(const QString& icon, const QString& role, SliceId slice) const {
    if (!slice.valid()) {
        return;
    }
    const Trace::Slice target = state_.trace()->slice(slice);
    auto* row = new LinkRow(
        appearance_, {icon, role, toQString(state_.trace()->text(target.name)), moment(target.start), {}});
    QObject::connect(row, &LinkRow::clicked, &state_, [state = &state_, slice] { state->reveal(slice); });
    add_(row);
}

void PageRows::addSplit(const SplitTimes& split, const QString& title, const QString& hint) const {
    addSection(title, hint);
    const double whole = std::max(1., double(split.sum()));
    std::vector<PanelSplit::Part> parts;
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        const TimeNs time = split.of(activity);
        if (time > 0) {
            const bool idle = isEmpty(activity);
            parts.push_back({activityText(activity), durationText(time), percentText(double(time) / whole),
                             double(time),
                             idle ? QColor() : appearance_.theme().hueColor(hueOfActivity(activity))});
        }
    }
    add_(new PanelSplit(appearance_, std::move(parts)));
}

} // namespace lanes
