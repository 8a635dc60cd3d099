#include "app/window/commands/WindowCommands.h"

#include "app/capture/ShellWords.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "app/window/commands/CommandPalette.h"
#include "app/window/page/Comparisons.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/FrontViews.h"
#include "app/window/page/RankOffer.h"
#include "app/window/page/SaveDesk.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/SourceDesk.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/FileDialogs.h"
#include "app/window/parts/PaneWalk.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/sheets/Sheets.h"
#include "app/window/start/SessionsDesk.h"
#include "app/window/start/WelcomePage.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QList>
#include <QMenu>

#include <array>
#include <functional>
#include <vector>

namespace lanes {

namespace {

// What the command palette offers: every command that can be done now, every view, every session of before.
struct PaletteSources {
    const Actions& actions;
    const Settings& settings;
    QList<QAction*> views;  // "Show Timeline"
    QList<QAction*> panels; // "Operators as a panel"
    std::function<void(const QString& path)> open;
};

class EntryWords {
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

using Entry = CommandPalette::Entry;

Entry entryOf(const char* icon, const QString& text, QAction* action) {
    return {
        QString::fromLatin1(icon), text, {}, action->shortcut().toString(QKeySequence::NativeText), [action] {
            action->trigger();
        }};
}

std::vector<Entry> paletteEntries(const PaletteSources& sources) {
    std::vector<Entry> entries;
    for (const ActionSpec& spec : actionSpecs()) {
        QAction* action = sources.actions[spec.id];
        if (action->isEnabled() && spec.id != ActionId::Palette) {
            Entry entry = entryOf(spec.icon, sources.actions.plainText(spec.id), action);
            entry.keys = sources.actions.keysText(spec.id);
            entries.push_back(std::move(entry));
        }
    }
    for (QAction* view : sources.views) {
        if (view->isEnabled()) {
            entries.push_back(entryOf("right", EntryWords::tr("Show %1").arg(view->text()), view));
        }
    }
    for (QAction* panel : sources.panels) {
        if (panel->isEnabled()) {
            const QString text = panel->isChecked() ? EntryWords::tr("Close the panel of %1")
                                                    : EntryWords::tr("%1 as a panel");
            entries.push_back(entryOf("bottom", text.arg(panel->text()), panel));
        }
    }
    for (const RecentSession& session : sources.settings.recentSessions().mid(0, Settings::kRecentInMenus)) {
        entries.push_back({QStringLiteral("open"),
                           EntryWords::tr("Open %1").arg(QFileInfo(session.path).fileName()),
                           QFileInfo(session.path).path(),
                           {},
                           [open = sources.open, path = session.path] { open(path); }});
    }
    return entries;
}

} // namespace

WindowCommands::WindowCommands(MainWindow& window, const WindowParts& parts)
    : QObject(&window)
    , window_(window)
    , parts_(parts) {
    addViewActions();
    bindFiles();
    bindSaves();
    bindSessions();
    bindViews();
    bindPanes();
    bindHelp();
}

template<typename Call>
void WindowCommands::on(ActionId id, Call call) {
    connect(parts_.actions[id], &QAction::triggered, this, call);
}

void WindowCommands::addViewActions() {
    QMenu* menu = parts_.actions.viewMenu();
    QAction* before = menu->actions().front();
    for (const ViewSpec& view : viewSpecs()) {
        auto* action = new QAction(viewName(view), this);
        action->setShortcut(QKeySequence(QLatin1String(view.shortcut)));
        connect(action, &QAction::triggered, this,
                [this, key = QString::fromLatin1(view.key)] { window_.showView(key); });
        menu->insertAction(before, action);
        window_.addAction(action);
        viewActions_ << action;
    }
    auto* panels = new QMenu(tr("&Panels"), menu);
    parts_.docks.fillMenu(*panels);
    menu->insertMenu(before, panels);
    menu->insertSeparator(before);
}

void WindowCommands::bindFiles() {
    on(ActionId::Open, [this] { window_.openAll(askForSessions(&window_)); });
    on(ActionId::Reload, [this] {
        if (DocumentPage* page = parts_.pages.current()) {
            page->document().load();
        } else {
            parts_.shelf.refresh();
        }
    });
    on(ActionId::ClosePage, [this] { window_.closePage(parts_.pages.currentTab()); });
    on(ActionId::NextPage, [this] { parts_.pages.step(1); });
    on(ActionId::PreviousPage, [this] { parts_.pages.step(-1); });
    on(ActionId::SavePicture, [this] { savePicture(); });
    on(ActionId::KeepBeside, [this](bool beside) { keepBeside(beside); });
    on(ActionId::Quit, [this] { window_.close(); });
    on(ActionId::CopyText, [this] { copyText(); });
}

void WindowCommands::bindSaves() {
    const auto save = [this](ActionId id, void (SaveDesk::*ask)(const SaveDesk::Front&)) {
        on(id, [this, ask] {
            DocumentPage* page = parts_.pages.current();
            if (page != nullptr && page->showsViews()) {
                const SaveDesk::Front front{&page->document(),
                                            frontTable(page, parts_.docks),
                                            frontTimeline(page, parts_.docks),
                                            &page->view(),
                                            viewName(page->currentView()),
                                            parts_.views.rangeText(),
                                            page->document().view().brush()};
                std::invoke(ask, parts_.saves, front);
            }
        });
    };
    save(ActionId::SaveAs, &SaveDesk::saveAs);
    save(ActionId::Export, &SaveDesk::exportFrom);
    save(ActionId::ExportRange, &SaveDesk::exportRange);
    save(ActionId::Print, &SaveDesk::print);
    connect(&parts_.saves, &SaveDesk::writingChanged, this, &WindowCommands::enable);
}

void WindowCommands::bindSessions() {
    on(ActionId::Sessions, [this] { window_.showSessions(); });
    on(ActionId::OpenAsOne,
       [this] { window_.openAsOne(RankOffer::ranksAmong(parts_.pages.all(), parts_.pages.current())); });
    on(ActionId::CompareWith, [this] { compare(); });
    on(ActionId::Capture, [this] { parts_.capture.ask(); });
    on(ActionId::Attach, [this] { parts_.capture.askAttach(); });
    connect(&parts_.shelf, &SessionsDesk::chosenChanged, this, &WindowCommands::enable);
}

void WindowCommands::bindViews() {
    for (const ActionSpec& spec : actionSpecs()) {
        if (spec.viewCommand != nullptr) {
            on(spec.id, [this, &spec] {
                if (QAction* command = viewCommand(spec)) {
                    command->trigger();
                }
            });
        }
    }
    const auto inState = [this](ActionId id, auto call) {
        on(id, [this, call] {
            if (ViewState* shown = parts_.pages.currentState()) {
                call(*shown);
            }
        });
    };
    inState(ActionId::ZoomToBrush, [](ViewState& shown) {
        if (shown.brush()) {
            shown.setVisible(*shown.brush());
        }
    });
    inState(ActionId::SteadySteps,
            [](ViewState& shown) { shown.chooseScope(shown.part() == shown.steady()->range); });
    inState(ActionId::Undo, [](ViewState& shown) { shown.marks().undo(); });
    inState(ActionId::Redo, [](ViewState& shown) { shown.marks().redo(); });
    inState(ActionId::Back, [](ViewState& shown) { shown.goBack(); });
    inState(ActionId::Forward, [](ViewState& shown) { shown.goForward(); });
}

void WindowCommands::bindPanes() {
    on(ActionId::Search, [this] { search(); });
    on(ActionId::NextPane, [this] { stepPane(true); });
    on(ActionId::PreviousPane, [this] { stepPane(false); });
    on(ActionId::ToggleBottom, [this] { parts_.docks.toggleBottom(); });
    connect(&parts_.docks, &ViewDocks::shownChanged, parts_.actions[ActionId::ToggleBottom],
            &QAction::setChecked);
    on(ActionId::FullScreen, [this](bool full) {
        window_.setWindowState(window_.windowState().setFlag(Qt::WindowFullScreen, full));
    });
}

void WindowCommands::bindHelp() {
    on(ActionId::Settings, [this] { parts_.sheets.showSettings(); });
    on(ActionId::Shortcuts, [this] { parts_.sheets.showShortcuts(); });
    on(ActionId::Keys, [this] { parts_.sheets.showKeys(); });
    on(ActionId::Palette, [this] { showPalette(); });
    on(ActionId::Doctor, [this] { showDoctor(); });
    on(ActionId::LocateSources, [this] { parts_.sources.locate(); });
    on(ActionId::CopyRecordCommand, [this] {
        QGuiApplication::clipboard()->setText(WelcomePage::recordCommand());
        parts_.status.say(tr("Copied: %1").arg(WelcomePage::recordCommand()));
    });
    // comes along with the program: ../share beside its folder
    on(ActionId::Example, [this] {
        window_.openFile(QDir::cleanPath(QCoreApplication::applicationDirPath() +
                                         QStringLiteral("/../share/lanescope/demo/gpu.lanes")));
    });
    on(ActionId::About, [this] {
        parts_.banner.say(
            Banner::Tone::Info,
            tr("Lanescope %1: see what a PyTorch program does on CPU and GPU. Apache License 2.0.")
                .arg(QApplication::applicationVersion()));
    });
}

void WindowCommands::copyText() {
    if (const QString text = parts_.side.asText(); !text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
        parts_.status.say(tr("Copied"));
    }
}

void WindowCommands::search() {
    if (parts_.pages.current() == nullptr) {
        parts_.welcome.search();
        return;
    }
    parts_.views.search().setFocus(Qt::ShortcutFocusReason);
    parts_.views.search().selectAll();
}

void WindowCommands::compare() {
    if (DocumentPage* page = parts_.pages.current()) {
        parts_.comparisons.ask(*page);
    } else {
        parts_.shelf.compareChosen();
    }
}

void WindowCommands::savePicture() {
    DocumentPage* page = parts_.pages.current();
    if (page == nullptr || !page->showsViews()) {
        return;
    }
    const auto saved = savePictureOf(page->view(), page->document().shortName());
    if (!saved) {
        parts_.banner.say(Banner::Tone::Error, QString::fromStdString(saved.error().message));
    } else if (!saved.value().isEmpty()) {
        parts_.status.say(tr("Saved %1").arg(saved.value()));
    }
}

void WindowCommands::keepBeside(bool beside) {
    SessionChoices& choices = parts_.pages.currentState()->choices();
    if (const auto moved = choices.setBeside(beside); !moved) {
        parts_.banner.say(Banner::Tone::Warning, QString::fromStdString(moved.error().message));
    } else {
        parts_.status.say(beside ? tr("Rows and marks are kept in %1").arg(sidecarBeside(choices.session()))
                                 : tr("Rows and marks are kept in your own folder"));
    }
    enable();
}

void WindowCommands::stepPane(bool forward) {
    QList<QWidget*> panes{&parts_.views.search()};
    if (DocumentPage* page = parts_.pages.current()) {
        panes << &page->view();
    }
    for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) {
        panes << dock->widget();
    }
    focusPaneBeside(panes, forward);
}

void WindowCommands::showPalette() {
    parts_.sheets.showPalette(
        paletteEntries({parts_.actions, parts_.settings, viewActions_, parts_.docks.toggles(),
                        [this](const QString& path) { window_.openFile(path); }}));
}

void WindowCommands::showDoctor() {
    const QString folder = expandHome(parts_.settings.captureField(QStringLiteral("folder")));
    parts_.sheets.showDoctor(parts_.settings.captureField(QStringLiteral("command")),
                             QFileInfo(folder).isDir() ? folder : QDir::homePath());
}

QAction* WindowCommands::viewCommand(const ActionSpec& spec) const {
    DocumentPage* page = parts_.pages.current();
    if (spec.viewCommand == nullptr || page == nullptr || !page->showsViews()) {
        return nullptr;
    }
    return page->view().findChild<QAction*>(QLatin1String(spec.viewCommand), Qt::FindDirectChildrenOnly);
}

void WindowCommands::enable() {
    static constexpr std::array kNeedPage = {ActionId::ClosePage,     ActionId::SavePicture,
                                             ActionId::ZoomToBrush,   ActionId::CopyText,
                                             ActionId::ToggleDetails, ActionId::ToggleBottom};
    const auto can = [this](ActionId id, bool possible) { parts_.actions[id]->setEnabled(possible); };
    DocumentPage* page = parts_.pages.current();
    for (const ActionId id : kNeedPage) {
        can(id, page != nullptr);
    }
    for (const ActionId id : {ActionId::NextPage, ActionId::PreviousPage}) {
        can(id, parts_.pages.count() > 0);
    }
    can(ActionId::CompareWith, page != nullptr || parts_.shelf.canCompare());
    for (const ActionSpec& spec : actionSpecs()) {
        if (spec.viewCommand != nullptr) {
            can(spec.id, viewCommand(spec) != nullptr);
        }
    }
    for (QAction* action : viewActions_) {
        action->setEnabled(page != nullptr);
    }
    const bool views = page != nullptr && page->showsViews();
    for (const ActionId id : {ActionId::SaveAs, ActionId::Export, ActionId::ExportRange, ActionId::Print}) {
        can(id, views && !parts_.saves.writing());
    }
    const bool kept = page != nullptr && !page->document().view().choices().session().isEmpty();
    can(ActionId::KeepBeside, kept);
    parts_.actions[ActionId::KeepBeside]->setChecked(kept && page->document().view().choices().areBeside());
    const ViewState* shown = views ? &page->document().view() : nullptr;
    const bool steady = shown != nullptr && shown->steady();
    can(ActionId::SteadySteps, steady);
    parts_.actions[ActionId::SteadySteps]->setChecked(steady && shown->part() == shown->steady()->range);
    can(ActionId::Undo, shown != nullptr && shown->marks().canUndo());
    can(ActionId::Redo, shown != nullptr && shown->marks().canRedo());
    can(ActionId::OpenAsOne, !RankOffer::ranksAmong(parts_.pages.all()).isEmpty());
}

} // namespace lanes
