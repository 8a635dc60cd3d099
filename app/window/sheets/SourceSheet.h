// Edits the places of source files that were recorded elsewhere: one line for each folder that has another place here.
#pragma once

#include "views/details/SourcePlaces.h"
#include "views/shared/session/LatestJob.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace lanes {

class Appearance;
class Settings;

class SourceSheet : public QWidget {
    Q_OBJECT

public:
    SourceSheet(Appearance& appearance, Settings& settings, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

    // Shows the settings, and searches for the files of a session that they do not find; null: no session. `wanted` is the file
    // that the user misses now, or empty.
    void examine(std::shared_ptr<const Trace> trace, const QString& sessionFolder, const QString& wanted);
    [[nodiscard]] QString statusText() const;
    // The first file that is not found; empty: all are found.
    [[nodiscard]] const QString& missing() const { return missing_; }

Q_SIGNALS:
    void sizeChanged(); // the size hint has changed

private:
    struct Line {
        QWidget* row;
        QLineEdit* recorded;
        QLineEdit* here;
    };
    void addLine(const SourceMapping& mapping);
    void removeLine(QWidget* row);
    void clearLines();
    void browse(QLineEdit& here);
    void locate();
    void takeFolder(const QString& folder);
    void keep(); // saves the lines
    void look();
    void tell(const MissingSources& missing);

    Appearance& appearance_;
    Settings& settings_;
    QLabel* status_;
    QPushButton* locate_;
    QVBoxLayout* lines_;
    QPushButton* add_;
    std::vector<Line> shown_;
    std::shared_ptr<const Trace> trace_;
    QString sessionFolder_;
    QString wanted_;
    QString missing_;
    bool filling_ = false; // the lines are filled from the settings, not by the user
    LatestJob job_;
};

} // namespace lanes
