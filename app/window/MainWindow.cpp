#include "app/window/MainWindow.h"

#include "app/settings/Settings.h"
#include "app/window/TitleRow.h"
#include "app/window/Views.h"
#include "app/window/WindowFront.h"
#include "app/window/WindowLayout.h"
#include "app/window/commands/WindowCommands.h"
#include "app/window/page/Comparisons.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/page/FrontKeys.h"
#include "app/window/page/FrontViews.h"
#include "app/window/page/RankOffer.h"
#include "app/window/page/SaveDesk.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/SourceDesk.h"
#include "app/window/page/StripBar.h"
#include "app/window/page/TableMemory.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/FileDialogs.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/RecordingNews.h"
#include "app/window/recording/RunningMenu.h"
#include "app/window/recording/SourceFetcher.h"
#include "app/window/recording/Steering.h"
#include "app/window/sheets/Sheets.h"
#include "app/window/start/RecentKeeper.h"
#include "app/window/start/RecentMenu.h"
#include "app/window/start/SessionsDesk.h"
#include "app/window/start/WelcomePage.h"
#include "views/details/DetailsPanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QThread>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr QSize kSmallest(1024, 640);

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
    , stack_(new QStackedWidget(center_))
    , welcome_(new WelcomePage(appearance, *actions_, stack_))
    , pages_(new DocumentPages(title_->tabs(), *stack_, this))
    , details_(new DetailsDock(appearance, *(*actions_)[ActionId::ToggleDetails], *this))
    , status_(new StatusLine(appearance, *actions_, this))
    , capture_(new CaptureDesk(appearance, settings, *this))
    , steering_(new Steering(*actions_, *capture_, this))
    , sheets_(new Sheets(appearance, settings, *actions_, *this))
    , saves_(new SaveDesk(
          *banner_, *status_, [this](const QString& path) { return pages_->isOpen(path); }, *this))
    , docks_(new ViewDocks(appearance, *this))
    , sources_(new SourceDesk(
          settings, details(), *sheets_, *banner_,
          [this]() -> const Document* {
              const DocumentPage* page = currentPage();
              return page != nullptr ? &page->document() : nullptr;
          },
          this))
    , fetcher_(new SourceFetcher(
          settings, details(), [this] { return capture_->recorder(); }, this))
    , ranks_(new RankOffer(this))
    , comparisons_(new Comparisons(*this, *sessions_, *pages_, this))
    , shelf_(new SessionsDesk(
          *actions_, settings, steering_->recordings(), *welcome_,
          [this](const QString& path) { return pages_->of(path) != nullptr; }, this))
    , front_(
          new WindowFront(*this, {*title_, *actions_, *viewTools_, *viewBar_, *strip_, *welcome_, *pages_,
                                  *details_, *status_, *capture_, *steering_, *docks_, *fetcher_, *shelf_}))
    , layout_(std::make_unique<WindowLayout>(*this, settings, *capture_, *details_, *docks_)) {
    build();
    commands_ = new WindowCommands(*this, {*actions_, settings, *pages_, *viewBar_, *docks_, side(),
                                           *welcome_, *status_, *banner_, *capture_, *sheets_, *saves_,
                                           *shelf_, *sources_, *comparisons_});
    actions_->bindKeys(settings);
    actions_->bindThemes(settings);
    connectCapture();
    connectSessions();
    connectTabs();
    connectPanels();
    connect(front_, &WindowFront::changed, commands_, &WindowCommands::enable);
    layout_->restore();
    front_->show();
}

MainWindow::~MainWindow() {
    letGo();
    delete front_; // nothing comes to the front any more
    delete pages_;
    delete stack_; // while all that pages know of one another is there
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
    connect(recentMenu_, &RecentMenu::openRequested, this, &MainWindow::openFile);
    connect(title_, &TitleRow::openRequested, this, [this] { openAll(askForSessions(this)); });

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
    for (const ViewSpec& view : viewSpecs()) {
        viewBar_->addView(view);
    }
    connect(viewBar_, &ViewBar::viewChanged, front_, &WindowFront::showView);
    buildCenter();
}

