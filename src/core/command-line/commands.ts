import type { MessageId } from '../../shared/messages/message.ts'
import { expiringSoonDays } from '../../shared/rules/expiry.ts'

/** An option as help, the man page, completions, and the parsers know it. */
export interface CommandOption {
  name: string
  short?: string
  /** The name of its value in help; absent for a switch. */
  value?: string
  text: MessageId
}

/** A command. `app`: the running Latchkey answers it. `here`: this process does. */
export interface TerminalCommand {
  /** One or two words. */
  name: string
  /** What follows the name in help. */
  operands: string
  /** How many operands it takes at least and at most. */
  count: readonly [number, number]
  /** The values to choose from, if its operand has any. */
  choices?: readonly string[]
  options: readonly CommandOption[]
  text: MessageId
  runs: 'app' | 'here'
}

/** The screens that `open` shows: each a path below its account. */
export const openableScreens = [
  'home',
  'status',
  'profile',
  'avatar',
  'preferences',
  'emails',
  'keys',
  'tokens',
  'people',
  'computer',
  'computer/repositories',
  'accounts',
  'settings',
  'admin/people',
  'admin/queue',
  'admin/activities',
  'admin/audit-log',
  'admin/credentials',
  'admin/lookup',
] as const

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

const json: CommandOption = { name: 'json', text: 'commandLine.json' }
const account: CommandOption = { name: 'account', value: 'NAME', text: 'commandLine.account' }
const days: CommandOption = { name: 'days', value: 'N', text: 'commandLine.days' }
const data: CommandOption = { name: 'data', value: 'DIR', text: 'commandLine.data' }
const help: CommandOption = { name: 'help', short: 'h', text: 'commandLine.showHelp' }

/** The number of days ahead that `tokens expiring` and `expiries` list unless told otherwise. */
export const defaultDays = { tokens: expiringSoonDays, expiries: 365 } as const

/** Every command, in the order in which help lists them. */
export const commands = [
  {
    name: 'status',
    operands: '[TEXT]',
    count: [0, Infinity],
    options: [
      { name: 'emoji', value: 'NAME', text: 'commandLine.emoji' },
      { name: 'busy', text: 'commandLine.busy' },
      { name: 'for', value: 'TIME', text: 'commandLine.for' },
      { name: 'until', value: 'TIME', text: 'commandLine.until' },
      { name: 'clear', text: 'commandLine.clear' },
      account,
      json,
    ],
    text: 'commandLine.status',
    runs: 'app',
  },
  {
    name: 'attention',
    operands: '',
    count: [0, 0],
    options: [account, json],
    text: 'commandLine.attention',
    runs: 'app',
  },
  {
    name: 'accounts',
    operands: '',
    count: [0, 0],
    options: [json],
    text: 'commandLine.accounts',
    runs: 'app',
  },
  {
    name: 'keys',
    operands: '',
    count: [0, 0],
    options: [account, json],
    text: 'commandLine.keys',
    runs: 'app',
  },
  {
    name: 'tokens expiring',
    operands: '',
    count: [0, 0],
    options: [days, account, json],
    text: 'commandLine.tokensExpiring',
    runs: 'app',
  },
  {
    name: 'expiries',
    operands: '',
    count: [0, 0],
    options: [days, { name: 'ics', text: 'commandLine.ics' }, account, json],
    text: 'commandLine.expiries',
    runs: 'app',
  },
  {
    name: 'users search',
    operands: 'TEXT',
    count: [1, Infinity],
    options: [account, json],
    text: 'commandLine.usersSearch',
    runs: 'app',
  },
  {
    name: 'user',
    operands: 'NAME',
    count: [1, 1],
    options: [account, json],
    text: 'commandLine.user',
    runs: 'app',
  },
  {
    name: 'open',
    operands: 'SCREEN',
    count: [1, 1],
    choices: openableScreens,
    options: [account, json],
    text: 'commandLine.open',
    runs: 'app',
  },
  {
    name: 'whoami',
    operands: '[DIR]',
    count: [0, 1],
    options: [json],
    text: 'commandLine.whoami',
    runs: 'here',
  },
  {
    name: 'completion',
    operands: 'SHELL',
    count: [1, 1],
    choices: shells,
    options: [],
    text: 'commandLine.completion',
    runs: 'here',
  },
] as const satisfies readonly TerminalCommand[]

export type CommandName = (typeof commands)[number]['name']

/** The options that every command takes. */
export const commonOptions: readonly CommandOption[] = [
  { ...data, text: 'commandLine.dataOfApp' },
  help,
]

/** The options without a command, which start Latchkey or do one thing and end. */
export const appOptions: readonly CommandOption[] = [
  data,
  { name: 'demo', text: 'commandLine.demo' },
  { name: 'demo-admin', text: 'commandLine.demoAdmin' },
  { name: 'port', value: 'N', text: 'commandLine.port' },
  { name: 'no-open', text: 'commandLine.noOpen' },
  { name: 'hidden', text: 'commandLine.hidden' },
  { name: 'self-test', value: 'FILE', text: 'commandLine.selfTest' },
  { name: 'policy', text: 'commandLine.policy' },
  { name: 'verify-log', value: 'FILE', text: 'commandLine.verifyLog' },
  { name: 'verify-review', value: 'FOLDER', text: 'commandLine.verifyReview' },
  { name: 'verbose', text: 'commandLine.verbose' },
  help,
]

/** The exit codes of all commands except `whoami`. */
export const commandExitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unavailable: 3,
  signIn: 4,
  attention: 5,
  interrupted: 130,
} as const

/** What each exit code means, for help and the man page. */
export const exitCodeTexts: readonly [code: number, text: MessageId][] = [
  [commandExitCodes.done, 'commandLine.exitDone'],
  [commandExitCodes.failed, 'commandLine.exitFailed'],
  [commandExitCodes.usage, 'commandLine.exitUsage'],
  [commandExitCodes.unavailable, 'commandLine.exitUnavailable'],
  [commandExitCodes.signIn, 'commandLine.exitSignIn'],
  [commandExitCodes.attention, 'commandLine.exitAttention'],
  [commandExitCodes.interrupted, 'commandLine.exitInterrupted'],
]
