import { currentTime } from '../../shared/rules/clock.ts'
import { escapeJson } from '../platform/log/escape-controls.ts'
import { type Text, message } from '../../shared/messages/message.ts'
import { after } from '../platform/time/scheduler.ts'
import { type AskResult, askApp } from './ask-app.ts'
import type { CommandAnswer, CommandRequest, OutputLine } from './command-request.ts'
import { commandExitCodes } from './commands.ts'
import { parseCommand } from './parse-command.ts'
import { UnsafeFileError } from './private-files.ts'

/** A program that is starting Latchkey. */
export interface StartingApp {
  /** Whether it ended with an error. It ends without one if another command has just started Latchkey. */
  hasFailed(): boolean
}

export interface CommandOptions {
  /** The command as `findCommand` found it. */
  found: { words: readonly string[]; before: readonly string[] }
  /** Used unless `--data` says otherwise. */
  dataFolder: string
  print(line: string): void
  printError(line: string): void
  /** Starts Latchkey without a window; undefined if it can't. Absent where nothing can start it. */
  startApp?: (() => StartingApp | undefined) | undefined
  /** Whether the output goes to a terminal. */
  isTerminal: boolean
  environment: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
}

/** How long (ms) a start of Latchkey may take, and how often to look. */
const startMs = 5_000
const pollMs = 100

/**
 * Runs a command and returns its exit code. Guarantee: uses neither the network nor the keychain, and changes no file; all of
 * that is done by the running Latchkey.
 */
export async function runCommand(options: CommandOptions): Promise<number> {
  const { found, print, printError, platform = process.platform } = options
  const parsed = parseCommand(found, currentTime())
  switch (parsed.kind) {
    case 'problem':
      await explain(printError, message(parsed.text, { option: parsed.value }))
      await explain(printError, message('host.unknownOptionHint'))
      return commandExitCodes.usage
    case 'help':
      print((await import('./help.ts')).commandHelp(parsed.command))
      return commandExitCodes.done
    case 'completion':
      print((await import('./completions.ts')).completionScript(parsed.shell))
      return commandExitCodes.done
    case 'request': {
      if (platform === 'win32') {
        await explain(printError, message('commandLine.notOnWindows'))
        return commandExitCodes.unavailable
      }
      const { request, isJson, data = options.dataFolder } = parsed
      return printAnswer(await ask(options, data, request), { ...options, isJson })
    }
  }
}

/** Prints a message. The texts are loaded only here, because an answered command needs none of them. */
async function explain(printError: CommandOptions['printError'], text: Text): Promise<void> {
  const { textOf } = await import('../platform/messages.ts')
  printError(textOf(text))
}

type Outcome = AskResult | { problem: 'starting' } | { unsafe: string }

/** Asks the app, after starting it if it isn't running. */
async function ask(
  { startApp }: CommandOptions,
  dataFolder: string,
  request: CommandRequest,
): Promise<Outcome> {
  try {
    const first = await askApp(dataFolder, request)
    if (!('problem' in first) || first.problem !== 'not-running') return first
    const starting = startApp?.()
    if (!starting) return first
    for (let waited = 0; waited < startMs; waited += pollMs) {
      if (starting.hasFailed()) return first
      await pause(pollMs)
      const next = await askApp(dataFolder, request)
      if (!('problem' in next) || next.problem !== 'not-running') return next
    }
    return { problem: 'starting' }
  } catch (error) {
    if (error instanceof UnsafeFileError) return { unsafe: error.path }
    throw error
  }
}

/** Keeps this process alive, unlike `sleep`. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void after(milliseconds, resolve, { keepsAlive: true }))
}

interface Output extends CommandOptions {
  isJson: boolean
}

/** What is wrong if the app didn't answer, and the exit code. */
const problems = {
  off: ['commandLine.off', commandExitCodes.unavailable],
  'not-running': ['commandLine.notRunning', commandExitCodes.unavailable],
  starting: ['commandLine.stillStarting', commandExitCodes.unavailable],
  'path-too-long': ['commandLine.pathTooLong', commandExitCodes.unavailable],
  'no-answer': ['commandLine.noAnswer', commandExitCodes.failed],
} as const

async function printAnswer(outcome: Outcome, output: Output): Promise<number> {
  const { printError } = output
  if ('answer' in outcome) return printResult(outcome.answer, output)
  if ('unsafe' in outcome) {
    await explain(printError, message('commandLine.unsafe', { path: outcome.unsafe }))
    return commandExitCodes.failed
  }
  const [id, exitCode] = problems[outcome.problem]
  await explain(printError, message(id))
  return exitCode
}

function printResult(
  { exitCode, lines, document, notes }: CommandAnswer,
  { isJson, print, printError, isTerminal, environment }: Output,
): number {
  for (const note of notes) printError(note)
  if (isJson) {
    if (document !== undefined) print(escapeJson(document))
    return exitCode
  }
  const isColored = usesColor(isTerminal, environment)
  for (const line of lines) print(isColored ? colored(line) : line.text)
  return exitCode
}

/** See https://no-color.org and https://bixense.com/clicolors. */
function usesColor(
  isTerminal: boolean,
  { NO_COLOR = '', CLICOLOR_FORCE = '', TERM }: NodeJS.ProcessEnv,
): boolean {
  if (NO_COLOR !== '') return false
  if (CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0') return true
  return isTerminal && TERM !== 'dumb'
}

/** SGR parameters (ECMA-48). */
const sgr = { strong: 1, soon: 33, urgent: 31 } as const

function colored({ text, tone }: OutputLine): string {
  return tone ? `\u001B[${sgr[tone]}m${text}\u001B[0m` : text
}
