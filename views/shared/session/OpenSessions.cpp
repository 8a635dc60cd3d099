#include "views/shared/session/OpenSessions.h"

#include <algorithm>

namespace lanes {

void OpenSessions::add(ViewState& state, const QString& name) {
    all_.push_back({&state, name});
    Q_EMIT changed();
}

void OpenSessions::remove(const ViewState& state) {
    std::erase_if(all_, [&](const Entry& entry) { return entry.state == &state; });
    for (Entry& entry : all_) {
        entry.partner = entry.partner == &state ? nullptr : entry.partner;
    }
    Q_EMIT changed();
}

QString OpenSessions::nameOf(const ViewState* state) const {
    const auto entry = std::ranges::find(all_, state, &Entry::state);
    return entry != all_.end() ? entry->name : QString();
}

ViewState* OpenSessions::partnerOf(const ViewState* state) const {
    const auto entry = std::ranges::find(all_, state, &Entry::state);
    return entry != all_.end() ? entry->partner : nullptr;
}

void OpenSessions::setPartner(const ViewState& state, ViewState* partner) {
    const auto entry = std::ranges::find(all_, &state, &Entry::state);
    if (entry != all_.end() && entry->partner != partner && partner != &state) {
        entry->partner = partner;
        Q_EMIT changed();
    }
}

} // namespace lanes
