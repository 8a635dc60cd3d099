// A view with a table. Its bar has columns, filter and export; below is the table or a text on what is missing; beside it is
// the panel about the current row.
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

// Keys, besides those of the table: F focuses the filter, G goes to the next group where there are groups.
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
        std::optional<FigureKind> figures; // kind of its figures, for the sign of Data quality
    };
    TableView(Appearance& appearance, Form form, Texts texts, QWidget* parent = nullptr);

    [[nodiscard]] Form form() const { return form_; }
    [[nodiscard]] DataTable& table() const { return *table_; }
    [[nodiscard]] FilterField& filterField() const { return *filter_; }
    [[nodiscard]] const Texts& texts() const { return texts_; }
    // The user's changes to the columns, including those made earlier: see arrangementText().
    [[nodiscard]] const QString& arrangement() const { return arrangement_; }
    void setArrangement(const QString& arrangement);
    // Null while a table is shown.
    [[nodiscard]] const EmptyState* emptyState() const override;

Q_SIGNALS:
    void arrangementChanged();

protected:
    // Sets the text on what is missing and what would have to be recorded. Called when there are no rows.
    virtual void sayWhyEmpty(EmptyState& empty) = 0;
    // Fills the panel. Called when another row is current; the model has that row.
    virtual void showRow(std::uint32_t row) = 0;
    // Called when the user chose a row; with `go`, to see it in the timeline as well. The default serves a ReportTable: it
    // selects the event to which the row leads.
    virtual void chooseRow(std::uint32_t row, bool go);

    // Adds a control of the view itself, at the left of the bar.
    void addControl(QWidget* control);
    // Adds a control that decides what the rows are. A choice makes the rows anew; G goes to the next choice.
    void addGroups(SegmentedControl* groups);
    // Puts a widget above the table, as wide as the table. While shown it gets two thirds of the height.
    void addAbove(QWidget* above);
    // Puts a widget below the table, as wide as the table. It disappears while the text on what is missing is shown.
    void addBelow(QWidget* below);
    // Shows another widget in place of the table if there are rows; that widget has the table's keyboard focus. Null: shows the
    // table again. The view takes ownership of the widget.
    void showInstead(QWidget* other);
    void setColumns(std::vector<TableColumn> columns, int sorted);
    void present(std::shared_ptr<const TableModel> rows, const QString& hint);
    // Like run(), for work that makes the rows that `done` presents. The thread of the work sorts the rows, too.
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
    [[nodiscard]] QWidget* content() const; // the widget shown if there are rows

    Form form_;
    Texts texts_;
    QString arrangement_;
    ControlBar* bar_;
    int controls_ = 0;
    SegmentedControl* groups_ = nullptr; // null: all rows are of one kind
    ChoiceButton* columns_;
    FilterField* filter_;
    QLabel* hint_;
    TrustSign* sign_ = nullptr; // null if Data quality cannot affect the figures
    QStackedLayout* stack_;
    DataTable* table_;
    EmptyState* empty_;
    SidePanel* panel_;
    QVBoxLayout* column_; // the table and the widgets above and below it
    QWidget* below_ = nullptr;
    QWidget* instead_ = nullptr;
};

} // namespace lanes
