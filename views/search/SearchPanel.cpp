#include "views/search/SearchPanel.h"

#include "model/analysis/text/KernelName.h"
#include "views/search/SearchHead.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace lanes {
namespace {

constexpr int kNamesShown = 6; // rows; more scroll
constexpr int kDigits = 4;

} // namespace

SearchPanel::SearchPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , head_(new SearchHead(appearance, this))
    , namesHead_(new SectionHead(appearance, tr("By name"), tr("count, total"), this))
    , names_(new RowList(appearance, tr("Names found"), this))
    , rule_(new PanelRule(appearance, 4, 4, this))
    , eventsHead_(new SectionHead(appearance, tr("Events"), tr("start, duration"), this))
    , events_(new RowList(appearance, tr("Events found"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* row : std::initializer_list<QWidget*>{head_, namesHead_, names_, rule_, eventsHead_}) {
        layout->addWidget(row);
    }
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
            state_->search().reveal(listed(index));
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
        connect(state_, &ViewState::filterChanged, this, [this] { name_ = -1; });
        connect(state_, &ViewState::selectionChanged, this, &SearchPanel::showPosition);
        connect(state_, &ViewState::spotChanged, this, &SearchPanel::showPosition);
    }
    name_ = -1;
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
    for (QWidget* row : std::initializer_list<QWidget*>{namesHead_, names_, rule_, eventsHead_, events_}) {
        row->setVisible(some);
    }
    if (!some) {
        names_->setRows(0, {});
        events_->setRows(0, {});
        return;
    }
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
    name_ = name_ < static_cast<int>(names.size()) ? name_ : -1;
    names_->setCurrent(name_);
    listEvents();
}

void SearchPanel::chooseName(int index) {
    name_ = name_ == index ? -1 : index; // once more: all again
    names_->setCurrent(name_);
    listEvents();
}

FoundEvent SearchPanel::listed(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return name_ >= 0 ? ofName_[at] : shown_->events->at(at);
}

void SearchPanel::listEvents() {
    const FoundEvents& found = *shown_->events;
    const Trace& trace = *found.trace();
    ofName_.clear();
    if (name_ >= 0) {
        const FoundName& wanted = found.names()[static_cast<std::size_t>(name_)];
        for (std::size_t i = 0; wanted.first.valid() && i < found.events().size(); ++i) {
            if (trace.slice(found.events()[i]).name == wanted.name) {
                ofName_.push_back({found.events()[i], FoundEvent::kNoPoint});
            }
        }
        for (std::size_t i = 0; !wanted.first.valid() && i < found.instants().size(); ++i) {
            if (trace.points().name[found.instants()[i]] == wanted.name) {
                ofName_.push_back({SliceId(), found.instants()[i]});
            }
        }
    }
    const std::size_t count = name_ >= 0 ? ofName_.size() : found.listed();
    eventsHead_->setHint(found.count() > found.listed()
                             ? tr("the first %1").arg(countText(FoundEvents::kMostListed))
                             : tr("start, duration"));
    const TimeNs step = std::max<TimeNs>(1, trace.span().length() / 100'000);
    events_->setRows(static_cast<int>(count), [this, step](int index) { return rowOf(listed(index), step); });
    showPosition();
}

RowList::Row SearchPanel::rowOf(FoundEvent event, TimeNs step) const {
    const Trace& trace = *shown_->events->trace();
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
    const FoundEvent selected = state_->search().selected();
    if (name_ < 0) {
        events_->setCurrent(shown_->events->positionOf(selected));
        return;
    }
    const auto found = std::ranges::find(ofName_, selected);
    events_->setCurrent(found == ofName_.end() ? -1 : static_cast<int>(found - ofName_.begin()));
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
