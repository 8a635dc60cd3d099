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
    // The two sides of a comparison: the session itself, and the one that it is compared with.
    enum class Side { Own, Partner };
    Q_ENUM(Side)
    struct Entry {
        ViewState* state;
        QString name; // as on its tab
        ViewState* partner = nullptr;
        // Further runs of the same program that count as that side, too.
        std::vector<ViewState*> ownRuns;
        std::vector<ViewState*> partnerRuns;
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

    // Partner and further runs as another list had them, of sessions that are all in this one by now.
    void setRuns(const Entry& entry);

    // Further runs of a side of what is compared with `state`, in the order in which they were added.
    [[nodiscard]] std::vector<ViewState*> runsOf(const ViewState* state, Side side) const;
    // A run is of one side at most; neither the session nor its partner is one.
    void addRun(const ViewState& state, Side side, ViewState& run);
    void removeRun(const ViewState& state, const ViewState& run);

    // Asks for files to be opened: what `state` is compared with, the first one and further runs of it; or further runs.
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