void MainWindow::buildCenter() {
    auto* column = new QVBoxLayout(center_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(banner_);
    column->addWidget(stack_, 1);
    stack_->addWidget(welcome_);
    setCentralWidget(center_);

    side().bind(viewBar_->search());
    connect(&viewBar_->search(), &SearchField::left, front_, &WindowFront::giveKeyboard);
    connect(&side(), &SidePane::left, front_, &WindowFront::giveKeyboard);
    statusBar()->setSizeGripEnabled(false);
    setStatusBar(status_);
    connect(status_, &StatusLine::qualityRequested, this, [this] { showView(QLatin1String(kTrustView)); });
}

void MainWindow::connectCapture() {
    new RecordingNews(
        *capture_, *steering_, *banner_, *status_, [this](const QString& path) { openFile(path); }, this);
    connect(capture_, &CaptureDesk::sessionReady, this, [this](const QString& path) {
        DocumentPage* before = pages_->of(path);
        DocumentPage* page = openFile(path);
        if (page == before) {
            page->document().load(); // a session of that name was open, and is another one now
        }
    });
    connect(steering_, &Steering::pageChanged, this, [this](DocumentPage* page, bool paused) {
        title_->tabs().setPaused(pages_->indexOf(page), paused);
    });
}

void MainWindow::connectSessions() {
    connect(welcome_, &WelcomePage::openRequested, this, &MainWindow::openAll);
    connect(saves_, &SaveDesk::openRequested, this, &MainWindow::openFile);
    connect(saves_, &SaveDesk::closeRequested, this, &QWidget::close);
    connect(shelf_, &SessionsDesk::said, status_, &StatusLine::say);
    connect(shelf_, &SessionsDesk::failed, this,
            [this](const QString& sentence) { banner_->say(Banner::Tone::Warning, sentence); });
    connect(shelf_, &SessionsDesk::compareRequested, this,
            [this](const QString& earlier, const QString& later) {
                comparisons_->compare(*openFile(later), {earlier});
            });
    connect(ranks_, &RankOffer::offered, this, [this](const QList<DocumentPage*>& ranks) {
        banner_->say(Banner::Tone::Info,
                     tr("These are %n ranks of one job.", nullptr, static_cast<int>(ranks.size())),
                     tr("Open as one session"), [this, first = ranks.front()] {
                         banner_->hide();
                         openAsOne(RankOffer::ranksAmong(pages_->all(), first)); // those that are still open
                     });
    });
    connect(ranks_, &RankOffer::capturesOffered, this, [this](const QList<DocumentPage*>& parts) {
        banner_->say(
            Banner::Tone::Info, tr("One of these traces replays graphs that the other ones captured."),
            tr("Open as one session"), [this, parts] {
                banner_->hide();
                const QList<DocumentPage*> open = pages_->all();
                if (std::ranges::all_of(parts, [&](DocumentPage* part) { return open.contains(part); })) {
                    openAsOne(parts);
                }
            });
    });
}

void MainWindow::connectPanels() {
    connect(docks_, &ViewDocks::viewMade, this, [this](QWidget* view, const QString& key) {
        rememberColumns(*view, key, settings_);
        actions_->giveKeysTo(*view);
    });
    connect((*actions_)[ActionId::ResetLayout], &QAction::triggered, this,
            [this] { layout_->reset(currentPage()); });
    connect(actions_, &Actions::keysChanged, front_, &WindowFront::giveKeys);
    front_->giveKeys();
}

void MainWindow::connectTabs() {
    connect(&title_->tabs(), &QTabBar::tabCloseRequested, this, &MainWindow::closePage);
    connect(pages_, &DocumentPages::moved, strip_, &StripBar::moveStrip);
    connect(pages_, &DocumentPages::frontChanged, front_, &WindowFront::show);
}

DetailsPanel& MainWindow::details() const {
    return side().details();
}

SidePane& MainWindow::side() const {
    return details_->side();
}

DocumentPage* MainWindow::currentPage() const {
    return pages_->current();
}

int MainWindow::pageCount() const {
    return pages_->count();
}

void MainWindow::openAsOne(const QList<DocumentPage*>& parts) {
    if (parts.isEmpty()) {
        return;
    }
    addPage(RankOffer::asOne(parts));
    for (DocumentPage* page : parts) {
        closePage(pages_->indexOf(page));
    }
}

DocumentPage* MainWindow::openFile(const QString& path) {
    if (DocumentPage* open = pages_->of(path)) {
        pages_->show(*open);
        return open;
    }
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto document = std::make_unique<Document>(absolute, loader_);
    new RecentKeeper(*document, settings_); // the document owns it
    return addPage(std::move(document));
}

void MainWindow::warn(const QString& sentence) {
    banner_->say(Banner::Tone::Warning, sentence);
}

void MainWindow::showSessions() {
    pages_->showSessions();
}

void MainWindow::showView(const QString& key) {
    viewBar_->setCurrentView(key);
}

void MainWindow::adopt(DocumentPage& page) {
    connectPage(page);
    strip_->add(page);
    steering_->add(page);
    pages_->add(page);
    noteRecording(page);
}

void MainWindow::noteRecording(DocumentPage& page) {
    title_->tabs().setRecording(pages_->indexOf(&page), page.document().state() == Document::State::Live);
}

DocumentPage* MainWindow::makePage(std::unique_ptr<Document> document) {
    document->setOwnClasses(appearance_.ownClasses());
    return new DocumentPage(appearance_, std::move(document), *sessions_, stack_);
}

DocumentPage* MainWindow::addPage(std::unique_ptr<Document> document) {
    DocumentPage* page = makePage(std::move(document));
    adopt(*page);
    pages_->show(*page);
    page->document().load();
    front_->show();
    return page;
}

void MainWindow::connectPage(DocumentPage& page) {
    rememberColumns(page, settings_);
    connect(&page, &DocumentPage::openRequested, this, [this] { openAll(askForSessions(this)); });
    connect(&page, &DocumentPage::closeRequested, this, [this, &page] { closePage(pages_->indexOf(&page)); });
    ViewState& state = page.document().view();
    connect(&state.trust(), &SessionTrust::pageRequested, this,
            [this] { showView(QLatin1String(kTrustView)); });
    connect(&state, &ViewState::timelineRequested, this, [this, &page] {
        pages_->show(page);
        if (docks_->shownView(QLatin1String(kTimelineView)) == nullptr) {
            showView(QLatin1String(kTimelineView));
        }
    });
    connect(&state, &ViewState::traceChanged, this, [this, &page] {
        if (&page == currentPage()) {
            strip_->show(pages_->currentTab(), &page);
            commands_->enable();
        }
    });
    connect(&state, &ViewState::partChanged, commands_, &WindowCommands::enable);
    connect(&state.marks(), &SessionMarks::changed, commands_, &WindowCommands::enable);
    connect(&page.document(), &Document::stateChanged, this, [this, &page] { followDocument(page); });
}

void MainWindow::followDocument(DocumentPage& page) {
    noteRecording(page);
    const Document& document = page.document();
    if (document.state() == Document::State::Ready && !document.error().isEmpty()) {
        warn(tr("%1 can no longer be followed; it is shown up to here. %2")
                 .arg(document.title(), document.error()));
    }
    if (&page == currentPage()) {
        front_->show();
    } else {
        commands_->enable(); // it may be the last of several ranks
    }
}

void MainWindow::closePage(int index) {
    DocumentPage* page = pages_->at(index);
    if (page == nullptr) {
        return;
    }
    front_->letGo();
    strip_->remove(index);
    pages_->remove(*page);
    page->document().cancel();
    docks_->forget(page);
    page->hide();
    page->deleteLater(); // it may be its own button that closes it
    front_->show();
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

void MainWindow::keepLayout() {
    layout_->keep();
}

// What looks at a page's state lets go of it before the pages go.
void MainWindow::letGo() {
    delete std::exchange(strip_, nullptr);
    front_->letGo();
    for (DocumentPage* page : pages_->all()) {
        docks_->forget(page);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (saves_->writing()) {
        saves_->askToClose();
        event->ignore();
        return;
    }
    keepLayout();
    QMainWindow::closeEvent(event);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    DocumentPage* page = currentPage();
    if (page == nullptr || !page->showsViews()) {
        QMainWindow::keyPressEvent(event);
    } else if (event->key() == Qt::Key_Escape && !page->document().view().filter().isEmpty()) {
        page->document().view().setFilter({});
    } else if (!giveToView(page->view(), *event)) {
        QMainWindow::keyPressEvent(event);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = localFiles(*event->mimeData());
    DocumentPage* page = currentPage();
    if (page != nullptr && viewBar_->currentView() == QLatin1String(kCompareView)) {
        comparisons_->compare(*page, files);
    } else {
        openAll(files);
    }
    event->acceptProposedAction();
}

} // namespace lanes
