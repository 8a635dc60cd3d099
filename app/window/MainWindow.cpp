#include "app/window/MainWindow.h"

#include "app/settings/Settings.h"
#include "app/window/DocumentTabs.h"
#include "app/window/TitleRow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DragOut.h"
#include "app/window/page/RankOffer.h"
#include "app/window/page/SaveDesk.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/StripBar.h"
#include "app/window/page/TableMemory.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/FileDialogs.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/parts/Tour.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/RunningMenu.h"
#include "app/window/recording/SourceFetcher.h"
#include "app/window/recording/Steering.h"
#include "app/window/sheets/Sheets.h"
#include "app/window/start/RecentKeeper.h"
#include "app/window/start/RecentMenu.h"
#include "app/window/start/SessionsDesk.h"
#include "app/window/start/WelcomePage.h"
#include "model/analysis/ranks/RankAlignment.h"
#include "model/io/joining/TraceMerge.h"
#include "views/details/DetailsPanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr QSize kSmallest(1024, 640);
constexpr QSize kStart(1440, 900);
constexpr int kDetailsWidth = 376;
constexpr int kDetailsNarrow = 300;
constexpr int kLayoutVersion = 2;

// Reads all files as one session; only for ranks of one job.
TraceLoader ranksLoader(const QStringList& files) {
    return [files](const std::string& name, const OpenOptions& options) -> TraceResult {
        std::vector<std::string> paths;
        for (const QString& file : files) {
            paths.push_back(file.toStdString());
        }
        auto traces = openTraces(paths, options, &alignRanks);
        if (!traces) {
            return traces.error();
        }
        if (traces.value().size() != 1) {
            return Error{name + " are no longer ranks of one job; open them one by one."};
        }
        return traces.value().front();
    };
}

} // namespace

MainWindow::MainWindow(Appearance& appearance, Settings& settings, TraceLoader loader)
    : appearance_(appearance)
    , settings_(settings)
    , loader_(std::move(loader))
    , sessions_(new OpenSessions(this))
    , actions_(new Actions(appearance, this))
    , title_(new TitleRow(appearance, this))
    , recentMenu_(new RecentMenu(settings, this))
    , viewTools_(new QToolBar(tr("Views"), this))
    , viewBar_(new ViewBar(appearance, *actions_, this))
    , strip_(new StripBar(appearance, this))
    , center_(new QWidget(this))
    , banner_(new Banner(appearance, center_))
    , pages_(new QStackedWidget(center_))
    , welcome_(new WelcomePage(appearance, *actions_, pages_))
    , detailsDock_(new QDockWidget(tr("Details"), this))
    , side_(new SidePane(appearance, detailsDock_))
    , status_(new StatusLine(appearance, this))
    , capture_(new CaptureDesk(appearance, settings, *this))
    , steering_(new Steering(*actions_, *capture_, this))
    , sheets_(new Sheets(appearance, settings, *actions_, *this))
    , saves_(new SaveDesk(
          *banner_, *status_, [this](const QString& path) { return isOpen(path); }, *this))
    , docks_(new ViewDocks(appearance, *this))
    , tour_(new Tour(appearance, *this))
    , fetcher_(new SourceFetcher(
          settings, side_->details(), [this] { return capture_->recorder(); }, this))
    , ranks_(new RankOffer(this))
    , shelf_(new SessionsDesk(
          *actions_, settings, steering_->recordings(), *welcome_,
          [this](const QString& path) { return pageOf(path) != nullptr; }, this)) {
    build();
    actions_->bindKeys(settings);
    connectFileActions();
    connectViewActions();
    actions_->bindThemes(settings);
    connectOtherActions();
    connectCapture();
    connectSaves();
    connectSessions();
    connectTabs();
    connectPanels();
    connectTour();
    restoreLayout();
    showCurrent();
}

MainWindow::~MainWindow() {
    // what looks at a page's state must let go of it before the pages go
    delete strip_;
    side_->setState(nullptr, {});
    viewBar_->setState(nullptr);
    status_->setState(nullptr);
    for (DocumentPage* page : pages()) {
        docks_->forget(page);
    }
    delete pages_; // while all that they know of one another is there
}

