#include "views/details/DetailsPanel.h"

#include "model/analysis/text/KernelName.h"
#include "views/details/DetailsText.h"
#include "views/details/DurationHistogram.h"
#include "views/details/InputsTable.h"
#include "views/details/KernelOrigin.h"
#include "views/details/PanelHead.h"
#include "views/details/SourcePreview.h"
#include "views/details/StackList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/panels/PanelText.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kRuleAir = 8; // above and below a rule, together with half a row
constexpr std::size_t kSiblingFigure = 2;

QString iconOf(EventLink::Role role) {
    static constexpr std::array<const char*, 7> kIcons = {"link",    "operators", "link", "link",
                                                          "kernels", "stack",     "link"};
    return QString::fromLatin1(kIcons[static_cast<std::size_t>(role)]);
}

// The key with which the timeline follows the same link, see followLink(): of several only the first.
QString keyOf(EventLink::Role role, const std::vector<EventLink>& links) {
    const auto isThere = [&](EventLink::Role other) {
        return std::ranges::find(links, other, &EventLink::role) != links.end();
    };
    switch (role) {
    case EventLink::Role::Launch:
        return QStringLiteral("[");
    case EventLink::Role::Forward:
        return isThere(EventLink::Role::Launch) ? QString() : QStringLiteral("[");
    case EventLink::Role::Kernel:
        return QStringLiteral("]");
    case EventLink::Role::Backward:
        return isThere(EventLink::Role::Kernel) ? QString() : QStringLiteral("]");
    default:
        return {};
    }
}

} // namespace

