import type { ProgramRun } from '../../../infra/run-program.ts'

/** What git, and what it runs, said last, without what they begin with; or why there was nothing. */
export function lastWords({ stdout, stderr, problem }: ProgramRun): string {
  if (problem) return problem
  const lines = `${stdout}\n${stderr}`
    .split(/\r?\n/)
    .map((line) => line.replace(/^(fatal|error): /, '').trim())
  const said = lines.findLast((line) => line && line !== 'failed to write commit object')
  return said?.slice(0, 200) ?? ''
}
