import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatFileRow } from '../file-rows.ts'
import type { SshKeyFileRow } from './examine.ts'
import { type ScanOptions, scanFolder } from './scan.ts'
import { keygen, tempFolder } from './testing/key-material.ts'

let folder: ReturnType<typeof tempFolder>
beforeEach(() => (folder = tempFolder()))
afterEach(() => folder.remove())

const inFolder = (...names: string[]) => join(folder.path, ...names)
const link = (target: string, name: string) => symlinkSync(target, inFolder(name))

const inWords = (row: SshKeyFileRow) => (row.kind === 'key' ? row : formatFileRow(row))
type Row = ReturnType<typeof inWords>

async function scan(options: Partial<ScanOptions> = {}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of scanFolder(folder.path, { displayName: '~/.ssh', ...options })) {
    rows.push(inWords(row))
  }
  return rows
}

async function rowsByFile(): Promise<Record<string, Row>> {
  return Object.fromEntries((await scan()).map((row) => [row.file, row]))
}

const skipped = (message: string) => ({
  kind: 'skipped',
  message: expect.stringContaining(message),
})

it.each([
  ['ed25519', '', [], false],
  ['ed25519', 'secret', [], true],
  ['rsa', '', ['-b', '1024'], false],
  ['rsa', '', ['-b', '1024', '-m', 'PEM'], false],
  ['rsa', 'secret', ['-b', '1024', '-m', 'PEM'], true],
  ['ecdsa', '', ['-m', 'PEM'], false],
  ['rsa', '', ['-b', '1024', '-m', 'PKCS8'], false],
  ['rsa', 'secret', ['-b', '1024', '-m', 'PKCS8'], true],
  ['ed25519', 'secret', ['-Z', 'chacha20-poly1305@openssh.com'], true],
] as const)(
  'detects the passphrase of an %s key with the passphrase “%s” and %j',
  async (type, passphrase, more, hasPassphrase) => {
    const flags = [
      '-q',
      '-a',
      '1',
      '-t',
      type,
      '-N',
      passphrase,
      '-C',
      '',
      '-f',
      inFolder('id'),
      ...more,
    ]
    execFileSync('ssh-keygen', flags)
    const key = { kind: 'key', privateKey: '~/.ssh/id', hasPassphrase }
    expect(await rowsByFile()).toMatchObject({ '~/.ssh/id.pub': key })
    rmSync(inFolder('id.pub'))
    const rows = await rowsByFile()
    // Only the OpenSSH format includes the public key.
    if (rows['~/.ssh/id']!.kind === 'key') expect(rows['~/.ssh/id']).toMatchObject(key)
  },
)

it('reports the passphrase as unknown for a damaged key', async () => {
  writeFileSync(inFolder('id'), '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n')
  keygen(inFolder('other'))
  renameSync(inFolder('other.pub'), inFolder('id.pub'))
  rmSync(inFolder('other'))
  const row = (await rowsByFile())['~/.ssh/id.pub']
  expect(row).toMatchObject({ kind: 'key', privateKey: '~/.ssh/id' })
  expect(row).toHaveProperty('hasPassphrase', undefined)
})

