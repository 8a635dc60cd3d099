#include "views/query/QueryEditor.h"

#include "views/shared/look/Appearance.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>

#include <utility>

namespace lanes {

namespace {

constexpr int kCompletedFrom = 2; // signs of a word
constexpr int kMostCompletions = 300;

bool isOfWord(QChar c) {
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

bool runs(const QKeyEvent& key) {
    return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) &&
           (key.modifiers() & Qt::ControlModifier);
}

} // namespace

QueryEditor::QueryEditor(Appearance& appearance, QWidget* parent)
    : QPlainTextEdit(parent)
    , appearance_(appearance)
    , completer_(new QCompleter(this))
    , model_(new QStringListModel(this)) {
    setAccessibleName(tr("SQL query"));
    setPlaceholderText(QStringLiteral(
        "select name, count(*) as calls, sum(dur) as total from slice group by name order by total desc"));
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    completer_->setModel(model_);
    completer_->setWidget(this);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->setCompletionMode(QCompleter::PopupCompletion);
    completer_->popup()->setAccessibleName(tr("Completions"));
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &QueryEditor::insert);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { setExtraSelections({}); });
    connect(&appearance_, &Appearance::changed, this, &QueryEditor::restyle);
    restyle();
}

void QueryEditor::restyle() {
    setFont(appearance_.fonts().mono());
    document()->setDocumentMargin(appearance_.fonts().scaled(8));
}

void QueryEditor::setWords(QueryEngine::Words words) {
    words_ = std::move(words);
}

bool QueryEditor::event(QEvent* event) {
    // The window has keys of one letter; here they are text. Ctrl+Enter is this field's.
    if (event->type() == QEvent::ShortcutOverride && runs(static_cast<const QKeyEvent&>(*event))) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void QueryEditor::keyPressEvent(QKeyEvent* event) {
    const bool open = completer_->popup()->isVisible();
    if (runs(*event)) {
        completer_->popup()->hide();
        Q_EMIT runAsked();
        return;
    }
    if (open &&
        (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab ||
         event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // the list takes it
        return;
    }
    const bool asked = event->key() == Qt::Key_Space && (event->modifiers() & Qt::ControlModifier);
    if (!asked) {
        QPlainTextEdit::keyPressEvent(event);
    }
    const bool types = !event->text().isEmpty() && event->text().at(0).isPrint();
    if (asked || types || (open && event->key() == Qt::Key_Backspace)) {
        complete(asked);
    }
}

QString QueryEditor::prefix(bool& quoted) const {
    const QString before = toPlainText().left(textCursor().position());
    quoted = before.count(QLatin1Char('\'')) % 2 == 1;
    if (quoted) {
        return before.mid(before.lastIndexOf(QLatin1Char('\'')) + 1);
    }
    qsizetype at = before.size();
    while (at > 0 && isOfWord(before.at(at - 1))) {
        --at;
    }
    return before.mid(at);
}

void QueryEditor::complete(bool asked) {
    bool quoted = false;
    const QString word = prefix(quoted);
    if (!asked && word.size() < kCompletedFrom) {
        completer_->popup()->hide();
        return;
    }
    const qsizetype dot = textCursor().position() - word.size() - 1;
    const bool column = !quoted && dot >= 0 && toPlainText().at(dot) == QLatin1Char('.');
    const QStringList& all = quoted ? words_.names : column ? words_.columns : words_.tables;
    QStringList fitting;
    for (const QString& one : all) {
        if (one.startsWith(word, Qt::CaseInsensitive) && one != word && fitting.size() < kMostCompletions) {
            fitting << one;
        }
    }
    model_->setStringList(fitting);
    completer_->setCompletionPrefix(word);
    if (fitting.isEmpty()) {
        completer_->popup()->hide();
        return;
    }
    QRect box = cursorRect();
    box.setWidth(completer_->popup()->sizeHintForColumn(0) +
                 completer_->popup()->verticalScrollBar()->sizeHint().width());
    completer_->complete(box);
    completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
}

void QueryEditor::insert(const QString& completion) {
    bool quoted = false;
    const QString word = prefix(quoted);
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(word.size()));
    cursor.insertText(quoted ? QString(completion).replace(QLatin1Char('\''), QLatin1String("''"))
                             : completion);
    setTextCursor(cursor);
}

void QueryEditor::markWrong(std::size_t byte) {
    const QByteArray bytes = toPlainText().toUtf8();
    const qsizetype place = QString::fromUtf8(bytes.left(static_cast<qsizetype>(byte))).size();
    QTextCursor cursor = textCursor();
    cursor.setPosition(static_cast<int>(std::min<qsizetype>(place, toPlainText().size())));
    setTextCursor(cursor);
    cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
    QTextEdit::ExtraSelection wrong;
    wrong.cursor = std::move(cursor);
    wrong.format.setBackground(appearance_.theme().badSoft);
    wrong.format.setUnderlineColor(appearance_.theme().bad);
    wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    setExtraSelections({wrong});
}

} // namespace lanes
