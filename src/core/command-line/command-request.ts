import type { TimedStatus } from '../../shared/operations/own-status.ts'

/** What a command asks of the running app. */
export type CommandRequest = { account: string | undefined } & (
  | { command: 'accounts' | 'attention' | 'keys' }
  | { command: 'status'; change?: TimedStatus | 'clear' }
  | { command: 'tokens expiring'; days: number }
  | { command: 'expiries'; days: number | undefined; isCalendar: boolean }
  | { command: 'users search'; text: string }
  | { command: 'user'; name: string }
  | { command: 'open'; screen: string }
)

/** A line of output. `tone` is its color in a terminal. */
export interface OutputLine {
  text: string
  tone?: 'strong' | 'soon' | 'urgent'
}

/** The app's answer to a command. */
export interface CommandAnswer {
  exitCode: number
  lines: OutputLine[]
  /** What `--json` prints; absent if the command failed. */
  document?: unknown
  /** For stderr: what failed, and what is missing in the output. */
  notes: string[]
}