describe('a scanned folder', () => {
  it('is read only as far as the named files', async () => {
    keygen(inFolder('id'))
    renameSync(inFolder('id'), inFolder('other'))
    const [row, ...others] = await scan({ only: ['~/.ssh/id', '~/.ssh/id.pub'] })
    expect(row).toMatchObject({ kind: 'key', file: '~/.ssh/id.pub' })
    expect(others).toEqual([])
    // Only the other file tells that it has the private key.
    expect(row).not.toHaveProperty('privateKey')
    expect((await rowsByFile())['~/.ssh/id.pub']).toMatchObject({ privateKey: '~/.ssh/other' })
  })

  it('is listed file by file', async () => {
    keygen(inFolder('id_ed25519'))
    keygen(inFolder('id_rsa'), 'rsa', '-b', '1024', '-m', 'PEM')
    for (const name of ['known_hosts', 'authorized_keys', 'config'])
      writeFileSync(inFolder(name), '')
    writeFileSync(inFolder('notes.txt'), 'nothing of use\n')
    expect(await rowsByFile()).toMatchObject({
      '~/.ssh/id_ed25519': { kind: 'refused', secret: true },
      '~/.ssh/id_ed25519.pub': { key: { type: 'ssh-ed25519' }, privateKey: '~/.ssh/id_ed25519' },
      '~/.ssh/id_rsa': { kind: 'refused', secret: true },
      '~/.ssh/id_rsa.pub': {
        key: { bits: 1024, weakness: { id: 'keys.weakRsa', values: { bits: 1024 } } },
        privateKey: '~/.ssh/id_rsa',
      },
      '~/.ssh/known_hosts': skipped('Keys of other computers'),
      '~/.ssh/authorized_keys': skipped('can sign in to this computer'),
      '~/.ssh/config': skipped('Configuration file'),
      '~/.ssh/notes.txt': skipped('No SSH public key'),
    })
  })

  it('includes subfolders, three levels deep', async () => {
    mkdirSync(inFolder('work', 'old', 'older'), { recursive: true })
    const line = keygen(inFolder('work', 'old', 'id'))
    writeFileSync(inFolder('work', 'old', 'older', 'id.pub'), line)
    expect(await rowsByFile()).toMatchObject({
      '~/.ssh/work/old/id.pub': { kind: 'key' },
      '~/.ssh/work/old/older': skipped('Nested more than 3 folders deep'),
    })
  })

  it('is empty if it does not exist', async () => {
    folder.remove()
    expect(await scan()).toEqual([])
  })
})

describe('a private key without a public key file', () => {
  it('is listed with the public key embedded in the OpenSSH format', async () => {
    const line = keygen(inFolder('id'), 'ed25519', '-N', 'secret')
    rmSync(inFolder('id.pub'))
    expect(await scan()).toMatchObject([
      {
        kind: 'key',
        file: '~/.ssh/id',
        privateKey: '~/.ssh/id',
        key: { blob: line.split(' ')[1], comment: '' },
      },
    ])
  })

  it('is rejected in other formats, with the command to create the public key', async () => {
    keygen(inFolder('id'), 'rsa', '-b', '1024', '-m', 'PEM')
    rmSync(inFolder('id.pub'))
    expect(await scan()).toMatchObject([
      {
        kind: 'refused',
        hint: expect.stringContaining('ssh-keygen -y -f ~/.ssh/id > ~/.ssh/id.pub'),
      },
    ])
  })
})

describe('the private key matching a public key', () => {
  it('is found by content, regardless of its file name', async () => {
    keygen(inFolder('id'), 'ecdsa')
    renameSync(inFolder('id'), inFolder('zz-elsewhere'))
    expect((await rowsByFile())['~/.ssh/id.pub']).toMatchObject({
      privateKey: '~/.ssh/zz-elsewhere',
    })
  })

  it("is found regardless of the public key's file name", async () => {
    keygen(inFolder('id'))
    renameSync(inFolder('id.pub'), inFolder('a public key'))
    expect((await rowsByFile())['~/.ssh/a public key']).toMatchObject({ privateKey: '~/.ssh/id' })
  })

  it("isn't confused with a file that contains a different public key", async () => {
    keygen(inFolder('id'))
    keygen(inFolder('other'))
    copyFileSync(inFolder('other.pub'), inFolder('id.pub'))
    rmSync(inFolder('other'))
    expect((await rowsByFile())['~/.ssh/id.pub']).not.toHaveProperty('privateKey')
  })

  it('is found even with a passphrase', async () => {
    keygen(inFolder('id'), 'rsa', '-b', '1024', '-N', 'secret')
    renameSync(inFolder('id'), inFolder('other'))
    expect((await rowsByFile())['~/.ssh/id.pub']).toMatchObject({ privateKey: '~/.ssh/other' })
  })
})

