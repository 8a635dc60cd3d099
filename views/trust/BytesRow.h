// Bytes of a file as text, with where they stand: "120 120  "ph": "X", "cat"".
#pragma once

#include "views/shared/panels/PanelParts.h"

#include <cstdint>
#include <string>

namespace lanes {

// What is no character of ASCII that can be seen is a point.
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
