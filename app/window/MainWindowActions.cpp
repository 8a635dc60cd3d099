// What the window's commands do.
#include "app/capture/ShellWords.h"
#include "app/document/Editor.h"
#include "app/settings/Settings.h"
#include "app/window/DocumentTabs.h"
#include "app/window/MainWindow.h"
#include "app/window/TitleRow.h"
#include "app/window/Views.h"
#include "app/window/commands/PaletteEntries.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DragOut.h"
#include "app/window/page/RankOffer.h"
#include "app/window/page/SaveDesk.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/TableMemory.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/FileDialogs.h"
#include "app/window/parts/PaneWalk.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/parts/Tour.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/Steering.h"
#include "app/window/sheets/Sheets.h"
#include "app/window/start/RecentMenu.h"
#include "app/window/start/SessionsDesk.h"
#include "app/window/start/TourMarks.h"
#include "app/window/start/WelcomePage.h"
#include "views/details/DetailsPanel.h"
#include "views/details/SourcePreview.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>

#include <array>

namespace lanes {

void MainWindow::addViewActions() {
    QMenu* menu = (*actions_).viewMenu();
    QAction* before = menu->actions().front();
    for (const ViewSpec& view : viewSpecs()) {
        auto* action = new QAction(viewName(view), this);
        action->setShortcut(QKeySequence(QLatin1String(view.shortcut)));
        connect(action, &QAction::triggered, this,
                [this, key = QString::fromLatin1(view.key)] { showView(key); });
        menu->insertAction(before, action);
        addAction(action);
        viewActions_ << action;
    }
    auto* panels = new QMenu(tr("&Panels"), menu);
    docks_->fillMenu(*panels);
    menu->insertMenu(before, panels);
    menu->insertSeparator(before);
}

void MainWindow::connectFileActions() {
    const auto on = [this](ActionId id, auto call) {
        connect((*actions_)[id], &QAction::triggered, this, call);
    };
    on(ActionId::Open, [this] { openAll(askForSessions(this)); });
    on(ActionId::Reload, [this] {
        if (DocumentPage* page = currentPage()) {
            page->document().load();
        } else {
            shelf_->refresh();
        }
    });
    on(ActionId::ClosePage, [this] { closePage(title_->tabs().currentIndex()); });
    on(ActionId::SavePicture, [this] { savePicture(); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::CopyText, [this] {
        if (const QString text = side_->asText(); !text.isEmpty()) {
            QGuiApplication::clipboard()->setText(text);
            status_->say(tr("Copied"));
        }
    });
    on(ActionId::Search, [this] {
        if (currentPage() == nullptr) {
            welcome_->search();
            return;
        }
        viewBar_->search().setFocus(Qt::ShortcutFocusReason);
        viewBar_->search().selectAll();
    });
    on(ActionId::Settings, [this] { sheets_->showSettings(); });
    on(ActionId::Shortcuts, [this] { sheets_->showShortcuts(); });
    on(ActionId::OpenAsOne, [this] { openAsOne(RankOffer::ranksAmong(pages())); });
    on(ActionId::CompareWith, [this] {
        if (DocumentPage* page = currentPage()) {
            askForPartner(*page);
        } else {
            shelf_->compareChosen();
        }
    });
    connect(sessions_, &OpenSessions::partnerWanted, this, [this](ViewState* state) {
        for (DocumentPage* page : pages()) {
            if (&page->document().view() == state) {
                askForPartner(*page);
                return;
            }
        }
    });
    connect(recentMenu_, &RecentMenu::openRequested, this, &MainWindow::openFile);
    side_->bind(viewBar_->search());
    connect(&viewBar_->search(), &SearchField::left, this, [this] {
        if (DocumentPage* page = currentPage()) {
            page->view().setFocus();
        }
    });
}

void MainWindow::connectViewActions() {
    const auto on = [this](ActionId id, auto call) {
        connect((*actions_)[id], &QAction::triggered, this, call);
    };
    for (const ActionSpec& spec : actionSpecs()) {
        if (spec.viewCommand != nullptr) {
            on(spec.id, [this, &spec] {
                if (QAction* command = viewCommand(spec)) {
                    command->trigger();
                }
            });
        }
    }
    on(ActionId::ZoomToBrush, [this] {
        if (ViewState* shown = state(); shown != nullptr && shown->brush()) {
            shown->setVisible(*shown->brush());
        }
    });
    on(ActionId::Back, [this] {
        if (ViewState* shown = state()) {
            shown->goBack();
        }
    });
    on(ActionId::Forward, [this] {
        if (ViewState* shown = state()) {
            shown->goForward();
        }
    });
    connect((*actions_)[ActionId::ToggleDetails], &QAction::triggered, this, [this](bool shown) {
        detailsWish() = shown;
        placeDetails();
    });
    connect((*actions_)[ActionId::FullScreen], &QAction::triggered, this,
            [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
}

void MainWindow::connectOtherActions() {
    const auto on = [this](ActionId id, auto call) {
        connect((*actions_)[id], &QAction::triggered, this, call);
    };
    on(ActionId::NextPage, [this] { stepPage(1); });
    on(ActionId::PreviousPage, [this] { stepPage(-1); });
    on(ActionId::NextPane, [this] { stepPane(true); });
    on(ActionId::PreviousPane, [this] { stepPane(false); });
    on(ActionId::CopyRecordCommand, [this] {
        QGuiApplication::clipboard()->setText(WelcomePage::recordCommand());
        status_->say(tr("Copied: %1").arg(WelcomePage::recordCommand()));
    });
    on(ActionId::Palette, [this] { showPalette(); });
    on(ActionId::Doctor, [this] { showDoctor(); });
    // comes along with the program: ../share beside its folder
    on(ActionId::Example, [this] {
        openFile(QDir::cleanPath(QCoreApplication::applicationDirPath() +
                                 QStringLiteral("/../share/lanescope/demo/gpu.lanes")));
    });
    on(ActionId::Keys, [this] { sheets_->showKeys(); });
    on(ActionId::About, [this] {
        banner_->say(Banner::Tone::Info,
                     tr("Lanescope %1: see what a PyTorch program does on CPU and GPU. Apache License 2.0.")
                         .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::connectCapture() {
    connect((*actions_)[ActionId::Capture], &QAction::triggered, capture_, &CaptureDesk::ask);
    connect((*actions_)[ActionId::Attach], &QAction::triggered, capture_, &CaptureDesk::askAttach);
    const auto warn = [this](const QString& sentence) { banner_->say(Banner::Tone::Warning, sentence); };
    connect(capture_, &CaptureDesk::failed, this, warn);
    connect(capture_, &CaptureDesk::sessionReady, this, [this](const QString& path) {
        DocumentPage* before = pageOf(path);
        DocumentPage* page = openFile(path);
        if (page == before) {
            page->document().load(); // a session of that name was open, and is another one now
        }
    });
    connect(steering_, &Steering::said, status_, &StatusLine::say);
    connect(steering_, &Steering::failed, this, warn);
    connect(steering_, &Steering::killWanted, this,
            [this](const QString& question, const std::function<void()>& kill) {
                banner_->say(Banner::Tone::Warning, question, tr("Kill"), [this, kill] {
                    banner_->hide();
                    kill();
                });
            });
    connect(steering_, &Steering::saved, this, [this](const QString& path) {
        banner_->say(Banner::Tone::Info, tr("Saved %1").arg(path), tr("Open"), [this, path] {
            banner_->hide();
            openFile(path);
        });
    });
    connect(steering_, &Steering::pageChanged, this, [this](DocumentPage* page, bool paused) {
        title_->tabs().setPaused(pages_->indexOf(page) - 1, paused);
    });
}

void MainWindow::connectSaves() {
    const auto on = [this](ActionId id, void (SaveDesk::*ask)(const SaveDesk::Front&)) {
        connect((*actions_)[id], &QAction::triggered, this, [this, ask] {
            if (DocumentPage* page = currentPage(); page != nullptr && page->showsViews()) {
                (saves_->*ask)({&page->document(), frontTable(), frontTimeline(), &page->view(),
                                viewName(page->currentView()), viewBar_->rangeText()});
            }
        });
    };
    on(ActionId::SaveAs, &SaveDesk::saveAs);
    on(ActionId::Export, &SaveDesk::exportFrom);
    on(ActionId::Print, &SaveDesk::print);
    connect(saves_, &SaveDesk::writingChanged, this, &MainWindow::enableActions);
    connect(saves_, &SaveDesk::openRequested, this, &MainWindow::openFile);
    connect(saves_, &SaveDesk::closeRequested, this, &QWidget::close);
}

// In the middle, else a panel: the one with the focus before others.
TableView* MainWindow::frontTable() const {
    DocumentPage* page = currentPage();
    if (page == nullptr || !page->showsViews()) {
        return nullptr;
    }
    auto* front = qobject_cast<TableView*>(&page->view());
    for (const ViewSpec& spec : viewSpecs()) {
        auto* table = qobject_cast<TableView*>(docks_->shownView(QLatin1String(spec.key)));
        if (table != nullptr && (front == nullptr || table->isAncestorOf(QApplication::focusWidget()))) {
            front = table;
        }
    }
    return front;
}

TimelineView* MainWindow::frontTimeline() const {
    DocumentPage* page = currentPage();
    auto* middle =
        page != nullptr && page->showsViews() ? qobject_cast<TimelineView*>(&page->view()) : nullptr;
    return middle != nullptr ? middle
                             : qobject_cast<TimelineView*>(docks_->shownView(QLatin1String(kTimelineView)));
}

void MainWindow::connectSessions() {
    connect((*actions_)[ActionId::Sessions], &QAction::triggered, this, &MainWindow::showSessions);
    connect(welcome_, &WelcomePage::openRequested, this, &MainWindow::openAll);
    connect(shelf_, &SessionsDesk::said, status_, &StatusLine::say);
    connect(shelf_, &SessionsDesk::failed, this,
            [this](const QString& sentence) { banner_->say(Banner::Tone::Warning, sentence); });
    connect(shelf_, &SessionsDesk::chosenChanged, this, &MainWindow::enableActions);
    connect(shelf_, &SessionsDesk::compareRequested, this,
            [this](const QString& earlier, const QString& later) { compareWith(*openFile(later), earlier); });
}

void MainWindow::keepBeside(bool beside) {
    SessionChoices& choices = currentPage()->document().view().choices();
    if (const auto moved = choices.setBeside(beside); !moved) {
        banner_->say(Banner::Tone::Warning, QString::fromStdString(moved.error().message));
    } else {
        status_->say(beside ? tr("Rows and marks are kept in %1").arg(sidecarBeside(choices.session()))
                            : tr("Rows and marks are kept in your own folder"));
    }
    enableActions();
}

void MainWindow::connectPanels() {
    connect((*actions_)[ActionId::KeepBeside], &QAction::triggered, this, &MainWindow::keepBeside);
    QAction* below = (*actions_)[ActionId::ToggleBottom];
    connect(below, &QAction::triggered, docks_, &ViewDocks::toggleBottom);
    connect(docks_, &ViewDocks::shownChanged, below, &QAction::setChecked);
    connect(docks_, &ViewDocks::viewMade, this, [this](QWidget* view, const QString& key) {
        rememberColumns(*view, key, settings_);
        dragTableOut(*view);
        actions_->giveKeysTo(*view);
    });
    new DragOut(viewBar_->rangeChip(), [this] {
        const DocumentPage* page = currentPage();
        return draggedRange(frontTimeline(), page != nullptr ? page->document().shortName() : QString());
    });
    connect((*actions_)[ActionId::ResetLayout], &QAction::triggered, this, [this] {
        detailsWanted_ = true;
        detailsBeside_ = false;
        placeLayout(firstLayout_);
    });
    connect(actions_, &Actions::keysChanged, this, [this] {
        for (DocumentPage* page : pages()) {
            if (page->showsViews()) {
                actions_->giveKeysTo(page->view());
            }
        }
    });
    connect(ranks_, &RankOffer::offered, this, [this](const QList<DocumentPage*>& ranks) {
        banner_->say(Banner::Tone::Info,
                     tr("These are %n ranks of one job.", nullptr, static_cast<int>(ranks.size())),
                     tr("Open as one session"), [this] {
                         banner_->hide();
                         openAsOne(RankOffer::ranksAmong(pages()));
                     });
    });
}

void MainWindow::connectTour() {
    connect((*actions_)[ActionId::Tour], &QAction::triggered, this, [this] {
        showView(QLatin1String(kTimelineView));
        startTour();
    });
    connect(tour_, &Tour::over, this, [this] {
        if (DocumentPage* page = currentPage(); page != nullptr && page->showsViews()) {
            page->view().setFocus();
        }
    });
}

void MainWindow::startTour() {
    settings_.setKeysWereShown();
    const auto rectOf = [this](const QWidget& part) {
        return QRect(part.mapTo(this, QPoint()), part.size());
    };
    const auto timeline = [this, rectOf] {
        DocumentPage* page = currentPage();
        return page != nullptr && page->showsViews() ? rectOf(page->view()) : QRect();
    };
    const TourPlaces places{
        timeline,
        [this, rectOf, timeline] { return side_->isVisible() ? rectOf(*side_) : timeline(); },
        [this, rectOf] { return rectOf(viewBar_->search()); },
        [this] { return viewBar_->tabsRect().translated(viewBar_->mapTo(this, QPoint())); },
        [this, rectOf] { return rectOf(viewBar_->captureButton()); },
    };
    tour_->start(tourMarks(*actions_, places), [this]() -> QWidget* {
        TimelineView* shown = frontTimeline();
        return shown != nullptr ? &shown->canvas() : nullptr;
    });
}

void MainWindow::stepPage(int by) {
    if (const int count = pageCount(); count > 0) {
        const int step = sessionsInFront_ ? 0 : by; // from the sessions page back to where one was
        showPage(pageAt((title_->tabs().currentIndex() + step + count) % count));
    }
}

void MainWindow::stepPane(bool forward) {
    QList<QWidget*> panes{&viewBar_->search()};
    if (DocumentPage* page = currentPage()) {
        panes << &page->view();
    }
    for (QDockWidget* dock : findChildren<QDockWidget*>()) {
        panes << dock->widget();
    }
    focusPaneBeside(panes, forward);
}

void MainWindow::enableActions() {
    static constexpr std::array kNeedPage = {ActionId::ClosePage,     ActionId::SavePicture,
                                             ActionId::ZoomToBrush,   ActionId::CopyText,
                                             ActionId::ToggleDetails, ActionId::ToggleBottom};
    const bool page = currentPage() != nullptr;
    for (const ActionId id : kNeedPage) {
        (*actions_)[id]->setEnabled(page);
    }
    for (const ActionId id : {ActionId::NextPage, ActionId::PreviousPage}) {
        (*actions_)[id]->setEnabled(pageCount() > 0);
    }
    (*actions_)[ActionId::CompareWith]->setEnabled(page || shelf_->canCompare());
    for (const ActionSpec& spec : actionSpecs()) {
        if (spec.viewCommand != nullptr) {
            (*actions_)[spec.id]->setEnabled(viewCommand(spec) != nullptr);
        }
    }
    for (QAction* action : viewActions_) {
        action->setEnabled(page);
    }
    for (const ActionId id : {ActionId::SaveAs, ActionId::Export, ActionId::Print}) {
        (*actions_)[id]->setEnabled(page && currentPage()->showsViews() && !saves_->writing());
    }
    (*actions_)[ActionId::Tour]->setEnabled(page && currentPage()->showsViews());
    QAction* beside = (*actions_)[ActionId::KeepBeside];
    const bool kept = page && !currentPage()->document().view().choices().session().isEmpty();
    beside->setEnabled(kept);
    beside->setChecked(kept && currentPage()->document().view().choices().areBeside());
    (*actions_)[ActionId::OpenAsOne]->setEnabled(!RankOffer::ranksAmong(pages()).isEmpty());
}

void MainWindow::showPalette() {
    sheets_->showPalette(paletteEntries({*actions_, settings_, viewActions_, docks_->toggles(),
                                         [this](const QString& path) { openFile(path); }}));
}

void MainWindow::savePicture() {
    DocumentPage* page = currentPage();
    if (page == nullptr || !page->showsViews()) {
        return;
    }
    const auto saved = savePictureOf(page->view(), page->document().shortName());
    if (!saved) {
        banner_->say(Banner::Tone::Error, QString::fromStdString(saved.error().message));
    } else if (!saved.value().isEmpty()) {
        status_->say(tr("Saved %1").arg(saved.value()));
    }
}

void MainWindow::connectSources() {
    DetailsPanel& details = side_->details();
    connect(&details, &DetailsPanel::sourceActivated, this, &MainWindow::openSource);
    const auto locate = [this, &details] {
        const DocumentPage* page = currentPage();
        sheets_->showSources(page != nullptr ? page->document().trace() : nullptr,
                             details.sources().sessionFolder, details.preview().missingFile());
    };
    connect(&details, &DetailsPanel::locateSourcesRequested, this, locate);
    connect((*actions_)[ActionId::LocateSources], &QAction::triggered, this, locate);
    connect(&details, &DetailsPanel::sourceRootAllowed, &settings_, &Settings::addSourceRoot);
    const auto take = [this, &details] {
        QList<SourceMapping> mappings;
        for (const auto& [recorded, here] : settings_.sourceMappings()) {
            mappings << SourceMapping{recorded, here};
        }
        details.setSources(mappings, settings_.sourceRoots());
    };
    connect(&settings_, &Settings::sourcesChanged, this, take);
    take();
}

void MainWindow::openSource(const QString& file, int line) {
    const auto opened = openInEditor(settings_.editor(), file, line);
    if (!opened) {
        banner_->say(Banner::Tone::Error, QString::fromStdString(opened.error().message), tr("Settings…"),
                     [this] { sheets_->showSettings(); });
    }
}

void MainWindow::showDoctor() {
    const QString folder = expandHome(settings_.captureField(QStringLiteral("folder")));
    sheets_->showDoctor(settings_.captureField(QStringLiteral("command")),
                        QFileInfo(folder).isDir() ? folder : QDir::homePath());
}

void MainWindow::askForPartner(DocumentPage& page) {
    const QStringList files = askForSessions(this);
    if (!files.isEmpty()) {
        compareWith(page, files.front());
    }
}

void MainWindow::compareWith(DocumentPage& page, const QString& file) {
    DocumentPage* partner = openFile(file);
    showPage(&page);
    sessions_->setPartner(page.document().view(), &partner->document().view());
    showView(QLatin1String(kCompareView));
}

QAction* MainWindow::viewCommand(const ActionSpec& spec) const {
    DocumentPage* page = currentPage();
    if (spec.viewCommand == nullptr || page == nullptr || !page->showsViews()) {
        return nullptr;
    }
    return page->view().findChild<QAction*>(QLatin1String(spec.viewCommand), Qt::FindDirectChildrenOnly);
}

} // namespace lanes
