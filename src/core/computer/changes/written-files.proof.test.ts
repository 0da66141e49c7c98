import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../platform/failure.ts'
import { memoryFile } from '../../platform/files/memory-file.ts'
import { type SshPublicKey, readPublicKeys } from '../../keys/ssh-public-key.ts'
import { isFull } from '../../testing/proof.ts'
import { seeded } from '../../features/directory/testing/random-filter.ts'
import { ChangeSets, RecordedChanges } from './recorded-changes.ts'
import { editGitConfig } from './git-config.ts'
import { createKey } from './make-key.ts'
import { planSshHostFile } from './ssh-files.ts'
import { knownHostsLine, signerLine } from './written-files.ts'

// Hostile names, emails, titles and hosts: each must be rejected, or read as exactly that value by the program that
// uses the file.

const count = isFull ? 10_000 : 200
/** Values per file. */
const batchSize = 100
const seed = 20_261_125

const pieces = [
  ...[
    '\n',
    '\r',
    '\t',
    ' ',
    '\0',
    '\v',
    '\u0085',
    '\u2028',
    '\u00A0',
    '\u202E',
    '\uFEFF',
    '\uD800',
  ],
  ...[
    ',',
    '"',
    "'",
    '*',
    '?',
    '!',
    '#',
    '@',
    '\\',
    '%',
    '%h',
    '${HOME}',
    '$(id)',
    '`id`',
    ';',
    '=',
  ],
  ...['|', '|1|', '<', '>', '[', ']', '{', '}', '~', '-', '--', ':', '/', '..', 'é', '日本', '🔑'],
  ...[' namespaces="git"', '\nHost *\n', '\n[core]\n', ' cert-authority', '\\n', '\\"'],
]

type Random = () => number
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** Inserts up to three pieces into a string; some strings remain unchanged. */
function corrupt(random: Random, text: string, others: readonly string[]): string {
  let spoiled = text
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const at = pick(random, [0, spoiled.length, Math.floor(random() * spoiled.length)])
    spoiled = spoiled.slice(0, at) + pick(random, [...pieces, ...others]) + spoiled.slice(at)
  }
  return spoiled
}

/** A batch's accepted strings with their results. */
function accepted<T>(batch: readonly string[], make: (text: string) => T): [string, T][] {
  return batch.flatMap((text): [string, T][] => {
    try {
      return [[text, make(text)]]
    } catch (error) {
      if (error instanceof FailureError) return []
      throw error
    }
  })
}

