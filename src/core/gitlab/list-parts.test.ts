import { expect, it } from 'vitest'
import { type Random, createRandom } from '../../sandbox/seed/random.ts'
import { divideList, parseParts } from './list-parts.ts'
import { parseLimited } from './value-limits.ts'

const decoder = new TextDecoder()
const maxValues = 60

function readParts(body: Uint8Array, least?: number) {
  const parts = [...divideList(body, (part) => decoder.decode(part), least)]
  return { count: parts.length, entries: parseParts(parts, maxValues * 1000) }
}

it('a long list is read in parts', () => {
  const users = Array.from({ length: 100 }, (_, id) => ({ id, name: `Zoë ${id} 名`.repeat(60) }))
  const { count, entries } = readParts(Buffer.from(JSON.stringify(users)))
  expect(count).toBeGreaterThan(1)
  expect(entries).toEqual(users)
})

it('a list with other objects inside is never cut wrongly', () => {
  const users = Array.from({ length: 9 }, (_, id) => ({ id, in: [{ id: 1 }, { id: 2 }], b: 1 }))
  const read = readParts(Buffer.from(JSON.stringify(users)), 1)
  expect(read.count).toBeGreaterThan(9)
  expect(read.entries).toBeUndefined()
})

it('a hostile body is read as JSON.parse reads it, or not in parts', () => {
  const random = createRandom('list parts')
  let readCount = 0
  for (let round = 0; round < 10_000; round += 1) {
    const body = hostileBody(random)
    const parts = divideList(body, (part) => decoder.decode(part), 1 + random.below(40))
    const entries = parseParts(parts, maxValues)
    if (!entries) continue
    readCount += 1
    const whole = parseLimited(decoder.decode(body), maxValues)
    expect('value' in whole && whole.value).toStrictEqual(entries)
  }
  expect(readCount).toBeGreaterThan(1000)
})

/** A list of objects, usually damaged by cuts, bytes, or separators in the wrong place. */
function hostileBody(random: Random): Uint8Array {
  const text = JSON.stringify(Array.from({ length: random.below(9) }, () => entry(random, 0)))
  const bytes = Buffer.from(random.chance(0.1) ? `\ufeff${text}` : text)
  const at = random.below(bytes.length + 1)
  const cut = bytes.subarray(0, at)
  const rest = bytes.subarray(at)
  const harms = [
    () => bytes,
    () => bytes,
    () => cut,
    () => Buffer.concat([cut, Buffer.from('},{"id":'), rest]),
    () => Buffer.concat([cut, Buffer.from([random.below(256)]), rest.subarray(1)]),
    () => Buffer.concat([bytes, rest]),
  ]
  return random.pick(harms)()
}

function entry(random: Random, depth: number): unknown {
  const texts = ['},{"id":', '"},{"id":1', '\\', 'ü', '名', '\ud800', '[token]', '']
  const inside = () => Array.from({ length: random.below(4) }, () => entry(random, depth + 1))
  const values = [
    () => random.pick(texts),
    () => random.below(1e9) / 7,
    () => null,
    () => (depth > 2 ? [] : inside()),
    () => ({ __proto__: null, id: 1 }),
  ]
  return { id: random.below(100), ...(random.chance(0.7) && { a: random.pick(values)() }) }
}
