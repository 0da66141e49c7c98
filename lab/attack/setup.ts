import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AttackedHost, startHost } from './host.ts'
import { type Finding, type Secrets, findSecret } from './judge.ts'

/** The working folder. The caller removes it. */
export interface AttackOptions {
  root: string
  /** The approximate number of attacks per group; all by default. */
  count?: number | undefined
}

export interface StartedHost {
  host: AttackedHost
  home: string
  data: string
}

/** Starts a host with a temporary home folder. */
export async function startInHome(options: AttackOptions): Promise<StartedHost> {
  const home = mkdtempSync(join(options.root, 'home-'))
  const data = join(home, 'data')
  const host = await startHost({ home, data })
  if ('end' in host) throw new Error(`The host did not start: ${host.output}`)
  return { host, home, data }
}

/** Lines from files that only this computer’s owner can read, and from files that a page never uses. */
export function machineSecrets(): [string, string][] {
  const package_ = '"devDependencies"'
  const lines: [string, string][] = [
    ['root:x:0:0:', 'the users of this computer'],
    [package_, 'a file of the project'],
    ['process.on("SIGTERM"', 'the program itself'],
  ]
  try {
    const [first] = readFileSync('/etc/shadow', 'utf8').split('\n')
    if (first) lines.push([first, 'the passwords of this computer'])
  } catch {
    // A file that can’t be read can’t leak.
  }
  return lines
}

/** Finds secrets in the host’s output, and in files of the home folder and the data folder. */
export function findLeakedSecrets(
  home: string,
  data: string,
  host: AttackedHost,
  secrets: Secrets,
): Finding[] {
  const findings: Finding[] = []
  const search = (attack: string, text: string) => {
    const leaked = findSecret(text, secrets)
    if (leaked) findings.push({ attack, what: `it holds ${leaked}` })
  }
  search('the host’s output', host.output())
  for (const folder of home === '' ? [data] : [home, data]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) search(path, readFileSync(path, 'latin1'))
    }
  }
  return findings
}
