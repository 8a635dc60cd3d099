// The field in which the user types a destination: "29.4 ms", "1.2s", "step 6". Enter goes there, Esc does not.
#pragma once

#include "model/analysis/time/Steps.h"
#include "views/shared/look/Appearance.h"

#include <QFrame>
#include <QString>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;

namespace lanes {

struct Destination {
    TimeRange range; // empty: a moment
    friend bool operator==(const Destination&, const Destination&) = default;
};

// Parses a moment, a range "A..B" or a step, in a session that begins at `origin`. Returns nothing for any other text. Times
// count from the begin of the session; a number without unit is in milliseconds.
[[nodiscard]] std::optional<Destination> destinationOf(const QString& text, TimeNs origin,
                                                       const std::vector<Step>& steps);

class GoToField : public QFrame {
    Q_OBJECT

public:
    GoToField(Appearance& appearance, QWidget* parent);

    // Shows the field with `text`, in the middle of the parent's upper edge.
    void ask(const QString& text, TimeNs origin, std::vector<Step> steps);
    [[nodiscard]] QLineEdit& line() const { return *line_; }
    [[nodiscard]] QString complaint() const;

Q_SIGNALS:
    void chosen(lanes::Destination to);
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go();
    void finish();

    Appearance& appearance_;
    QLineEdit* line_;
    QLabel* hint_;
    TimeNs origin_ = 0;
    std::vector<Step> steps_;
};

} // namespace lanes
