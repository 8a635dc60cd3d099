// The doctor's page: what this machine and a program's Python can record, the obstacles, and the remedies.
#pragma once

#include "app/doctor/DoctorTable.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lanes {

class Appearance;
class DataTable;
class SidePanel;

class DoctorSheet : public QWidget {
    Q_OBJECT

public:
    explicit DoctorSheet(Appearance& appearance, QWidget* parent = nullptr);

    // Sets the lanescope program that examines; by default this one.
    void setProgram(const QString& program);
    // Asks again what the interpreter of `command` can record into `folder`. A command without one means python3.
    void examine(const QString& command, const QString& folder);
    void cancel();
    [[nodiscard]] bool busy() const { return run_->running(); }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] DataTable& table() const { return *table_; }
    [[nodiscard]] QSize sizeHint() const override;

private:
    void build();
    void ask();
    void present(const std::vector<DoctorLine>& lines, const QString& complaint);
    void showLine(std::uint32_t row);
    void tint();

    Appearance& appearance_;
    DoctorRun* run_;
    QLineEdit* python_;
    QLabel* summary_;
    QPushButton* copy_;
    QPushButton* again_;
    DataTable* table_;
    SidePanel* panel_;
    QString folder_;
    std::shared_ptr<const DoctorTable> found_;
};

} // namespace lanes
