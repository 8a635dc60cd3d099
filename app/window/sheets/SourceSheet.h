// Where source files are that were recorded elsewhere: a line for each folder that has another place here.
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

    // Shows what is set, and looks for the files of a session that are not found by it; null: of none. `wanted` is the
    // file that the user misses now, or empty.
    void examine(std::shared_ptr<const Trace> trace, const QString& sessionFolder, const QString& wanted);
    [[nodiscard]] QString statusText() const;
    // The file that is not found; empty: there is none.
    [[nodiscard]] const QString& missing() const { return missing_; }

Q_SIGNALS:
    void sizeChanged(); // another size hint

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
    void keep(); // what the lines say
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
    bool filling_ = false; // lines from the settings, not by the user
    LatestJob job_;
};

} // namespace lanes
