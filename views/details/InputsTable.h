// The inputs of an operator as a table: shape, type, strides, or the value of a scalar.
#pragma once

#include "model/analysis/operators/OperatorInputs.h"
#include "views/shared/panels/PanelParts.h"

namespace lanes {

class InputsTable : public PanelRow {
    Q_OBJECT

public:
    InputsTable(Appearance& appearance, std::vector<InputRow> rows, QWidget* parent = nullptr);
    [[nodiscard]] const std::vector<InputRow>& rows() const { return rows_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override; // the tooltip of a row

private:
    struct Columns {
        qreal shape, type, strides, end;
    };
    [[nodiscard]] Columns columns() const;
    void paintRow(QPainter& painter, std::size_t index, const Columns& at) const;
    [[nodiscard]] QString nameOf(std::size_t index) const;
    [[nodiscard]] QString rowText(std::size_t index) const;

    std::vector<InputRow> rows_;
};

} // namespace lanes
