// The open sessions' pages behind their tabs, and the sessions page before them: which of them is in front.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

class QStackedWidget;

namespace lanes {

class DocumentPage;
class DocumentTabs;
class ViewState;

class DocumentPages : public QObject {
    Q_OBJECT

public:
    // Both outlive it, and nobody else adds to them or takes from them. `stack` holds the sessions page already.
    DocumentPages(DocumentTabs& tabs, QStackedWidget& stack, QObject* parent);

    [[nodiscard]] int count() const;
    [[nodiscard]] DocumentPage* at(int index) const; // null: there is no such tab
    [[nodiscard]] int indexOf(const DocumentPage* page) const;
    [[nodiscard]] QList<DocumentPage*> all() const;

    [[nodiscard]] DocumentPage* current() const;   // null: the sessions page is in front
    [[nodiscard]] int currentTab() const;          // of the session last in front; -1: none is open
    [[nodiscard]] ViewState* currentState() const; // null with current()

    [[nodiscard]] DocumentPage* of(const QString& path) const; // null: not open
    [[nodiscard]] DocumentPage* of(const ViewState* state) const;
    [[nodiscard]] bool isOpen(const QString& path) const; // by whatever name

    void add(DocumentPage& page); // behind the others; the first one comes to the front
    // Takes it out and leaves it to the caller, who then asks anew what is in front: nothing is said of it.
    void remove(DocumentPage& page);

    void show(DocumentPage& page);
    void showSessions();
    void step(int by); // to the tab beside, around the end

Q_SIGNALS:
    void frontChanged();
    void moved(int from, int to); // a tab, before frontChanged()

private:
    void move(int from, int to);
    void place();
    void bringFront();

    DocumentTabs& tabs_;
    QStackedWidget& stack_;
    bool sessionsInFront_ = false; // before pages that are open
};

} // namespace lanes
