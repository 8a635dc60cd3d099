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
        std::erase(entry.ownRuns, &state);
        std::erase(entry.partnerRuns, &state);
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

OpenSessions::Entry* OpenSessions::entryOf(const ViewState* state) {
    const auto entry = std::ranges::find(all_, state, &Entry::state);
    return entry != all_.end() ? &*entry : nullptr;
}

void OpenSessions::setPartner(const ViewState& state, ViewState* partner) {
    Entry* entry = entryOf(&state);
    if (entry != nullptr && entry->partner != partner && partner != &state) {
        entry->partner = partner;
        std::erase(entry->ownRuns, partner);
        std::erase(entry->partnerRuns, partner);
        Q_EMIT changed();
    }
}

void OpenSessions::setRuns(const Entry& entry) {
    if (Entry* own = entryOf(entry.state)) {
        own->partner = entry.partner;
        own->ownRuns = entry.ownRuns;
        own->partnerRuns = entry.partnerRuns;
        Q_EMIT changed();
    }
}

std::vector<ViewState*> OpenSessions::runsOf(const ViewState* state, Side side) const {
    const auto entry = std::ranges::find(all_, state, &Entry::state);
    return entry == all_.end() ? std::vector<ViewState*>()
           : side == Side::Own ? entry->ownRuns
                               : entry->partnerRuns;
}

void OpenSessions::addRun(const ViewState& state, Side side, ViewState& run) {
    Entry* entry = entryOf(&state);
    if (entry == nullptr || &run == &state || &run == entry->partner) {
        return;
    }
    std::erase(entry->ownRuns, &run);
    std::erase(entry->partnerRuns, &run);
    (side == Side::Own ? entry->ownRuns : entry->partnerRuns).push_back(&run);
    Q_EMIT changed();
}

void OpenSessions::removeRun(const ViewState& state, const ViewState& run) {
    if (Entry* entry = entryOf(&state);
        entry != nullptr && std::erase(entry->ownRuns, &run) + std::erase(entry->partnerRuns, &run) > 0) {
        Q_EMIT changed();
    }
}

} // namespace lanes
