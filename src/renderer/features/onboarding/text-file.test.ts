import { expect, it } from 'vitest'
import { type TextEncoding, decode, findEncoding, distinctiveWords } from './text-file.ts'

const rows =
  'username,name,email\nhans,Jürgen Müller,hans@example.com\nrene,Renée,rene@example.com\n'
const latin = Uint8Array.from(rows, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) {
    bytes.setUint16(at * 2, text.charCodeAt(at), !isBigEndian)
  }
  return new Uint8Array(bytes.buffer)
}
/** 名前,アドレス */
const japanese = Uint8Array.of(
  ...[0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x83, 0x41, 0x83, 0x68, 0x83, 0x8c, 0x83, 0x58],
)

it.each<[string, Uint8Array, TextEncoding, boolean, string?]>([
  ['UTF-8', new TextEncoder().encode(rows), 'utf-8', true],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${rows}`), 'utf-8', true],
  ['ASCII', new TextEncoder().encode('a,b'), 'utf-8', true, 'a,b'],
  ['UTF-16 with a byte order mark', utf16(`\uFEFF${rows}`, false), 'utf-16le', true],
  ['big-endian UTF-16 with a byte order mark', utf16(`\uFEFF${rows}`, true), 'utf-16be', true],
  ['UTF-16 without a mark', utf16(rows, false), 'utf-16le', false],
  ['big-endian UTF-16 without a mark', utf16(rows, true), 'utf-16be', false],
  ['Windows-1252', latin, 'windows-1252', false],
])('detects and decodes %s', (_, bytes, encoding, isCertain, text = rows) => {
  expect(findEncoding(bytes)).toEqual({ encoding, isCertain })
  expect(decode(bytes, encoding)).toBe(text)
})

it('detects and decodes Japanese', () => {
  expect(findEncoding(japanese)).toEqual({ encoding: 'shift_jis', isCertain: false })
  expect(decode(japanese, 'shift_jis')).toBe('名前,アドレス')
})

it('returns words that reveal the encoding', () => {
  expect(distinctiveWords(rows, 2)).toEqual(['Jürgen', 'Müller'])
})
