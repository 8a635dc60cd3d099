// The content of a table, independent of its look: rows with cells, an order for every column, and exact values for export.
#pragma once

#include "views/shared/look/Theme.h"
#include "views/shared/text/TellApart.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

struct TableColumn {
    QString key;        // in settings, and as head of the exported column: "device_ns"
    QString title;      // short, for the head
    int width = 0;      // px at 100 %; 0: the column takes what the others leave
    int least = 132;    // least px at 100 % of a column without a width
    int most = 0;       // px at 100 % to which a column with a width may grow where those without have plenty
    int joins = 0;      // a table at least so wide, px at 100 %, shows a hidden column; 0: no width does
    bool number = true; // right-aligned; the first click sorts from the largest
    bool bar = false;   // a bar stands before the number; the head can switch its scale
    bool shown = true;  // unless the user chooses otherwise
    int yields = 0;     // where room is short, columns with the largest value go first; 0: stays
    QString tip;
};

// A value from -1 to 1 with its bounds, painted around a zero in the middle.
struct TableBalance {
    double value = 0;
    double low = 0;
    double high = 0;
    bool bounded = false; // false: the bounds are unknown
};

struct TableCell {
    enum class Ink : std::uint8_t { Text, Text2, Text3, Accent, Warn, Good, Bad };
    QString text;
    Ink ink = Ink::Text;
    Qt::TextElideMode elide = Qt::ElideRight;
    TellingPart tells = {};              // the part that stays visible where the text is cut in its middle
    QString note;                        // quiet text behind the text: "x 24"
    QString icon;                        // instead of the text, in its ink
    QColor dot;                          // before the text, if valid
    QColor bar;                          // if valid: a bar of `share` of the column's room
    double share = 0;                    // of the column's largest value, 0 to 1
    double own = 1;                      // share of the bar in full colour; the rest is paler
    double meter = -1;                   // from 0 to 1: a bar with a limit, before the text; -1: none
    bool ring = false;                   // a ring behind the meter
    std::vector<double> dots;            // from 0 to 1 along the column, in the colour of `bar`
    double tick = -1;                    // from 0 to 1: a mark among the dots; -1: none
    std::optional<TableBalance> balance; // instead of the text, in the colour of `bar`
};

// Immutable once a table has it. Any thread may read it.
class TableModel {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    virtual ~TableModel() = default;

    [[nodiscard]] virtual std::uint32_t rows() const = 0;
    // The table asks for cells in view only.
    [[nodiscard]] virtual TableCell cell(std::uint32_t row, int column, const Theme& theme) const = 0;
    // Compares two rows by a column, in ascending order: below 0, 0 or above 0.
    [[nodiscard]] virtual int compare(std::uint32_t a, std::uint32_t b, int column) const = 0;
    // The value as exported: whole numbers in base units, texts as recorded.
    [[nodiscard]] virtual QString exact(std::uint32_t row, int column) const = 0;
    // The same number for the same item in another model, so that a row stays current while its numbers change.
    [[nodiscard]] virtual std::uint64_t identity(std::uint32_t row) const = 0;
    // In trees: the parent row, which comes before `row` in the model; kNone at the top.
    [[nodiscard]] virtual std::uint32_t parent(std::uint32_t row) const {
        static_cast<void>(row);
        return kNone;
    }
};

} // namespace lanes
