#!/usr/bin/env python3
"""Writes man pages, shell completions and docs/command-line.md from the program's own option tables.

usage: manual.py PROGRAM FOLDER
       manual.py PROGRAM --markdown FILE

PROGRAM is build/bin/lanescope, or lanescope-record where there is no window. Below FOLDER, which is a share/ folder:
man/man1/*.1, bash-completion/completions/, zsh/vendor-completions/ and fish/vendor_completions.d/.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

EXIT_CODES = "0: good. 1: the file or the program failed. 2: wrong usage. {more}"
MORE_CODES = {
    "record": "Otherwise the recorded program's own.",
    "check": "1 also for a session with issues.",
    "gate": "3: a budget is broken.",
}


class Program:
    """What a program says of itself: its commands and the options of each."""

    def __init__(self, path):
        self.path = path
        self.name = Path(path).name
        lines = self.ask("--commands").splitlines()
        self.summaries = dict(line.split("\t", 1) for line in lines)
        self.tables = {name: json.loads(self.ask(name, "--options")) for name in self.summaries}
        self.window = json.loads(self.ask("--options")) if self.name == "lanescope" else None
        self.version = self.ask("--version").split()[-1]

    def ask(self, *words):
        return subprocess.run([self.path, *words], check=True, capture_output=True, text=True).stdout


def roff(text):
    """Plain text for roff: nothing in it is a request, and a hyphen stays one that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def option_roff(option):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option["names"])
    value = "|".join(option["choices"]) or option["value"]
    breakable = roff(value).replace("|", "|\\:")  # a line may end behind each choice
    shown = f"{names} \\fI{breakable}\\fR" if value and option["names"][0].startswith("-") else names
    return f".TP\n{shown}\n{roff(meaning(option))}\n"


def meaning(option):
    """What an option does, with its default, as --help says it."""
    return option["text"] + (f" (default: {option['default']})" if option["default"] else "")


def command_page(program, name):
    table = program.tables[name]
    title = f"{program.name}-{name}"
    note = f".SH NOTES\n.nf\n{roff(table['note'])}\n.fi\n" if table["note"] else ""
    examples = ".SH EXAMPLES\n.nf\n" + "".join(roff(line) + "\n" for line in table["examples"]) + ".fi\n" if table["examples"] else ""
    return (f'.TH "{roff(title.upper())}" 1 "" "Lanescope {program.version}" "User Commands"\n.ad l\n'
            f".SH NAME\n{roff(title)} \\- {roff(program.summaries[name])}\n"
            f".SH SYNOPSIS\n\\fB{roff(table['name'])}\\fR{roff(table['usage'][len(table['name']):])}\n"
            f".SH DESCRIPTION\n{roff(table['summary'])}.\n"
            ".SH OPTIONS\n" + "".join(map(option_roff, table["places"] + table["options"])) + note + examples +
            f".SH EXIT STATUS\n{EXIT_CODES.format(more=MORE_CODES.get(name, ''))}\n"
            f".SH SEE ALSO\n\\fB{roff(program.name)}\\fR(1)\n")


def program_page(program):
    window = "".join(map(option_roff, program.window["places"] + program.window["options"])) if program.window else ""
    listed = "".join(f".TP\n\\fB{roff(program.name)}\\-{roff(name)}\\fR(1)\n{roff(text)}\n"
                     for name, text in program.summaries.items())
    opens = f"\\fB{roff(program.name)}\\fR [\\fIOPTIONS\\fR] [\\fIFILE\\fR...]\n.br\n" if window else ""
    about = ("Lanescope records what an unmodified PyTorch program does on CPU and GPU into a session, and shows it: as a "
             "timeline, flame graph, memory curve and tables.")
    return (f'.TH "{roff(program.name.upper())}" 1 "" "Lanescope {program.version}" "User Commands"\n.ad l\n'
            f".SH NAME\n{roff(program.name)} \\- profiler for PyTorch programs on CPU and GPU\n"
            f".SH SYNOPSIS\n{opens}\\fB{roff(program.name)}\\fR \\fICOMMAND\\fR ...\n"
            f".SH DESCRIPTION\n{about}\n" + (f".SH OPTIONS\n{window}" if window else "") +
            f".SH COMMANDS\n{listed}.SH EXIT STATUS\n{EXIT_CODES.format(more='')}\n")


def markdown_text(text):
    """In a cell of a table: nothing in it is markup."""
    return re.sub(r"([|*_<>`\\\\])", r"\\\1", text).replace("\n", " ")


def markdown_option(option):
    names = ", ".join(f"`{name}`" for name in option["names"])
    value = "|".join(option["choices"]) or option["value"]
    shown = f"{names} {markdown_text(value)}" if value and option["names"][0].startswith("-") else names
    return f"| {shown} | {markdown_text(meaning(option))} |\n"