describe('special files', () => {
  it('do not block: FIFO, device, socket behind a link', async () => {
    execFileSync('mkfifo', [inFolder('fifo.pub')])
    link(inFolder('fifo.pub'), 'to-fifo.pub')
    link('/dev/zero', 'zero.pub')
    link('/dev/tty', 'tty.pub')
    const rows = await rowsByFile()
    expect(Object.keys(rows)).toHaveLength(4)
    for (const row of Object.values(rows)) expect(row).toMatchObject(skipped('Not a regular file'))
  })

  it('are listed with a reason: loops, broken links, folder links, unreadable and large files', async () => {
    link('loop-b.pub', 'loop-a.pub')
    link('loop-a.pub', 'loop-b.pub')
    link('.', 'self')
    link('nowhere', 'dangling.pub')
    writeFileSync(inFolder('closed.pub'), 'x')
    chmodSync(inFolder('closed.pub'), 0)
    // Reading the start of a process's memory fails for every user, even root.
    link('/proc/self/mem', 'memory.pub')
    writeFileSync(inFolder('large.pub'), `${keygen(inFolder('id'))}\n`.repeat(1000))
    writeFileSync(inFolder('largest.pub'), `${'#'.repeat(65_535)}\n`)
    const rows = await rowsByFile()
    expect(rows).toMatchObject({
      '~/.ssh/loop-a.pub': skipped('points back to itself'),
      '~/.ssh/loop-b.pub': skipped('points back to itself'),
      '~/.ssh/self': skipped('Link to a folder'),
      '~/.ssh/dangling.pub': skipped('no longer exists'),
      '~/.ssh/memory.pub': skipped('Couldn’t be read (EIO)'),
      '~/.ssh/large.pub': skipped('The limit is 64 KiB'),
      '~/.ssh/largest.pub': skipped('No SSH public key found'),
      '~/.ssh/id.pub': { kind: 'key' },
    })
    const closed = process.getuid?.() === 0 ? 'No SSH public key found' : 'don’t have permission'
    expect(rows['~/.ssh/closed.pub']).toMatchObject(skipped(closed))
  })

  it('may disappear during a scan', async () => {
    const line = keygen(inFolder('id'))
    for (let n = 0; n < 200; n += 1) writeFileSync(inFolder(`k${n}.pub`), line)
    const kinds = new Set<string>()
    for await (const row of scanFolder(folder.path, { displayName: '~/.ssh' })) {
      kinds.add(row.kind)
      if (row.file.endsWith('k0.pub'))
        for (let n = 50; n < 200; n += 1) rmSync(inFolder(`k${n}.pub`))
    }
    expect(kinds).toEqual(new Set(['key', 'refused', 'skipped']))
  })
})

describe('many files', () => {
  it('are all scanned, unless the scan is aborted', async () => {
    const line = keygen(inFolder('id'))
    for (let n = 0; n < 300; n += 1) writeFileSync(inFolder(`k${n}.pub`), `${line} ${n}\n`)
    const keys = (await scan()).filter(({ kind }) => kind === 'key')
    expect(keys).toHaveLength(301)
    expect(keys.every((row) => row.kind === 'key' && row.privateKey === '~/.ssh/id')).toBe(true)

    const controller = new AbortController()
    const seen: SshKeyFileRow[] = []
    const ended = (async () => {
      const rows = scanFolder(folder.path, { displayName: '~/.ssh', signal: controller.signal })
      for await (const row of rows) if (seen.push(row) === 10) controller.abort()
    })()
    await expect(ended).rejects.toThrow(/aborted/)
    expect(seen).toHaveLength(10)
  })
})

it("doesn't store any part of a private key", async () => {
  keygen(inFolder('id'))
  const secret = readFileSync(inFolder('id'), 'utf8').split('\n')[3]!
  expect(JSON.stringify(await scan())).not.toContain(secret)
})
