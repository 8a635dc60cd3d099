#include "views/details/SourcePlaces.h"

#include "model/analysis/operators/RecordedFiles.h"
#include "views/shared/text/Text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <filesystem>

namespace lanes {
namespace {

constexpr int kHighest = 8; // folders above a file that are looked into for its project
constexpr std::array kProjectSigns = {".git", ".hg", "pyproject.toml", "setup.py"};

bool isBelow(const QString& file, const QString& folder) {
    return !folder.isEmpty() && file.startsWith(folder) &&
           (folder.endsWith(QLatin1Char('/')) || file.size() == folder.size() ||
            file[folder.size()] == QLatin1Char('/'));
}

bool isOfWindows(const QString& path) {
    return path.size() > 2 && path[1] == QLatin1Char(':') && path[0].isLetter();
}

// With the slashes of this machine: other systems have their own.
QString withSlashes(QString path) {
    return isOfWindows(path) ? path.replace(QLatin1Char('\\'), QLatin1Char('/')) : path;
}

bool isRelative(const QString& file) {
    return !file.startsWith(QLatin1Char('/')) && !isOfWindows(file);
}

// "/usr/lib/python3/dist-packages" of a file in it; empty: it is of no library.
QString libraryOf(const QString& file) {
    for (const char* sign : {"/site-packages/", "/dist-packages/"}) {
        const qsizetype at = file.lastIndexOf(QLatin1String(sign));
        if (at > 0) {
            return file.left(at + static_cast<qsizetype>(qstrlen(sign)) - 1);
        }
    }
    const qsizetype at = file.lastIndexOf(QLatin1String("/lib/python3"));
    const qsizetype end = at < 0 ? -1 : file.indexOf(QLatin1Char('/'), at + 5);
    return end < 0 ? QString() : file.left(end);
}

} // namespace

const SourceMapping* SourcePlaces::mappingOf(const QString& file) const {
    const SourceMapping* best = nullptr;
    for (const SourceMapping& mapping : mappings) {
        if (isBelow(file, mapping.recorded) &&
            (best == nullptr || mapping.recorded.size() > best->recorded.size())) {
            best = &mapping;
        }
    }
    return best;
}

QString SourcePlaces::mapped(const QString& file) const {
    if (const SourceMapping* best = mappingOf(file)) {
        return QDir::cleanPath(best->here + QLatin1Char('/') + file.mid(best->recorded.size()));
    }
    for (const SourceMapping& mapping : mappings) {
        if (mapping.recorded == SourceMapping::kRelative && isRelative(file)) {
            const QString place = QDir::cleanPath(mapping.here + QLatin1Char('/') + file);
            if (QFileInfo(place).isFile()) {
                return place;
            }
        }
    }
    return {};
}

QString SourcePlaces::placeOf(const QString& recorded) const {
    const QString file = withSlashes(recorded);
    if (const QString place = mapped(file); !place.isEmpty()) {
        return place;
    }
    if (const QString copy = copyOf(recorded); QFileInfo(copy).isFile()) {
        return copy;
    }
    return QDir::cleanPath(QDir(sessionFolder).absoluteFilePath(file));
}

bool SourcePlaces::isElsewhere(const QString& recorded) const {
    return !origin.target.isEmpty() && mapped(withSlashes(recorded)).isEmpty() &&
           !QFileInfo(copyOf(recorded)).isFile();
}

QString SourcePlaces::copyOf(const QString& recorded) const {
    if (origin.target.isEmpty() || origin.copies.isEmpty()) {
        return {};
    }
    // made absolute before it is cleaned, so that no ".." leads out of the folder
    const std::filesystem::path whole("/" + withSlashes(recorded).toStdString());
    return origin.copies + QString::fromStdString(whole.lexically_normal().string());
}

bool SourcePlaces::isKnown(const QString& file) const {
    const QString real = QFileInfo(file).canonicalFilePath();
    const auto holds = [&](const QString& folder) {
        return isBelow(file, QDir::cleanPath(folder)) &&
               (real.isEmpty() || isBelow(real, QFileInfo(folder).canonicalFilePath()));
    };
    return holds(sessionFolder) || holds(origin.copies) ||
           std::ranges::any_of(mappings, [&](const SourceMapping& m) { return holds(m.here); }) ||
           std::ranges::any_of(roots, holds);
}

QString rootOf(const QString& file) {
    const QString real = QFileInfo(file).canonicalFilePath(); // what is to be shown, wherever links lead
    const QString from = real.isEmpty() ? file : real;
    if (const QString library = libraryOf(from); !library.isEmpty()) {
        return library;
    }
    const QString own = QFileInfo(from).absolutePath();
    QDir folder(own);
    for (int up = 0; up < kHighest && !folder.isRoot() && folder != QDir::home(); ++up) {
        if (std::ranges::any_of(kProjectSigns,
                                [&](const char* sign) { return folder.exists(QLatin1String(sign)); })) {
            return folder.absolutePath();
        }
        if (!folder.cdUp()) {
            break;
        }
    }
    return own;
}

std::optional<SourceMapping> mappingBy(const QString& recorded, const QString& folder) {
    const QString file = withSlashes(recorded);
    const QDir here(folder);
    if (isRelative(file) && QFileInfo(here, file).isFile()) {
        return SourceMapping{SourceMapping::kRelative, QDir::cleanPath(here.absolutePath())};
    }
    for (qsizetype at = file.indexOf(QLatin1Char('/')); at >= 0;
         at = file.indexOf(QLatin1Char('/'), at + 1)) {
        if (const QString end = file.mid(at + 1); !end.isEmpty() && QFileInfo(here, end).isFile()) {
            return SourceMapping{at == 0 ? QStringLiteral("/") : file.left(at),
                                 QDir::cleanPath(here.absolutePath())};
        }
    }
    return {};
}

MissingSources missingSources(const Trace& trace, const SourcePlaces& places, const std::stop_token& stop) {
    MissingSources missing;
    QStringList ofLibraries;
    const std::vector<RecordedFile> recorded = recordedFiles(trace, stop);
    for (const auto& [name, ofLibrary] : recorded) {
        if (stop.stop_requested()) {
            break;
        }
        const QString file = toQString(name);
        QStringList& files = ofLibrary ? ofLibraries : missing.files;
        if (QFileInfo(places.placeOf(file)).isFile()) {
            ++missing.found;
        } else if (files.size() < MissingSources::kMost) {
            files << file;
        }
    }
    missing.files += ofLibraries.mid(0, MissingSources::kMost - missing.files.size());
    return missing;
}

} // namespace lanes
