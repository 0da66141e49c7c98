import { expect, it } from 'vitest'
import {
  batchFiles,
  detectFileKind,
  detectTextKind,
  encodeAsText,
  encodeAsTextOrBytes,
  readChosenFile,
} from './key-files.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

it('decodes UTF-8 as text and anything else byte by byte', () => {
  expect(encodeAsText('a', new TextEncoder().encode('ключ'))).toEqual({ name: 'a', text: 'ключ' })
  expect(encodeAsText('b', bytes(0x41, 0x80, 0xff))).toEqual({ name: 'b', text: 'A\x80\xff' })
})

it('sends a binary file as bytes', () => {
  expect(encodeAsTextOrBytes('a.asc', bytes(0x2d, 0x2d))).toEqual({ name: 'a.asc', text: '--' })
  expect(encodeAsTextOrBytes('a.gpg', bytes(0x99, 0x01, 0xff))).toEqual({
    name: 'a.gpg',
    base64: 'mQH/',
  })
  expect(encodeAsTextOrBytes('utf16', bytes(0x41, 0x00))).toEqual({ name: 'utf16', base64: 'QQA=' })
})

it('reads at most one byte over the limit and reports unreadable files', async () => {
  const read = await readChosenFile(new File(['x'.repeat(100)], 'large'), 9, encodeAsText)
  expect(read).toEqual({ file: { name: 'large', text: 'x'.repeat(10) }, size: 10 })
  const broken = Object.assign(new File([], 'gone'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  })
  expect(await readChosenFile(broken, 9, encodeAsText)).toEqual({ unreadableName: 'gone' })
})

it('splits files into batches by count and size', () => {
  const file = (name: string, size: number) => ({ file: { name, text: '' }, size })
  const names = (files: ReturnType<typeof file>[], maxFiles: number) =>
    batchFiles(files, maxFiles).map((one) => one.map(({ name }) => name))
  expect(names([file('a', 1), file('b', 1), file('c', 1)], 2)).toEqual([['a', 'b'], ['c']])
  expect(names([file('a', 700_000), file('b', 700_000)], 9)).toEqual([['a'], ['b']])
  expect(names([file('a', 2_000_000), file('b', 1)], 9)).toEqual([['a'], ['b']])
  expect(names([], 9)).toEqual([])
})

const fileOf = (...bytes: number[]) => new File([Uint8Array.from(bytes)], 'key')

it('distinguishes GPG from SSH keys in pasted text', () => {
  expect(detectTextKind('Key:\n-----BEGIN PGP PUBLIC KEY BLOCK-----')).toBe('GPG')
  expect(detectTextKind('\u200B-----BEGIN\u00A0PGP\u00AD PUBLIC KEY BLOCK-----')).toBe('GPG')
  expect(detectTextKind('ssh-ed25519 AAAA ada@home')).toBe('SSH')
})

it('distinguishes GPG from SSH keys by file content, not name', async () => {
  expect(await detectFileKind(new File(['-----BEGIN PGP PUBLIC KEY BLOCK-----'], 'a.pub'))).toBe(
    'GPG',
  )
  expect(await detectFileKind(new File(['ssh-ed25519 AAAA'], 'a.asc'))).toBe('SSH')
  expect(await detectFileKind(fileOf(0x99, 0x01, 0x0d))).toBe('GPG')
  expect(await detectFileKind(fileOf(0xff, 0xfe, 0x73, 0x00))).toBe('SSH')
  expect(await detectFileKind(fileOf(0xef, 0xbb, 0xbf, 0x73))).toBe('SSH')
  expect(await detectFileKind(new File(['\u200Bssh-ed25519 AAAA'], 'key'))).toBe('SSH')
  const utf16 = [...'-----BEGIN PGP PUBLIC KEY BLOCK-----'].flatMap((c) => [c.charCodeAt(0), 0])
  expect(await detectFileKind(fileOf(0xff, 0xfe, ...utf16))).toBe('GPG')
  expect(await detectFileKind(fileOf())).toBe('SSH')
})

it('passes an unreadable file to the SSH key reader', async () => {
  const broken = Object.assign(new File([], 'gone'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  })
  expect(await detectFileKind(broken)).toBe('SSH')
})
