#include "app/window/page/DocumentPage.h"

#include "app/window/Views.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/MessagePage.h"
#include "app/window/recording/CaptureBar.h"
#include "model/trace/Profile.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/text/Text.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace lanes {
namespace {

constexpr double kUnknownShare = 2;

} // namespace

DocumentPage::DocumentPage(Appearance& appearance, std::unique_ptr<Document> document, OpenSessions& sessions,
                           QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , sessions_(sessions)
    , document_(std::move(document))
    , captureBar_(new CaptureBar(appearance, *document_, this))
    , banner_(new Banner(appearance, this))
    , stretch_(new Banner(appearance, this))
    , stack_(new QStackedWidget(this))
    , message_(new MessagePage(appearance, this))
    , current_(&viewSpecs().front()) {
    sessions_.add(document_->view(), document_->shortName());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(captureBar_);
    layout->addWidget(banner_);
    layout->addWidget(stretch_);
    layout->addWidget(stack_, 1);
    stack_->addWidget(message_);
    connect(document_.get(), &Document::stateChanged, this, &DocumentPage::refresh);
    connect(document_.get(), &Document::progressChanged, this, &DocumentPage::refresh);
    connect(&document_->view(), &ViewState::traceChanged, this, &DocumentPage::refresh);
    connect(&document_->view(), &ViewState::brushChanged, this, &DocumentPage::sayStretch);
}

DocumentPage::~DocumentPage() {
    document_->disconnect(this);
    document_->view().disconnect(this);
    // they look at the document, which goes last
    for (const auto& [spec, view] : std::exchange(views_, {})) {
        delete view;
    }
    delete captureBar_;
    sessions_.remove(document_->view());
}

bool DocumentPage::showsViews() const {
    return stack_->currentWidget() != message_;
}

SessionView& DocumentPage::view() {
    SessionView*& made = views_[current_];
    if (made == nullptr) {
        made = makeViewOf(*current_, appearance_, context(), stack_);
        stack_->addWidget(made);
        Q_EMIT viewMade(made, QString::fromLatin1(current_->key));
    }
    return *made;
}

void DocumentPage::showView(const ViewSpec& view) {
    current_ = &view;
    if (document_->trace()) {
        stack_->setCurrentWidget(&this->view());
    }
    sayStretch();
}

// The timeline shows all of the session, and a range that fits all of itself.
void DocumentPage::sayStretch() {
    const ViewState& state = document_->view();
    if (!state.analyses() || !state.analyses()->stretch() || state.focus() == state.brush() ||
        showsTimeline()) {
        stretch_->hide();
        saidOfStretch_.clear();
        return;
    }
    const QString what = state.brush() ? tr("While it is recorded, this is of the newest %1 of the range.")
                                       : tr("While it is recorded, this is of its newest %1.");
    if (std::exchange(saidOfStretch_, what) == what && stretch_->isHidden()) {
        return; // it was read and closed
    }
    // in whole seconds: a text that changes with every snapshot would not be read
    constexpr TimeNs kSecond = 1'000'000'000;
    const TimeNs length = state.focus().length();
    const QString text = what.arg(durationText(length < kSecond ? length : length / kSecond * kSecond)) +
                         QLatin1Char(' ') + tr("All of it counts as soon as the recording ends.");
    if (stretch_->isHidden() || stretch_->text() != text) {
        stretch_->say(Banner::Tone::Info, text);
    }
}

bool DocumentPage::showsTimeline() const {
    return QLatin1String(current_->key) == QLatin1String(kTimelineView);
}

QString DocumentPage::progressText() const {
    const OpenProgress& now = document_->progress();
    if (now.bytesTotal == 0) {
        return tr("Starting to read");
    }
    const QString bytes = tr("%1 of %2")
                              .arg(bytesText(static_cast<std::int64_t>(now.bytesDone)),
                                   bytesText(static_cast<std::int64_t>(now.bytesTotal)));
    const auto events = static_cast<std::int64_t>(now.events);
    return events == 0 ? bytes : tr("%1, %2 events", nullptr, pluralOf(events)).arg(bytes, countText(events));
}

void DocumentPage::refresh() {
    const bool changed = std::exchange(shownState_, document_->state()) != document_->state();
    if (changed) {
        message_->clearButtons();
        banner_->hide();
    }
    switch (document_->state()) {
    case Document::State::Loading:
        showReading();
        break;
    case Document::State::Live:
    case Document::State::Ready:
        break;
    case Document::State::Cancelled:
        showCancelled();
        break;
    case Document::State::Failed:
        showFailed();
        break;
    }
    preferFlame();
    stack_->setCurrentWidget(document_->trace() ? static_cast<QWidget*>(&view()) : message_);
    sayStretch();
}

// A profile without times has nothing in the timeline, so its flame graph is what one sees first.
void DocumentPage::preferFlame() {
    if (std::exchange(seen_, seen_ || document_->trace()) || !document_->trace() || !showsTimeline() ||
        !isProfile(*document_->trace())) {
        return;
    }
    current_ = viewSpec(QLatin1String(kFlameView));
    Q_EMIT viewPreferred();
}

void DocumentPage::showReading() {
    const OpenProgress& now = document_->progress();
    const double share = now.bytesTotal > 0 ? double(now.bytesDone) / double(now.bytesTotal) : kUnknownShare;
    message_->setMessage(QStringLiteral("open"), tr("Reading %1").arg(document_->title()), progressText(),
                         share);
    if (!message_->hasButtons()) {
        message_->addButton(tr("Cancel"), [this] { document_->cancel(); });
    }
    if (document_->trace() != nullptr) {
        banner_->say(Banner::Tone::Info,
                     tr("Still reading: %1. The part that has been read can be used.").arg(progressText()),
                     tr("Stop reading"), [this] { document_->cancel(); });
    }
}

void DocumentPage::showFailed() {
    message_->setMessage(QStringLiteral("warning"), tr("%1 could not be opened").arg(document_->title()),
                         document_->error());
    if (!message_->hasButtons()) {
        message_->addButton(tr("Open another…"), [this] { Q_EMIT openRequested(); });
        message_->addButton(tr("Try again"), [this] { document_->load(); });
        message_->addButton(tr("Close"), [this] { Q_EMIT closeRequested(); });
    }
}

void DocumentPage::showCancelled() {
    const QString again = tr("Reload");
    if (document_->trace() != nullptr) {
        banner_->say(Banner::Tone::Warning,
                     tr("Reading was stopped: only the part read until then is shown."), again,
                     [this] { document_->load(); });
        return;
    }
    message_->setMessage(QStringLiteral("info"), tr("Reading was stopped"),
                         tr("Nothing of %1 had been read yet.").arg(document_->title()));
    if (!message_->hasButtons()) {
        message_->addButton(again, [this] { document_->load(); });
        message_->addButton(tr("Close"), [this] { Q_EMIT closeRequested(); });
    }
}

} // namespace lanes
