#include "views/details/DetailsPanel.h"

#include "views/details/PanelHead.h"
#include "views/details/SourcePreview.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/panels/PanelText.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

namespace lanes {

DetailsPanel::DetailsPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , head_(new PanelHead(appearance, this))
    , scroll_(new QScrollArea(this))
    , sections_(*scroll_)
    , slice_(new SlicePage(appearance, *head_, sections_, this))
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
        if (state_ && content()) {
            state_->reveal(content()->slice);
        } else if (state_ && state_->spot()) {
            state_->revealSpot(*state_->spot());
        }
    });
    connect(slice_, &SlicePage::stackChanged, this, [this](bool any) {
        previewed_.reset();
        preview_->setVisible(any);
    });
    connect(slice_, &SlicePage::frameChosen, this, &DetailsPanel::showFrame);
    connect(slice_, &SlicePage::frameActivated, this, &DetailsPanel::openFrame);
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
        connect(state_, &ViewState::partChanged, this, &DetailsPanel::refresh);
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
        const auto trace = state_->trace();
        const TimeNs start = trace->slice(slice).start;
        contentJob_.run(
            [trace, analyses = state_->analysesAt(start), slice](const std::stop_token& stop) {
                return detailsOf(*trace, *analyses->origins(), slice, stop);
            },
            [this, trace](std::optional<EventDetails> content) {
                if (content) {
                    showSlice(trace, std::move(*content));
                }
            });
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
    growing_.clear();
    sections_.clear();
}

void DetailsPanel::forgetSlice() {
    slice_->forget();
    previewed_.reset();
    preview_->hide();
}

DetailsPages DetailsPanel::pages() {
    return {appearance_, *state_, [this](QWidget* row) { sections_.add(row); }};
}

void DetailsPanel::showSession() {
    forgetSlice();
    shownSpot_.reset();
    const Trace* trace = state_ ? state_->trace().get() : nullptr;
    if (!std::exchange(showsSession_, trace != nullptr) || trace == nullptr) {
        clear(); // else what is shown stays until the new numbers are there
    }
    if (trace == nullptr) {
        head_->showTitle(tr("Details"), tr("Nothing is open."), {});
        return;
    }
    const bool brushed = state_->brush().has_value();
    const auto part = state_->part();
    head_->showTitle(brushed ? tr("Range")
                     : part  ? tr("Steady steps")
                             : tr("Whole session"),
                     brushed ? tr("Every view shows this range.")
                             : tr("Nothing selected. Click an event or drag a range."),
                     {PanelHead::Copy});
    if (state_->following()) { // adding it all up would take time from the program that is recorded
        showGrowing(*trace, part.value_or(trace->work()).length());
        return;
    }
    contentJob_.run([analyses = state_->analyses(),
                     part](const std::stop_token& stop) { return sessionDigest(*analyses, part, stop); },
                    [this](const std::optional<SessionDigest>& digest) {
                        if (digest) {
                            fillSession(*digest);
                        }
                    });
}

void DetailsPanel::showGrowing(const Trace& trace, TimeNs length) {
    if (!growing_) {
        sections_.fill(0, [this] {
            growing_ = new Figures(appearance_, {{tr("Duration"), {}}, {tr("Events"), {}}, {tr("Rows"), {}}});
            sections_.add(growing_);
        });
    }
    growing_->setFigure(0, durationText(length));
    growing_->setFigure(1, countText(trace.sliceCount()));
    growing_->setFigure(2, countText(static_cast<std::int64_t>(trace.tracks().size())));
}

void DetailsPanel::fillSession(const SessionDigest& digest) {
    growing_.clear();
    sections_.fill(0, [&] {
        DetailsPages page = pages();
        page.addDigest(digest);
        page.addSession(state_->trace()->info());
    });
}

void DetailsPanel::showSlice(std::shared_ptr<const Trace> trace, EventDetails content) {
    showsSession_ = false;
    shownSpot_.reset();
    growing_.clear();
    slice_->show(state_, std::move(trace), std::move(content));
}

void DetailsPanel::showSpot(const SpotContent& content) {
    forgetSlice();
    showsSession_ = false;
    if (std::exchange(shownSpot_, state_->spot()) != state_->spot()) {
        clear();
    }
    const DetailsPages::Title title = pages().titleOf(content);
    head_->showTitle(title.first, title.second, PanelHead::Buttons(PanelHead::Copy) | PanelHead::Fit);
    sections_.fill(0, [&] { pages().addSpot(content); });
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

QString DetailsPanel::asText() const {
    if (content()) {
        return slice_->asText();
    }
    const QString rows = panelText(*scroll_->widget());
    return rows.isEmpty() ? QString() : head_->accessibleName() + QLatin1Char('\n') + rows;
}

} // namespace lanes
