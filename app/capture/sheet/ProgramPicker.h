// The part of the capture dialog that chooses a running program.
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

    // Sets the lanescope program that asks other machines.
    void setRecorder(const QString& program);
    // Sets the machine: "ssh:HOST", empty for this one. Programs are listed by refresh() only.
    void setTarget(const QString& target);
    [[nodiscard]] bool asked() const; // the machine has been asked
    void refresh();
    // A sentence why there is no list; empty: no error.
    [[nodiscard]] QString complaint() const;
    // Nothing: no program is chosen.
    [[nodiscard]] std::optional<RunningProgram> chosen() const;
    // Shows a text below the list, as fields do: an error in the choice, or what will happen.
    void say(const QString& hint, bool bad);
    [[nodiscard]] QString hint() const;
    [[nodiscard]] QString label() const { return tr("Program"); }
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void changed();
    void activated(); // by Enter or a double click

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
    QLabel* empty_; // shown over a table without rows
    QLabel* hint_;
    pid_t wanted_ = 0; // chosen before the table was refilled
    bool bad_ = false;
};

} // namespace lanes
