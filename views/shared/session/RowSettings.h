// What the user chose of the timeline's rows, by their keys.
#pragma once

#include <QHash>
#include <QSet>
#include <QString>

#include <cstdint>

namespace lanes {

struct RowSettings {
    enum class Height : std::uint8_t { Auto, Compact, Small, Medium, Large };
    struct Choice {
        bool folded = false;
        bool hidden = false;
        bool pinned = false;
        Height height = Height::Auto;
        // Logical pixels of each level, or of a row without levels, as dragged; 0: as `height` says.
        double pitch = 0;
        int place = -1; // among the rows of the same parent; -1: where it comes by itself
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    QHash<QString, Choice> choices;
    QString filter;         // part of a name; rows without it are left out
    QSet<QString> lookedAt; // keys of hidden rows that show as long as an event of them is selected
    // Of the row with this key; `byRule` until the user says otherwise.
    [[nodiscard]] Choice of(const QString& key, const Choice& byRule) const {
        Choice choice = choices.value(key, byRule);
        choice.hidden = choice.hidden && !lookedAt.contains(key);
        return choice;
    }
    friend bool operator==(const RowSettings&, const RowSettings&) = default;
    static constexpr double kLowest = 1; // of pitch
    static constexpr double kHighest = 400;
};

} // namespace lanes
