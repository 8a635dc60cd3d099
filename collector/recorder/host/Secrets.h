// Removes passwords and tokens from command lines, since sessions are passed on.
#pragma once

#include <string>
#include <vector>

namespace lanes::recorder {

// Returns the words of a command line with "***" in place of secrets. Secrets are the values of options and variables
// with such names: --token X, --api-key=X, WANDB_API_KEY=X. So is the password of an address: https://user:X@host.
[[nodiscard]] std::vector<std::string> withoutSecrets(std::vector<std::string> words);
// As above, for a command line whose words are separated by single spaces.
[[nodiscard]] std::string withoutSecrets(const std::string& line);

} // namespace lanes::recorder
