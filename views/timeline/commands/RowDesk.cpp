#include "views/timeline/commands/RowDesk.h"

#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/commands/EventWalk.h"
#include "views/timeline/rows/RowLayout.h"
#include "views/timeline/rows/ShownRows.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr double kTaller = 1.25; // of a row, per key press

} // namespace

RowDesk::RowDesk(TimelineCanvas& canvas, EventWalk& walk, QObject* parent)
    : QObject(parent)
    , canvas_(canvas)
    , scene_(canvas.scene())
    , state_(canvas.state())
    , walk_(walk) {
    connect(&state_.choices(), &SessionChoices::changed, this, &RowDesk::takeChoices);
    connect(&canvas_, &TimelineCanvas::foldToggled, this, &RowDesk::toggleFold);
    connect(&canvas_, &TimelineCanvas::rowResized, this, &RowDesk::resize);
    connect(&canvas_, &TimelineCanvas::rowMoved, this, [this](int row, int before) {
        change([&](RowSettings& settings) { moveRow(*scene_.rows(), settings, row, before); });
    });
    connect(&scene_, &TimelineScene::rowWanted, this, &RowDesk::lookInto);
    connect(&state_, &ViewState::selectionChanged, this, &RowDesk::lookAway);
    connect(&state_, &ViewState::spotChanged, this, &RowDesk::lookAway);
    takeChoices();
}

// What was kept, or what another timeline of the session was told.
void RowDesk::takeChoices() {
    RowSettings settings = scene_.settings();
    settings.choices = state_.choices().rows();
    scene_.setSettings(std::move(settings));
    scene_.setColoring(state_.choices().coloring());
}

void RowDesk::change(const std::function<void(RowSettings&)>& change) {
    RowSettings settings = scene_.settings();
    change(settings);
    scene_.setSettings(settings);
    state_.choices().setRows(settings.choices);
}

void RowDesk::setChoice(int row, const std::function<void(RowSettings::Choice&)>& alter) {
    const auto& rows = scene_.rows();
    if (!rows || row < 0 || row >= static_cast<int>(rows->rows().size())) {
        return;
    }
    const TimelineRow& about = scene_.row(row);
    change([&](RowSettings& settings) {
        RowSettings::Choice choice = choiceOf(settings, about);
        alter(choice);
        settings.lookedAt.remove(about.key); // the user has said what becomes of it
        settings.choices.insert(about.key, choice);
    });
}

int RowDesk::meant() const {
    if (canvas_.ledRow() >= 0) {
        return canvas_.ledRow();
    }
    return canvas_.hoveredRow() >= 0 ? canvas_.hoveredRow() : walk_.rowOf(state_.selection());
}

int RowDesk::rowWith(const QString& key) const {
    const auto& rows = scene_.rows();
    if (!rows) {
        return -1;
    }
    const auto at = std::ranges::find(rows->rows(), key, &TimelineRow::key);
    return at == rows->rows().end() ? -1 : static_cast<int>(at - rows->rows().begin());
}

void RowDesk::setFilter(const QString& text) {
    change([&](RowSettings& settings) { settings.filter = text; });
}

void RowDesk::toggleFold(int row) {
    setChoice(row, [](RowSettings::Choice& choice) { choice.folded = !choice.folded; });
}

void RowDesk::pin() {
    setChoice(meant(), [](RowSettings::Choice& choice) { choice.pinned = !choice.pinned; });
}

void RowDesk::hide() {
    setChoice(meant(), [](RowSettings::Choice& choice) { choice.hidden = true; });
}

void RowDesk::showAll() {
    const auto& rows = scene_.rows();
    change([&rows](RowSettings& settings) {
        for (RowSettings::Choice& choice : settings.choices) {
            choice.hidden = false;
        }
        for (const TimelineRow& row : rows ? rows->rows() : std::vector<TimelineRow>()) {
            if (RowSettings::Choice choice = choiceOf(settings, row); choice.hidden) {
                choice.hidden = false;
                settings.choices.insert(row.key, choice);
            }
        }
    });
}

void RowDesk::open(const TimelineRows& rows, int row) {
    change([&](RowSettings& settings) {
        for (int r = row; r >= 0; r = rows.rows()[static_cast<std::size_t>(r)].parent) {
            const TimelineRow& above = rows.rows()[static_cast<std::size_t>(r)];
            RowSettings::Choice choice = choiceOf(settings, above);
            choice.hidden = false;
            choice.folded = choice.folded && r == row;
            settings.choices.insert(above.key, choice);
        }
    });
}

void RowDesk::lookInto(const TimelineRows& rows, int row) {
    RowSettings kept = scene_.settings();
    kept.lookedAt.clear();
    QSet<QString> hidden;
    for (int r = row; r >= 0; r = rows.rows()[static_cast<std::size_t>(r)].parent) {
        const TimelineRow& above = rows.rows()[static_cast<std::size_t>(r)];
        RowSettings::Choice choice = choiceOf(kept, above);
        if (choice.hidden) {
            hidden.insert(above.key);
        }
        if (choice.folded && r != row) {
            choice.folded = false;
            kept.choices.insert(above.key, choice);
        }
    }
    kept.lookedAt = std::move(hidden);
    change([&](RowSettings& settings) { settings = kept; });
}