void MainWindow::build() {
    setAcceptDrops(true);
    setMinimumSize(kSmallest);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea); // details stand beside, not above
    setWindowIcon(QIcon(QStringLiteral(":/lanescope.svg")));
    setContextMenuPolicy(Qt::NoContextMenu); // Qt's own would hide bars for good
    setMenuWidget(title_);
    auto* running = new RunningMenu(steering_->recordings(), this);
    actions_->fill(title_->menus(), *recentMenu_, *running);
    welcome_->showRunning(steering_->recordings());
    connect(running, &RunningMenu::watchRequested, this, &MainWindow::openFile);

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
        viewBar_->addView(view);
    }
    connect(viewBar_, &ViewBar::viewChanged, this, &MainWindow::followView);

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
    connect(side_, &QStackedWidget::currentChanged, this, &MainWindow::placeDetails);
    connect(side_, &SidePane::closeRequested, (*actions_)[ActionId::ToggleDetails], &QAction::trigger);
    connectSources();

    statusBar()->setSizeGripEnabled(false);
    setStatusBar(status_);
    connect(status_, &StatusLine::notesRequested, this, [this] { showView(QLatin1String(kTrustView)); });
    connect(title_, &TitleRow::openRequested, this, [this] { openAll(askForSessions(this)); });
}

void MainWindow::openAsOne(const QList<DocumentPage*>& ranks) {
    if (ranks.isEmpty()) {
        return;
    }
    QStringList files;
    QStringList names;
    for (DocumentPage* page : ranks) {
        files << page->document().path();
        names << page->document().shortName();
    }
    const QString folder = QFileInfo(files.front()).path();
    addPage(std::make_unique<Document>(folder + QLatin1Char('/') + names.join(QStringLiteral(", ")),
                                       ranksLoader(files)));
    for (DocumentPage* page : ranks) {
        closePage(pages_->indexOf(page) - 1);
    }
}

QList<DocumentPage*> MainWindow::pages() const {
    QList<DocumentPage*> all;
    for (int i = 0; i < pageCount(); ++i) {
        all << pageAt(i);
    }
    return all;
}

void MainWindow::connectTabs() {
    DocumentTabs& tabs = title_->tabs();
    connect(&tabs, &QTabBar::currentChanged, this, &MainWindow::showCurrent);
    connect(&tabs, &QTabBar::tabBarClicked, this, [this](int index) {
        if (sessionsInFront_ && index >= 0) {
            showPage(pageAt(index));
        }
    });
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
    capture_->hideConsole(); // there is no run yet
    resizeDocks({detailsDock_}, {appearance_.fonts().scaled(kDetailsWidth)}, Qt::Horizontal);
    firstLayout_ = saveState(kLayoutVersion);
    if (restoreState(settings_.layout(), kLayoutVersion)) {
        detailsWanted_ = !detailsDock_->isHidden();
        docks_->takeRestored();
    }
    capture_->hideConsole(); // of a run before this one
    (*actions_)[ActionId::ToggleDetails]->setChecked(detailsWanted_);
}

void MainWindow::placeLayout(const QByteArray& layout) {
    restoreState(layout, kLayoutVersion);
    docks_->takeRestored();
    resizeDocks({detailsDock_}, {appearance_.fonts().scaled(kDetailsWidth)}, Qt::Horizontal);
    placeDetails();
}

DocumentPage* MainWindow::pageAt(int index) const {
    return qobject_cast<DocumentPage*>(pages_->widget(index + 1));
}

DetailsPanel& MainWindow::details() const {
    return side_->details();
}

DocumentPage* MainWindow::currentPage() const {
    return sessionsInFront_ ? nullptr : pageAt(title_->tabs().currentIndex());
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

bool MainWindow::isOpen(const QString& path) const {
    const QFileInfo file(path);
    return pageOf(path) != nullptr || std::ranges::any_of(pages(), [&](const DocumentPage* page) {
               return file.exists() && QFileInfo(page->document().path()) == file;
           });
}

DocumentPage* MainWindow::openFile(const QString& path) {
    if (DocumentPage* open = pageOf(path)) {
        showPage(open);
        return open;
    }
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto document = std::make_unique<Document>(absolute, loader_);
    new RecentKeeper(*document, settings_); // the document owns it
    return addPage(std::move(document));
}

void MainWindow::showPage(DocumentPage* page) {
    title_->tabs().setCurrentIndex(pages_->indexOf(page) - 1);
    if (std::exchange(sessionsInFront_, false)) {
        showCurrent();
    }
}

void MainWindow::showSessions() {
    sessionsInFront_ = pageCount() > 0;
    showCurrent();
}

void MainWindow::showView(const QString& key) {
    viewBar_->setCurrentView(key);
}

void MainWindow::followView() {
    DocumentPage* page = currentPage();
    const ViewSpec* view = viewSpec(viewBar_->currentView());
    if (page == nullptr || view == nullptr) {
        return;
    }
    page->showView(*view);
    actions_->giveKeysTo(page->view());
    page->view().setFocus();
    status_->setView(view);
    steering_->setCurrent(page);
    enableActions();
    placeDetails();
}

DocumentPage* MainWindow::addPage(std::unique_ptr<Document> document) {
    auto* page = new DocumentPage(appearance_, std::move(document), *sessions_, pages_);
    rememberColumns(*page, settings_);
    connect(page, &DocumentPage::viewMade, this, [](QWidget* view) { dragTableOut(*view); });
    connect(page, &DocumentPage::openRequested, this, [this] { openAll(askForSessions(this)); });
    connect(page, &DocumentPage::closeRequested, this,
            [this, page] { closePage(pages_->indexOf(page) - 1); });
    connect(&page->document().view().trust(), &SessionTrust::pageRequested, this,
            [this] { showView(QLatin1String(kTrustView)); });
    connect(&page->document().view(), &ViewState::timelineRequested, this, [this, page] {
        showPage(page);
        if (docks_->shownView(QLatin1String(kTimelineView)) == nullptr) {
            showView(QLatin1String(kTimelineView));
        }
    });
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
        } else {
            enableActions(); // it may be the last of several ranks
        }
    });
    pages_->addWidget(page);
    strip_->add(*page);
    steering_->add(*page);
    const int index = title_->tabs().addTab(page->document().title());
    title_->tabs().setTabToolTip(index, page->document().path());
    showPage(page);
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
    docks_->forget(page);
    page->hide();
    page->deleteLater(); // it may be its own button that closes it
    showCurrent();
}

