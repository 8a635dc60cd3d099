// The session's marks as a list: the user's marks, which have names and can be removed, and those of the recording.
#pragma once

#include "views/marks/MarkTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class NameField;

// Enter goes to a mark in the timeline, F2 renames one of the user's, Delete removes it.
class MarksView : public TableView {
    Q_OBJECT

public:
    explicit MarksView(Appearance& appearance, QWidget* parent = nullptr);
    ~MarksView() override;

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const SessionMark* currentMark() const; // null: no mark is current
    void rename();
    void remove();
    void addLink(const QString& text, const QString& key, void (MarksView::*done)());
    void go();

    std::shared_ptr<const MarkTable> rows_;
    NameField* name_; // child
    QMetaObject::Connection followed_;
};

} // namespace lanes
