#include "views/shared/look/Style.h"

#include "views/shared/look/Shapes.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>
#include <QWidget>

namespace lanes {

namespace {

constexpr double kControlRadius = 5;
constexpr int kButtonSide = 10; // px at 100 %, beside a text
constexpr int kCellSide = 6;    // px, beside the text of a table's cell and of its head

bool flag(const QWidget* widget, const char* name) {
    return widget != nullptr && widget->property(name).toBool();
}

} // namespace

Style::Style(const Theme& theme, const Fonts& fonts)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    , theme_(theme)
    , fonts_(fonts) {}

// By itself Qt takes what looks like markup for that, and opens the files that it names. A tip is polished before it has its
// text, a label before it is laid out.
void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    auto* label = qobject_cast<QLabel*>(widget);
    if (label != nullptr && label->textFormat() == Qt::AutoText) {
        label->setTextFormat(Qt::PlainText);
    }
}

void Style::button(const QStyleOption& option, QPainter& painter, const QWidget* widget) const {
    const bool enabled = option.state & State_Enabled;
    const bool down = option.state & (State_Sunken | State_On);
    const bool over = enabled && (option.state & State_MouseOver);
    const bool primary = flag(widget, kPrimary);
    QColor fill = primary ? theme_.accent : theme_.raised;
    if (down) {
        fill = primary ? mixed(theme_.accent, theme_.canvas, .2) : theme_.pressed;
    } else if (over) {
        fill = primary ? mixed(theme_.accent, theme_.text, .12) : theme_.hover;
    }
    if (primary && !enabled) {
        fill = theme_.track;
    }
    const bool bare = flag(widget, kGhost) && !down && !over;
    if (!bare) {
        fillRounded(painter, option.rect, kControlRadius, fill);
        if (!primary && !flag(widget, kGhost)) {
            strokeRounded(painter, option.rect, kControlRadius, theme_.line2);
        }
    }
}

void Style::field(const QStyleOption& option, QPainter& painter, const QWidget* widget) const {
    const bool focus = option.state & State_HasFocus;
    fillRounded(painter, option.rect, kControlRadius, theme_.canvas);
    const bool invalid = flag(widget, kInvalid);
    const QColor active = invalid ? theme_.bad : theme_.accent;
    strokeRounded(painter, option.rect, kControlRadius, focus || invalid ? active : theme_.line2);
    if (focus) {
        strokeRounded(painter, QRectF(option.rect).adjusted(1, 1, -1, -1), kControlRadius - 1,
                      faded(active, .35));
    }
}

void Style::mark(PrimitiveElement element, const QStyleOption& option, QPainter& painter) const {
    const QRectF box = QRectF(option.rect).adjusted(.5, .5, -.5, -.5);
    const double radius = element == PE_IndicatorRadioButton ? box.width() / 2 : 3;
    const bool on = option.state & (State_On | State_NoChange);
    const bool check = element != PE_IndicatorRadioButton;
    if (on && check) {
        fillRounded(painter, box, radius, option.state & State_Enabled ? theme_.accent : theme_.track);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme_.accentText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF o = box.topLeft();
        const double w = box.width();
        if (option.state & State_NoChange) {
            painter.drawLine(o + QPointF(w * .25, w * .5), o + QPointF(w * .75, w * .5));
        } else {
            const std::array<QPointF, 3> tick{o + QPointF(w * .22, w * .53), o + QPointF(w * .42, w * .72),
                                              o + QPointF(w * .78, w * .3)};
            painter.drawPolyline(tick.data(), 3);
        }
        return;
    }
    fillRounded(painter, box, radius, theme_.canvas);
    strokeRounded(painter, box, radius, on ? theme_.accent : theme_.line2);
    if (on) {
        fillRounded(painter, box.adjusted(4, 4, -4, -4), radius, theme_.accent);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    painter->save();
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
        button(*option, *painter, widget);
        break;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame != nullptr && frame->lineWidth > 0) {
            field(*option, *painter, widget);
        }
        break;
    case PE_FrameLineEdit:
        break; // drawn with the panel
    case PE_IndicatorCheckBox:
    case PE_IndicatorRadioButton:
    case PE_IndicatorItemViewItemCheck:
        mark(element, *option, *painter);
        break;
    case PE_FrameFocusRect:
        strokeRounded(*painter, option->rect, kControlRadius, theme_.accent, 2);
        break;
    case PE_PanelMenu:
        painter->fillRect(option->rect, theme_.overlay);
        break;
    case PE_FrameMenu:
    case PE_Frame:
        strokeRounded(*painter, option->rect, 0, theme_.line2);
        break;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, theme_.overlay);
        strokeRounded(*painter, option->rect, 0, theme_.line2);
        break;
    case PE_FrameStatusBarItem:
        break;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    painter->restore();
}

