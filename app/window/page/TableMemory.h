// Keeps the user's changes to the columns of a view, and the queries, from session to session.
#pragma once

#include <QString>

class QWidget;

namespace lanes {

class DocumentPage;
class Settings;

// Does nothing for a view without a table. `id` is the id of the view in the settings.
void rememberColumns(QWidget& view, const QString& id, Settings& settings);

// The same for every view of a document, when the view is made.
void rememberColumns(DocumentPage& page, Settings& settings);

} // namespace lanes
