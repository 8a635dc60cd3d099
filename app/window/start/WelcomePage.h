// The start page: cards with the first steps, and the sessions.
#pragma once

#include <QAbstractButton>
#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace lanes {

class Actions;
class Appearance;
class Recordings;
class SessionGrid;
class SessionsModel;

// A large button: icon, title, key, and two lines of description.
class StartCard : public QAbstractButton {
    Q_OBJECT

public:
    struct Parts {
        QString icon;
        QString title;
        QString text;
        QString key;
        bool primary = false;
        bool mono = false; // the text is a command
    };
    StartCard(Appearance& appearance, Parts parts, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    Parts parts_;
};

// The sessions page, which is also shown when no session is open.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    WelcomePage(Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);

    [[nodiscard]] SessionsModel& sessions() const { return *sessions_; }
    [[nodiscard]] SessionGrid& grid() const { return *grid_; }
    void search(); // gives the keyboard to the search field
    void takeKeyboard();

    // Shows the running recordings below the sessions. `recordings` outlives the page.
    void showRunning(Recordings& recordings);

    // The command to record from a shell, as the third card copies it.
    [[nodiscard]] static QString recordCommand();

Q_SIGNALS:
    void openRequested(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addStartCards(const Actions& actions);
    void say();
    void arrange();
    void tint();

    Appearance& appearance_;
    SessionsModel* sessions_; // child
    QScrollArea* scroll_;
    QWidget* inside_;
    QLabel* name_;
    QLabel* claim_;
    QWidget* logo_;
    QLabel* sessionsTitle_;
    QLabel* nothingYet_;
    QLineEdit* filter_;
    QAction* magnifier_;
    QGridLayout* starts_;
    SessionGrid* grid_;
    QVBoxLayout* running_;
    QList<StartCard*> startCards_;
};

} // namespace lanes
