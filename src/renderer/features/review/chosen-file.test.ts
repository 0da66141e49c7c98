import { expect, it } from 'vitest'
import { readUtf8File, withSignature } from './chosen-file.ts'

const limit = 1024 * 1024

it('refuses a file over the limit without reading it', async () => {
  const huge = {
    name: 'answers.json',
    size: limit + 1,
    arrayBuffer: () => Promise.reject(new Error('It was read.')),
  } as unknown as File
  expect(await readUtf8File(huge, limit)).toEqual({
    problem: 'answers.json is larger than 1 MiB.',
  })
  expect(await readUtf8File({ ...huge, size: limit }, limit)).toEqual({
    problem: 'answers.json couldn’t be read.',
  })
})

it('keeps a byte order mark, which a signature covers, and refuses what isn’t UTF-8', async () => {
  const read = (...bytes: number[]) =>
    readUtf8File(new File([Uint8Array.from(bytes)], 'a.csv'), limit)
  expect(await read(0xef, 0xbb, 0xbf, 0x61)).toEqual({ name: 'a.csv', text: '\uFEFFa' })
  expect(await read(0xfc)).toEqual({ problem: 'a.csv isn’t UTF-8 text. Save it as UTF-8.' })
})

it('adds a signature alone to the answers that were chosen before', () => {
  const [answers, signature, other] = ['a.json', 'a.json.sig', 'b.csv'].map((name) => ({
    name,
    text: name,
  })) as [never, never, never]
  expect(withSignature([], [answers, signature])).toEqual([answers, signature])
  expect(withSignature([answers], [signature])).toEqual([answers, signature])
  expect(withSignature([answers, signature], [signature])).toEqual([answers, signature])
  expect(withSignature([answers, signature], [other])).toEqual([other])
})
