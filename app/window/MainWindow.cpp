#include "app/window/MainWindow.h"

#include "app/document/Editor.h"
#include "app/settings/Settings.h"
#include "app/window/Banner.h"
#include "app/window/CaptureBar.h"
#include "app/window/CaptureDesk.h"
#include "app/window/DocumentPage.h"
#include "app/window/DocumentTabs.h"
#include "app/window/FileDialogs.h"
#include "app/window/PaletteEntries.h"
#include "app/window/RecentKeeper.h"
#include "app/window/RecentMenu.h"
#include "app/window/SearchField.h"
#include "app/window/Sheets.h"
#include "app/window/SidePane.h"
#include "app/window/StatusLine.h"
#include "app/window/StripBar.h"
#include "app/window/TableMemory.h"
#include "app/window/TitleRow.h"
#include "app/window/ViewBar.h"
#include "app/window/Views.h"
#include "app/window/WelcomePage.h"
#include "views/details/DetailsPanel.h"
#include "views/shared/Appearance.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr QSize kSmallest(1024, 640);
constexpr QSize kStart(1440, 900);
constexpr int kDetailsWidth = 376;
constexpr int kDetailsNarrow = 300;
constexpr int kLayoutVersion = 1;

} // namespace

MainWindow::MainWindow(Appearance& appearance, Settings& settings, TraceLoader loader)
    : appearance_(appearance)
    , settings_(settings)
    , loader_(std::move(loader))
    , actions_(new Actions(appearance, this))
    , title_(new TitleRow(appearance, this))
    , recentMenu_(new RecentMenu(settings, this))
    , viewTools_(new QToolBar(tr("Views"), this))
    , viewBar_(new ViewBar(appearance, *actions_, this))
    , strip_(new StripBar(appearance, this))
    , center_(new QWidget(this))
    , banner_(new Banner(appearance, center_))
    , pages_(new QStackedWidget(center_))
    , welcome_(new WelcomePage(appearance, settings, *actions_, pages_))
    , detailsDock_(new QDockWidget(tr("Details"), this))
    , side_(new SidePane(appearance, detailsDock_))
    , status_(new StatusLine(appearance, this))
    , capture_(new CaptureDesk(appearance, settings, *this))
    , sheets_(new Sheets(appearance, settings, *this)) {
    build();
    connectFileActions();
    connectViewActions();
    actions_->bindThemes(settings);
    connectOtherActions();
    connectCapture();
    connectTabs();
    restoreLayout();
    showCurrent();
}

MainWindow::~MainWindow() {
    // what looks at a page's state must let go of it before the pages go
    delete strip_;
    side_->setState(nullptr, {});
    viewBar_->setState(nullptr);
    status_->setState(nullptr);
}

