import { t } from '../platform/messages.ts'
import {
  type TerminalCommand,
  type CommandOption,
  type Shell,
  appOptions,
  commands,
  commonOptions,
} from './commands.ts'

/** A script that makes a shell complete Latchkey's commands and options. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]().join('\n')
}

/** A word or option that may follow, with its description. */
interface Candidate {
  word: string
  text: string
}

/** What may follow each command, and the words that begin one; an empty path is the start. */
function contexts(): [path: string, candidates: Candidate[]][] {
  const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
  const named = (word: string): Candidate => {
    const command = commands.find(({ name }) => name === word)
    return { word, text: command ? t(command.text) : '' }
  }
  const second = commands.flatMap((command): [string, Candidate[]][] => {
    const [before, word] = command.name.split(' ')
    return word === undefined ? [] : [[before!, [{ word, text: t(command.text) }]]]
  })
  return [
    ['', [...firstWords.map(named), ...appOptions.map(flag)]],
    ...second,
    ...commands.map((command): [string, Candidate[]] => [command.name, candidatesOf(command)]),
  ]
}

function candidatesOf({ choices = [], options }: TerminalCommand): Candidate[] {
  return [
    ...choices.map((word) => ({ word, text: '' })),
    ...[...options, ...commonOptions].map(flag),
  ]
}

const flag = ({ name, text }: CommandOption): Candidate => ({ word: `--${name}`, text: t(text) })

/** The first words of commands with two. */
const openWords = () => [
  ...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0]!] : []))),
]

/** Finds the command before the cursor. `$1` and so on are the words before it. */
const findPath = (): string[] => [
  `  local word first='' second='' path`,
  `  for word in "$@"; do`,
  `    case "$word" in -*) continue ;; esac`,
  `    if [[ -z "$first" ]]; then first="$word"; elif [[ -z "$second" ]]; then second="$word"; fi`,
  `  done`,
  `  path="$first"`,
  `  case "$first" in ${openWords().join('|')}) [[ -n "$second" ]] && path="$first $second" ;; esac`,
]

function bash(): string[] {
  const cases = contexts().map(([path, candidates]) => {
    const words = candidates.map(({ word }) => word).join(' ')
    return `    '${path}') words='${words}' ;;`
  })
  return [
    '# bash completion for latchkey',
    '_latchkey_words() {',
    `  local words=''`,
    ...findPath(),
    '  case "$path" in',
    ...cases,
    '  esac',
    `  printf '%s' "$words"`,
    '}',
    '_latchkey() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}"',
    '  COMPREPLY=($(compgen -W "$(_latchkey_words "${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$current"))',
    '}',
    // Without a match, bash completes file names, as for --data.
    'complete -o default -F _latchkey latchkey',
  ]
}

function zsh(): string[] {
  const cases = contexts().map(([path, candidates]) => {
    const words = candidates.map(({ word, text }) => quoted(text ? `${word}:${text}` : word))
    return `    '${path}') candidates=(${words.join(' ')}) ;;`
  })
  return [
    '#compdef latchkey',
    '_latchkey_candidates() {',
    ...findPath(),
    '  case "$path" in',
    ...cases,
    '  esac',
    '}',
    '_latchkey() {',
    '  local -a candidates',
    '  _latchkey_candidates "${(@)words[2,CURRENT-1]}"',
    '  _describe latchkey candidates || _files',
    '}',
    // Either zsh loads this file to complete a command, or a shell sources it.
    'if [[ "$funcstack[1]" == _latchkey ]]; then _latchkey; else compdef _latchkey latchkey; fi',
  ]
}

function fish(): string[] {
  const isAt = (path: string) => {
    const [first, second] = path.split(' ')
    if (first === '') return '__fish_use_subcommand'
    const seen = `__fish_seen_subcommand_from ${first}`
    if (second !== undefined) return `${seen}; and __fish_seen_subcommand_from ${second}`
    const [next] = commands.flatMap(({ name }) => name.split(`${first} `)[1] ?? [])
    return next ? `${seen}; and not __fish_seen_subcommand_from ${next}` : seen
  }
  const values = new Map(
    [...appOptions, ...commands.flatMap(({ options }) => options as readonly CommandOption[])].map(
      ({ name, value }) => [`--${name}`, value],
    ),
  )
  const lines = contexts().flatMap(([path, candidates]) =>
    candidates.map(({ word, text }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`
      const value = values.get(word)
      const needs = value === undefined ? '' : /^(DIR|FILE)$/.test(value) ? ' -r -F' : ' -x'
      const description = text ? ` -d ${quoted(text, String.raw`\'`)}` : ''
      return `complete -c latchkey -n '${isAt(path)}' ${what}${needs}${description}`
    }),
  )
  return ['# fish completion for latchkey', 'complete -c latchkey -f', ...lines]
}

/** A word in single quotes. zsh can't escape a quote inside of them. */
function quoted(text: string, quote = String.raw`'\''`): string {
  return `'${text.replaceAll("'", quote)}'`
}
