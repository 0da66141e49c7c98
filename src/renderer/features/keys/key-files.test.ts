import { expect, it } from 'vitest'
import { encodeAsText, encodeAsTextOrBytes, batchFiles, readChosenFile } from './key-files.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

it('reads UTF-8 as text, and anything else byte by byte', () => {
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

it('reads at most one byte above the limit, and reports unreadable files', async () => {
  const read = await readChosenFile(new File(['x'.repeat(100)], 'large'), 9, encodeAsText)
  expect(read).toEqual({ file: { name: 'large', text: 'x'.repeat(10) }, size: 10 })
  const broken = Object.assign(new File([], 'gone'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  })
  expect(await readChosenFile(broken, 9, encodeAsText)).toEqual({ unreadableName: 'gone' })
})

it('splits files into batches by number and size', () => {
  const file = (name: string, size: number) => ({ file: { name, text: '' }, size })
  const names = (files: ReturnType<typeof file>[], most: number) =>
    batchFiles(files, most).map((one) => one.map(({ name }) => name))
  expect(names([file('a', 1), file('b', 1), file('c', 1)], 2)).toEqual([['a', 'b'], ['c']])
  expect(names([file('a', 700_000), file('b', 700_000)], 9)).toEqual([['a'], ['b']])
  expect(names([file('a', 2_000_000), file('b', 1)], 9)).toEqual([['a'], ['b']])
  expect(names([], 9)).toEqual([])
})
