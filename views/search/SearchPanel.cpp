#include "views/search/SearchPanel.h"

#include "model/analysis/text/KernelName.h"
#include "model/base/StopEvery.h"
#include "views/search/SearchHead.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lanes {
namespace {

constexpr int kNamesShown = 6; // rows; more scroll
constexpr int kDigits = 4;
constexpr int kOrderAir = 2; // px below the choice of an order

} // namespace

std::size_t ListedEvents::count() const {
    if (ofName) {
        return ofName->size();
    }
    return byDuration ? byDuration->listed() : found ? found->listed() : 0;
}

FoundEvent ListedEvents::at(std::size_t position) const {
    if (ofName) {
        return (*ofName)[position];
    }
    return byDuration ? byDuration->at(position) : found->at(position);
}

int ListedEvents::positionOf(FoundEvent event) const {
    if (ofName) {
        const auto at = std::ranges::find(*ofName, event);
        return at == ofName->end() ? -1 : static_cast<int>(at - ofName->begin());
    }
    return byDuration ? byDuration->positionOf(event) : found ? found->positionOf(event) : -1;
}

ListedEvents ListedEvents::named(StringId name, const std::stop_token& stop) const {
    const Trace& trace = *found->trace();
    std::vector<FoundEvent> events;
    for (std::size_t i = 0; i < count() && (i % kStopEvery != 0 || !stop.stop_requested()); ++i) {
        const FoundEvent event = at(i);
        if (name ==
            (event.slice.valid() ? trace.slice(event.slice).name : trace.points().name[event.point])) {
            events.push_back(event);
        }
    }
    return {found, byDuration, std::move(events)};
}

SearchPanel::SearchPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , head_(new SearchHead(appearance, this))
    , namesHead_(new SectionHead(appearance, tr("By name"), tr("count, total"), this))
    , names_(new RowList(appearance, tr("Names found"), this))
    , rule_(new PanelRule(appearance, 4, 4, this))
    , eventsRow_(new QWidget(this))
    , eventsHead_(new SectionHead(appearance, tr("Events"), tr("start, duration")))
    , order_(new SegmentedControl(appearance, {tr("By time"), tr("Longest first")}))
    , events_(new RowList(appearance, tr("Events found"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* row : std::initializer_list<QWidget*>{head_, namesHead_, names_, rule_, eventsRow_}) {
        layout->addWidget(row);
    }
    auto* eventsRow = new QHBoxLayout(eventsRow_);
    eventsRow->setContentsMargins(0, 0, appearance.fonts().scaled(kPanelPadding), kOrderAir);
    eventsRow->setSpacing(0);
    eventsRow->addWidget(eventsHead_, 1);
    eventsRow->addWidget(order_);
    order_->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard with the view
    order_->setToolTip(tr("The order of the list, and of next and previous match"));
    layout->addWidget(events_, 1000);
    layout->addStretch(1); // where nothing is listed
    names_->setFitted(kNamesShown);
    setAccessibleName(tr("Search results"));
    connect(head_, &SearchHead::closeRequested, this, &SearchPanel::closeRequested);
    connect(head_, &SearchHead::stepRequested, this, [this](bool forward) {
        if (state_) {
            state_->search().step(forward);
        }
    });
    connect(names_, &RowList::chosen, this, &SearchPanel::chooseName);
    connect(names_, &RowList::clicked, this, &SearchPanel::clicked);
    connect(events_, &RowList::clicked, this, &SearchPanel::clicked);
    connect(events_, &RowList::chosen, this, [this](int index) {
        if (state_ && shown_) {
            state_->search().reveal(listed_.at(static_cast<std::size_t>(index)));
        }
    });
    connect(order_, &SegmentedControl::chosen, this, [this](int index) {
        if (state_) {
            state_->search().setOrder(index == 1 ? SearchOrder::Duration : SearchOrder::Time);
        }
    });
}

SearchPanel::~SearchPanel() = default;

void SearchPanel::setState(ViewState* state) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
        disconnect(&state_->search(), nullptr, this, nullptr);
    }
    state_ = state;
    if (state_) {
        connect(&state_->search(), &EventSearch::changed, this, &SearchPanel::refresh);
        connect(state_, &ViewState::filterChanged, this, [this] { chosenName_.reset(); });
        connect(state_, &ViewState::selectionChanged, this, &SearchPanel::showPosition);
        connect(state_, &ViewState::spotChanged, this, &SearchPanel::showPosition);
    }
    chosenName_.reset();
    refresh();
}

void SearchPanel::setKeys(const QString& next, const QString& previous) {
    head_->setKeys(next, previous);
}

QString SearchPanel::summary() const {
    if (!state_) {
        return {};
    }
    if (!state_->search().complaint().isEmpty()) {
        return state_->search().complaint();
    }
    if (!shown_) {
        return state_->search().busy() ? tr("Searching…") : QString();
    }
    const FoundEvents& found = *shown_->events;
    if (found.count() == 0) {
        return tr("No event matches.");
    }
    const auto count = static_cast<std::int64_t>(found.count());
    const QString events = tr("%1 events", nullptr, pluralOf(count)).arg(countText(count));
    return found.onDevice() > 0 ? tr("%1, %2 on the GPU").arg(events, durationText(found.onDevice(), kDigits))
                                : tr("%1, %2 together").arg(events, durationText(found.total(), kDigits));
}

