#include "views/ranks/RanksView.h"

#include "model/analysis/operators/OperatorData.h"
#include "model/io/joining/TraceMerge.h"
#include "views/ranks/RanksPanel.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanes {
namespace {

bool namesRanks(const Trace& trace) {
    return std::ranges::any_of(trace.processes(), [](const Process& process) { return process.rank >= 0; });
}

// Whether a session holds further ranks of the job that these are of.
bool joins(const std::vector<ViewState*>& chosen, const ViewState& other) {
    if (!other.trace() || !namesRanks(*other.trace())) {
        return false;
    }
    std::vector<std::shared_ptr<const Trace>> traces;
    traces.reserve(chosen.size() + 1);
    for (const ViewState* one : chosen) {
        traces.push_back(one->trace());
    }
    traces.push_back(other.trace());
    return areRanksOfOneJob(traces);
}

// The records of all sessions, and how many each gave. Nothing if asked to stop.
std::pair<std::vector<RankRecord>, std::vector<std::size_t>>
recordsOf(const std::vector<std::shared_ptr<TraceAnalyses>>& sessions, const std::stop_token& stop) {
    std::vector<RankRecord> records;
    std::vector<std::size_t> session; // of each record
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const auto own = sessions[i]->ranks(stop);
        if (own == nullptr) {
            return {};
        }
        records.insert(records.end(), own->begin(), own->end());
        session.resize(records.size(), i);
    }
    nameRanks(records);
    return {std::move(records), std::move(session)};
}

// Which rank the others wait for in a steady step, and how long: start-up apart. Nothing without steady steps.
std::optional<HoldUp> holdUpOf(JobRanks job, const SessionSteps& steps) {
    const std::optional<TimeRange> range = steps.steadyRange();
    const SteadySteps* const steady = range ? steps.steady(steps.all().front().rank) : nullptr;
    if (steady == nullptr || steady->steps == 0) {
        return std::nullopt;
    }
    keepWithin(job, *range);
    const auto most = std::ranges::max_element(job.sums, {}, &JobRanks::Sum::caused);
    if (most == job.sums.end() || most->caused == 0) {
        return std::nullopt;
    }
    return HoldUp{static_cast<std::size_t>(most - job.sums.begin()), most->caused / steady->steps};
}

} // namespace

RanksView::RanksView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("rank"), tr("Ranks"), tr("Filter collectives"), QStringLiteral("ranks.csv")},
                parent)
    , chosen_(new ChoiceButton(appearance, tr("Of"), {}))
    , measures_(
          new SegmentedControl(appearance, {tr("Time"), tr("Waiting"), tr("Communication"), tr("Computing")}))
    , grid_(new RankGrid(appearance))
    , ranksPanel_(new RanksPanel(appearance, panel(), this)) {
    addControl(measures_);
    addControl(chosen_);
    addAbove(grid_);
    measures_->setAccessibleName(tr("Measure in the cells"));
    const report::Table columns = report::collectiveTable(nullptr, nullptr);
    setColumns(columnsOf(columns), columnNamed(columns, columns.sortedBy));
    connect(measures_, &SegmentedControl::chosen, this, &RanksView::setMeasure);
    connect(grid_, &RankGrid::chosen, this, &RanksView::showStep);
    connect(ranksPanel_, &RanksPanel::sliceChosen, this,
            [](ViewState* session, SliceId slice) { session->goTo(slice); });
    nameSessions();
}

// This session, and all open ones that hold further ranks of its job, unless the user left them out.
std::vector<ViewState*> RanksView::chosenSessions() const {
    std::vector<ViewState*> chosen;
    if (state() == nullptr || !state()->trace()) {
        return chosen;
    }
    chosen.push_back(state());
    if (sessions() == nullptr || !namesRanks(*state()->trace())) {
        return chosen;
    }
    for (const OpenSessions::Entry& entry : sessions()->all()) {
        const bool left = left_.contains(QPointer(entry.state));
        if (entry.state != state() && !left && joins(chosen, *entry.state)) {
            chosen.push_back(entry.state);
        }
    }
    return chosen;
}

void RanksView::nameSessions() {
    chosen_->setMenu(tr("%n sessions", nullptr, static_cast<int>(chosenSessions().size())),
                     [this] { return sessionMenu(); });
}

QMenu* RanksView::sessionMenu() {
    auto* menu = new QMenu(chosen_);
    const std::vector<ViewState*> chosen = chosenSessions();
    for (const OpenSessions::Entry& entry :
         sessions() != nullptr ? sessions()->all() : std::vector<OpenSessions::Entry>()) {
        QAction* action = menu->addAction(entry.name);
        action->setCheckable(true);
        const bool isChosen = std::ranges::find(chosen, entry.state) != chosen.end();
        action->setChecked(isChosen);
        action->setEnabled(entry.state != state() && (isChosen || joins(chosen, *entry.state)));
        connect(action, &QAction::toggled, this, [this, other = QPointer(entry.state)](bool in) {
            left_.removeAll(other);
            if (!in) {
                left_.push_back(other);
            }
            invalidate();
        });
    }
    return menu;
}

