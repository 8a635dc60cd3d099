// The style of the product's controls: Fusion, redrawn where the design differs (radii, focus rings, fields, tabs, menus,
// scroll bars). A style costs nothing per widget; a large style sheet would.
#pragma once

#include "views/shared/look/Fonts.h"
#include "views/shared/look/Theme.h"

#include <QProxyStyle>

namespace lanes {

class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style(const Theme& theme, const Fonts& fonts);

    // A button with this dynamic property set to true is the primary one of its dialog.
    static constexpr const char* kPrimary = "lanesPrimary";
    // A button with this property set to true has no frame until hovered.
    static constexpr const char* kGhost = "lanesGhost";
    // A field with this property set to true holds an unusable value.
    static constexpr const char* kInvalid = "lanesInvalid";

    using QProxyStyle::polish;
    // Sets labels to plain text, because tips and labels show text from files. Only a label whose owner chose Qt::RichText
    // keeps markup.
    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                                  const QWidget* widget = nullptr) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget = nullptr) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option = nullptr,
                                const QWidget* widget = nullptr,
                                QStyleHintReturn* data = nullptr) const override;

private:
    void button(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void field(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void mark(PrimitiveElement element, const QStyleOption& option, QPainter& painter) const;
    void headerSection(const QStyleOption& option, QPainter& painter) const;
    void scrollBar(const QStyleOptionComplex& option, QPainter& painter, const QWidget* widget) const;

    Theme theme_;
    Fonts fonts_;
};

} // namespace lanes
