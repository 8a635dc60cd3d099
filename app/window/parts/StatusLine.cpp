#include "app/window/parts/StatusLine.h"

#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "model/analysis/device/Occupancy.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/session/SessionTrust.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/TellApart.h"
#include "views/shared/text/Text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace lanes {
namespace {

constexpr int kStatusHeight = 24;
constexpr int kSayMs = 4000;

} // namespace

StatusLine::StatusLine(Appearance& appearance, const Actions& actions, QWidget* parent)
    : QStatusBar(parent)
    , appearance_(appearance)
    , actions_(actions) {
    connect(&actions_, &Actions::keysChanged, this, &StatusLine::describe);
    setSizeGripEnabled(false);
    setFixedHeight(appearance_.fonts().scaled(kStatusHeight));
    connect(&appearance_, &Appearance::changed, this, [this] {
        setFixedHeight(appearance_.fonts().scaled(kStatusHeight));
        update();
    });
}

void StatusLine::setState(ViewState* state) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = state;
    if (state_) {
        const auto refresh = [this] { describe(); };
        connect(state_, &ViewState::traceChanged, this, refresh);
        connect(state_, &ViewState::selectionChanged, this, refresh);
        connect(state_, &ViewState::cursorChanged, this, qOverload<>(&QWidget::update));
        connect(&state_->search(), &EventSearch::changed, this, refresh);
        connect(&state_->trust(), &SessionTrust::changed, this, refresh);
    }
    describe();
}

void StatusLine::setView(const ViewSpec* view) {
    view_ = view;
    describe();
}

// For screen readers; the cursor moves too often to be said.
void StatusLine::describe() {
    device_ = deviceText();
    QStringList parts{qualityText(), device_, searchText(), selectionText(), hintText().simplified()};
    parts.removeAll(QString());
    setAccessibleName(parts.join(QStringLiteral(", ")));
    update();
}

void StatusLine::say(const QString& text) {
    said_ = text;
    describe();
    QTimer::singleShot(kSayMs, this, [this, text] {
        if (said_ == text) {
            said_.clear();
            describe();
        }
    });
}

QString StatusLine::qualityText() const {
    if (!state_ || !state_->trace()) {
        return {};
    }
    const QString quality = tr("Data quality: %1");
    if (const auto& ledger = state_->trust().ledger()) {
        const auto faults = std::ranges::count_if(ledger->entries, &LedgerEntry::fault);
        if (faults == 0) {
            return quality.arg(tr("OK"));
        }
        const auto first = std::ranges::find_if(ledger->entries, &LedgerEntry::fault);
        return quality.arg(
            tr("%n issues: %1", nullptr, static_cast<int>(faults)).arg(noteText(first->title)));
    }
    const auto& notes = state_->trace()->diagnostics().all();
    return quality.arg(notes.empty() ? tr("no remarks") : noteText(notes.front().message));
}

// The first that did anything: Kineto names sixteen devices whatever there are, and of joined ranks each has its own.
QString StatusLine::deviceText() const {
    if (!state_ || !state_->trace()) {
        return {};
    }
    const Trace& trace = *state_->trace();
    std::vector<bool> works(trace.processes().size());
    for (const Track& track : trace.tracks()) {
        if (track.process.value < works.size()) {
            works[track.process.value] = true;
        }
    }
    for (std::uint32_t i = 0; i < works.size(); ++i) {
        const Process& process = trace.processes()[i];
        if (process.kind == Process::Kind::Device && works[i]) {
            const QString model = toQString(deviceName(trace, process));
            return !model.isEmpty() ? model : toQString(process.label.empty() ? process.name : process.label);
        }
    }
    return {};
}

QString StatusLine::selectionText() const {
    if (!said_.isEmpty()) {
        return said_;
    }
    if (!state_ || !state_->trace() || !state_->trace()->has(state_->selection())) {
        return {};
    }
    const Trace& trace = *state_->trace();
    return tr("%1, %2").arg(sliceLabel(trace, state_->selection()),
                            durationText(trace.slice(state_->selection()).duration));
}

