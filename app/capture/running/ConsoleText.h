// Lines that a program printed, each with its time; those of standard error have a bar in front.
#pragma once

#include <QPlainTextEdit>

#include <cstdint>
#include <deque>

namespace lanes {

class Appearance;

class ConsoleText : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Show { All, Output, Errors };

    explicit ConsoleText(Appearance& appearance, QWidget* parent = nullptr);

    // Appends, at `milliseconds` since the start. Carriage returns start the line anew, so progress bars stay one
    // line; colours and other terminal codes are dropped. Keeps the last 10 000 lines, and stays at the end if it
    // is there. What takes longer than a few milliseconds is appended by later turns of the event loop. UI thread.
    void print(const QString& text, bool asError, std::int64_t milliseconds);
    void setShown(Show what);
    void tint(); // what was printed in another theme
    [[nodiscard]] QString shownText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // A piece of a line, or a whole one.
    struct Piece {
        QString text;
        std::int64_t milliseconds;
        bool asError;
        bool ended; // by a line feed
    };

    void queue(const QString& text, bool asError, std::int64_t milliseconds, bool ended);
    void appendSome();
    void append(QTextCursor& cursor, const Piece& piece);
    void startLine(QTextCursor& cursor, bool asError, std::int64_t milliseconds) const;
    void insertLine(QTextCursor& cursor, const QString& line, const QTextCharFormat& format);
    [[nodiscard]] bool isShown(bool asError) const;
    [[nodiscard]] QTextCharFormat formatOf(bool asError) const;
    void paintMargin();
    void refit();

    Appearance& appearance_;
    QWidget* margin_; // with the times
    Show shown_ = Show::All;
    bool returned_ = false;     // a carriage return came, and nothing after it
    std::deque<Piece> waiting_; // printed, and not in the document yet
    bool scheduled_ = false;    // the event loop comes back for them
};

} // namespace lanes
