// The rows of a panel in sections, each of which can be filled anew alone: who reads the others stays where they are.
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
    // `area` is the owner of what is shown, and outlives this.
    explicit PanelSections(QScrollArea& area);

    // What is shown next is of something else, and is read from its top.
    void clear();
    // The rows that `rows` adds are those of section `index`, counted from the top; the ones before it are there already.
    // Of the rows that were there, the one with the focus passes it on to the one in its place.
    void fill(std::size_t index, const std::function<void()>& rows);
    // While a section is filled; takes it.
    void add(QWidget* row);

private:
    QScrollArea& area_;
    QVBoxLayout* column_ = nullptr;
    std::vector<QWidget*> sections_;
    QVBoxLayout* filled_ = nullptr;
};

} // namespace lanes
