import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { seeded } from '../../features/directory/testing/random-filter.ts'
import { parseGitConfig } from './git-config.ts'
import { ChangeSets, RecordedChanges } from './recorded-changes.ts'
import { undoChanges } from './undo.ts'
import { isFull } from '../../testing/proof.ts'

// Kills the process (kill -9) at random moments while it changes and restores files. Each file must be in its old or
// new version, and restorable.

const kills = isFull ? 200 : 6
const seed = 20_261_123

let folder: string
const file = (name: string) => join(folder, 'home', name)
const config = `# Mine\n[user]\n\temail = old@example.com ; kept\n[alias]\n${'\tst = status\n'.repeat(2_000)}`
const repository = `[core]\n\tbare = false\n[user]\n\temail = old@example.com ; kept\n[commit]\n\tgpgsign = false\n${'[remote "origin"]\n\turl = git@gitlab.com:x.git\n'.repeat(2_000)}`
const hosts = 'old.example.com ssh-ed25519 A\n'.repeat(20_000)
const newLine = 'new.example.com ssh-ed25519 A\n'

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(file('.gitconfig'), config)
  writeFileSync(file('known_hosts'), hosts)
  writeFileSync(file('key'), 'key')
  chmodSync(file('key'), 0o644)
  writeFileSync(file('identity'), 'identity')
  mkdirSync(file('project/.git'), { recursive: true })
  writeFileSync(file('project/.git/config'), repository)
})
afterAll(() => rmSync(folder, { recursive: true }))

it(`leaves each file in its old or new version after ${kills} kills, and can restore it`, async () => {
  const random = seeded(seed)
  let changed = 0
  // On a slow computer, every kill may land before the first change.
  for (let kill = 0; kill < kills || (changed === 0 && kill < 1_000); kill += 1) {
    const program = new URL('../testing/changes-process.ts', import.meta.url)
    const child = fork(program, [folder], { execArgv: [] })
    await once(child, 'message')
    await delay(random() * 80)
    child.kill('SIGKILL')
    await once(child, 'exit')

    const at = `seed ${seed}, kill ${kill}`
    expect([hosts, hosts + newLine], at).toContain(read('known_hosts'))
    const email = execFileSync('git', ['config', '--file', file('.gitconfig'), 'user.email'])
    expect(['old@example.com', 'maya@example.com'], at).toContain(String(email).trim())
    const settings = settingsOf('project/.git/config')
    // Both settings of the repository, or neither.
    expect(
      [
        ['old@example.com', 'false'],
        ['maya@example.com', 'true'],
      ],
      at,
    ).toContainEqual([settings.get('user.email'), settings.get('commit.gpgsign')])
    if (read('known_hosts') !== hosts) changed += 1

    await undo()
    expect(read('known_hosts') === hosts, at).toBe(true)
    expect(read('.gitconfig') === config, at).toBe(true)
    expect(read('project/.git/config') === repository, at).toBe(true)
    expect(existsSync(file('allowed_signers')), at).toBe(false)
    expect(read('identity'), at).toBe('identity')
    expect(statSync(file('key')).mode & 0o777, at).toBe(0o644)
  }
  console.log(
    `\nproof: changed files, kill -9: ${kills} kills, ${changed} of them between the first change and the last undo; every file had its old or new content, and its old bytes and permissions after an undo`,
  )
})

/** Undoes the changes as Latchkey would after a restart. */
async function undo(): Promise<void> {
  const document = jsonFile(join(folder, 'setup-changes.json'), ChangeSets, () => undefined)
  const changes = new RecordedChanges(document, currentTime)
  const { env } = process
  const ports = {
    home: join(folder, 'home'),
    environment: env,
    changes,
    signedInAccounts: () => [],
  }
  for (const { id } of changes.sets.toReversed()) await undoChanges(ports, id)
}

function settingsOf(name: string): Map<string, string> {
  const list = execFileSync('git', ['config', '--file', file(name), '--null', '--list'])
  return new Map(parseGitConfig(String(list)))
}

function read(name: string): string {
  return readFileSync(file(name), 'utf8')
}
