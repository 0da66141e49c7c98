import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { gpgKeyFileLimit } from '../../../shared/rules/limits.ts'
import { parseLaunchRequests, readKeyFiles } from './launch-requests.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string | Buffer) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('parseLaunchRequests', () => {
  const parse = (...argv: string[]) => parseLaunchRequests(['latchkey', ...argv], '/home/ada')

  it('returns key files', () => {
    expect(parse('work.pub', '/tmp/Me.ASC', 'notes.txt', '--icon=x.pub', '.')).toEqual({
      files: ['/home/ada/work.pub', '/tmp/Me.ASC'],
    })
    expect(parse(...Array.from({ length: 30 }, (_, at) => `${at}.pub`)).files).toHaveLength(20)
  })

  it('accepts key files as URLs, as some Linux file managers pass them', () => {
    const urls = ['file:///tmp/my%20key.pub', 'FILE:///tmp/me.asc', 'file://elsewhere/tmp/a.pub']
    expect(parse(...urls, 'file:///tmp/a%2Fb.pub', 'file:///tmp/notes.txt')).toEqual({
      files: ['/tmp/my key.pub', '/tmp/me.asc'],
    })
  })

  it('ignores all other arguments if there is a link, because its author may have injected them', () => {
    expect(parse('LATCHKEY://settings', '/etc/x.pub', '--data', '/tmp')).toEqual({
      link: 'LATCHKEY://settings',
      files: [],
    })
  })
})

describe('readKeyFiles', () => {
  it('reads complete files up to a size that parsers reject', async () => {
    const key = file('work.pub', 'ssh-ed25519 AAAA ada')
    const large = file('large.asc', Buffer.alloc(gpgKeyFileLimit * 2))
    const [firstFile, secondFile] = await readKeyFiles([key, large], vi.fn())
    expect(firstFile).toEqual({
      kind: 'ssh',
      name: 'work.pub',
      base64: Buffer.from('ssh-ed25519 AAAA ada').toString('base64'),
    })
    expect(secondFile!.kind).toBe('gpg')
    expect(Buffer.from(secondFile!.base64, 'base64')).toHaveLength(gpgKeyFileLimit + 1)
  })

  it('reads only regular files of known types, and logs missing files', async () => {
    const log = vi.fn()
    mkdirSync(join(folder, 'folder.pub'))
    const others = [file('id_ed25519', 'x'), join(folder, 'folder.pub'), join(folder, 'no.pub')]
    expect(await readKeyFiles(others, log)).toEqual([])
    expect(log).toHaveBeenCalledOnce()
  })

  it.each([
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
    'PuTTY-User-Key-File-3',
  ])('reads only the header of a file that begins with %s', async (opening) => {
    const path = file('work.pub', `\n${opening}${randomBytes(48).toString('base64')}\n`)
    const [read] = await readKeyFiles([path], vi.fn())
    expect(Buffer.from(read!.base64, 'base64').toString()).toBe(opening)
  })

  it.skipIf(process.platform === 'win32')('never blocks on a file', async () => {
    const pipe = join(folder, 'pipe.pub')
    execFileSync('mkfifo', [pipe])
    expect(await readKeyFiles([pipe], vi.fn())).toEqual([])
  })
})