DetailsPanel::DetailsPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , head_(new PanelHead(appearance, this))
    , scroll_(new QScrollArea(this))
    , preview_(new SourcePreview(appearance, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(scroll_, 1);
    layout->addWidget(preview_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    setAutoFillBackground(true);
    connect(head_, &PanelHead::closeRequested, this, &DetailsPanel::closeRequested);
    connect(head_, &PanelHead::copyRequested, this,
            [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(head_, &PanelHead::fitRequested, this, [this] {
        if (state_ && content_) {
            state_->reveal(content_->slice);
        } else if (state_ && state_->spot()) {
            state_->revealSpot(*state_->spot());
        }
    });
    connect(preview_, &SourcePreview::activated, this, [this] {
        if (previewed_) {
            openFrame(*previewed_);
        }
    });
    connect(preview_, &SourcePreview::rootAllowed, this, &DetailsPanel::sourceRootAllowed);
    connect(preview_, &SourcePreview::locateRequested, this, &DetailsPanel::locateSourcesRequested);
    connect(preview_, &SourcePreview::fetchRequested, this, &DetailsPanel::sourceFetchRequested);
    setAccessibleName(tr("Details"));
    showSession();
}

DetailsPanel::~DetailsPanel() = default;

void DetailsPanel::setState(ViewState* state, const QString& folder) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = state;
    sources_.sessionFolder = folder;
    if (state_) {
        connect(state_, &ViewState::selectionChanged, this, &DetailsPanel::refresh);
        connect(state_, &ViewState::spotChanged, this, &DetailsPanel::refresh);
        connect(state_, &ViewState::traceChanged, this, &DetailsPanel::refresh);
        connect(state_, &ViewState::brushChanged, this, &DetailsPanel::refresh);
    }
    refresh();
}

void DetailsPanel::refresh() {
    contentJob_.cancel();
    if (!state_ || !state_->trace()) {
        showSession();
        return;
    }
    if (const SliceId slice = state_->selection(); state_->trace()->has(slice)) {
        contentOf_ = state_->trace();
        const TimeNs start = contentOf_->slice(slice).start;
        contentJob_.run(
            [trace = contentOf_, analyses = state_->analysesAt(start), slice](const std::stop_token&) {
                return detailsOf(*trace, *analyses->origins(), slice);
            },
            [this](EventDetails content) { showSlice(std::move(content)); });
    } else if (state_->spot()) {
        contentJob_.run([analyses = state_->analysesAt(state_->spot()->time), spot = *state_->spot()](
                            const std::stop_token& stop) { return spotContent(*analyses, spot, stop); },
                        [this](const std::optional<SpotContent>& content) {
                            content ? showSpot(*content) : showSession();
                        });
    } else {
        showSession();
    }
}

void DetailsPanel::clear() {
    siblingsJob_.cancel();
    auto* inside = new QWidget;
    rows_ = new QVBoxLayout(inside);
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(0);
    // the old rows may be the ones whose click brought us here
    if (QWidget* old = scroll_->takeWidget()) {
        old->hide();
        old->deleteLater();
    }
    scroll_->setWidget(inside);
}

void DetailsPanel::add(QWidget* row) {
    rows_->addWidget(row);
    row->show();
}

void DetailsPanel::forgetSlice() {
    content_.reset();
    contentOf_.reset();
    previewed_.reset();
    preview_->hide();
}

DetailsPages DetailsPanel::pages() {
    return {appearance_, *state_, [this](QWidget* row) { add(row); }};
}

void DetailsPanel::showSession() {
    forgetSlice();
    const Trace* trace = state_ ? state_->trace().get() : nullptr;
    if (!std::exchange(showsSession_, trace != nullptr) || trace == nullptr) {
        clear(); // else what is shown stays until the new numbers are there
    }
    if (trace == nullptr) {
        head_->showTitle(tr("Details"), tr("Nothing is open."), {});
        return;
    }
    const auto brush = state_->brush();
    head_->showTitle(brush ? tr("Range") : tr("Whole session"),
                     brush ? tr("Every view shows this range.")
                           : tr("Nothing selected. Click an event or drag a range."),
                     {PanelHead::Copy});
    if (state_->following()) { // adding it all up would take time from the program that is recorded
        clear();
        add(new Figures(appearance_,
                        {{tr("Duration"), durationText(brush.value_or(trace->work()).length())},
                         {tr("Events"), countText(trace->sliceCount())},
                         {tr("Rows"), countText(static_cast<std::int64_t>(trace->tracks().size()))}}));
        rows_->addStretch(1);
        return;
    }
    contentJob_.run([analyses = state_->analyses(),
                     brush](const std::stop_token& stop) { return sessionDigest(*analyses, brush, stop); },
                    [this](const std::optional<SessionDigest>& digest) {
                        if (digest) {
                            fillSession(*digest);
                        }
                    });
}

void DetailsPanel::fillSession(const SessionDigest& digest) {
    clear();
    DetailsPages page = pages();
    page.addDigest(digest);
    page.addSession(state_->trace()->info());
    rows_->addStretch(1);
}

void DetailsPanel::showSpot(const SpotContent& content) {
    forgetSlice();
    showsSession_ = false;
    clear();
    const DetailsPages::Title title = pages().titleOf(content);
    head_->showTitle(title.first, title.second, PanelHead::Buttons(PanelHead::Copy) | PanelHead::Fit);
    pages().addSpot(content);
    rows_->addStretch(1);
}

void DetailsPanel::showSlice(EventDetails content) {
    content_ = std::move(content);
    showsSession_ = false;
    std::ranges::stable_sort(content_->links, {}, &EventLink::role);
    clear();
    const QString recorded = toQString(content_->name);
    head_->showSlice(content_->hue, shadeOf(content_->name), DetailsText::title(*contentOf_, *content_),
                     content_->kind == EventKind::Kernel ? toQString(foldedKernelName(content_->name))
                                                         : recorded,
                     recorded);
    addFigures();
    addLinks();
    const KernelOrigin origin(content_->fields);
    addStack(); // in sight without scrolling in the smallest window
    addKernelSources(origin);
    addInputs();
    addArguments(origin);
    addMemory();
    addLaunch();
    addFields();
    rows_->addStretch(1);
    startSiblings();
}

void DetailsPanel::addFigures() {
    std::vector<Figure> figures{{tr("Duration"), durationText(content_->duration)}};
    if (content_->launchDelay) {
        figures.push_back({tr("After launch"), durationText(*content_->launchDelay)});
    } else {
        figures.push_back({tr("Self"), durationText(content_->self)});
    }
    if (content_->deviceTime) {
        figures.push_back({tr("On the GPU"), durationText(*content_->deviceTime)});
    } else {
        figures.push_back({tr("Rank"), QStringLiteral("…")});
    }
    figures_ = new Figures(appearance_, std::move(figures));
    add(figures_);
    histogram_ = new DurationHistogram(appearance_, content_->hue);
    add(histogram_);
    std::vector<Figure> place{
        {tr("Start"), DetailsText::start(*content_)},
        {runsOnDevice(content_->kind) ? tr("Stream") : tr("Thread"), toQString(content_->thread)}};
    if (content_->sequence) {
        place.push_back({tr("Sequence number"), QString::number(*content_->sequence)});
    } else {
        place.push_back({tr("Process"), toQString(content_->process)});
    }
    add(new FieldGrid(appearance_, std::move(place)));
    if (content_->open) {
        add(new FieldRow(appearance_, {tr("End"), tr("had not ended when the recording did")}));
    }
}

void DetailsPanel::addLinks() {
    if (content_->links.empty() && content_->modules.empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("Links")));
    const TimeNs step = 1000;
    for (const EventLink& link : content_->links) {
        auto* row = new LinkRow(appearance_,
                                {iconOf(link.role), DetailsText::role(link.role), DetailsText::target(link),
                                 momentText(link.start, step, std::max(link.start, step)),
                                 keyOf(link.role, content_->links)});
        connect(row, &LinkRow::clicked, this, [this, target = link.target] {
            if (state_) {
                state_->reveal(target);
            }
        });
        add(row);
    }
    if (!content_->modules.empty()) {
        addModule();
    }
}

// A click leads to the call of the module, where the session has it.
void DetailsPanel::addModule() {
    auto* row = new LinkRow(appearance_, {QStringLiteral("module"), tr("Module"),
                                          DetailsText::modulePath(*content_), QString(), QString()});
    const SliceId call = content_->modules.front().slice;
    row->setEnabled(call.valid());
    connect(row, &LinkRow::clicked, this, [this, call] {
        if (state_) {
            state_->reveal(call);
        }
    });
    add(row);
}

void DetailsPanel::addInputs() {
    if (content_->inputs.empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    const bool own = content_->inputsOf == content_->slice;
    add(new SectionHead(appearance_, own ? tr("Inputs") : tr("Inputs of the operator")));
    add(new InputsTable(appearance_, content_->inputs));
}

void DetailsPanel::addMemory() {
    if (content_->allocationCount == 0 && content_->freedBytes == 0) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("Memory"),
                        tr("%1 allocated, %2 freed")
                            .arg(bytesText(content_->allocatedBytes), bytesText(content_->freedBytes))));
    const TimeNs step = 1000;
    for (const EventAllocation& block : content_->allocations) {
        auto* row = new LinkRow(appearance_, {QStringLiteral("memory"),
                                              tr("Block"),
                                              bytesText(block.bytes),
                                              momentText(block.start, step, std::max(block.start, step)),
                                              {}});
        connect(row, &LinkRow::clicked, this, [this, event = block.event] {
            if (state_ && state_->trace() && event < state_->trace()->memory().size()) {
                state_->selectSpot({Spot::Kind::Memory, state_->trace()->memory().time[event], {}, event});
            }
        });
        add(row);
    }
}

void DetailsPanel::addLaunch() {
    if (content_->launch.empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("Launch")));
    std::vector<Figure> fields;
    for (const RecordedField& field : content_->launch) {
        fields.push_back({DetailsText::launchLabel(field.key), DetailsText::launchValue(field)});
    }
    add(new FieldGrid(appearance_, std::move(fields)));
}

