import { parseArgs } from 'node:util'
import type { MessageId } from '../../shared/messages/message.ts'
import { durationOf, isStatusDuration } from '../../shared/rules/status-durations.ts'
import {
  type TerminalCommand,
  type CommandName,
  type CommandOption,
  type Shell,
  appOptions,
  commands,
  commonOptions,
  defaultDays,
} from './commands.ts'
import type { CommandRequest } from './command-request.ts'
import { parseFor, parseUntil } from './status-time.ts'

/** A command line that asks the running app, needs nothing from it, or is wrong. */
export type ParsedCommand =
  | { kind: 'request'; request: CommandRequest; isJson: boolean; data: string | undefined }
  | { kind: 'completion'; shell: Shell }
  | { kind: 'help'; command: TerminalCommand }
  | { kind: 'problem'; text: MessageId; value: string }

type Values = Record<string, string | boolean | undefined>

/** The words with which a command begins, each with the commands that do. */
const firstWords: ReadonlySet<string> = new Set(commands.map(({ name }) => name.split(' ')[0]!))

/** The options of all commands, so that their values before a command aren't taken for one. */
const allOptions: readonly CommandOption[] = [
  ...appOptions,
  ...commands.flatMap(({ options }) => options as readonly CommandOption[]),
]

/**
 * The arguments after `latchkey` that begin with a command, and those before it; undefined if there is none. When Electron
 * runs from source, the app's folder precedes both. A link's author may inject arguments, so a link is never a command.
 */
export function findCommand(
  args: readonly string[],
  { hasAppFolder = false } = {},
): { words: string[]; before: string[] } | undefined {
  // guard: command-beside-link
  if (args.some((argument) => /^latchkey:/i.test(argument))) return undefined
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: parserOptions(allOptions),
  })
  const positionals = tokens.filter((token) => token.kind === 'positional')
  const folder = hasAppFolder ? positionals[0]?.index : undefined
  const word = positionals
    .slice(0, 2)
    .find(({ value, index }) => index !== folder && firstWords.has(value))
  if (!word) return undefined
  return {
    words: args.slice(word.index),
    before: args.slice(0, word.index).filter((_, index) => index !== folder),
  }
}

/** Whether the arguments are a command, other than `whoami`, which needs no running app. */
export function isAppCommand(args: readonly string[]): boolean {
  const found = findCommand(args)
  return found !== undefined && found.words[0] !== 'whoami'
}

/** Options in the form of `parseArgs`. */
export function parserOptions(options: readonly CommandOption[]) {
  return Object.fromEntries(
    options.map(({ name, short, value }) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) } as const,
    ]),
  )
}

/** Parses a command and its arguments, as `findCommand` found them. `now` is in milliseconds since 1970. */
export function parseCommand(
  { words, before }: { words: readonly string[]; before: readonly string[] },
  now: number,
): ParsedCommand {
  const name = nameIn(words)
  const command: TerminalCommand | undefined = commands.find((one) => one.name === name)
  if (!command) return problem('commandLine.unknownCommand', words.slice(0, 2).join(' '))
  const misplaced = misplacedIn(before)
  if (misplaced !== undefined) return problem('commandLine.beforeCommand', misplaced)
  const rest = words.slice(command.name.split(' ').length)
  const parsed = parseOptions(command, rest)
  if ('kind' in parsed) return parsed
  const { values, operands } = parsed
  if (values.help) return { kind: 'help', command }
  const [least, most] = command.count
  if (operands.length < least) return problem('commandLine.missingOperand', command.operands)
  if (operands.length > most) return problem('host.unexpectedArgument', operands[most]!)
  const unknown = command.choices && operands.find((one) => !command.choices!.includes(one))
  if (unknown !== undefined) return problem('commandLine.unknownChoice', unknown)
  if (command.name === 'completion') return { kind: 'completion', shell: operands[0] as Shell }
  const request = toRequest(command.name as CommandName, { values, operands, now })
  if ('kind' in request) return request
  const { data } = { ...parseData(before), ...values }
  return {
    kind: 'request',
    request,
    isJson: values.json === true,
    data: typeof data === 'string' ? data : undefined,
  }
}

/** One or two words, whichever is a command. */
function nameIn([first = '', second = '']: readonly string[]): string {
  const both = `${first} ${second}`
  return commands.some(({ name }) => name === both) ? both : first
}

/**
 * The first argument before a command that may not be there; otherwise it would be ignored, and the command could change
 * another account than the one meant. `--no-sandbox` is Chromium's own switch, which an AppImage may add.
 */
