#include "views/marks/MarksView.h"

#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/NameField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <algorithm>

namespace lanes {

MarksView::MarksView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("mark"), tr("Marks"), tr("Filter marks"), QStringLiteral("marks.csv")},
                parent)
    , name_(new NameField(appearance, tr("Name of the mark"), &table())) {
    setColumns(markColumns(), static_cast<int>(MarkColumn::Begin));
    table().sortBy(static_cast<int>(MarkColumn::Begin), false); // as time runs
}

void MarksView::refresh() {
    disconnect(followed_);
    if (state() == nullptr || !state()->trace()) {
        rows_.reset();
        present(nullptr, {});
        return;
    }
    const SessionMarks& marks = state()->marks();
    followed_ = connect(&marks, &SessionMarks::changed, this, &MarksView::invalidate);
    rows_ = std::make_shared<const MarkTable>(marks.all(), state()->origin(),
                                              QString::fromStdString(filterField().filter().text()));
    const std::size_t recorded = marks.all().size() - marks.own().size();
    QString hint = tr("%1 of yours, %2 of the recording")
                       .arg(countText(static_cast<std::int64_t>(marks.own().size())),
                            countText(static_cast<std::int64_t>(recorded)));
    if (recorded == SessionMarks::kMostRecorded) {
        hint = tr("the first %1").arg(hint);
    }
    present(rows_, hint);
}

void MarksView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (!state()->marks().all().empty()) {
        empty.setText(tr("No mark matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(
            tr("No marks"),
            tr("M in the timeline marks a moment, Shift+M the brushed range; a program sets some by "
               "lanescope.mark, and lanescope ctl mark sets one from outside."));
    }
}

const SessionMark* MarksView::currentMark() const {
    const std::uint32_t row = table().current();
    return rows_ && row < rows_->rows() ? &rows_->mark(row) : nullptr;
}

void MarksView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows() || state() == nullptr) {
        return;
    }
    const SessionMark& mark = rows_->mark(row);
    state()->marks().setCurrent(mark.id);
    if (go) {
        state()->goToMark(mark);
    }
    const auto& trace = state()->trace();
    if (!mark.isOwn() && trace && mark.point < trace->points().size()) {
        state()->selectSpot(
            {Spot::Kind::Instant, mark.range.begin, trace->points().track[mark.point], mark.point});
    }
}

void MarksView::showRow(std::uint32_t row) {
    const SessionMark& mark = rows_->mark(row);
    panel().begin();
    panel().add(new PanelTitle(look(), {mark.isOwn() ? look().theme().accent : look().theme().text3,
                                        {},
                                        rows_->titleOf(row),
                                        tr("From %1").arg(rows_->fromOf(row))}));
    std::vector<Figure> figures{{tr("At"), rows_->momentOf(row)}};
    if (!mark.range.empty()) {
        figures.push_back({tr("Length"), durationText(mark.range.length())});
    }
    panel().add(new Figures(look(), std::move(figures)));
    panel().addRule();
    addLink(tr("Show in the timeline"), tr("Enter"), &MarksView::go);
    if (mark.isOwn()) {
        addLink(mark.name.isEmpty() ? tr("Give it a name") : tr("Rename"), QStringLiteral("F2"),
                &MarksView::rename);
        addLink(tr("Remove"), tr("Del"), &MarksView::remove);
    }
    panel().end();
}

void MarksView::addLink(const QString& text, const QString& key, void (MarksView::*done)()) {
    PanelLink::Content content;
    content.text = text;
    content.value = key;
    auto* link = panel().add(new PanelLink(look(), content));
    connect(link, &PanelLink::clicked, this, done);
}

MarksView::~MarksView() {
    name_->finish();
}

void MarksView::go() {
    chooseRow(table().current(), true);
}

// Over its row.
void MarksView::rename() {
    if (const SessionMark* mark = currentMark(); mark != nullptr && mark->isOwn() && state() != nullptr) {
        name_->ask(table().currentBox().topLeft(), mark->name, [this, id = mark->id](const QString& name) {
            if (state() != nullptr) {
                state()->marks().rename(id, name);
            }
        });
    }
}

void MarksView::remove() {
    if (const SessionMark* mark = currentMark(); mark != nullptr && mark->isOwn() && state() != nullptr) {
        state()->marks().remove(mark->id);
    }
}

bool MarksView::ownsKey(const QKeyEvent& key) const {
    const bool mine = key.key() == Qt::Key_F2 || key.key() == Qt::Key_Delete;
    return (mine && key.modifiers() == Qt::NoModifier) || TableView::ownsKey(key);
}

void MarksView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_F2 && event->modifiers() == Qt::NoModifier) {
        rename();
    } else if (event->key() == Qt::Key_Delete && event->modifiers() == Qt::NoModifier) {
        remove();
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
