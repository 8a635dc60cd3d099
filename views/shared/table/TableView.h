// A view that is a table: its bar with columns, filter and export, the table or what is missing, and the panel about
// the current row.
#pragma once

#include "model/analysis/trust/TouchedFigures.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/TableSort.h"

#include <memory>
#include <utility>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace lanes {

class ChoiceButton;
class DataTable;
class EmptyState;
class FilterField;
class SegmentedControl;
class SidePanel;
class ControlBar;
class TrustSign;

// Keys, beside those of the table: F filters, G goes to the next group where there are groups.
class TableView : public SessionView {
    Q_OBJECT

public:
    enum class Form {
        Whole, // with its bar and its panel
        Dock,  // the table alone
    };
    struct Texts {
        QString icon;
        QString name;
        QString filterHint;
        QString fileName;                  // suggested for the export
        std::optional<FigureKind> figures; // what it shows, where the session's ledger may touch it
    };
    TableView(Appearance& appearance, Form form, Texts texts, QWidget* parent = nullptr);

    [[nodiscard]] Form form() const { return form_; }
    [[nodiscard]] DataTable& table() const { return *table_; }
    [[nodiscard]] FilterField& filterField() const { return *filter_; }
    [[nodiscard]] const Texts& texts() const { return texts_; }
    // What the user has changed about the columns, and what he had before: see arrangementText().
    [[nodiscard]] const QString& arrangement() const { return arrangement_; }
    void setArrangement(const QString& arrangement);
    // Null while a table is shown.
    [[nodiscard]] const EmptyState* emptyState() const override;

Q_SIGNALS:
    void arrangementChanged();

protected:
    // What is missing, and what would have to be recorded; asked when there are no rows.
    virtual void sayWhyEmpty(EmptyState& empty) = 0;
    // Another row is current; fills the panel. A row that the model has.
    virtual void showRow(std::uint32_t row) = 0;
    // The user chose a row, to `go` to it in the timeline as well. Of a ReportTable: the event that the row leads to.
    virtual void chooseRow(std::uint32_t row, bool go);

    // Controls of the view itself, at the left of the bar.
    void addControl(QWidget* control);
    // A control of the view itself that says what its rows are. A choice makes them anew; G goes to the next one.
    void addGroups(SegmentedControl* groups);
    // Above the table and as wide, with two thirds of the room while it is shown.
    void addAbove(QWidget* above);
    // Below the table and as wide; it goes where the table gives way to what is missing.
    void addBelow(QWidget* below);
    // Where there are rows this stands in place of the table, with its keys; null: the table again. Taken over at first.
    void showInstead(QWidget* other);
    void setColumns(std::vector<TableColumn> columns, int sorted);
    void present(std::shared_ptr<const TableModel> rows, const QString& hint);
    // run() for work that makes the rows that `done` presents: they are sorted in its thread, too.
    template<class Work, class Done>
    void runRows(Work work, Done done) {
        run(
            [work = std::move(work), by = sortWanted()](const std::stop_token& stop) mutable {
                auto rows = work(stop);
                SortedRows sorted = sortedRows(rows, by, stop);
                return std::pair(std::move(rows), std::move(sorted));
            },
            [this, done = std::move(done)](auto made) mutable {
                offer(std::move(made.second));
                done(std::move(made.first));
            });
    }
    [[nodiscard]] SidePanel& panel() const { return *panel_; }
    void reveal(SliceId slice);
    void goTo(SliceId slice);
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] TableSort sortWanted() const;
    void offer(SortedRows sorted);
    void fillBar();
    void placePanel();
    void nameColumns();
    [[nodiscard]] QWidget* content() const; // what is shown where there are rows

    Form form_;
    Texts texts_;
    QString arrangement_;
    ControlBar* bar_;
    int controls_ = 0;
    SegmentedControl* groups_ = nullptr; // null: the rows are of one kind
    ChoiceButton* columns_;
    FilterField* filter_;
    QLabel* hint_;
    TrustSign* sign_ = nullptr; // none where no figure can be touched
    QStackedLayout* stack_;
    DataTable* table_;
    EmptyState* empty_;
    SidePanel* panel_;
    QVBoxLayout* column_; // the table and what stands below it
    QWidget* below_ = nullptr;
    QWidget* instead_ = nullptr;
};

} // namespace lanes
