import {
  type Dirent,
  chownSync,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src/sandbox/seed/random.ts'
import { ownSettings, writeGitFiles } from './git-files.ts'
import type { OwnKeys } from './identities.ts'
import type { Instance } from './instance.ts'
import type { Folders } from './own-home.ts'
import { type OwnRepository, createFolders, createRepository } from './repositories.ts'
import { placeSshKeys, writeSshConfig } from './ssh-files.ts'

/** A synthetic computer: the contents of the home folder. */
export interface Computer {
  repositories: OwnRepository[]
  keys: OwnKeys
  /** The keys in the agent. */
  inAgent: string[]
}

interface ComputerOptions {
  seed: string
  number: number
  folders: Folders
  instance: Instance
  /** The socket of the agent. */
  agent: string
}

/** Replaces the contents of the home folder with the computer of this number. */
export async function createComputer({
  seed,
  number,
  folders,
  instance,
  agent,
}: ComputerOptions): Promise<Computer> {
  const random = createRandom(`${seed}/${number}`)
  const { home, servers } = folders
  for (const folder of [home, servers])
    for (const name of readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true })
  createFolders(home)
  const ssh = placeSshKeys(home, instance.sshKeys, random)
  const gpg = random.pick(instance.gpgHomes)
  symlinkSync(gpg.path, join(home, '.gnupg'))
  const keys: OwnKeys = { home, isTidy: random.chance(0.5), ssh, gpg }
  const { port, folder } = instance.sshServer
  const hostKey = readFileSync(join(folder, 'host.pub'), 'utf8')
  writeSshConfig({ home, keys: ssh, port, agent, hostKey, random })
  const options = { home, servers, instance, keys, random }
  const repositories: OwnRepository[] = []
  const count = 1 + random.below(2)
  for (let at = 0; at < count; at += 1)
    repositories.push(
      ...(await createRepository({
        ...{ home, servers, instance: instance.sandbox.url, sshPort: port, number: at, random },
        ownSettings: () => ownSettings(options),
      })),
    )
  writeGitFiles(repositories, options)
  const inAgent = random.chance(0.3)
    ? instance.sshKeys.filter(() => random.chance(0.4)).map(({ file }) => file)
    : []
  if (process.getuid?.() === 0 && random.chance(0.04)) giveAway(repositories[0]!.path)
  return { repositories, keys, inAgent }
}

/** Makes another user the owner of a folder (git-config(1), `safe.directory`). */
function giveAway(path: string): void {
  chownSync(path, 1234, 1234)
}

/** The computer’s text files, its folders, and its links. */
export function describeComputer(home: string): string {
  const lines: string[] = []
  const visit = (folder: string, shown: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted(byName)) {
      const [path, name] = [join(folder, entry.name), `${shown}/${entry.name}`]
      if (entry.isSymbolicLink()) lines.push(`${name} -> ${readlinkSync(path)}`)
      else if (entry.isDirectory() && !['objects', 'pack'].includes(entry.name)) visit(path, name)
      else if (entry.isFile())
        lines.push(`${name}${isText(entry.name) ? `\n${indented(path)}` : ''}`)
    }
  }
  visit(home, '~')
  return lines.join('\n')
}

const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1)
const isText = (name: string) =>
  /^(\.git|\.gitconfig.*|config.*|more-\d|HEAD|packed-refs|commondir|own\.conf)$/.test(name)
const indented = (path: string) =>
  lstatSync(path).size === 0 ? '' : readFileSync(path, 'utf8').trimEnd().replace(/^/gm, '    ')
