// Instants in their row: a knob on a stem where there is room, stems alone where they stand close; names beside them.
#pragma once

#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/LanePainter.h"

#include <QImage>
#include <QPainter>

namespace lanes {

// Where a row is painted, in device pixels of the picture.
struct InstantPlace {
    QRect row;        // as wide as the slices' area
    QRect clip;       // the part of it that is in the picture
    Stretch stretch;  // of the columns
    bool dim = false; // something is searched: what is not it steps back
};

void paintInstants(QImage& image, PaintTools& tools, const DrawRow& row, const InstantPlace& place);
void paintInstantNames(QPainter& painter, PaintTools& tools, const DrawList& list, const DrawRow& row,
                       const InstantPlace& place);

} // namespace lanes