def markdown(program):
    """docs/command-line.md: each command with its options, as the program itself tells them."""
    parts = ["# Command line\n\n"
             "`scripts/manual.py build/bin/lanescope --markdown docs/command-line.md` makes this page from the program's own\n"
             "help, which `lanescope COMMAND --help` prints, too. Exit codes: 0 is good, 1 means that the file or the program failed,\n"
             "2 means wrong usage. `info --json`, and `--format json` or `csv` where there are tables, print for programs.\n"]
    for name, table in program.tables.items():
        lines = [table["usage"], *(["", *table["examples"]] if table["examples"] else [])]
        shown = "".join(f"    {line}".rstrip() + "\n" for line in lines)
        parts.append(f"\n## {name}\n\n{markdown_text(table['summary'])}.\n\n{shown}\n| option | meaning |\n|---|---|\n")
        parts += map(markdown_option, table["places"] + [o for o in table["options"] if "--help" not in o["names"]])
        if table["note"]:
            parts.append("\n" + "".join(f"    {line.strip()}\n" for line in table["note"].splitlines()))
        if name in MORE_CODES:
            parts.append(f"\nExit code: {MORE_CODES[name]}\n")
    return "".join(parts)


def bash(program):
    cases = []
    for name, table in program.tables.items():
        values = "".join(f"            {'|'.join(o['names'])}) words='{' '.join(o['choices'])}' ;;\n"
                         for o in table["options"] if o["choices"])
        names = " ".join(n for o in table["options"] for n in o["names"])
        cases.append(f"    {name})\n        case $before in\n{values}            *) words='{names}' ;;\n        esac ;;\n")
    function = "_" + program.name.replace("-", "_")
    return f"""# Completions of {program.name} for bash, made by its build.
{function}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words='' at
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '{" ".join(program.summaries)} --help --version' -- "$word"; compgen -f -- "$word")
        return
    fi
    if [ "${{COMP_WORDS[1]}}" = record ]; then # the program's own words are completed as if it were called itself
        for ((at = 2; at < COMP_CWORD; ++at)); do
            if [ "${{COMP_WORDS[at]}}" = -- ]; then
                if declare -F _command_offset > /dev/null; then _command_offset $((at + 1)); fi
                return
            fi
        done
    fi
    case ${{COMP_WORDS[1]}} in
{"".join(cases)}    esac
    if [ -n "$words" ] && {{ [[ $word == -* ]] || [[ " $words" != *" -"* ]]; }}; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}}
complete -o default -F {function} {program.name}
"""


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_argument(option):
    action = f"({' '.join(option['choices'])})" if option["choices"] else "_files"
    value = f":{zsh_text(option['value'].lower())}:{action}" if option["value"] else ""
    names = option["names"]
    alike = f"({' '.join(names)})" if len(names) > 1 else ""
    return [f"'{alike}{name}[{zsh_text(option['text'])}]{value}'" for name in names]


def zsh(program):
    cases = []
    for name, table in program.tables.items():
        arguments = [a for option in table["options"] for a in zsh_argument(option)]
        rest = "'*::program:_normal'" if name == "record" else "'*:file:_files'"
        cases.append(f"    {name})\n      _arguments -S " + " \\\n        ".join([*arguments, rest]) + " ;;\n")
    listed = "\n".join(f"    '{name}:{zsh_text(text)}'" for name, text in program.summaries.items())
    function = "_" + program.name
    return f"""#compdef {program.name}
# Completions of {program.name} for zsh, made by its build.
{function}() {{
  local -a commands
  commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _files
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{"".join(cases)}    *)
      _files ;;
  esac
}}
{function} "$@"
"""


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(program):
    name = program.name
    lines = [f"# Completions of {name} for fish, made by its build."]
    first = "'__fish_use_subcommand'"
    for command, summary in program.summaries.items():
        lines.append(f"complete -c {name} -n {first} -a {command} -d {fish_text(summary)}")
        for option in program.tables[command]["options"]:
            words = [f"complete -c {name} -n '__fish_seen_subcommand_from {command}'"]
            words += [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option["names"]]
            if option["choices"]:
                words.append(f"-x -a {fish_text(' '.join(option['choices']))}")
            elif option["value"]:
                words.append("-r")
            lines.append(" ".join(words) + f" -d {fish_text(option['text'])}")
    return "\n".join(lines) + "\n"


def main(program_path, folder):
    program = Program(program_path)
    share = Path(folder)
    files = {f"man/man1/{program.name}.1": program_page(program),
             f"bash-completion/completions/{program.name}": bash(program),
             f"zsh/vendor-completions/_{program.name}": zsh(program),
             f"fish/vendor_completions.d/{program.name}.fish": fish(program)}
    for name in program.tables:
        files[f"man/man1/{program.name}-{name}.1"] = command_page(program, name)
    for path, text in files.items():
        (share / path).parent.mkdir(parents=True, exist_ok=True)
        (share / path).write_text(text)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[2] == "--markdown":
        Path(sys.argv[3]).write_text(markdown(Program(sys.argv[1])))
    elif len(sys.argv) == 3:
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
