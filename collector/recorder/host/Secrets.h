// Command lines hold passwords and tokens, sessions are passed on.
#pragma once

#include <string>
#include <vector>

namespace lanes::recorder {

// The words of a command line with "***" for what is given to options and variables that are named like secrets
// (--token X, --api-key=X, WANDB_API_KEY=X) and for the password of an address (https://user:X@host).
[[nodiscard]] std::vector<std::string> withoutSecrets(std::vector<std::string> words);
// The same for a command line whose words are separated by single spaces.
[[nodiscard]] std::string withoutSecrets(const std::string& line);

} // namespace lanes::recorder
