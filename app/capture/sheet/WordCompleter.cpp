#include "app/capture/sheet/WordCompleter.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QStringListModel>

namespace lanes {
namespace {

// A line that ends so is completed by nothing.
const QString kNothing(QChar(0));

} // namespace

WordCompleter::WordCompleter(QLineEdit& edit, Which which)
    : QCompleter(&edit)
    , edit_(edit)
    , which_(which)
    , words_(new QStringListModel(this)) {
    setModel(words_);
    setCaseSensitivity(Qt::CaseSensitive);
}

void WordCompleter::setWords(const QStringList& words) {
    popup()->setFont(edit_.font());
    if (words != words_->stringList()) {
        words_->setStringList(words);
    }
}

QString WordCompleter::wordAtEnd(const QString& line, Which which) {
    const qsizetype blank = line.lastIndexOf(QLatin1Char(' '));
    const bool first = line.left(blank + 1).trimmed().isEmpty();
    return which == Which::First && !first ? QString() : line.mid(blank + 1);
}

QStringList WordCompleter::splitPath(const QString& line) const {
    const QString word = wordAtEnd(line, which_);
    return {word.isEmpty() ? kNothing : word};
}

QString WordCompleter::pathFromIndex(const QModelIndex& index) const {
    const QString line = edit_.text();
    return line.chopped(wordAtEnd(line, which_).size()) + QCompleter::pathFromIndex(index);
}

} // namespace lanes
