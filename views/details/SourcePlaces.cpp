#include "views/details/SourcePlaces.h"

#include "views/shared/text/Text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_set>

namespace lanes {
namespace {

constexpr int kHighest = 8; // folders above a file that are looked into for its project
constexpr std::array kProjectSigns = {".git", ".hg", "pyproject.toml", "setup.py"};

bool isBelow(const QString& file, const QString& folder) {
    return !folder.isEmpty() && file.startsWith(folder) &&
           (folder.endsWith(QLatin1Char('/')) || file.size() == folder.size() ||
            file[folder.size()] == QLatin1Char('/'));
}

// With the slashes of this machine: other systems have their own.
QString withSlashes(QString path) {
    const bool windows = path.size() > 2 && path[1] == QLatin1Char(':') && path[0].isLetter();
    return windows ? path.replace(QLatin1Char('\\'), QLatin1Char('/')) : path;
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

QString SourcePlaces::placeOf(const QString& recorded) const {
    const QString file = withSlashes(recorded);
    if (const SourceMapping* best = mappingOf(file)) {
        return QDir::cleanPath(best->here + QLatin1Char('/') + file.mid(best->recorded.size()));
    }
    if (const QString copy = copyOf(recorded); QFileInfo(copy).isFile()) {
        return copy;
    }
    return QDir::cleanPath(QDir(sessionFolder).absoluteFilePath(file));
}

bool SourcePlaces::isElsewhere(const QString& recorded) const {
    return !origin.target.isEmpty() && mappingOf(withSlashes(recorded)) == nullptr &&
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
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t i = 0; i < trace.stacks().size() && !stop.stop_requested(); ++i) {
        const StringId id = trace.stacks().node(StackId(i)).frame.file;
        if (!id.valid() || !seen.insert(id.value).second) {
            continue;
        }
        const QString file = toQString(trace.text(id));
        if (file.isEmpty() || file.startsWith(QLatin1Char('<'))) {
            continue; // code that was in no file
        }
        if (QFileInfo(places.placeOf(file)).isFile()) {
            ++missing.found;
        } else if (missing.files.size() < MissingSources::kMost) {
            missing.files << file;
        }
    }
    return missing;
}

} // namespace lanes