void SearchPanel::refresh() {
    shown_ = state_ ? state_->search().result() : nullptr;
    const bool wrong = state_ && !state_->search().complaint().isEmpty();
    head_->setTexts(state_ ? state_->filter() : QString(), summary(), wrong);
    const bool some = shown_ && shown_->events->count() > 0;
    for (QWidget* row : std::initializer_list<QWidget*>{namesHead_, names_, rule_, eventsRow_, events_}) {
        row->setVisible(some);
    }
    if (!some) {
        job_.cancel();
        names_->setRows(0, {});
        events_->setRows(0, {});
        return;
    }
    order_->setCurrent(state_->search().order() == SearchOrder::Duration ? 1 : 0);
    const auto& names = shown_->events->names();
    names_->setRows(static_cast<int>(names.size()), [this](int index) {
        const FoundName& name = shown_->events->names()[static_cast<std::size_t>(index)];
        const QString whole = toQString(shown_->events->trace()->text(name.name));
        if (!name.first.valid()) { // instants take no time
            return RowList::Row{appearance_.theme().hueColor(Hue::Other), whole, countText(name.count),
                                QStringLiteral("\u2013"), whole};
        }
        return RowList::Row{dotOf(name.first), shortName(name.first), countText(name.count),
                            durationText(name.total), whole};
    });
    const auto at = std::ranges::find_if(names, [this](const FoundName& name) {
        return chosenName_ && shown_->events->trace()->text(name.name) == *chosenName_;
    });
    name_ = at == names.end() ? -1 : static_cast<int>(at - names.begin());
    names_->setCurrent(name_);
    listEvents();
}

void SearchPanel::chooseName(int index) {
    name_ = name_ == index ? -1 : index; // once more: all again
    chosenName_.reset();
    if (name_ >= 0) {
        const FoundName& chosen = shown_->events->names()[static_cast<std::size_t>(name_)];
        chosenName_ = std::string(shown_->events->trace()->text(chosen.name));
    }
    names_->setCurrent(name_);
    listEvents();
}

// All are there at once; those of a name are looked for among up to a million.
void SearchPanel::listEvents() {
    job_.cancel();
    ListedEvents all{shown_->events, state_->search().byDuration(), std::nullopt};
    if (name_ < 0) {
        listed_ = std::move(all);
        showEvents();
        return;
    }
    const StringId name = shown_->events->names()[static_cast<std::size_t>(name_)].name;
    job_.run([all = std::move(all), name](const std::stop_token& stop) { return all.named(name, stop); },
             [this](ListedEvents events) {
                 listed_ = std::move(events);
                 showEvents();
             });
}

void SearchPanel::showEvents() {
    const FoundEvents& found = *listed_.found;
    const auto most = countText(FoundEvents::kMostListed);
    eventsHead_->setHint(found.count() <= found.listed() ? tr("start, duration")
                         : listed_.byDuration            ? tr("the longest %1").arg(most)
                                                         : tr("the first %1").arg(most));
    const TimeNs step = std::max<TimeNs>(1, found.trace()->span().length() / 100'000);
    events_->setRows(static_cast<int>(listed_.count()), [this, step](int index) {
        return rowOf(listed_.at(static_cast<std::size_t>(index)), step);
    });
    showPosition();
}

RowList::Row SearchPanel::rowOf(FoundEvent event, TimeNs step) const {
    const Trace& trace = *listed_.found->trace();
    const auto moment = [&](TimeNs time) {
        const TimeNs at = time - trace.span().begin;
        return momentText(at, step, std::max(std::abs(at), step));
    };
    if (event.slice.valid()) {
        const Trace::Slice slice = trace.slice(event.slice);
        return {dotOf(event.slice), shortName(event.slice), moment(slice.start), durationText(slice.duration),
                toQString(trace.text(slice.name))};
    }
    const QString name = toQString(trace.text(trace.points().name[event.point]));
    return {appearance_.theme().hueColor(Hue::Other), name, moment(trace.points().time[event.point]),
            QStringLiteral("\u2013"), name};
}

void SearchPanel::showPosition() {
    if (!state_ || !shown_ || shown_->events->count() == 0) {
        return;
    }
    events_->setCurrent(listed_.positionOf(state_->search().selected()));
}

QString SearchPanel::shortName(SliceId slice) const {
    const Trace& trace = *shown_->events->trace();
    const Trace::Slice s = trace.slice(slice);
    if (s.kind == EventKind::PythonFunction) {
        return frameText(trace.text(s.name)).function;
    }
    return toQString(labelStages(s.kind, trace.text(s.name)).front());
}

QColor SearchPanel::dotOf(SliceId slice) const {
    const Trace::Slice s = shown_->events->trace()->slice(slice);
    return appearance_.theme().hueColor(s.hue, shadeOf(shown_->events->trace()->text(s.name)));
}

void SearchPanel::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), appearance_.theme().panel);
}

} // namespace lanes
