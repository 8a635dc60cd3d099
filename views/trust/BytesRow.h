// Bytes of a file as text, with their offset: "120 120  "ph": "X", "cat"".
#pragma once

#include "views/shared/panels/PanelParts.h"

#include <cstdint>
#include <string>

namespace lanes {

// A byte that is no printable ASCII character is shown as a point.
class BytesRow : public PanelRow {
    Q_OBJECT

public:
    static constexpr int kLineBytes = 30;
    static constexpr int kLines = 8;

    BytesRow(Appearance& appearance, std::int64_t offset, const std::string& bytes,
             QWidget* parent = nullptr);
    [[nodiscard]] const QStringList& lines() const { return lines_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t offset_;
    QStringList lines_;
};

} // namespace lanes
