// The open sessions of a window, and the partner with which each is compared. It serves views of more than one session.
#pragma once

#include <QObject>
#include <QString>

#include <vector>

namespace lanes {

class ViewState;

// UI thread. It owns no session: the object that adds a session removes it before the session is destroyed.
class OpenSessions : public QObject {
    Q_OBJECT

public:
    // The two sides of a comparison: the session itself, and the partner with which it is compared.
    enum class Side { Own, Partner };
    Q_ENUM(Side)
    struct Entry {
        ViewState* state;
        QString name; // as on its tab
        ViewState* partner = nullptr;
        // Further runs of the same program that count for that side, too.
        std::vector<ViewState*> ownRuns;
        std::vector<ViewState*> partnerRuns;
    };

    using QObject::QObject;

    void add(ViewState& state, const QString& name);
    void remove(const ViewState& state);
    // In the order of opening.
    [[nodiscard]] const std::vector<Entry>& all() const { return all_; }
    [[nodiscard]] QString nameOf(const ViewState* state) const;

    // The session with which this one is compared. Null: none was chosen, or it has been closed.
    [[nodiscard]] ViewState* partnerOf(const ViewState* state) const;
    void setPartner(const ViewState& state, ViewState* partner);

    // Takes the partner and further runs from an entry of another list. All its sessions must be in this list by now.
    void setRuns(const Entry& entry);

    // Further runs on one side of the comparison of `state`, in the order of adding.
    [[nodiscard]] std::vector<ViewState*> runsOf(const ViewState* state, Side side) const;
    // Adds a run to one side and removes it from the other. The session itself and its partner are ignored.
    void addRun(const ViewState& state, Side side, ViewState& run);
    void removeRun(const ViewState& state, const ViewState& run);

    // Ask for files to be opened. The first is the partner of `state`, the others further runs of the partner; or all are
    // further runs of `side`.
    void askForPartner(ViewState& state) { Q_EMIT partnerWanted(&state); }
    void askForRuns(ViewState& state, Side side) { Q_EMIT runsWanted(&state, side); }

Q_SIGNALS:
    void changed();
    void partnerWanted(lanes::ViewState* state);
    void runsWanted(lanes::ViewState* state, lanes::OpenSessions::Side side);

private:
    [[nodiscard]] Entry* entryOf(const ViewState* state);

    std::vector<Entry> all_;
};

} // namespace lanes
