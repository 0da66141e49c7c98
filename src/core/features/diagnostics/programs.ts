import { t } from '../../infra/messages.ts'
import { runProgram } from '../../infra/run-program.ts'

/** How each program that Latchkey calls says its version. */
const programs: readonly [name: string, program: string, args: string[], version: RegExp][] = [
  ['Git', 'git', ['--version'], /version (\d[\w.]*)/],
  ['OpenSSH', 'ssh', ['-V'], /_(\d[\w.]*)/],
  ['GnuPG', 'gpg', ['--version'], /\(.*\) (\d[\w.]*)/],
]

/** The versions of the programs that Latchkey calls. Of what they print, only the version appears. */
export async function programLine(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const found = programs.map(async ([name, program, args, pattern]) => {
    const run = await runProgram(program, args, { environment, timeMs: 5_000 })
    const version = pattern.exec(`${run.stdout}\n${run.stderr}`)?.[1]
    return `${name} ${version ?? t('diagnostics.no')}`
  })
  return t('diagnostics.programs', { programs: (await Promise.all(found)).join(', ') })
}
