// Finds the source files that a session names. They may be on this machine, in another folder than the recorded one, or not to
// be shown before the user has agreed.
#pragma once

#include "model/trace/Trace.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>

namespace lanes {

// Files below `recorded` are below `here` on this machine. Both folders have no slash at their end. `recorded` may be
// kRelative, for names without a folder, which torch.profiler writes for Python functions. Several mappings may have kRelative;
// each folder may contain some of these files.
struct SourceMapping {
    static constexpr QLatin1String kRelative{"."};

    QString recorded;
    QString here;
    friend bool operator==(const SourceMapping&, const SourceMapping&) = default;
};

// The machine from which a session was fetched, with copies of some of its source files here.
struct SourceOrigin {
    QString target;      // "ssh:gpu1"; empty: the session is from here, or its origin is unknown
    QString copies;      // folder with the copies; each is below its path there
    bool agreed = false; // the user agreed to fetch more of them
};

// A value type. A path from the session is trusted only if it leads below a known folder.
struct SourcePlaces {
    QList<SourceMapping> mappings;
    QStringList roots;     // folders whose sources the user wants to see
    QString sessionFolder; // relative names are searched below it; a known folder
    SourceOrigin origin;   // its folder of copies is a known folder

    // Returns the file here for a recorded name. The mapping with the longest fitting folder decides. Else it is the copy from
    // the session's machine, if there is one, else the recorded path. It accesses the file system for relative names and
    // copies.
    [[nodiscard]] QString placeOf(const QString& recorded) const;
    // True: the file is on the session's machine and at no known place here. A file of its name here would be another file.
    // Accesses the file system.
    [[nodiscard]] bool isElsewhere(const QString& recorded) const;
    // The path of a file's copy, which may not exist yet; empty: the session has no copies.
    [[nodiscard]] QString copyOf(const QString& recorded) const;
    // True: the file is below a known folder, also after symbolic links are resolved. Accesses the file system.
    [[nodiscard]] bool isKnown(const QString& file) const;

private:
    [[nodiscard]] const SourceMapping* mappingOf(const QString& file) const; // null: no mapping fits
    [[nodiscard]] QString mapped(const QString& file) const;                 // empty: no mapping fits
};

// Returns the folder to allow if the user wants to see this file. It is the folder of the file's Python library or of its
// project, else the file's own folder. A home folder or the root folder is never taken for a project. Accesses the file system.
[[nodiscard]] QString rootOf(const QString& file);

// Returns the mapping by which `recorded` is found below `folder`: the one with the longest end of the path that exists there.
// Nothing if there is none. Accesses the file system.
[[nodiscard]] std::optional<SourceMapping> mappingBy(const QString& recorded, const QString& folder);

struct MissingSources {
    QStringList files;      // as recorded, at most kMost; those of the program come before those of libraries
    std::int64_t found = 0; // number of files found
    static constexpr qsizetype kMost = 200;
};

// Returns the files named by the session's Python stacks and functions that are not at the place given by `places`. Accesses
// the file system once for each. O(slices) at most; without functions it only reads the kinds of slices.
[[nodiscard]] MissingSources missingSources(const Trace& trace, const SourcePlaces& places,
                                            const std::stop_token& stop);

} // namespace lanes
