#include "views/compare/CompareSides.h"

#include "views/shared/session/ViewState.h"

#include <QMenu>

#include <algorithm>

namespace lanes {

bool CompareSides::Side::ready() const {
    return !runs.empty() &&
           std::ranges::all_of(runs, [](const ViewState* run) { return run->trace() != nullptr; });
}

CompareSides::Asked::Asked(const Side& side) {
    for (const ViewState* run : side.runs) {
        analyses_.push_back(run->analyses());
        parts_.emplace_back(run->trace(), run->part());
    }
}

DiffSide CompareSides::Asked::side() const {
    DiffSide side{*analyses_.front(), parts_.front().second, {}};
    for (std::size_t i = 1; i < analyses_.size(); ++i) {
        side.more.push_back({*analyses_[i], parts_[i].second});
    }
    return side;
}

void CompareSides::setContext(ViewState* state, OpenSessions* sessions) {
    state_ = state;
    sessions_ = sessions;
    listen();
}

void CompareSides::listen() {
    for (const auto& before : listened_) {
        if (before) {
            disconnect(before, nullptr, this, nullptr);
        }
    }
    listened_.clear();
    for (const Of of : {Of::Own, Of::Partner}) {
        for (ViewState* run : side(of).runs) {
            if (run != state_) {
                connect(run, &ViewState::traceChanged, this, &CompareSides::changed);
                connect(run, &ViewState::partChanged, this, &CompareSides::changed);
                listened_.emplace_back(run);
            }
        }
    }
}

ViewState* CompareSides::partner() const {
    return knows() ? sessions_->partnerOf(state_) : nullptr;
}

CompareSides::Side CompareSides::side(Of of) const {
    Side side;
    ViewState* first = of == Of::Own ? state_.data() : partner();
    if (first == nullptr || !knows()) {
        return side;
    }
    side.runs = sessions_->runsOf(state_, of);
    side.runs.insert(side.runs.begin(), first);
    const int more = static_cast<int>(side.runs.size()) - 1;
    side.name = sessions_->nameOf(first);
    side.whole = more == 0 ? side.name : tr("%1 and %n more runs", nullptr, more).arg(side.name);
    return side;
}

QString CompareSides::partnerText() const {
    const QString name = knows() ? sessions_->nameOf(partner()) : QString();
    return name.isEmpty() ? tr("no session") : name;
}

QMenu* CompareSides::partnerMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    if (!knows()) {
        return menu;
    }
    for (const OpenSessions::Entry& entry : sessions_->all()) {
        if (entry.state == state_) {
            continue;
        }
        QAction* action = menu->addAction(entry.name);
        action->setCheckable(true);
        action->setChecked(entry.state == partner());
        connect(action, &QAction::triggered, this, [this, other = QPointer(entry.state)] {
            if (other && knows()) {
                sessions_->setPartner(*state_, other);
            }
        });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Open another…")), &QAction::triggered, this, [this] {
        if (knows()) {
            sessions_->askForPartner(*state_);
        }
    });
    return menu;
}

QString CompareSides::runsText() const {
    const auto count = [](const Side& side) { return std::max(1, static_cast<int>(side.runs.size())); };
    return tr("%1 and %2").arg(count(a())).arg(count(b()));
}

QMenu* CompareSides::runsMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    if (knows()) {
        addRuns(*menu, ofA(), tr("A is also"));
        addRuns(*menu, ofB(), tr("B is also"));
    }
    return menu;
}

// The open sessions that can be a run of this side, those that are one checked.
void CompareSides::addRuns(QMenu& menu, Of of, const QString& heading) {
    menu.addSection(heading);
    const std::vector<ViewState*> runs = sessions_->runsOf(state_, of);
    for (const OpenSessions::Entry& entry : sessions_->all()) {
        if (entry.state == state_ || entry.state == partner()) {
            continue;
        }
        QAction* action = menu.addAction(entry.name);
        action->setCheckable(true);
        action->setChecked(std::ranges::find(runs, entry.state) != runs.end());
        connect(action, &QAction::toggled, this, [this, of, run = QPointer(entry.state)](bool in) {
            if (!run || !knows()) {
                return;
            }
            if (in) {
                sessions_->addRun(*state_, of, *run);
            } else {
                sessions_->removeRun(*state_, *run);
            }
        });
    }
    QAction* open = menu.addAction(tr("Open further runs…"));
    open->setEnabled(of == Of::Own || partner() != nullptr);
    connect(open, &QAction::triggered, this, [this, of] {
        if (knows()) {
            sessions_->askForRuns(*state_, of);
        }
    });
}

} // namespace lanes
