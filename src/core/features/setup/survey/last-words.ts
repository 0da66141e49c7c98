import { message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import type { ProgramRun } from '../../../platform/run-program.ts'

/** What git, and what it runs, said last, without what they begin with; or that it took too long. */
export function lastWords({ stdout, stderr, problem }: ProgramRun): string {
  if (problem === 'timeout') return textOf(message('setup.tookTooLong'))
  const lines = `${stdout}\n${stderr}`
    .split(/\r?\n/)
    .map((line) => line.replace(/^(fatal|error): /, '').trim())
  const said = lines.findLast((line) => line && line !== 'failed to write commit object')
  return said?.slice(0, 200) ?? ''
}
