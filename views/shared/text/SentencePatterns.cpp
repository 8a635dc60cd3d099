#include "views/shared/text/SentencePatterns.h"

#include <QCoreApplication>
#include <QStringList>

#include <optional>

namespace lanes {
namespace {

// What a pattern says itself, between its places: one more than there are places.
QStringList fixedPieces(const QString& pattern) {
    QStringList pieces;
    qsizetype from = 0;
    for (int place = 1;; ++place) {
        const QString mark = QLatin1Char('%') + QString::number(place);
        const qsizetype at = pattern.indexOf(mark, from);
        pieces << pattern.mid(from, at < 0 ? -1 : at - from);
        if (at < 0) {
            return pieces;
        }
        from = at + mark.size();
    }
}

// What stands at the places; nothing: `said` is not of this pattern.
std::optional<QStringList> placesIn(const QString& said, const QStringList& pieces) {
    const QString& last = pieces.back();
    if (pieces.size() == 1) {
        return said == last ? std::optional(QStringList()) : std::nullopt;
    }
    if (!said.startsWith(pieces.front()) || !said.endsWith(last)) {
        return std::nullopt;
    }
    QStringList places;
    qsizetype from = pieces.front().size();
    for (qsizetype i = 1; i < pieces.size(); ++i) {
        const bool atEnd = i + 1 == pieces.size();
        const qsizetype at = atEnd ? said.size() - last.size() : said.indexOf(pieces[i], from);
        if (at <= from) { // nothing stands there
            return std::nullopt;
        }
        places << said.mid(from, at - from);
        from = at + pieces[i].size();
    }
    return places;
}

QString filled(const QString& pattern, const QStringList& places) {
    const QStringList pieces = pattern.split(QLatin1Char('%'));
    QString whole = pieces.front();
    for (qsizetype i = 1; i < pieces.size(); ++i) {
        const int place = pieces[i].isEmpty() ? 0 : pieces[i].front().digitValue();
        const bool known = place > 0 && place <= places.size();
        whole += known ? places[place - 1] + pieces[i].mid(1) : QLatin1Char('%') + pieces[i];
    }
    return whole;
}

} // namespace

QString translatedSentence(const char* context, std::span<const char* const> patterns, const QString& said) {
    const char* found = nullptr;
    QStringList places;
    qsizetype most = -1;
    for (const char* pattern : patterns) {
        const QStringList pieces = fixedPieces(QString::fromUtf8(pattern));
        const qsizetype own = pieces.join(QString()).size();
        if (own <= most) {
            continue;
        }
        if (auto here = placesIn(said, pieces)) {
            found = pattern;
            places = std::move(*here);
            most = own;
        }
    }
    if (found == nullptr) {
        return said;
    }
    for (QString& place : places) {
        place = translatedSentence(context, patterns, place);
    }
    return filled(QCoreApplication::translate(context, found), places);
}

} // namespace lanes
