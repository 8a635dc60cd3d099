// What a table shows, apart from how: rows with cells, an order for every column, and exact values for export.
#pragma once

#include "views/shared/look/Theme.h"
#include "views/shared/text/TellApart.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

struct TableColumn {
    QString key;        // in settings and as the head of exported columns: "device_ns"
    QString title;      // as short as the head
    int width = 0;      // px at 100 %; 0: takes what the others leave
    int least = 132;    // px at 100 % that a column without a width gets
    int most = 0;       // px at 100 % that a column with a width may grow to where those without have plenty
    int joins = 0;      // px at 100 %: a table so wide shows it, too; 0: none does
    bool number = true; // aligned right, and sorted from the largest at the first click
    bool bar = false;   // a bar stands before the number; its scale can be changed in the head
    bool shown = true;  // unless the user chooses otherwise
    int yields = 0;     // where room is short those with the largest go first; 0: stays
    QString tip;
};

// A value with its bounds, beside a zero in the middle: from -1 to 1.
struct TableBalance {
    double value = 0;
    double low = 0;
    double high = 0;
    bool bounded = false; // otherwise nobody knows the bounds
};

struct TableCell {
    enum class Ink : std::uint8_t { Text, Text2, Text3, Accent, Warn, Good, Bad };
    QString text;
    Ink ink = Ink::Text;
    Qt::TextElideMode elide = Qt::ElideRight;
    TellingPart tells = {};              // stays in sight where the text is cut in its middle
    QString note;                        // quiet words behind the text: "x 24"
    QString icon;                        // instead of the text, in its ink
    QColor dot;                          // before the text, where valid
    QColor bar;                          // where valid: a bar of `share` of the column's room
    double share = 0;                    // of the column's largest value, 0 to 1
    double own = 1;                      // the part of the bar in full colour; the rest is paler
    double meter = -1;                   // from 0 to 1: a bar with a limit before the text
    bool ring = false;                   // a ring behind the meter
    std::vector<double> dots;            // from 0 to 1 along the column, in the colour of `bar`
    double tick = -1;                    // from 0 to 1: a mark among the dots
    std::optional<TableBalance> balance; // instead of the text, in the colour of `bar`
};

// Immutable once a table has it; any thread.
class TableModel {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    virtual ~TableModel() = default;

    [[nodiscard]] virtual std::uint32_t rows() const = 0;
    // Asked for what is in view only.
    [[nodiscard]] virtual TableCell cell(std::uint32_t row, int column, const Theme& theme) const = 0;
    // Below 0, 0, above 0: the order of two rows by a column, from the smallest.
    [[nodiscard]] virtual int compare(std::uint32_t a, std::uint32_t b, int column) const = 0;
    // As exported: whole numbers in base units, texts as recorded.
    [[nodiscard]] virtual QString exact(std::uint32_t row, int column) const = 0;
    // The same for the same thing in another model, so that a row stays current while its numbers change.
    [[nodiscard]] virtual std::uint64_t identity(std::uint32_t row) const = 0;
    // Trees: the row that it stands under, before it in the model; kNone at the top.
    [[nodiscard]] virtual std::uint32_t parent(std::uint32_t row) const {
        static_cast<void>(row);
        return kNone;
    }
};

} // namespace lanes