function misplacedIn(before: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...before],
    strict: false,
    tokens: true,
    options: parserOptions(allOptions),
  })
  const misplaced = tokens.find(
    (token) => token.kind !== 'option' || !['data', 'no-sandbox'].includes(token.name),
  )
  if (misplaced?.kind === 'option') return misplaced.rawName
  return misplaced && before[misplaced.index]
}

function parseData(args: readonly string[]): Values {
  const { data } = parseArgs({
    args: [...args],
    strict: false,
    options: { data: { type: 'string' } },
  }).values
  return { data }
}

function parseOptions(
  command: TerminalCommand,
  args: readonly string[],
): { values: Values; operands: string[] } | Extract<ParsedCommand, { kind: 'problem' }> {
  const options = parserOptions([...command.options, ...commonOptions])
  try {
    const { values, positionals } = parseArgs({
      // See `misplacedIn`.
      args: args.filter((argument) => argument !== '--no-sandbox'),
      options,
      allowPositionals: true,
    })
    return { values: values as Values, operands: positionals }
  } catch (error) {
    // The short form comes first: Option '-h, --help'.
    const option = /'(?:-\w, )?([^ ']+)/.exec(String(error))?.[1] ?? ''
    const { code } = error as { code: string }
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return problem('host.unknownOption', option)
    const isSwitch = options[option.slice(2)]?.type === 'boolean'
    return problem(isSwitch ? 'host.takesNoValue' : 'host.needsValue', option)
  }
}

interface Input {
  values: Values
  operands: readonly string[]
  now: number
}

const problem = (text: MessageId, value: string) => ({ kind: 'problem', text, value }) as const
type Problem = ReturnType<typeof problem>

function toRequest(command: CommandName, input: Input): CommandRequest | Problem {
  const { values, operands } = input
  const account = typeof values.account === 'string' ? values.account : undefined
  switch (command) {
    case 'status':
      return statusRequest(account, input)
    case 'tokens expiring': {
      const days = daysIn(values, defaultDays.tokens)
      return typeof days === 'object' ? days : { command, account, days }
    }
    case 'expiries': {
      const isCalendar = values.ics === true
      const days = daysIn(values, isCalendar ? undefined : defaultDays.expiries)
      return typeof days === 'object' ? days : { command, account, days, isCalendar }
    }
    case 'users search':
      return { command, account, text: operands.join(' ') }
    case 'user':
      return { command, account, name: operands[0]!.replace(/^@/, '') }
    case 'open':
      return { command, account, screen: operands[0]! }
    case 'accounts':
    case 'attention':
    case 'keys':
      return { command, account }
    case 'whoami':
    case 'completion':
      return problem('commandLine.unknownCommand', command)
  }
}

function daysIn<Default extends number | undefined>(
  { days }: Values,
  otherwise: Default,
): number | Default | Problem {
  if (days === undefined) return otherwise
  const isNumber = /^\d{1,5}$/.test(String(days))
  return isNumber ? Number(days) : problem('commandLine.invalidDays', String(days))
}

function statusRequest(
  account: string | undefined,
  { values, operands, now }: Input,
): CommandRequest | Problem {
  const { emoji = '', busy = false, clear: isCleared } = values
  const message = operands.join(' ').trim()
  const isSet = message !== '' || emoji !== '' || busy === true
  const hasEnd = values.for !== undefined || values.until !== undefined
  if (isCleared && (isSet || hasEnd)) return problem('commandLine.clearAlone', '--clear')
  if (isCleared) return { command: 'status', account, change: 'clear' }
  if (!isSet && hasEnd) return problem('commandLine.endWithoutStatus', '--for')
  if (!isSet) return { command: 'status', account }
  const clear = clearAfter(values, now)
  if (typeof clear === 'object') return clear
  const name = String(emoji).replaceAll(/^:|:$/g, '')
  return {
    command: 'status',
    account,
    change: { message, emoji: name, busy: busy === true, clear },
  }
}

/** After which duration the status clears. */
function clearAfter(values: Values, now: number) {
  const { for: duration, until } = values
  if (duration === undefined && until === undefined) return 'never'
  if (duration !== undefined && until !== undefined)
    return problem('commandLine.oneEnd', '--for, --until')
  const text = String(duration ?? until)
  const milliseconds = duration === undefined ? parseUntil(text, now) : parseFor(text)
  if (milliseconds === undefined) return problem('commandLine.invalidTime', text)
  const clear = durationOf(milliseconds)
  return isStatusDuration(clear) ? clear : problem('commandLine.timeOutOfRange', text)
}