void RowDesk::lookAway() {
    if (scene_.settings().lookedAt.isEmpty() || state_.spot()) {
        return;
    }
    const QSet<QString>& lookedAt = scene_.settings().lookedAt;
    for (int r = walk_.rowOf(state_.selection()); r >= 0; r = scene_.row(r).parent) {
        if (lookedAt.contains(scene_.row(r).key)) {
            return;
        }
    }
    change([](RowSettings& settings) { settings.lookedAt.clear(); });
}

void RowDesk::show(const QString& key) {
    if (const int row = rowWith(key); row >= 0) {
        open(*scene_.rows(), row);
        scene_.scrollToRow(row);
    }
}

void RowDesk::moveUp() {
    moveBy(-1);
}

void RowDesk::moveDown() {
    moveBy(1);
}

void RowDesk::moveBy(int places) {
    const int row = meant();
    if (row < 0) {
        return;
    }
    change([&](RowSettings& settings) {
        std::vector<int> siblings = siblingsOf(*scene_.rows(), settings, row);
        std::erase_if(siblings, [&](int r) { return choiceOf(settings, scene_.row(r)).hidden; });
        const auto at = std::ranges::find(siblings, row) - siblings.begin();
        const auto size = static_cast<std::ptrdiff_t>(siblings.size());
        const auto before = places < 0 ? at - 1 : at + 2;
        if (before >= 0 && at + places < size) {
            moveRow(*scene_.rows(), settings, row,
                    before < size ? siblings[static_cast<std::size_t>(before)] : -1);
        }
    });
}

void RowDesk::makeTaller() {
    canvas_.changeHeight(meant(), kTaller);
}

void RowDesk::makeLower() {
    canvas_.changeHeight(meant(), 1 / kTaller);
}

void RowDesk::resetHeight() {
    setChoice(meant(), [](RowSettings::Choice& choice) {
        choice.height = RowSettings::Height::Auto;
        choice.pitch = 0;
    });
}

void RowDesk::resize(int row, double pitch) {
    setChoice(row, [pitch](RowSettings::Choice& choice) {
        choice.pitch = pitch;
        choice.height = pitch > 0 ? choice.height : RowSettings::Height::Auto;
    });
}

QMenu* RowDesk::menuOf(int row, QWidget* parent) {
    const TimelineRow& about = scene_.row(row);
    const RowSettings::Choice now = choiceOf(scene_.settings(), about);
    auto* menu = new QMenu(parent);
    const auto toggle = [&](const QString& text, bool RowSettings::Choice::*member) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(now.*member);
        connect(action, &QAction::triggered, this, [this, key = about.key, member] {
            setChoice(rowWith(key),
                      [member](RowSettings::Choice& choice) { choice.*member = !(choice.*member); });
        });
    };
    if (about.hasChildren) {
        toggle(tr("Folded"), &RowSettings::Choice::folded);
    }
    toggle(tr("Pinned on top"), &RowSettings::Choice::pinned);
    toggle(tr("Hidden"), &RowSettings::Choice::hidden);
    heightsOf(row, *menu)->setEnabled(isResizable(about));
    menu->addSeparator();
    addHidden(*menu);
    return menu;
}

// Each hidden row by its name, and all of them; chosen, it is shown.
void RowDesk::addHidden(QMenu& menu) {
    QMenu* hidden = menu.addMenu(tr("Hidden rows"));
    const auto& rows = scene_.rows()->rows();
    for (const TimelineRow& row : rows) {
        if (!choiceOf(scene_.settings(), row).hidden) {
            continue;
        }
        const QString name =
            row.parent < 0 ? row.label : tr("%1 (%2)").arg(row.label, scene_.row(row.parent).label);
        connect(hidden->addAction(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"))),
                &QAction::triggered, this, [this, key = row.key] { show(key); });
    }
    hidden->setEnabled(!hidden->isEmpty());
    hidden->addSeparator();
    connect(hidden->addAction(tr("Show all of them")), &QAction::triggered, this, &RowDesk::showAll);
}

QMenu* RowDesk::heightsOf(int row, QMenu& menu) {
    const TimelineRow& about = scene_.row(row);
    const RowSettings::Choice now = choiceOf(scene_.settings(), about);
    QMenu* heights = menu.addMenu(tr("Height"));
    const std::array<QString, 5> names{tr("Automatic"), tr("Compact"), tr("Small"), tr("Medium"),
                                       tr("Large")};
    for (std::size_t h = 0; h < names.size(); ++h) {
        const auto height = static_cast<RowSettings::Height>(h);
        QAction* action = heights->addAction(names[h]);
        action->setCheckable(true);
        action->setChecked(now.pitch == 0 && now.height == height);
        connect(action, &QAction::triggered, this, [this, key = about.key, height] {
            setChoice(rowWith(key), [height](RowSettings::Choice& choice) {
                choice.height = height;
                choice.pitch = 0;
            });
        });
    }
    return heights;
}

} // namespace lanes
