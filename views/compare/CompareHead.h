// The head of the comparison: both totals with their difference, and a butterfly chart of the rows that differ most. A is on
// the left, B on the right. A click on a row, or Up, Down and Enter, chooses the row.
#pragma once

#include "views/compare/CompareTable.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace lanes {

class Appearance;

class CompareHead : public QWidget {
    Q_OBJECT

public:
    explicit CompareHead(Appearance& appearance, QWidget* parent = nullptr);

    // `a` and `b` are the names of the two sides.
    void setRows(std::shared_ptr<const CompareTable> rows, const QString& a, const QString& b);
    // One sentence: the length of a steady step on both sides, and the reason for its change.
    [[nodiscard]] const QString& verdict() const { return verdict_; }
    void setCurrent(std::uint32_t row);

Q_SIGNALS:
    void chosen(std::uint32_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] static QString verdictOf(const SessionDiff& diff);
    [[nodiscard]] static QString partsOf(const SteadyChange& change);
    [[nodiscard]] std::uint32_t shown() const; // number of rows shown
    [[nodiscard]] int totals() const;          // height above the rows
    void fit();
    [[nodiscard]] QRectF rowBox(std::uint32_t row) const;
    void paintTotals(QPainter& painter) const;
    void paintWing(QPainter& painter, std::uint32_t row) const;
    [[nodiscard]] int px(int at100) const;

    Appearance& appearance_;
    std::shared_ptr<const CompareTable> rows_;
    QString a_;
    QString b_;
    QString verdict_;
    QString why_;
    QString parts_;
    QString differences_; // beside the program; empty: none are known
    std::uint32_t current_ = TableModel::kNone;
};

} // namespace lanes
