import type { Failure } from '../../shared/rules/failure.ts'
import { toPlainLine } from '../../shared/rules/hidden-characters.ts'
import { commandExitCodes } from './commands.ts'

/** Why a command can't be answered. */
export class CommandFailure extends Error {
  readonly exitCode: number

  constructor(text: string, exitCode: number = commandExitCodes.failed) {
    super(text)
    this.name = 'CommandFailure'
    this.exitCode = exitCode
  }
}

/** A failure on one line. */
export function commandFailureText({ message, hint }: Failure): string {
  return toPlainLine([message, hint].filter(Boolean).join(' '))
}

export function exitCodeOf({ kind, reason }: Failure): number {
  if (reason === 'locked') return commandExitCodes.unavailable
  const needsSignIn = kind === 'unauthorized' || reason === 'token-missing'
  return needsSignIn ? commandExitCodes.signIn : commandExitCodes.failed
}
