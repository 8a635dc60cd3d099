// The rows of a panel in sections, each of which can be replaced alone. So a reader of the other sections keeps the place.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

class QScrollArea;
class QVBoxLayout;
class QWidget;

namespace lanes {

class PanelSections {
public:
    // `area` owns the rows and outlives this object.
    explicit PanelSections(QScrollArea& area);

    // Removes all rows: the next subject is another one and is shown from its top.
    void clear();
    // Replaces section `index`, counted from the top, by the rows that `rows` adds. The sections before it exist already. If an
    // old row has the focus, the row in its place gets it.
    void fill(std::size_t index, const std::function<void()>& rows);
    // Adds a row while a section is filled. Takes ownership.
    void add(QWidget* row);

private:
    QScrollArea& area_;
    QVBoxLayout* column_ = nullptr;
    std::vector<QWidget*> sections_;
    QVBoxLayout* filled_ = nullptr;
};

} // namespace lanes
