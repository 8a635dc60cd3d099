// What is there when nothing is open: what can be done, and the sessions of before.
#pragma once

#include "app/settings/Settings.h"

#include <QAbstractButton>
#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace lanes {

class Actions;
class Appearance;

// A large button: icon, title, key, two lines of what it does.
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

// One session of before.
class SessionCard : public QAbstractButton {
    Q_OBJECT

public:
    SessionCard(Appearance& appearance, RecentSession session, QWidget* parent = nullptr);
    [[nodiscard]] const RecentSession& session() const { return session_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    RecentSession session_;
    QImage thumbnail_;
    bool missing_ = false;
    qint64 bytes_ = 0;
};

class WelcomePage : public QWidget {
    Q_OBJECT

public:
    WelcomePage(Appearance& appearance, Settings& settings, const Actions& actions,
                QWidget* parent = nullptr);

    // The command that records from a shell, as the third card copies it.
    [[nodiscard]] static QString recordCommand();

Q_SIGNALS:
    void openRequested(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillRecent();
    void arrange();
    void tint();

    Appearance& appearance_;
    Settings& settings_;
    QScrollArea* scroll_;
    QWidget* inside_;
    QLabel* name_;
    QLabel* claim_;
    QLabel* logo_;
    QLabel* recentTitle_;
    QLabel* nothingYet_;
    QLineEdit* filter_;
    QGridLayout* starts_;
    QGridLayout* recents_;
    QList<StartCard*> startCards_;
    QList<SessionCard*> sessionCards_;
};

} // namespace lanes
