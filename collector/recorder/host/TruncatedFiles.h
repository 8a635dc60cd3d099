// Protection against a program that shortens the files it shares with us.
#pragma once

namespace lanes::recorder {

// For the whole process, until it ends: reading a mapped file behind its end gives zeroes instead of SIGBUS.
void surviveTruncatedFiles();

} // namespace lanes::recorder