describe.runIf(process.platform === 'linux')(`with ${count} hostile strings`, () => {
  let folder: string
  let me: SshPublicKey
  let attacker: SshPublicKey
  const path = (name: string) => join(folder, name)
  const environment = process.env
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-written-'))
    const keys = ['me', 'attacker'].map((name) => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name), '-C', name])
      writeFileSync(path(`${name}.txt`), 'signed')
      const sign = ['-q', '-Y', 'sign', '-f', path(name), '-n', 'git', path(`${name}.txt`)]
      execFileSync('ssh-keygen', sign, { stdio: 'pipe' })
      return readPublicKeys(readFileSync(path(`${name}.pub`), 'utf8')).keys[0]!
    })
    ;[me, attacker] = keys as [SshPublicKey, SshPublicKey]
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Tests corrupted strings in batches and reports how many were accepted. Some must be, but not all. */
  async function inBatches(
    strings: readonly string[],
    total: number,
    check: (batch: string[], random: Random) => number | Promise<number>,
  ): Promise<void> {
    const random = seeded(seed)
    const others = [` ${me.type} ${attacker.blob}`, `\n* ${me.type} ${attacker.blob}\n`]
    let checkedCount = 0
    for (let done = 0; done < total; done += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, total - done) }, () =>
        corrupt(random, pick(random, strings), others),
      )
      checkedCount += await check(batch, random)
    }
    expect(checkedCount).toBeGreaterThan(0)
    expect(checkedCount).toBeLessThan(total)
    console.log(
      `\nproof: hostile text, ${expect.getState().currentTestName}: ${checkedCount} of ${total} written and read back, all others rejected`,
    )
  }

  /** Runs a command for each argument, as `$x`; returns the output of each. */
  function forEach(command: string, args: readonly string[]): string[] {
    const script = `for x; do ${command}; printf '\\001'; done`
    const output = execFileSync('sh', ['-c', script, 'sh', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })
    return output.split('\x01').slice(0, -1)
  }

  it('allowed_signers accepts only emails, each for its own key', () =>
    inBatches(['maya@example.com', 'a@b', "o'brien@example.com"], count, (batch) => {
      const lines = accepted(batch, (email) => signerLine(email, me))
      for (const [at, [, line]] of lines.entries()) writeFileSync(path(`s${at}`), `${line}\n`)
      const files = lines.map((_, at) => `s${at}`)
      const principals = forEach('ssh-keygen -Y find-principals -s me.txt.sig -f "$x"', files)
      expect(principals).toEqual(lines.map(([email]) => `${email}\n`))
      writeFileSync(path('all'), lines.map(([, line]) => `${line}\n`).join(''))
      const finds = ['-Y', 'find-principals', '-s', path('attacker.txt.sig'), '-f', path('all')]
      expect(spawnSync('ssh-keygen', finds, { encoding: 'utf8' })).toMatchObject({ stdout: '' })
      return lines.length
    }))

  it('known_hosts accepts only hosts', () =>
    inBatches(
      ['gitlab.example.com', '[127.0.0.1]:2222', '::1', 'a.test,10.0.0.1'],
      count,
      (batch) => {
        const lines = accepted(batch, (hosts) => knownHostsLine(hosts, me))
        for (const [at, [, line]] of lines.entries()) writeFileSync(path(`h${at}`), `${line}\n`)
        const names = lines.flatMap(([hosts], at) =>
          hosts.split(',').map((name) => `h${at} ${name}`),
        )
        const find = 'ssh-keygen -F "${x#* }" -f "${x%% *}" | grep -v "^#"'
        for (const key of forEach(find, names)) expect(key).toContain(` ${me.type} ${me.blob}`)
        writeFileSync(path('all'), lines.map(([, line]) => `${line}\n`).join(''))
        expect(forEach('ssh-keygen -F "$x" -f all', ['innocent.example.org'])).toEqual([''])
        return lines.length
      },
    ))

  it('gitconfig accepts one setting per value', () =>
    inBatches(
      ['maya@example.com', 'Maya Lindqvist', '/home/maya/work'],
      count,
      async (batch, random) => {
        const expected: [string, string][] = []
        let content: Buffer | undefined
        for (const text of batch) {
          const name = pick(random, ['user.email', 'user.name', `includeIf.gitdir:${text}/.path`])
          const value = name.startsWith('user') ? text : '/somewhere'
          try {
            const edit = { name, value, how: 'add' } as const
            content = await editGitConfig(path('gitconfig'), content, [edit], environment)
            expected.push([name.replace('includeIf', 'includeif'), value])
          } catch (error) {
            if (!(error instanceof FailureError)) throw error
          }
        }
        writeFileSync(path('gitconfig'), content ?? '')
        const list = ['config', '--file', path('gitconfig'), '--null', '--list']
        const listed = execFileSync('git', list, { encoding: 'utf8' }).split('\0').slice(0, -1)
        const byName = (lines: string[]) => lines.toSorted()
        expect(byName(listed)).toEqual(byName(expected.map((setting) => setting.join('\n'))))
        return expected.length
      },
    ))

  it('ssh_config accepts one host per value', () =>
    inBatches(
      ['gitlab-work', 'ssh.example.com', '10.0.0.1', '/home/maya/.ssh/id'],
      count,
      (batch, random) => {
        mkdirSync(path('.ssh'), { recursive: true })
        rmSync(path('.ssh/latchkey'), { recursive: true, force: true })
        const recorded = new RecordedChanges(memoryFile(ChangeSets), () => 0)
        let last = 0
        const hosts = accepted(batch, (text) => {
          const id = `n${(last += 1)}`
          const part = pick(random, ['name', 'host', 'user', 'privateKey'])
          const host = { name: id, host: 'h.test', user: 'git', privateKey: '/k', [part]: text }
          const { name, privateKey, ...target } = host
          const changes = planSshHostFile(folder, id, {
            name,
            privateKey,
            target: { ...target, port: 7 },
          })
          for (const { make } of changes)
            void make({ changes: recorded, importKey: async () => undefined }, '')
          return host
        })
        const options = '^(hostname|user|port|identityfile) '
        const sshOutput = forEach(`ssh -F .ssh/config -G -- "$x" | grep -E '${options}' | sort`, [
          ...hosts.map(([, { name }]) => name),
          'innocent.example.org',
        ])
        const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
        const innocent = sshOutput.pop()
        expect(innocent).toContain(`hostname innocent.example.org\n`)
        expect(innocent).toContain(`port 22\nuser ${user}\n`)
        expect(innocent).not.toContain('identityfile /k')
        expect(sshOutput).toEqual(
          hosts.map(([, { host, privateKey, user: name }]) =>
            [
              `hostname ${host.toLowerCase()}\n`,
              `identityfile ${privateKey.replaceAll('%', '%%')}\n`,
              `port 7\nuser ${name}\n`,
            ].join(''),
          ),
        )
        return hosts.length
      },
    ))

  // Each creates a new key, which is slow.
  it('a .pub file accepts one comment per value', () =>
    inBatches(['maya@laptop 2026-11-25', 'Laptop'], count / 10, async (batch) => {
      let acceptedCount = 0
      for (const comment of batch) {
        const key = path('id')
        for (const half of [key, `${key}.pub`]) rmSync(half, { force: true })
        try {
          await createKey({ environment, path: key, passphrase: '', comment })
        } catch (error) {
          if (!(error instanceof FailureError)) throw error
          expect(existsSync(key)).toBe(false)
          continue
        }
        const [, , ...rest] = readFileSync(`${key}.pub`, 'utf8').split(' ')
        expect(rest.join(' ')).toBe(`${comment}\n`)
        const listed = execFileSync('ssh-keygen', ['-lf', `${key}.pub`], { encoding: 'utf8' })
        expect(listed.trim().split('\n')).toHaveLength(1)
        acceptedCount += 1
      }
      return acceptedCount
    }))
})
