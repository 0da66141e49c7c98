import { expect, it } from 'vitest'
import { asText, asTextOrBytes, portions, readGiven } from './given-files.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

it('reads UTF-8 as what it says, and anything else letter by byte', () => {
  expect(asText('a', new TextEncoder().encode('ключ'))).toEqual({ name: 'a', text: 'ключ' })
  expect(asText('b', bytes(0x41, 0x80, 0xff))).toEqual({ name: 'b', text: 'A\x80\xff' })
})

it('hands over the bytes of a binary file', () => {
  expect(asTextOrBytes('a.asc', bytes(0x2d, 0x2d))).toEqual({ name: 'a.asc', text: '--' })
  expect(asTextOrBytes('a.gpg', bytes(0x99, 0x01, 0xff))).toEqual({ name: 'a.gpg', base64: 'mQH/' })
  expect(asTextOrBytes('utf16', bytes(0x41, 0x00))).toEqual({ name: 'utf16', base64: 'QQA=' })
})

it('reads of a large file one byte more than the limit, and names one that cannot be read', async () => {
  const read = await readGiven(new File(['x'.repeat(100)], 'large'), 9, asText)
  expect(read).toEqual({ file: { name: 'large', text: 'x'.repeat(10) }, size: 10 })
  const broken = Object.assign(new File([], 'gone'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  })
  expect(await readGiven(broken, 9, asText)).toEqual({ unread: 'gone' })
})

it('sends files in portions of a number and a size', () => {
  const file = (name: string, size: number) => ({ file: { name, text: '' }, size })
  const names = (files: ReturnType<typeof file>[], most: number) =>
    portions(files, most).map((one) => one.map(({ name }) => name))
  expect(names([file('a', 1), file('b', 1), file('c', 1)], 2)).toEqual([['a', 'b'], ['c']])
  expect(names([file('a', 700_000), file('b', 700_000)], 9)).toEqual([['a'], ['b']])
  expect(names([file('a', 2_000_000), file('b', 1)], 9)).toEqual([['a'], ['b']])
  expect(names([], 9)).toEqual([])
})
