// The part of the capture dialog that chooses a program that runs already.
#pragma once

#include "app/capture/sheet/PickTable.h"
#include "app/capture/targets/RunningPrograms.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;

namespace lanes {

class Appearance;

class ProgramPicker : public QWidget {
    Q_OBJECT

public:
    explicit ProgramPicker(Appearance& appearance, QWidget* parent = nullptr);

    // The lanescope program that asks elsewhere.
    void setRecorder(const QString& program);
    // Whose programs: "ssh:HOST", empty for this machine. They are looked for with refresh() only.
    void setTarget(const QString& target);
    [[nodiscard]] bool asked() const; // whether they have been
    void refresh();
    // Why there is no list, a sentence; empty: nothing is wrong.
    [[nodiscard]] QString complaint() const;
    // Nothing: none is chosen.
    [[nodiscard]] std::optional<RunningProgram> chosen() const;
    // Below the list, as fields do: what is wrong with the choice, or what will happen.
    void say(const QString& hint, bool bad);
    [[nodiscard]] QString hint() const;
    [[nodiscard]] QString label() const { return tr("Program"); }
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void changed();
    void activated(); // Enter, or a double click

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    [[nodiscard]] PickTable::Look lookOf(const QModelIndex& cell) const;
    void takeAnswer();
    void sayEmpty();
    void tint();

    Appearance& appearance_;
    RunningPrograms* programs_;
    QSortFilterProxyModel* shown_;
    QLineEdit* filter_;
    QAction* magnifier_ = nullptr;
    QPushButton* again_;
    PickTable* table_;
    QLabel* empty_; // over the table where it has no rows
    QLabel* hint_;
    pid_t wanted_ = 0; // chosen before the table was filled anew
    bool bad_ = false;
};

} // namespace lanes
