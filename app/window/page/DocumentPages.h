// The pages of the open sessions behind their tabs, and the sessions page before them. It decides which page is in front.
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
    // Both outlive this object, and only this object adds to them or removes from them. `stack` contains the sessions page
    // already.
    DocumentPages(DocumentTabs& tabs, QStackedWidget& stack, QObject* parent);

    [[nodiscard]] int count() const;
    [[nodiscard]] DocumentPage* at(int index) const; // null: no such tab
    [[nodiscard]] int indexOf(const DocumentPage* page) const;
    [[nodiscard]] QList<DocumentPage*> all() const;

    [[nodiscard]] DocumentPage* current() const;   // null: the sessions page is in front
    [[nodiscard]] int currentTab() const;          // of the session last in front; -1: none is open
    [[nodiscard]] ViewState* currentState() const; // null if current() is null

    [[nodiscard]] DocumentPage* of(const QString& path) const; // null: not open
    [[nodiscard]] DocumentPage* of(const ViewState* state) const;
    [[nodiscard]] bool isOpen(const QString& path) const; // under any name of the file

    void add(DocumentPage& page); // behind the others; the first page comes to the front
    // Removes the page and leaves it to the caller, who then asks what is in front. Emits nothing.
    void remove(DocumentPage& page);

    void show(DocumentPage& page);
    void showSessions();
    void step(int by); // to a neighbouring tab, around the end

Q_SIGNALS:
    void frontChanged();
    void moved(int from, int to); // a tab was moved; emitted before frontChanged()

private:
    void move(int from, int to);
    void place();
    void bringFront();

    DocumentTabs& tabs_;
    QStackedWidget& stack_;
    bool sessionsInFront_ = false; // in front although pages are open
};

} // namespace lanes
