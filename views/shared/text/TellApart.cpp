#include "views/shared/text/TellApart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cstddef>

namespace lanes {

namespace {

constexpr QChar kEllipsis(0x2026);
// Names that begin and end with so much in common look the same where they are cut.
constexpr qsizetype kAlike = 40;

qsizetype sharedBegin(const QString& a, const QString& b) {
    const auto [end, other] = std::ranges::mismatch(a, b);
    return end - a.begin();
}

// Behind what they begin with alike.
qsizetype sharedEnd(const QString& a, const QString& b, qsizetype begin) {
    const qsizetype most = std::min(a.size(), b.size()) - begin;
    qsizetype shared = 0;
    while (shared < most && a[a.size() - 1 - shared] == b[b.size() - 1 - shared]) {
        ++shared;
    }
    return shared;
}

TellingPart wholeWords(const QString& text, qsizetype begin, qsizetype end) {
    while (begin > 0 && text[begin - 1].isLetterOrNumber()) {
        --begin;
    }
    while (end < text.size() && text[end].isLetterOrNumber()) {
        ++end;
    }
    return {begin, end - begin};
}

TellingPart partThatTells(const QStringList& names, qsizetype index) {
    const QString& name = names[index];
    qsizetype begin = name.size();
    qsizetype end = 0;
    for (const QString& other : names) {
        const qsizetype before = sharedBegin(name, other);
        const qsizetype after = sharedEnd(name, other, before);
        const bool alike = before + after >= std::min(name.size() / 2, kAlike) && other != name;
        if (alike) {
            begin = std::min(begin, before);
            end = std::max(end, name.size() - after);
        }
    }
    return begin < end ? wholeWords(name, begin, end) : TellingPart();
}

// As much of the begin of `text` (or of its end) as fits into `width`.
QString fitting(const QString& text, const QFontMetricsF& metrics, qreal width, bool fromEnd) {
    qsizetype fits = 0;
    qsizetype over = text.size() + 1;
    while (over - fits > 1) {
        const qsizetype middle = (fits + over) / 2;
        const QString part = fromEnd ? text.right(middle) : text.left(middle);
        (metrics.horizontalAdvance(part) <= width ? fits : over) = middle;
    }
    return fromEnd ? text.right(fits) : text.left(fits);
}

} // namespace

std::vector<TellingPart> partsThatTell(const QStringList& names) {
    std::vector<TellingPart> parts;
    parts.reserve(static_cast<std::size_t>(names.size()));
    for (qsizetype i = 0; i < names.size(); ++i) {
        parts.push_back(partThatTells(names, i));
    }
    return parts;
}

namespace {

// Where a name differs first, as far as a word goes: of names of hundreds of letters what tells is nearly all.
TellingPart firstWord(const QString& text, TellingPart part) {
    const qsizetype end = part.begin + part.length;
    while (part.begin < end && !text[part.begin].isLetterOrNumber()) {
        ++part.begin;
    }
    qsizetype behind = part.begin;
    while (behind < end && text[behind].isLetterOrNumber()) {
        ++behind;
    }
    return {part.begin, behind - part.begin};
}

} // namespace

QString elidedKeeping(const QString& text, TellingPart kept, const QFontMetricsF& metrics, qreal width) {
    const QString usual = metrics.elidedText(text, Qt::ElideMiddle, width);
    const qsizetype cut = usual.indexOf(kEllipsis);
    qsizetype end = kept.begin + kept.length;
    const qsizetype tail = text.size() - (usual.size() - cut - 1); // where the end that is in sight begins
    if (kept.length == 0 || usual == text || cut < 0 || end <= cut || kept.begin >= tail) {
        return usual;
    }
    const auto with = [&](const QString& head, const QString& rest) {
        const QString before = head.size() == kept.begin ? head : head + kEllipsis;
        return before + text.mid(kept.begin, kept.length) +
               (rest.size() == text.size() - end ? rest : kEllipsis + rest);
    };
    const QString least = with({}, {});
    qreal room = width - metrics.horizontalAdvance(least);
    if (const TellingPart word = firstWord(text, kept); room <= 0 && word.length > 0) {
        kept = word;
        end = kept.begin + kept.length;
        room = width - metrics.horizontalAdvance(with({}, {}));
    }
    if (room <= 0) {
        return metrics.elidedText(least, Qt::ElideMiddle, width);
    }
    // half for each side; what the end does not need is the begin's
    const QString last = fitting(text.mid(end), metrics, room / 2, true);
    const QString head =
        fitting(text.left(kept.begin), metrics, room - metrics.horizontalAdvance(last), false);
    return with(head, fitting(text.mid(end), metrics, room - metrics.horizontalAdvance(head), true));
}

} // namespace lanes
