// A home folder with programs that have an instance's token.
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { storeCredentials, writeScript } from './git-home.ts'

export interface UsesHome {
  /** glab's configuration, Git's store, netrc and npmrc. */
  files: Record<'glab' | 'git' | 'netrc' | 'npmrc', string>
  /** A log of every program that ran, with its arguments and environment variables. */
  programLog: string
  /** The input that glab read. */
  glabInput: string
}

/** The environment variables that make Latchkey find this home folder's programs. */
export function usesEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: [join(home, 'bin'), process.env.PATH].join(delimiter) }
}

/** Writes the files, along with a git that logs its calls and a glab that stores tokens like the real one. */
export function createHomeWithTokenUses(home: string, baseUrl: string, secret: string): UsesHome {
  const { host, protocol } = new URL(baseUrl)
  const folder = join(home, '.config/glab-cli')
  const bin = join(home, 'bin')
  for (const path of [folder, bin]) mkdirSync(path, { recursive: true })
  const files = {
    glab: join(folder, 'config.yml'),
    git: join(home, '.git-credentials'),
    netrc: join(home, '.netrc'),
    npmrc: join(home, '.npmrc'),
  }
  const settings = [
    'git_protocol: ssh',
    `api_protocol: ${protocol.slice(0, -1)}`,
    `api_host: ${host}`,
  ]
  const config = (token: string) => [
    'hosts:',
    '  gitlab.example:',
    ...settings.map((line) => `    ${line}`),
    `    token: ${token}`,
  ]
  writeFileSync(files.glab, config(secret).join('\n'))
  storeCredentials(home, [baseUrl.replace('://', `://maya:${secret}@`)])
  writeFileSync(files.netrc, `machine ${host}\n  login maya\n  password ${secret}\n`)
  writeFileSync(files.npmrc, `//${host}/api/v4/packages/npm/:_authToken=${secret}\n`)
  const programLog = join(home, 'programs')
  const glabInput = join(home, 'glab-input')
  const log = `(echo "$0 $@"; env) >> ${programLog}`
  writeScript(bin, 'git', [log, `PATH="${process.env.PATH}" exec git "$@"`])
  writeScript(bin, 'glab', [
    log,
    `read secret; printf '%s\\n' "$secret" > ${glabInput}`,
    `printf '${config('%s').join('\\n')}' "$secret" > ${files.glab}`,
  ])
  return { files, programLog, glabInput }
}
