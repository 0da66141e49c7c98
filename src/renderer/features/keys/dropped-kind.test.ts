import { expect, it } from 'vitest'
import { kindOfFile, kindOfText } from './dropped-kind.ts'

const file = (...bytes: number[]) => new File([Uint8Array.from(bytes)], 'key')

it('tells GPG from SSH keys by what is pasted', () => {
  expect(kindOfText('Key:\n-----BEGIN PGP PUBLIC KEY BLOCK-----')).toBe('GPG')
  expect(kindOfText('\u200B-----BEGIN\u00A0PGP\u00AD PUBLIC KEY BLOCK-----')).toBe('GPG')
  expect(kindOfText('ssh-ed25519 AAAA ada@home')).toBe('SSH')
})

it('tells GPG from SSH keys by what a file holds, whatever its name', async () => {
  expect(await kindOfFile(new File(['-----BEGIN PGP PUBLIC KEY BLOCK-----'], 'a.pub'))).toBe('GPG')
  expect(await kindOfFile(new File(['ssh-ed25519 AAAA'], 'a.asc'))).toBe('SSH')
  expect(await kindOfFile(file(0x99, 0x01, 0x0d))).toBe('GPG')
  expect(await kindOfFile(file(0xff, 0xfe, 0x73, 0x00))).toBe('SSH')
  expect(await kindOfFile(file(0xef, 0xbb, 0xbf, 0x73))).toBe('SSH')
  expect(await kindOfFile(new File(['\u200Bssh-ed25519 AAAA'], 'key'))).toBe('SSH')
  const utf16 = [...'-----BEGIN PGP PUBLIC KEY BLOCK-----'].flatMap((c) => [c.charCodeAt(0), 0])
  expect(await kindOfFile(file(0xff, 0xfe, ...utf16))).toBe('GPG')
  expect(await kindOfFile(file())).toBe('SSH')
})

it('leaves an unreadable file to the reader of SSH keys', async () => {
  const broken = Object.assign(new File([], 'gone'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  })
  expect(await kindOfFile(broken)).toBe('SSH')
})
