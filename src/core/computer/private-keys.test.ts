import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { handMade } from '../features/keys/ssh/testing/key-material.ts'
import { failureOf } from '../gitlab/testing/client.ts'
import { TestComputer } from './testing/computer.ts'

const old = 'correct horse battery staple'
const passphrase = "a new one with 'quotes', $HOME and ünïcödé"

// Windows has no pipe for passphrases.
describe.runIf(process.platform !== 'win32')('a private key', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    await computer.startAgent()
  })
  afterAll(() => computer.stop())
  beforeEach(() => {
    rmSync(computer.home, { recursive: true, force: true })
    rmSync(join(computer.folder, 'setup-changes.json'), { force: true })
    rmSync(join(computer.folder, 'recorded'), { force: true })
    mkdirSync(computer.path('.ssh'), { recursive: true, mode: 0o700 })
    computer.restorePrograms()
    computer.run('ssh-add', ['-D'])
    computer.restart()
  })

  const path = () => computer.path('.ssh/id_ed25519')
  const files = () => readdirSync(computer.path('.ssh')).toSorted()
  const pair = ['id_ed25519', 'id_ed25519.pub']
  const content = () => readFileSync(path(), 'utf8')
  const generate = (typed = '', ...more: string[]) =>
    computer.run('ssh-keygen', [
      '-q',
      '-a',
      '1',
      '-t',
      'ed25519',
      '-N',
      typed,
      '-f',
      path(),
      ...more,
    ])
  const opensWith = (typed: string) => {
    try {
      return computer.run('ssh-keygen', ['-y', '-P', typed, '-f', path()]).split(' ')[1]?.trim()
    } catch {
      return undefined
    }
  }
  const blob = () => readFileSync(`${path()}.pub`, 'utf8').split(' ')[1]?.trim()
  const idOf = async (name = 'id_ed25519') => {
    const rows = await computer.localKeys.scan()
    const row = rows.find((one) => one.kind === 'key' && one.privateKey === `~/.ssh/${name}`)
    return row?.kind === 'key' ? row.localKeyId : expect.fail(`no ${name} in ${rows.length} rows`)
  }
  const set = async (more: { current?: string; name?: string } = {}) => {
    const { name, ...typed } = more
    return computer.privateKeys.setPassphrase({
      localKeyId: await idOf(name),
      passphrase,
      ...typed,
    })
  }
  /** Checks that a failed change left nothing behind. */
  const expectUntouched = (before: string) => {
    expect(content()).toBe(before)
    expect(files()).toEqual(pair)
    expect(computer.setup.history()).toEqual([])
  }

  it.each([
    ['gets a passphrase', '', []],
    ['gets another passphrase', old, []],
    ['of the PEM format gets another passphrase', old, ['-t', 'ecdsa', '-m', 'PEM']],
  ])('%s, which no argument or file contains', async (_, current, options) => {
    generate(current, ...options)
    expect(await computer.privateKeys.state(await idOf())).toMatchObject({
      file: '~/.ssh/id_ed25519',
      hasPassphrase: current !== '',
    })
    computer.record(['ssh-keygen'])
    expect(await set({ current })).toMatchObject({ hasPassphrase: true })
    expect(computer.recorded()).not.toContain(passphrase)
    computer.restorePrograms()
    expect(opensWith(passphrase)).toBe(blob())
    expect(opensWith(current)).toBeUndefined()
    expect(files()).toEqual(pair)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    const [change] = computer.setup.history()
    expect(change).toMatchObject({ things: ['~/.ssh/id_ed25519'], isPermanent: true })
    expect(await computer.setup.planUndo(change!.id)).toMatchObject([
      { kind: 'passphrase', outcome: 'stays', reason: expect.stringContaining('restore') },
    ])
    const recorded = readFileSync(join(computer.folder, 'setup-changes.json'), 'utf8')
    expect(recorded).not.toContain(passphrase)
    expect(recorded).not.toContain('.next')
  })

  it('stays unchanged if the current passphrase is wrong', async () => {
    generate(old)
    const before = content()
    const { message, fields } = await failureOf(set({ current: 'wrong' }))
    expect(message).toContain('isn’t the passphrase')
    expect(fields).toHaveProperty('current')
    expectUntouched(before)
  })

  it.each([
    ['fails', 'exit 1'],
    ['ends without changing the copy', 'exit 0'],
    ['destroys the copy', 'for f; do :; done; echo broken > "$f"'],
    ['removes the passphrase', 'O -q -p -P "" -N "" -f "$4"'],
    ['is killed', 'kill -9 $$'],
  ])('stays unchanged, without a copy, if ssh-keygen %s', async (_, script) => {
    generate()
    const before = content()
    computer.replaceProgram('ssh-keygen', (original) =>
      [
        `case " $* " in *" -p "*) ${script.replaceAll('O ', `${original} `)}; exit $? ;; esac`,
        `exec ${original} "$@"`,
      ].join('\n'),
    )
    await failureOf(set())
    expectUntouched(before)
  })

  it('keeps a version that something else wrote meanwhile', async () => {
    generate()
    const other = `${path()}.other`
    computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other])
    const before = readFileSync(other, 'utf8')
    rmSync(`${other}.pub`)
    renameSync(other, computer.path('other'))
    computer.replaceProgram(
      'ssh-keygen',
      (original) =>
        `case " $* " in *" -p "*) mv ${computer.path('other')} ${path()} ;; esac\nexec ${original} "$@"`,
    )
    expect((await failureOf(set())).message).toContain('changed in the meantime')
    expectUntouched(before)
  })

  it('loses its unprotected copy at the next start if Latchkey was killed', async () => {
    generate()
    const before = content()
    const started = computer.path('started')
    computer.replaceProgram(
      'ssh-keygen',
      (original) =>
        `case " $* " in *" -p "*) touch ${started}; sleep 1000 ;; esac\nexec ${original} "$@"`,
    )
    const program = new URL('testing/passphrase-process.ts', import.meta.url)
    const child = fork(program, [computer.folder], {
      execArgv: [],
      env: { ...computer.environment },
    })
    await vi.waitUntil(() => existsSync(started), { timeout: 30_000 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const copies = files().filter((name) => !pair.includes(name))
    expect(copies).toHaveLength(1)
    expect(statSync(computer.path(`.ssh/${copies[0]}`)).mode & 0o777).toBe(0o600)
    computer.restart()
    computer.recordedChanges.removeLeftovers()
    expectUntouched(before)
  })

  it('without a passphrase is reported on This computer, also in the agent, unless on a security key', async () => {
    generate()
    const finding = async () => (await computer.check('agent')).finding
    expect(await finding()).toBe('agent-not-needed')
    await computer.privateKeys.addToAgent({ localKeyId: await idOf() })
    expect(await finding()).toBe('agent-not-needed')
    await set()
    expect(await finding()).toBe('agent-has-key')
    rmSync(path())
    // Another format, because OpenSSH's would name the key.
    generate('', '-t', 'ecdsa', '-m', 'PEM')
    writeFileSync(`${path()}.pub`, `${handMade()['sk-ssh-ed25519']} sk\n`)
    computer.run('ssh-add', ['-D'])
    expect(await finding()).toBe('security-key')
  })

  it('on a security key, or in two places, is rejected with the reason', async () => {
    generate()
    writeFileSync(computer.path('.ssh/sk.pub'), `${handMade()['sk-ssh-ed25519']} sk\n`)
    writeFileSync(computer.path('.ssh/sk'), '-----BEGIN OPENSSH PRIVATE KEY-----\n')
    const state = await computer.privateKeys.state(await idOf('sk'))
    expect(state.refusal).toContain('security key')
    expect((await failureOf(set({ name: 'sk' }))).message).toBe(state.refusal)

    const before = content()
    linkSync(path(), computer.path('backup'))
    expect((await failureOf(set())).message).toContain('hard links')
    rmSync(path())
    symlinkSync(computer.path('backup'), path())
    expect((await failureOf(set())).message).toContain('symbolic link')
    expectUntouchedLink(before)
  })
  const expectUntouchedLink = (before: string) => {
    expect(readFileSync(computer.path('backup'), 'utf8')).toBe(before)
    expect(computer.setup.history()).toEqual([])
  }

  it('is rejected if its folder can’t be written', async () => {
    if (process.getuid?.() === 0) return
    generate()
    const before = content()
    chmodSync(computer.path('.ssh'), 0o500)
    try {
      await failureOf(set())
    } finally {
      chmodSync(computer.path('.ssh'), 0o700)
    }
    expectUntouched(before)
  })

  it('can be added to the agent, which an undo reverts, and removed', async () => {
    generate(old)
    const localKeyId = await idOf()
    const { privateKeys } = computer
    expect(await privateKeys.state(localKeyId)).toMatchObject({ hasAgent: true, isInAgent: false })
    const wrong = await failureOf(privateKeys.addToAgent({ localKeyId, passphrase: 'wrong' }))
    expect(wrong.message).toContain('isn’t the passphrase')
    const added = await privateKeys.addToAgent({ localKeyId, passphrase: old })
    expect(added).toMatchObject({ isInAgent: true })
    expect(computer.run('ssh-add', ['-L'])).toContain(blob())
    expect(await privateKeys.removeFromAgent(localKeyId)).toMatchObject({ isInAgent: false })

    await privateKeys.addToAgent({ localKeyId, passphrase: old })
    expect(computer.setup.history()[0]).toMatchObject({ things: ['~/.ssh/id_ed25519'] })
    expect(await computer.undoLast()).toMatchObject([{ kind: 'agent-key', outcome: 'undone' }])
    expect((await computer.privateKeys.state(await idOf())).isInAgent).toBe(false)
  })
})