void DetailsPanel::addStack() {
    previewed_.reset();
    preview_->setVisible(!content_->stack.empty());
    if (content_->stack.empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    auto* list = new StackList(appearance_, content_->stack);
    const int folded = list->foldedCount();
    const QString frames = tr("%n frames", nullptr, static_cast<int>(content_->stack.size()));
    add(new SectionHead(appearance_, DetailsText::stackTitle(*content_),
                        folded > 0 ? tr("%1, %2 folded").arg(frames, countText(folded)) : frames));
    follow(list);
    add(list);
    if (list->current() >= 0) {
        showFrame(list->frames()[static_cast<std::size_t>(list->current())]);
    }
}

// What is chosen in a list of lines stands in the preview, and what is activated there is opened.
void DetailsPanel::follow(StackList* list) {
    const auto frame = [list](int at) { return list->frames()[static_cast<std::size_t>(at)]; };
    connect(list, &StackList::currentChanged, this, [this, frame](int at) {
        if (at >= 0) {
            showFrame(frame(at));
        }
    });
    connect(list, &StackList::activated, this, [this, frame](int at) {
        if (at >= 0) {
            openFrame(frame(at));
        }
    });
}

void DetailsPanel::addKernelSources(const KernelOrigin& origin) {
    if (origin.sources().empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("Made from")));
    auto* list = new StackList(appearance_, origin.sources());
    list->setAccessibleName(tr("Sources of the kernel"));
    follow(list);
    add(list);
}

