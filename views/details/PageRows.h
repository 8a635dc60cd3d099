// Rows that several pages of the details panel share.
#pragma once

#include "model/analysis/time/TimeSplit.h"
#include "model/trace/Trace.h"

#include <QString>

#include <functional>
#include <utility>

class QWidget;

namespace lanes {

class Appearance;
class ViewState;

// UI thread. Rows are passed to `add`, which takes ownership. Clicks act on `state`, which must outlive the rows.
class PageRows {
public:
    using Add = std::function<void(QWidget*)>;
    PageRows(Appearance& appearance, ViewState& state, Add add)
        : appearance_(appearance)
        , state_(state)
        , add_(std::move(add)) {}

    [[nodiscard]] Appearance& look() const { return appearance_; }
    [[nodiscard]] ViewState& state() const { return state_; }
    [[nodiscard]] QString moment(TimeNs time) const;

    void add(QWidget* row) const { add_(row); }
    void addSection(const QString& title, const QString& hint = {}) const;
    // Adds nothing for an empty value.
    void addField(const QString& label, const QString& value) const;
    // Adds nothing for an invalid slice.
    void addLink(const QString& icon, const QString& role, SliceId slice) const;
    // Adds a section with the parts of a time.
    void addSplit(const SplitTimes& split, const QString& title, const QString& hint) const;

private:
    Appearance& appearance_;
    ViewState& state_;
    Add add_;
};

} // namespace lanes
