import { message } from '../../../shared/messages/message.ts'
import { textOf } from '../../platform/messages.ts'
import type { ProgramRun } from '../../platform/run-program.ts'

/** The last output of git and its subprocesses, without prefixes; or that it timed out. */
export function lastWords({ stdout, stderr, problem }: ProgramRun): string {
  if (problem === 'timeout') return textOf(message('setup.tookTooLong'))
  const lines = `${stdout}\n${stderr}`
    .split(/\r?\n/)
    .map((line) => line.replace(/^(fatal|error): /, '').trim())
  const lastLine = lines.findLast((line) => line && line !== 'failed to write commit object')
  // Printed by ssh-keygen, although nobody typed one.
  if (lastLine?.includes('incorrect passphrase supplied')) return textOf(message('setup.keyLocked'))
  return lastLine?.slice(0, 200) ?? ''
}
