// Where the source files are that a session names: on this machine, in another folder than where it was recorded, or not to
// be shown before the user has been asked.
#pragma once

#include "model/trace/Trace.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>

namespace lanes {

// Files below `recorded` are below `here` on this machine. Both without a slash at their ends. `recorded` may be kRelative: names
// that begin with no folder, as torch.profiler writes those of Python functions; several folders may hold some of them each.
struct SourceMapping {
    static constexpr QLatin1String kRelative{"."};

    QString recorded;
    QString here;
    friend bool operator==(const SourceMapping&, const SourceMapping&) = default;
};

// Another machine that a session was fetched from, of which this one has copies of some source files.
struct SourceOrigin {
    QString target;      // "ssh:gpu1"; empty: the session is from here, or nobody knows from where
    QString copies;      // the folder with the copies, each below its path there
    bool agreed = false; // to have more of them fetched
};

// A value. What a session names is believed only as far as it leads below a folder that is known.
struct SourcePlaces {
    QList<SourceMapping> mappings;
    QStringList roots;     // whose sources the user wants to see
    QString sessionFolder; // relative names are looked for below it; it is known
    SourceOrigin origin;   // its copies are known

    // The file here that a recorded name stands for: by the mapping with the longest fitting folder, else its copy from
    // where it was recorded, where there is one, else as it is. Asks the file system about relative names and copies.
    [[nodiscard]] QString placeOf(const QString& recorded) const;
    // Whether it is on the machine that the session is from, and nowhere else that is known: a file of its name here would
    // be another one. Asks the file system.
    [[nodiscard]] bool isElsewhere(const QString& recorded) const;
    // Where the copy of a file stands, or would; empty: there are none.
    [[nodiscard]] QString copyOf(const QString& recorded) const;
    // Whether it stands below a known folder, also where links lead. Asks the file system.
    [[nodiscard]] bool isKnown(const QString& file) const;

private:
    [[nodiscard]] const SourceMapping* mappingOf(const QString& file) const; // null: none fits
    [[nodiscard]] QString mapped(const QString& file) const;                 // empty: by none
};

// Of a file here: the folder whose sources to show, if the user wants to see this one. That of its project or of its Python
// library, never a home or all of the machine. Asks the file system.
[[nodiscard]] QString rootOf(const QString& file);

// The mapping by which `recorded` is found below `folder`: with the longest end of its path that is there; of several
// equally long ones the one nearest to `folder`. Nothing: it is not there. Asks the file system.
[[nodiscard]] std::optional<SourceMapping> mappingBy(const QString& recorded, const QString& folder);

struct MissingSources {
    QStringList files;      // as recorded, at most kMost: the program's own before those of libraries
    std::int64_t found = 0; // that are there
    static constexpr qsizetype kMost = 200;
};

// Which of the files that the session's Python stacks and functions name are not where `places` says. Asks the file system of each
// once. O(slices) at most, and only over their kinds where there are no functions.
[[nodiscard]] MissingSources missingSources(const Trace& trace, const SourcePlaces& places,
                                            const std::stop_token& stop);

} // namespace lanes