void DetailsPanel::addArguments(const KernelOrigin& origin) {
    if (origin.arguments().empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("Arguments of the kernel")));
    for (const Figure& argument : origin.arguments()) {
        add(new FieldRow(appearance_, argument));
    }
}

void DetailsPanel::addFields() {
    std::vector<RecordedField> fields = content_->fields;
    std::erase_if(fields, [](const RecordedField& field) { return KernelOrigin::tells(field.key); });
    if (fields.empty()) {
        return;
    }
    add(new PanelRule(appearance_, kRuleAir, 3));
    add(new SectionHead(appearance_, tr("As recorded")));
    for (const RecordedField& field : fields) {
        add(new FieldRow(appearance_, {toQString(field.key), toQString(field.value)}));
    }
}

void DetailsPanel::setSources(const QList<SourceMapping>& mappings, const QStringList& roots) {
    sources_.mappings = mappings;
    sources_.roots = roots;
    showSourceAgain();
}

void DetailsPanel::showSourceAgain() {
    if (previewed_) {
        showFrame(PythonFrame(*previewed_));
    }
}

void DetailsPanel::sayNotFetched(const QString& file, const QString& why) {
    preview_->sayNotFetched(file, why);
}

void DetailsPanel::showFrame(const PythonFrame& frame) {
    previewed_ = frame;
    preview_->setVisible(!frame.file.empty());
    if (!frame.file.empty()) {
        preview_->show(toQString(frame.file), frame.line, sources_);
    }
}

void DetailsPanel::openFrame(const PythonFrame& frame) {
    if (!frame.file.empty()) {
        Q_EMIT sourceActivated(sources_.placeOf(toQString(frame.file)), frame.line);
    }
}

void DetailsPanel::startSiblings() {
    siblingsJob_.run([trace = contentOf_, slice = content_->slice](
                         std::stop_token stop) { return siblingsOf(*trace, slice, std::move(stop)); },
                     [this](const Siblings& siblings) { showSiblings(siblings); });
}

void DetailsPanel::showSiblings(const Siblings& siblings) {
    if (siblings.count == 0 || !figures_ || !histogram_) {
        return;
    }
    if (!content_->deviceTime) {
        figures_->setFigure(kSiblingFigure, siblings.count > 1
                                                ? DetailsText::rank(siblings.rank, siblings.count)
                                                : tr("the only one"));
    }
    histogram_->setVisible(siblings.count > 1);
    histogram_->setSiblings(siblings);
}

QString DetailsPanel::asText() const {
    if (content_) {
        return DetailsText::whole(*contentOf_, *content_);
    }
    const QString rows = panelText(*scroll_->widget());
    return rows.isEmpty() ? QString() : head_->accessibleName() + QLatin1Char('\n') + rows;
}

} // namespace lanes
