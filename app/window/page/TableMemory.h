// What the user made of a view's columns, remembered from session to session.
#pragma once

#include <QString>

class QWidget;

namespace lanes {

class DocumentPage;
class Settings;

// Nothing for views that are no table. `id`: the view's, under which it stands in the settings.
void rememberColumns(QWidget& view, const QString& id, Settings& settings);

// The same for every view of a document, when it is made.
void rememberColumns(DocumentPage& page, Settings& settings);

} // namespace lanes
