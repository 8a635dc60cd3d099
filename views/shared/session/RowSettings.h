// The user's settings of the timeline's rows, by row key.
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
        // Height of each level, or of a row without levels, in logical pixels, as dragged by the user. 0: `height` decides.
        double pitch = 0;
        int place = -1; // among the rows of the same parent; -1: the default place
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    QHash<QString, Choice> choices;
    QString filter;         // part of a name; other rows are left out
    QSet<QString> lookedAt; // keys of hidden rows shown while one of their events is selected
    // Returns the choice for the row with this key; `byRule` until the user has set another.
    [[nodiscard]] Choice of(const QString& key, const Choice& byRule) const {
        Choice choice = choices.value(key, byRule);
        choice.hidden = choice.hidden && !lookedAt.contains(key);
        return choice;
    }
    friend bool operator==(const RowSettings&, const RowSettings&) = default;
    static constexpr double kLowest = 1; // lowest pitch
    // Highest pitch.
    static constexpr double kHighest = 400;
};

} // namespace lanes
