import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RemoteHost, offeredKeys, parseCommandKey, readSshHost } from './ssh-key.ts'

describe.skipIf(process.platform === 'win32')('readSshHost', () => {
  let folder: string
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'latchkey-ssh-key-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What ssh would use for `git@work`. */
  function read(lines: readonly string[], remote: Partial<RemoteHost> = {}) {
    const configFile = join(folder, 'config')
    writeFileSync(configFile, `${lines.join('\n')}\n`)
    const environment = { PATH: process.env.PATH, NAME: 'id_name', SOCKET: '/run/agent' }
    const ssh = { environment, localUser: 'maya', configFile }
    return readSshHost({ host: 'work', user: 'git', ...remote }, { ssh, home: '/home/maya' })
  }

  it.each([
    ['~/.ssh/id_%h', '/home/maya/.ssh/id_gitlab.example'],
    ['%d/.ssh/id_%n', '/home/maya/.ssh/id_work'],
    ['~/.ssh/id_%r', '/home/maya/.ssh/id_git'],
    ['~/.ssh/id_%u', '/home/maya/.ssh/id_maya'],
    ['~/.ssh/%k-%p', '/home/maya/.ssh/alias-2222'],
    ['~/.ssh/%j', '/home/maya/.ssh/jump.example'],
    ['~/.ssh/%l', `/home/maya/.ssh/${hostname()}`],
    ['~/.ssh/%L', `/home/maya/.ssh/${hostname().split('.')[0]}`],
    ['/run/%i', `/run/${process.getuid?.()}`],
    ['~/.ssh/id%%h', '/home/maya/.ssh/id%h'],
    ['${NAME}/%%', 'id_name/%'],
    ['"~/my key"', '/home/maya/my key'],
  ])('expands a key file %s', async (file, path) => {
    const lines = [
      ...['Host work', 'HostName gitlab.example', 'HostKeyAlias alias', 'Port 2222'],
      ...['ProxyJump somebody@jump.example:22', `IdentityFile ${file}`],
    ]
    const host = await read(lines)
    expect(host.keyFiles).toEqual([path])
    expect(host.origin(path)).toEqual({ file: join(folder, 'config'), line: 6 })
  })

  it.each(['~/${MISSING}', '~/%C', 'none'])('leaves out a key file %s', async (file) => {
    const { keyFiles } = await read([`IdentityFile ${file}`, 'IdentityFile ~/other'])
    expect(keyFiles).toEqual(['/home/maya/other'])
  })

  it.each([
    ['/run/%r', '/run/git'],
    ['$SOCKET', '/run/agent'],
    ['none', null],
    ['$MISSING', null],
    ['SSH_AUTH_SOCK', undefined],
  ])('reads the agent %s', async (agent, socket) => {
    expect((await read([`IdentityAgent ${agent}`])).agentSocket).toBe(socket)
  })

  it('uses no key if public keys are turned off', async () => {
    const host = await read(['IdentityFile ~/key', 'PubkeyAuthentication no'])
    expect(host).toMatchObject({ keyFiles: [], agentSocket: null })
  })

  it("adds a command's key to those in the configuration", async () => {
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, '')
    const command = { keyFile, onlyThese: true, skipsConfig: false }
    expect(await read(['IdentityFile ~/own'], { command })).toMatchObject({
      keyFiles: [keyFile, '/home/maya/own'],
      onlyThese: true,
    })
    const alone = { command: { ...command, skipsConfig: true } }
    expect((await read(['IdentityFile ~/own'], alone)).keyFiles).toEqual([keyFile])
  })
})

describe('offeredKeys', () => {
  let folder: string
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'latchkey-ssh-key-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** A key file and its public key. */
  function key(name: string) {
    const file = join(folder, name)
    const blob = Buffer.concat([
      ...[11, 'ssh-ed25519', 32, name.padEnd(32)].map((part) => {
        if (typeof part === 'string') return Buffer.from(part)
        const length = Buffer.alloc(4)
        length.writeUInt32BE(part)
        return length
      }),
    ])
    const text = `ssh-ed25519 ${blob.toString('base64')} ${name}`
    for (const path of [file, `${file}.pub`]) writeFileSync(path, text)
    return { file, ...readPublicKeys(text).keys[0]! }
  }

  it('come in the order of the agent, then of the configuration', async () => {
    const [first, second, third, other] = ['first', 'second', 'third', 'other'].map(key)
    const keyFiles = [first!, second!, third!].map(({ file }) => file)
    const agent = { state: 'running', keys: [third!, other!, second!] } as const
    const offered = async (onlyThese: boolean) =>
      (await offeredKeys({ keyFiles, onlyThese }, agent)).map(({ value }) => value)
    expect(await offered(false)).toEqual([third!.file, second!.file, 'other', first!.file])
    expect(await offered(true)).toEqual([third!.file, second!.file, first!.file])
  })

  it('come from the agent if a private key has no public half', async () => {
    const file = join(folder, 'alone')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
    const alone = readPublicKeys(readFileSync(`${file}.pub`, 'utf8')).keys[0]!
    rmSync(`${file}.pub`)
    const agent = { state: 'running', keys: [key('other'), alone] } as const
    const [first] = await offeredKeys({ keyFiles: [file], onlyThese: false }, agent)
    expect(first).toEqual({ value: file, fingerprint: alone.fingerprint })
  })
})

describe('parseCommandKey', () => {
  it.each([
    ['ssh -i /key', true],
    ['ssh -l git -i/key', true],
    ['ssh -4 -F ~/.ssh/config -i /key', true],
    ['ssh -i /key -F ~/project/config', false],
    ['ssh -l maya -i /key', false],
    ['ssh -i /key -o ProxyCommand=x', false],
  ])('lets ssh read %s: %s', (command, isPlain) => {
    const options = { home: '/home/maya', folder: '/' }
    expect(parseCommandKey(command, options)).toMatchObject({ key: { value: '/key' }, isPlain })
  })
})