void Style::headerSection(const QStyleOption& option, QPainter& painter) const {
    painter.fillRect(option.rect, option.state & State_MouseOver ? theme_.hover : theme_.raised);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme_.line2);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    switch (element) {
    case CE_HeaderSection:
        headerSection(*option, *painter);
        return;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, theme_.raised);
        return;
    case CE_MenuBarItem: {
        const bool on = option->state & (State_Selected | State_Sunken);
        painter->fillRect(option->rect, on ? theme_.pressed : theme_.raised);
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            const int mnemonic = styleHint(SH_UnderlineShortcut, option, widget) != 0 ? Qt::TextShowMnemonic
                                                                                      : Qt::TextHideMnemonic;
            painter->setPen(on ? theme_.text : theme_.text2);
            painter->drawText(option->rect, Qt::AlignCenter | Qt::TextSingleLine | mnemonic, item->text);
        }
        return;
    }
    case CE_MenuItem: {
        const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        if (item != nullptr && item->menuItemType == QStyleOptionMenuItem::Separator) {
            QStyleOptionMenuItem title(*item); // of the section below
            title.palette.setColor(QPalette::Text, theme_.text3);
            QProxyStyle::drawControl(element, &title, painter, widget);
            return;
        }
        break;
    }
    case CE_Splitter:
        painter->fillRect(option->rect, theme_.line2);
        return;
    case CE_PushButtonLabel: {
        if (const auto* label = qstyleoption_cast<const QStyleOptionButton*>(option);
            label != nullptr && flag(widget, kPrimary)) {
            QStyleOptionButton copy(*label);
            copy.palette.setColor(QPalette::ButtonText,
                                  option->state & State_Enabled ? theme_.accentText : theme_.text3);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    }
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::scrollBar(const QStyleOptionComplex& option, QPainter& painter, const QWidget* widget) const {
    painter.fillRect(option.rect,
                     widget != nullptr ? widget->palette().color(QPalette::Window) : theme_.panel);
    const QRectF slider = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool strong = option.state & (State_MouseOver | State_Sunken);
    const bool flat = option.state & State_Horizontal;
    const QRectF thumb = flat ? slider.adjusted(2, 2, -2, -3) : slider.adjusted(2, 2, -3, -2);
    fillRounded(painter, thumb, 2.5, faded(theme_.text3, strong ? .85 : .55));
}

namespace {

// A groove of 4 px, in accent up to the round handle, which has the ring while the keyboard is there.
void paintSlider(QPainter& painter, const QStyleOptionSlider& option, const QRectF& handle,
                 const Theme& theme) {
    constexpr double kGroove = 4;
    constexpr double kHandle = 14;
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle = handle.center();
    const QRectF groove(option.rect.left(), middle.y() - kGroove / 2, option.rect.width(), kGroove);
    fillRounded(painter, groove, kGroove / 2, theme.line2);
    fillRounded(painter, {groove.left(), groove.top(), middle.x() - groove.left(), kGroove}, kGroove / 2,
                theme.accent);
    const QRectF knob(middle.x() - kHandle / 2, middle.y() - kHandle / 2, kHandle, kHandle);
    if (option.state & QStyle::State_HasFocus) {
        fillRounded(painter, knob.adjusted(-3, -3, 3, 3), kHandle / 2 + 3, faded(theme.accent, .4));
    }
    fillRounded(painter, knob, kHandle / 2, theme.accent);
    fillRounded(painter, knob.adjusted(3, 3, -3, -3), kHandle / 2 - 3, theme.accentText);
}

} // namespace

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    painter->save();
    if (control == CC_ScrollBar) {
        scrollBar(*option, *painter, widget);
    } else if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
               control == CC_Slider && slider != nullptr) {
        paintSlider(*painter, *slider, subControlRect(CC_Slider, option, SC_SliderHandle, widget), theme_);
    } else {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
    painter->restore();
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return fonts_.scaled(14);
    case PM_ScrollBarExtent:
        return 10;
    case PM_ScrollBarSliderMin:
        return 32;
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent:
        return 1;
    case PM_MenuBarItemSpacing:
    case PM_MenuBarHMargin:
    case PM_MenuBarVMargin:
    case PM_MenuBarPanelWidth:
        return 0;
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuVMargin:
        return 4;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
        return fonts_.scaled(16);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_HeaderMargin:
        return kCellSide;
    case PM_FocusFrameHMargin:
        return qobject_cast<const QTableView*>(widget) != nullptr
                   ? kCellSide - 1 // Qt adds 1
                   : QProxyStyle::pixelMetric(metric, option, widget);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button != nullptr && !button->text.isEmpty()) { // Fusion leaves long texts 4 px
            result.setWidth(std::max(result.width(), size.width() + fonts_.scaled(2 * kButtonSide)));
        }
        result.setHeight(fonts_.scaled(28));
        break;
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        result.setHeight(fonts_.scaled(28));
        break;
    case CT_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            result =
                QSize(item->fontMetrics.size(Qt::TextHideMnemonic, item->text).width() + fonts_.scaled(16),
                      fonts_.scaled(31));
        }
        break;
    case CT_MenuItem:
        result.setHeight(std::max(result.height(), fonts_.scaled(24)));
        break;
    case CT_HeaderSection:
        result.setHeight(fonts_.scaled(28));
        break;
    default:
        break;
    }
    return result;
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* data) const {
    switch (hint) {
    case SH_ScrollBar_ContextMenu:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_UnderlineShortcut:
        return 0;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

} // namespace lanes
