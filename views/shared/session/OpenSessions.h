// All sessions that a window has open, and which of them each is compared with: for views of more than one session.
#pragma once

#include <QObject>
#include <QString>

#include <vector>

namespace lanes {

class ViewState;

// UI thread. Holds no session: whoever adds one takes it away before it dies.
class OpenSessions : public QObject {
    Q_OBJECT

public:
    struct Entry {
        ViewState* state;
        QString name; // as on its tab
        ViewState* partner = nullptr;
    };

    using QObject::QObject;

    void add(ViewState& state, const QString& name);
    void remove(const ViewState& state);
    // In the order in which they were opened.
    [[nodiscard]] const std::vector<Entry>& all() const { return all_; }
    [[nodiscard]] QString nameOf(const ViewState* state) const;

    // The session that this one is compared with; null: none has been chosen, or it has been closed.
    [[nodiscard]] ViewState* partnerOf(const ViewState* state) const;
    void setPartner(const ViewState& state, ViewState* partner);

    // Asks for a file to be opened and compared with `state`.
    void askForPartner(ViewState& state) { Q_EMIT partnerWanted(&state); }

Q_SIGNALS:
    void changed();
    void partnerWanted(lanes::ViewState* state);

private:
    std::vector<Entry> all_;
};

} // namespace lanes
