#include "views/query/QueryView.h"

#include "model/report/Readers.h"
#include "views/query/QueryChart.h"
#include "views/query/QueryEditor.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <array>
#include <utility>

namespace lanes {

namespace {

constexpr int kPaneHeight = 132;
constexpr int kMenuWidth = 80; // signs of a query in the menu

// Offered where nothing has been asked yet.
constexpr std::array<const char*, 3> kExamples{
    "select name, count(*) as calls, sum(dur) as total_ns from slice group by name order by total_ns desc "
    "limit 30",
    "select id, name, ts, dur from slice where category = 'kernel' order by dur desc limit 100",
    "select name, ts, value from counter join counter_track on counter.track_id = counter_track.id"};

} // namespace

QueryView::QueryView(Appearance& appearance, QWidget* parent)
    : TableView(
          appearance, Form::Whole,
          {QStringLiteral("console"), tr("Result of the query"), QString(), QStringLiteral("query.csv")},
          parent)
    , editor_(new QueryEditor(appearance))
    , run_(new QPushButton(tr("Run")))
    , recent_(new ChoiceButton(appearance, tr("Queries"), {}))
    , status_(new QLabel())
    , chart_(new QueryChart(appearance)) {
    filterField().hide(); // the query itself says what is wanted
    makePane();
    addBelow(chart_);
    setFocusProxy(editor_);
    connect(editor_, &QueryEditor::runAsked, this, &QueryView::runQuery);
    connect(editor_, &QPlainTextEdit::textChanged, this, &QueryView::loadWords);
    connect(run_, &QPushButton::clicked, this, [this] { running_ ? stopQuery() : runQuery(); });
    connect(&look(), &Appearance::changed, this, &QueryView::restyle);
    restyle();
}

void QueryView::makePane() {
    auto* pane = new QWidget();
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(editor_, 1);
    auto* bar = new QHBoxLayout();
    bar->setContentsMargins(8, 5, 8, 5);
    bar->setSpacing(8);
    bar->addWidget(run_);
    bar->addWidget(recent_);
    bar->addWidget(status_, 1);
    column->addLayout(bar);
    run_->setObjectName(QStringLiteral("runQuery"));
    run_->setProperty(Style::kPrimary, true);
    run_->setToolTip(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    status_->setTextFormat(Qt::PlainText);
    status_->setMinimumWidth(1); // a long error makes no view wider
    status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    status_->setFocusPolicy(Qt::NoFocus); // Tab goes past it
    addAbove(pane);
    recent_->setMenu(tr("earlier"), [this] { return historyMenu(recent_); });
    pane->setMaximumHeight(look().fonts().scaled(kPaneHeight));
    connect(&look(), &Appearance::changed, pane,
            [this, pane] { pane->setMaximumHeight(look().fonts().scaled(kPaneHeight)); });
}

void QueryView::restyle() {
    status_->setFont(look().fonts().sans());
    say(status_->text(), !answer_.error.empty());
}

void QueryView::say(const QString& text, bool wrong) {
    QPalette palette = status_->palette();
    palette.setColor(QPalette::WindowText, wrong ? look().theme().bad : look().theme().text2);
    status_->setPalette(palette);
    status_->setText(text);
    status_->setAccessibleName(text);
}

QString QueryView::example() {
    return QString::fromLatin1(kExamples.front());
}

QString QueryView::status() const {
    return status_->text();
}

void QueryView::setHistory(const QStringList& history) {
    history_ = history.mid(0, kMostHistory);
    if (!history_.isEmpty() && editor_->toPlainText().isEmpty()) {
        editor_->setPlainText(history_.front());
    }
}

QMenu* QueryView::historyMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    const auto add = [&](const QString& query) {
        const QString line = query.simplified();
        QAction* entry =
            menu->addAction(QString(line.left(kMenuWidth)).replace(QLatin1Char('&'), QLatin1String("&&")) +
                            (line.size() > kMenuWidth ? QStringLiteral("\u2026") : QString()));
        connect(entry, &QAction::triggered, this, [this, query] {
            editor_->setPlainText(query);
            editor_->setFocus();
        });
    };
    for (const QString& query : std::as_const(history_)) {
        add(query);
    }
    menu->addSection(tr("Examples"));
    for (const char* query : kExamples) {
        add(QString::fromLatin1(query));
    }
    return menu;
}

void QueryView::remember() {
    history_.removeAll(asked_);
    history_.prepend(asked_);
    history_ = history_.mid(0, kMostHistory);
    Q_EMIT historyChanged();
}

void QueryView::runQuery() {
    asked_ = editor_->toPlainText();
    running_ = !asked_.trimmed().isEmpty();
    if (!running_) {
        asked_.clear();
    }
    answer_ = {};
    invalidate();
}

void QueryView::stopQuery() {
    if (running_) {
        running_ = false;
        asked_.clear();
        invalidate(); // which cancels the work
    }
}

void QueryView::refresh() {
    const std::shared_ptr<const Trace> trace = state() != nullptr ? state()->trace() : nullptr;
    if (engine_ == nullptr || engine_->trace() != trace) {
        engine_ = trace ? std::make_shared<QueryEngine>(trace) : nullptr;
        running_ = !asked_.isEmpty(); // asks the new snapshot
        wordsWanted_ = true;
    }
    run_->setText(running_ ? tr("Stop") : tr("Run"));
    run_->setEnabled(engine_ != nullptr);
    if (engine_ == nullptr || asked_.isEmpty()) {
        answer_ = {};
        showAnswer();
        return;
    }
    if (!running_) {
        return; // the answer stands: a range is not part of the question
    }
    say(tr("Running\u2026"), false);
    run([engine = engine_,
         sql = asked_.toStdString()](const std::stop_token& stop) { return engine->ask(sql, stop); },
        [this](QueryEngine::Answer answer) { take(std::move(answer)); });
}

void QueryView::take(QueryEngine::Answer answer) {
    answer_ = std::move(answer);
    running_ = false;
    run_->setText(tr("Run"));
    if (!answer_.error.empty()) {
        if (answer_.wrongAt && editor_->toPlainText() == asked_) {
            editor_->markWrong(*answer_.wrongAt);
        }
    } else {
        remember();
    }
    showAnswer();
}

void QueryView::showAnswer() {
    const auto& rows = answer_.rows;
    if (rows) {
        setColumns(columnsOf(rows->report()), -1);
    }
    chart_->setRows(rows);
    present(rows, {});
    if (!answer_.error.empty()) {
        say(toQString(answer_.error), true);
    } else if (rows) {
        const auto found = static_cast<std::int64_t>(answer_.found);
        const QString text =
            tr("%1 rows in %2", nullptr, pluralOf(found))
                .arg(countText(found), durationText(static_cast<TimeNs>(answer_.seconds * 1e9), 3));
        say(answer_.found > rows->rows()
                ? text + QStringLiteral(", ") + tr("the first %1 are shown").arg(countText(rows->rows()))
                : text,
            false);
    } else {
        say({}, false);
    }
}

void QueryView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (!answer_.error.empty()) {
        empty.setText(tr("The query is wrong"), toQString(answer_.error));
    } else if (answer_.rows) {
        empty.setText(tr("No row matches"), tr("The query ran and found nothing."));
    } else {
        empty.setText(tr("Ask in SQL"),
                      tr("Ctrl+Enter runs the query. Ctrl+Space completes a word. Queries has examples."));
    }
}

void QueryView::showRow(std::uint32_t row) {
    const report::Table& table = answer_.rows->report();
    panel().begin();
    bool first = true;
    for (const report::Column& column : table.columns) {
        const QString text = answer_.rows->exact(row, column.key);
        if (first) {
            panel().add(new PanelTitle(look(), {look().theme().text3, {}, text, {}}));
            panel().addRule();
            first = false;
        } else if (!text.isEmpty()) {
            panel().add(new FieldRow(look(), {toQString(column.key), text}));
        }
    }
    panel().end();
}

// Lists of tables and names cost as much as all answers, so they are made for whoever types.
void QueryView::loadWords() {
    if (engine_ == nullptr || !std::exchange(wordsWanted_, false)) {
        return;
    }
    words_.run([engine = engine_](const std::stop_token& stop) { return engine->words(stop); },
               [this](QueryEngine::Words words) { editor_->setWords(std::move(words)); });
}

void QueryView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && running_) {
        stopQuery();
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