// The name is cut, never how long it took.
QString StatusLine::fittedSelection(const QFontMetricsF& metrics, qreal room) const {
    const QString text = selectionText();
    const qsizetype behind = text.lastIndexOf(QRegularExpression(QStringLiteral("[,\uff0c]")));
    return said_.isEmpty() && behind > 0 ? elidedKeeping(text, {behind, text.size() - behind}, metrics, room)
                                         : text;
}

QString StatusLine::searchText() const {
    const auto found = state_ ? state_->search().result() : nullptr;
    if (!found || found->events->count() == 0 || !said_.isEmpty()) {
        return {};
    }
    const auto count = static_cast<std::int64_t>(found->events->count());
    const int at = state_->search().position();
    const QString text = at < 0 ? tr("%1 matches", nullptr, pluralOf(count)).arg(countText(count))
                                : tr("match %1 of %2").arg(countText(at + 1), countText(count));
    if (view_ == nullptr || qstrcmp(view_->key, kTimelineView) != 0) {
        return text; // elsewhere these keys go from call to call
    }
    return tr("%1, %2 next, %3 before")
        .arg(text, actions_.keysText(ActionId::NextMatch), actions_.keysText(ActionId::PreviousMatch));
}

QString StatusLine::hintText() const {
    if (!state_ || !state_->trace() || view_ == nullptr) {
        return tr("%1 for keys").arg(actions_.keysText(ActionId::Keys));
    }
    if (!state_->filter().isEmpty()) {
        return tr("Esc ends the search");
    }
    return viewKeys(*view_, state_->trace()->has(state_->selection()), actions_) + QStringLiteral("    ") +
           tr("%1 for keys").arg(actions_.keysText(ActionId::Keys));
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const QFont font = fonts.sans(Fonts::kSmall);
    fillSnapped(painter, rect(), theme.raised);
    horizontalLine(painter, 0, 0, width(), theme.line);

    qreal right = width() - fonts.scaled(12);
    const auto fromRight = [&](const QString& text, const QColor& color) {
        if (!text.isEmpty()) {
            right -= drawTextLine(painter, {0, 0, right, qreal(height())}, text, font, color, Qt::AlignRight,
                                  Qt::ElideNone) +
                     fonts.scaled(20);
        }
    };
    fromRight(hintText(), theme.text3);
    if (state_ && state_->cursor()) {
        const TimeNs begin = state_->origin();
        const TimeNs step = std::max<TimeNs>(1, state_->visible().length() / 2000);
        const TimeNs at = *state_->cursor() - begin;
        fromRight(tr("Cursor %1").arg(momentText(at, step, std::max<TimeNs>(1, std::abs(at)))), theme.text2);
    }

    qreal x = fonts.scaled(12);
    const auto fromLeft = [&](const char* icon, const QString& text, const QColor& color, qreal most) {
        const qreal room = std::min(most, right - x - fonts.scaled(20));
        if (text.isEmpty() || room < fonts.scaled(40)) {
            return;
        }
        const int size = fonts.scaled(14);
        appearance_.icons().paint(painter, {x, (height() - size) / 2.0}, QString::fromLatin1(icon), size,
                                  color);
        x += fonts.scaled(20);
        x += drawTextLine(painter, {x, 0, room, qreal(height())}, text, font, color) + fonts.scaled(20);
    };
    fromLeft("ledger", qualityText(), theme.text2, width() * .4);
    qualityEnd_ = x;
    fromLeft("gpu", device_, theme.text2, width() * .2);
    fromLeft("search", searchText(), theme.text, width());
    fromLeft("link", fittedSelection(QFontMetricsF(font), right - x - fonts.scaled(20)), theme.text, width());
}

void StatusLine::mousePressEvent(QMouseEvent* event) {
    if (event->pos().x() < qualityEnd_ && state_ && state_->trace()) {
        Q_EMIT qualityRequested();
    }
}

} // namespace lanes
