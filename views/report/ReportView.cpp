#include "views/report/ReportView.h"

#include "model/report/Readers.h"
#include "model/trace/Profile.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <algorithm>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kFirst = "syncs"; // what is asked for most of those without a view

std::vector<const report::Answer*> answersWithoutView() {
    std::vector<const report::Answer*> found;
    for (const report::Answer& answer : report::answers()) {
        if (!answer.hasView) {
            found.push_back(&answer);
        }
    }
    return found;
}

QStringList titlesOf(const std::vector<const report::Answer*>& answers) {
    QStringList titles;
    for (const report::Answer* answer : answers) {
        titles << reportText(answer->title);
    }
    return titles;
}

} // namespace

ReportView::ReportView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("table"), tr("Tables"), tr("Filter events, as in search"),
                 QStringLiteral("table.csv")},
                parent)
    , answers_(answersWithoutView())
    , choice_(new ChoiceButton(appearance, tr("Table"), titlesOf(answers_))) {
    const auto first = std::ranges::find(answers_, kFirst, &report::Answer::key);
    choice_->setCurrent(first == answers_.end() ? 0 : static_cast<int>(first - answers_.begin()));
    addControl(choice_);
    connect(choice_, &ChoiceButton::chosen, this, &ReportView::setAnswer);
}

void ReportView::setAnswer(int index) {
    choice_->setCurrent(index);
    filterField().setEnabled(answers_[static_cast<std::size_t>(index)]->takesFilter);
    rows_.reset();
    table().setModel(nullptr);
    invalidate();
}

// The one table that a profile without times has is shown first.
void ReportView::preferFunctions() {
    const auto functions = std::ranges::find(answers_, "functions", &report::Answer::key);
    if (!std::exchange(seen_, true) && isProfile(*state()->trace()) && functions != answers_.end()) {
        choice_->setCurrent(static_cast<int>(functions - answers_.begin()));
        filterField().setEnabled((*functions)->takesFilter);
    }
}

void ReportView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        showRows(nullptr);
        return;
    }
    preferFunctions();
    const report::Answer* answer = answers_[static_cast<std::size_t>(choice_->current())];
    runRows(
        [analyses = state()->analyses(), answer,
         asked = report::Asked{answer->by.front(), state()->part(), filterField().filter()}](
            const std::stop_token& stop) -> std::shared_ptr<const ReportTable> {
            std::optional<report::Table> table = answer->make(*analyses, asked, stop);
            return table ? std::make_shared<const ReportTable>(std::move(*table)) : nullptr;
        },
        [this](std::shared_ptr<const ReportTable> rows) { showRows(std::move(rows)); });
}

void ReportView::showRows(std::shared_ptr<const ReportTable> rows) {
    rows_ = std::move(rows);
    const report::Answer* answer = answers_[static_cast<std::size_t>(choice_->current())];
    if (rows_ && columnsFor_ != answer) {
        columnsFor_ = answer;
        setColumns(columnsOf(rows_->report()), rows_->column(rows_->report().sortedBy));
    }
    present(rows_, rows_ ? tr("%1 rows", nullptr, pluralOf(rows_->rows())).arg(countText(rows_->rows()))
                         : QString());
}

void ReportView::sayWhyEmpty(EmptyState& empty) {
    if (!rows_) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No row matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else if (state()->part()) {
        empty.setText(tr("Nothing of this kind in the range"),
                      tr("Brush a wider range, or choose the whole session."));
    } else {
        empty.setText(tr("The session holds nothing of this kind"), tr("Choose another table above."));
    }
}

void ReportView::showRow(std::uint32_t row) {
    panel().begin();
    bool first = true;
    for (const report::Column* column : report::columnsFor(rows_->report(), report::View)) {
        const QString text = rows_->text(row, column->key);
        if (first) {
            panel().add(new PanelTitle(look(), {rows_->colorOf(row, look().theme()), {}, text, {}}));
            panel().addRule();
            first = false;
        } else if (!text.isEmpty()) {
            panel().add(new FieldRow(look(), {reportText(column->title), text}));
        }
    }
    panel().end();
}

bool ReportView::ownsKey(const QKeyEvent& key) const {
    return (key.key() == Qt::Key_G && key.modifiers() == Qt::NoModifier) || TableView::ownsKey(key);
}

void ReportView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_G && event->modifiers() == Qt::NoModifier) {
        setAnswer((choice_->current() + 1) % static_cast<int>(answers_.size()));
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