void MainWindow::showCurrent() {
    sessionsInFront_ = sessionsInFront_ && pageCount() > 0;
    DocumentPage* page = currentPage();
    ViewState* shown = state();
    pages_->setCurrentIndex(page != nullptr ? title_->tabs().currentIndex() + 1 : 0);
    title_->setTabsShown(pageCount() > 0);
    title_->tabs().setCurrentShown(page != nullptr);
    shelf_->setInFront(page == nullptr);
    viewTools_->setVisible(page != nullptr);
    strip_->show(title_->tabs().currentIndex(), page);
    viewBar_->setState(shown);
    docks_->setPage(page);
    steering_->setCurrent(page);
    if (page != nullptr) {
        capture_->showConsoleOf(page->document().path());
        viewBar_->setCurrentView(QString::fromLatin1(page->currentView().key));
    }
    status_->setState(shown);
    status_->setView(page != nullptr ? &page->currentView() : nullptr);
    const QString folder = page != nullptr ? QFileInfo(page->document().path()).path() : QString();
    fetcher_->setSession(page != nullptr ? page->document().path() : QString());
    side_->setState(shown, folder);
    placeDetails();
    setWindowTitle(page != nullptr ? tr("%1 – Lanescope").arg(page->document().title()) : tr("Lanescope"));
    enableActions();
    if (page != nullptr && page->showsViews()) {
        actions_->giveKeysTo(page->view());
        if (!viewBar_->search().hasFocus() && !tour_->running()) {
            page->view().setFocus();
        }
        if (!settings_.keysWereShown() && page->showsTimeline()) {
            startTour();
        }
    } else if (page == nullptr) {
        tour_->end();
        welcome_->takeKeyboard();
    }
}

// Views beside the timeline say in a panel of their own what is selected in them; there the details come when asked for.
bool& MainWindow::detailsWish() {
    const DocumentPage* page = currentPage();
    return page != nullptr && !page->showsTimeline() ? detailsBeside_ : detailsWanted_;
}

void MainWindow::placeDetails() {
    const bool wish = detailsWish();
    (*actions_)[ActionId::ToggleDetails]->setChecked(wish);
    const bool found = side_->searching(); // what is found is listed there
    detailsDock_->setVisible(currentPage() != nullptr &&
                             (wish || (found && &detailsWish() == &detailsBeside_)));
}

void MainWindow::openAll(const QStringList& files) {
    QList<DocumentPage*> together;
    for (const QString& file : files) {
        together << openFile(file);
    }
    if (together.size() > 1) {
        ranks_->watch(together);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (saves_->writing()) {
        saves_->askToClose();
        event->ignore();
        return;
    }
    detailsDock_->setVisible(detailsWanted_); // what is remembered is the wish
    docks_->showWanted();
    settings_.setWindow(saveGeometry(), saveState(kLayoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = localFiles(*event->mimeData());
    DocumentPage* page = currentPage();
    if (page != nullptr && files.size() == 1 && viewBar_->currentView() == QLatin1String(kCompareView)) {
        compareWith(*page, files.front());
    } else {
        openAll(files);
    }
    event->acceptProposedAction();
}

} // namespace lanes
