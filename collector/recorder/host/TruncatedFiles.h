// Protection against a program that shortens the files that it shares with the recorder.
#pragma once

namespace lanes::recorder {

// For the whole process, until it ends: a read behind the end of a mapped file returns zeroes instead of raising
// SIGBUS.
void surviveTruncatedFiles();

} // namespace lanes::recorder
