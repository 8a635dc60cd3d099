// A page for questions in SQL: the editor, the table of the result and a chart of two of its columns.
#pragma once

#include "views/query/QueryEngine.h"
#include "views/shared/table/TableView.h"

#include <QStringList>

#include <memory>

class QLabel;
class QMenu;
class QPushButton;

namespace lanes {

class QueryChart;
class QueryEditor;

// Keys, besides those of the table and the editor: Ctrl+Enter runs the query, Esc stops it.
class QueryView : public TableView {
    Q_OBJECT

public:
    static constexpr int kMostHistory = 50;

    explicit QueryView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] QueryEditor& editor() const { return *editor_; }
    [[nodiscard]] QueryChart& chart() const { return *chart_; }
    // Queries that gave an answer, the newest first.
    [[nodiscard]] const QStringList& history() const { return history_; }
    void setHistory(const QStringList& history);
    [[nodiscard]] QMenu* historyMenu(QWidget* parent);
    // The first of the examples.
    [[nodiscard]] static QString example();
    // Runs what the editor holds.
    void runQuery();
    void stopQuery();
    [[nodiscard]] const QueryEngine::Answer& answer() const { return answer_; }
    [[nodiscard]] QString status() const;

Q_SIGNALS:
    void historyChanged();

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makePane();
    void loadWords();
    void take(QueryEngine::Answer answer);
    void showAnswer();
    void remember();
    void say(const QString& text, bool wrong);
    void restyle();

    QueryEditor* editor_;
    QPushButton* run_;
    ChoiceButton* recent_;
    QLabel* status_;
    QueryChart* chart_;
    std::shared_ptr<QueryEngine> engine_; // of the trace that is shown; null: none
    QueryEngine::Answer answer_;
    QString asked_;        // the query that runs or was answered; empty: none
    bool running_ = false; // asked_ has no answer yet
    bool wordsWanted_ = false;
    LatestJob words_; // aside: the table's details do not cancel it
    QStringList history_;
};

} // namespace lanes
