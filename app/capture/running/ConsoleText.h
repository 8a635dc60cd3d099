// Lines printed by a program, each with its time. Lines of standard error have a bar in front.
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

    // Appends text printed `milliseconds` after the start. A carriage return restarts the line, so that a progress bar stays
    // one line. Colours and other terminal codes are dropped. It keeps the last 10 000 lines, and stays at the end if it is
    // there. Work beyond a few milliseconds is left to later turns of the event loop. UI thread.
    void print(const QString& text, bool asError, std::int64_t milliseconds);
    void setShown(Show what);
    void tint(); // colours the existing text for another theme
    [[nodiscard]] QString shownText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // A whole line, or a piece of one.
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
    QWidget* margin_; // shows the times
    Show shown_ = Show::All;
    bool returned_ = false;     // a carriage return came, and no text after it
    std::deque<Piece> waiting_; // printed, but not in the document yet
    bool scheduled_ = false;    // the event loop will append them
};

} // namespace lanes