void MainWindow::build() {
    setAcceptDrops(true);
    setMinimumSize(kSmallest);
    setWindowIcon(QIcon(QStringLiteral(":/lanescope.svg")));
    setContextMenuPolicy(Qt::NoContextMenu); // Qt's own would hide bars for good
    setMenuWidget(title_);
    actions_->fill(title_->menus(), *recentMenu_);

    viewTools_->setObjectName(QStringLiteral("views"));
    viewTools_->setMovable(false);
    viewTools_->setContentsMargins(0, 0, 0, 0);
    viewTools_->layout()->setContentsMargins(0, 0, 0, 0);
    viewTools_->layout()->setSpacing(0);
    viewBar_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewTools_->addWidget(viewBar_);
    addToolBar(viewTools_);
    addToolBarBreak();
    addToolBar(strip_);
    addViewActions();
    for (const ViewSpec& view : viewSpecs()) {
        viewBar_->addView(QString::fromLatin1(view.icon), viewName(view));
    }
    connect(viewBar_, &ViewBar::viewChanged, this, [this](int index) {
        if (DocumentPage* page = currentPage()) {
            page->showView(index);
            page->view().setFocus();
            enableActions();
        }
    });

    auto* column = new QVBoxLayout(center_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(banner_);
    column->addWidget(pages_, 1);
    pages_->addWidget(welcome_);
    setCentralWidget(center_);

    detailsDock_->setObjectName(QStringLiteral("details"));
    detailsDock_->setTitleBarWidget(new QWidget(detailsDock_)); // the panel has its own head
    detailsDock_->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    detailsDock_->setWidget(side_);
    side_->setMinimumWidth(appearance_.fonts().scaled(kDetailsNarrow));
    addDockWidget(Qt::RightDockWidgetArea, detailsDock_);
    connect(side_, &SidePane::closeRequested, (*actions_)[ActionId::ToggleDetails], &QAction::trigger);
    connect(&side_->details(), &DetailsPanel::sourceActivated, this, &MainWindow::openSource);

    statusBar()->setSizeGripEnabled(false);
    setStatusBar(status_);
    connect(status_, &StatusLine::notesRequested, this, &MainWindow::showNotes);
    connect(welcome_, &WelcomePage::openRequested, this, &MainWindow::openFile);
    connect(title_, &TitleRow::openRequested, this, [this] { openAll(askForSessions(this)); });
}

void MainWindow::addViewActions() {
    QMenu* menu = (*actions_).viewMenu();
    QAction* before = menu->actions().front();
    int index = 0;
    for (const ViewSpec& view : viewSpecs()) {
        auto* action = new QAction(viewName(view), this);
        action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + index)));
        connect(action, &QAction::triggered, this, [this, index] { viewBar_->setCurrentView(index); });
        menu->insertAction(before, action);
        addAction(action);
        viewActions_ << action;
        ++index;
    }
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
        }
    });
    on(ActionId::ClosePage, [this] { closePage(title_->tabs().currentIndex()); });
    on(ActionId::SavePicture, [this] { savePicture(); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::CopyText, [this] {
        side_->details().copyAsText();
        status_->say(tr("Copied"));
    });
    on(ActionId::Search, [this] {
        viewBar_->search().setFocus(Qt::ShortcutFocusReason);
        viewBar_->search().selectAll();
    });
    on(ActionId::Settings, [this] { sheets_->showSettings(); });
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
        detailsWanted_ = shown;
        detailsDock_->setVisible(shown && currentPage() != nullptr);
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
    on(ActionId::CopyRecordCommand, [this] {
        QGuiApplication::clipboard()->setText(WelcomePage::recordCommand());
        status_->say(tr("Copied: %1").arg(WelcomePage::recordCommand()));
    });
    on(ActionId::Palette, [this] { showPalette(); });
    on(ActionId::Notes, [this] { showNotes(); });
    on(ActionId::Keys, [this] { sheets_->showKeys(); });
    on(ActionId::About, [this] {
        banner_->say(Banner::Tone::Info,
                     tr("Lanescope %1: see what a PyTorch program does on CPU and GPU. Apache License 2.0.")
                         .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::connectCapture() {
    connect((*actions_)[ActionId::Capture], &QAction::triggered, capture_, &CaptureDesk::ask);
    QAction* stop = (*actions_)[ActionId::StopProgram];
    connect(stop, &QAction::triggered, capture_, &CaptureDesk::stopProgram);
    connect(capture_, &CaptureDesk::runningChanged, stop, &QAction::setEnabled);
    stop->setEnabled(false);
    connect(capture_, &CaptureDesk::failed, this,
            [this](const QString& sentence) { banner_->say(Banner::Tone::Warning, sentence); });
    connect(capture_, &CaptureDesk::sessionReady, this, [this](const QString& path) {
        DocumentPage* before = pageOf(path);
        DocumentPage* page = openFile(path);
        if (page == before) {
            page->document().load(); // a session of that name was open, and is another one now
        }
        CaptureBar& bar = page->captureBar();
        bar.setStoppable(CaptureRun::Stop::Interrupt);
        connect(&bar, &CaptureBar::stopRequested, capture_, &CaptureDesk::stopProgram);
        connect(capture_, &CaptureDesk::stopAsked, &bar, &CaptureBar::setStoppable);
    });
}

void MainWindow::stepPage(int by) {
    if (const int count = pageCount(); count > 0) {
        title_->tabs().setCurrentIndex((title_->tabs().currentIndex() + by + count) % count);
    }
}

void MainWindow::connectTabs() {
    DocumentTabs& tabs = title_->tabs();
    connect(&tabs, &QTabBar::currentChanged, this, &MainWindow::showCurrent);
    connect(&tabs, &QTabBar::tabCloseRequested, this, &MainWindow::closePage);
    connect(&tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        QWidget* page = pages_->widget(from + 1);
        pages_->removeWidget(page);
        pages_->insertWidget(to + 1, page);
        strip_->moveStrip(from, to);
        showCurrent();
    });
}

void MainWindow::restoreLayout() {
    if (!restoreGeometry(settings_.geometry())) {
        resize(kStart.boundedTo(screen()->availableSize()));
    }
    if (!restoreState(settings_.layout(), kLayoutVersion)) {
        resizeDocks({detailsDock_}, {appearance_.fonts().scaled(kDetailsWidth)}, Qt::Horizontal);
    } else {
        detailsWanted_ = !detailsDock_->isHidden();
    }
    (*actions_)[ActionId::ToggleDetails]->setChecked(detailsWanted_);
}

DocumentPage* MainWindow::pageAt(int index) const {
    return qobject_cast<DocumentPage*>(pages_->widget(index + 1));
}

DetailsPanel& MainWindow::details() const {
    return side_->details();
}

DocumentPage* MainWindow::currentPage() const {
    return pageAt(title_->tabs().currentIndex());
}

int MainWindow::pageCount() const {
    return title_->tabs().count();
}

ViewState* MainWindow::state() const {
    DocumentPage* page = currentPage();
    return page != nullptr ? &page->document().view() : nullptr;
}

DocumentPage* MainWindow::pageOf(const QString& path) const {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    for (int i = 0; i < pageCount(); ++i) {
        if (pageAt(i)->document().path() == absolute) {
            return pageAt(i);
        }
    }
    return nullptr;
}

DocumentPage* MainWindow::openFile(const QString& path) {
    if (DocumentPage* open = pageOf(path)) {
        title_->tabs().setCurrentIndex(pages_->indexOf(open) - 1);
        return open;
    }
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto document = std::make_unique<Document>(absolute, loader_);
    new RecentKeeper(*document, settings_); // the document owns it
    auto* page = new DocumentPage(appearance_, std::move(document), pages_);
    rememberColumns(*page, settings_);
    connect(page, &DocumentPage::openRequested, this, [this] { openAll(askForSessions(this)); });
    connect(page, &DocumentPage::closeRequested, this,
            [this, page] { closePage(pages_->indexOf(page) - 1); });
    connect(&page->document().view(), &ViewState::traceChanged, this, [this, page] {
        if (page == currentPage()) {
            strip_->show(title_->tabs().currentIndex(), page);
            enableActions();
        }
    });
    connect(&page->document(), &Document::stateChanged, this, [this, page] {
        title_->tabs().setRecording(pages_->indexOf(page) - 1,
                                    page->document().state() == Document::State::Live);
        if (page == currentPage()) {
            showCurrent();
        }
    });
    pages_->addWidget(page);
    strip_->add(*page);
    const int index = title_->tabs().addTab(page->document().title());
    title_->tabs().setTabToolTip(index, absolute);
    title_->tabs().setCurrentIndex(index);
    page->document().load();
    showCurrent();
    return page;
}

void MainWindow::closePage(int index) {
    DocumentPage* page = pageAt(index);
    if (page == nullptr) {
        return;
    }
    // everything that looks at the page's state must let go of it first
    side_->setState(nullptr, {});
    viewBar_->setState(nullptr);
    status_->setState(nullptr);
    strip_->remove(index);
    pages_->removeWidget(page);
    {
        const QSignalBlocker quiet(title_->tabs());
        title_->tabs().removeTab(index);
    }
    page->document().cancel();
    page->hide();
    page->deleteLater(); // it may be its own button that closes it
    showCurrent();
}

void MainWindow::showCurrent() {
    DocumentPage* page = currentPage();
    ViewState* shown = state();
    pages_->setCurrentIndex(page != nullptr ? title_->tabs().currentIndex() + 1 : 0);
    title_->setTabsShown(pageCount() > 0);
    viewTools_->setVisible(page != nullptr);
    strip_->show(title_->tabs().currentIndex(), page);
    viewBar_->setState(shown);
    if (page != nullptr) {
        viewBar_->setCurrentView(page->currentView());
    }
    status_->setState(shown);
    const QString folder = page != nullptr ? QFileInfo(page->document().path()).path() : QString();
    side_->setState(shown, folder);
    detailsDock_->setVisible(detailsWanted_ && page != nullptr);
    setWindowTitle(page != nullptr ? tr("%1 – Lanescope").arg(page->document().title()) : tr("Lanescope"));
    enableActions();
    if (page != nullptr && page->showsViews() && !viewBar_->search().hasFocus()) {
        page->view().setFocus();
    }
}

void MainWindow::enableActions() {
    static constexpr std::array kNeedPage = {
        ActionId::Reload,      ActionId::ClosePage,   ActionId::SavePicture, ActionId::Search,
        ActionId::ZoomToBrush, ActionId::Notes,       ActionId::CopyText,    ActionId::ToggleDetails,
        ActionId::NextPage,    ActionId::PreviousPage};
    const bool page = currentPage() != nullptr;
    for (const ActionId id : kNeedPage) {
        (*actions_)[id]->setEnabled(page);
    }
    for (const ActionSpec& spec : actionSpecs()) {
        if (spec.viewCommand != nullptr) {
            (*actions_)[spec.id]->setEnabled(viewCommand(spec) != nullptr);
        }
    }
    for (QAction* action : viewActions_) {
        action->setEnabled(page);
    }
}

void MainWindow::showPalette() {
    sheets_->showPalette(paletteEntries(*actions_, viewActions_, settings_.recentSessions(),
                                        [this](const QString& path) { openFile(path); }));
}

void MainWindow::openAll(const QStringList& files) {
    for (const QString& file : files) {
        openFile(file);
    }
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

void MainWindow::openSource(const QString& file, int line) {
    const auto opened = openInEditor(settings_.editor(), file, line);
    if (!opened) {
        banner_->say(Banner::Tone::Error, QString::fromStdString(opened.error().message), tr("Settings…"),
                     [this] { sheets_->showSettings(); });
    }
}

void MainWindow::showNotes() {
    DocumentPage* page = currentPage();
    if (page != nullptr && page->document().trace()) {
        sheets_->showNotes(page->document().title(), page->document().trace()->diagnostics());
    }
}

QAction* MainWindow::viewCommand(const ActionSpec& spec) const {
    DocumentPage* page = currentPage();
    if (spec.viewCommand == nullptr || page == nullptr || !page->showsViews()) {
        return nullptr;
    }
    return page->view().findChild<QAction*>(QLatin1String(spec.viewCommand), Qt::FindDirectChildrenOnly);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    detailsDock_->setVisible(detailsWanted_); // what is remembered is the wish
    settings_.setWindow(saveGeometry(), saveState(kLayoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    openAll(localFiles(*event->mimeData()));
    event->acceptProposedAction();
}

} // namespace lanes