void RanksView::followSessions() {
    invalidate();
}

void RanksView::listenTo(const std::vector<ViewState*>& states) {
    for (const auto& before : listened_) {
        if (before) {
            disconnect(before, &ViewState::traceChanged, this, &RanksView::catchUp);
        }
    }
    listened_.clear();
    for (ViewState* other : states) {
        if (other != state()) {
            connect(other, &ViewState::traceChanged, this, &RanksView::catchUp);
            listened_.emplace_back(other);
        }
    }
}

void RanksView::refresh() {
    const std::vector<ViewState*> chosen = chosenSessions();
    nameSessions();
    listenTo(chosen);
    looking_ = !chosen.empty();
    if (!rows_ || chosen.empty()) {
        showRows(nullptr, {});
    }
    if (chosen.empty()) {
        return;
    }
    std::vector<std::shared_ptr<TraceAnalyses>> sessions;
    States states;
    for (ViewState* one : chosen) {
        sessions.push_back(one->analyses());
        states.emplace_back(one);
    }
    struct Found {
        std::shared_ptr<const RanksTable> rows;
        std::vector<std::size_t> session; // of each record
        std::optional<HoldUp> holdUp;
    };
    run(
        [sessions, filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> Found {
            auto [records, session] = recordsOf(sessions, stop);
            const auto operators = records.empty() ? nullptr : sessions.front()->operators(stop);
            if (!operators) {
                return {};
            }
            const JobRanks job = jobRanksOf(std::move(records));
            return {RanksTable::make(job, filter), std::move(session), holdUpOf(job, operators->steps)};
        },
        [this, states](const Found& found) {
            looking_ = false;
            holdUp_ = found.holdUp;
            States ofRecord;
            for (const std::size_t session : found.session) {
                ofRecord.push_back(states[static_cast<qsizetype>(session)]);
            }
            showRows(found.rows, std::move(ofRecord));
        });
}

void RanksView::showRows(std::shared_ptr<const RanksTable> rows, States states) {
    rows_ = std::move(rows);
    states_ = std::move(states);
    grid_->setRows(rows_);
    grid_->setVisible(rows_ != nullptr && rows_->job().records.size() > 1);
    QString hint;
    if (rows_ && rows_->rows() > 0) {
        TimeNs error = 0;
        for (const RankClock& clock : rows_->job().clocks) {
            error = std::max(error, clock.error);
        }
        hint = tr("%n collectives matched", nullptr, static_cast<int>(rows_->job().collectives.size())) +
               QStringLiteral("; ") + tr("worst clock error \u00b1%1").arg(durationText(error, 3));
    }
    present(rows_, hint);
}

void RanksView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (looking_ || !rows_) {
        empty.setText(tr("Comparing the ranks"), tr("Closing the view ends it."));
    } else if (rows_->job().records.size() < 2) {
        empty.setText(tr("One rank alone"),
                      tr("Open the traces of the job's other ranks beside this one, or record the whole job: "
                         "lanescope record -- torchrun …"));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No collective matches the filter"),
                      tr("Press Esc in the filter to see all of them."));
    } else if (!rows_->apart().empty()) {
        empty.setText(
            tr("These ranks cannot be aligned"),
            tr("%1: nothing ties its clock to the first one's, no collective that both recorded and "
               "no origin in the trace. Record the same steps on all ranks.")
                .arg(rows_->apartText()));
    } else {
        empty.setText(
            tr("No collective was recorded on two ranks"),
            tr("Profile the same steps on all ranks, with NCCL's kernels or gloo's ranges in them."));
    }
}

void RanksView::showRow(std::uint32_t row) {
    ranksPanel_->show({*rows_, row, states_, holdUp_});
}

void RanksView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const SharedCollective& one = rows_->collective(row);
    const SharedCollective::Entry& last = one.entries[one.last];
    if (ViewState* session = stateOf(last.rank)) {
        const SliceId slice = rows_->job().records[last.rank].collectives[last.call].slice;
        if (go) {
            session->goTo(slice);
        } else {
            session->select(slice);
        }
    }
}

void RanksView::showStep(RankGrid::Place place) {
    const auto& cell = rows_->steps().cells[place.rank][place.step];
    if (ViewState* session = stateOf(place.rank); session != nullptr && cell) {
        session->setBrush(rows_->steps().whole ? std::nullopt : std::optional(cell->range));
        session->setVisible(cell->range);
        session->goToMoment(cell->range.begin + cell->range.length() / 2);
    }
}

void RanksView::setMeasure(int measure) {
    measures_->setCurrent(measure);
    grid_->setMeasure(static_cast<RankMeasure>(measure));
}

bool RanksView::ownsKey(const QKeyEvent& key) const {
    return (key.modifiers() == Qt::NoModifier && key.key() == Qt::Key_M) || TableView::ownsKey(key);
}

void RanksView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_M) {
        setMeasure((measures_->current() + 1) % kRankMeasures);
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
