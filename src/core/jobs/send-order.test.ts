import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createRandom } from '../../sandbox/seed/random.ts'
import {
  type Contender,
  type Places,
  type SendClass,
  SendOrder,
  maxPassed,
  sendClasses,
} from './send-order.ts'

const contender = (key: number | string, name: SendClass): Contender => ({ key, class: name })
const single = contender('moderation', 'single')
const small = contender(1, 'small')
const large = contender(2, 'large')

/** Who gets the next places if each one in use ends when the next one is given. */
function givePlaces(waiting: readonly Contender[], count: number, inUse: Contender[] = []) {
  const order = new SendOrder()
  return Array.from({ length: count }, () => {
    inUse.shift()
    const places = { waiting, inUse }
    const next = order.rank(places)[0]!
    order.take(next, places)
    inUse.push(next)
    return next.key
  })
}

describe('SendOrder', () => {
  it('sends single actions before runs, and small runs before large ones', () => {
    const waiting = [large, small, single]
    expect(new SendOrder().rank({ waiting, inUse: [] })).toEqual([single, small, large])
    const first = contender(3, 'first')
    const ranked = new SendOrder().rank({ waiting: [small, first, single], inUse: [] })
    expect(ranked).toEqual([single, first, small])
  })

  it('gives every fourth place to a larger run', () => {
    expect(givePlaces([small, large], 12)).toEqual([1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2])
    expect(givePlaces([single, large], 8).filter((key) => key === 2)).toHaveLength(2)
  })

  it('gives every class a quarter if all have a lot to send', () => {
    const waiting = [single, contender(3, 'first'), small, large]
    const places = givePlaces(waiting, 400)
    for (const { key } of waiting) {
      expect(places.filter((taken) => taken === key).length).toBeGreaterThanOrEqual(99)
    }
  })

  it('keeps one of four places for a larger run while small runs are slow', () => {
    const places = { waiting: [small, large], inUse: [small, small, small] }
    expect(new SendOrder().rank(places)[0]).toBe(large)
    const isServed = { waiting: [small, large], inUse: [small, small, large] }
    expect(new SendOrder().rank(isServed)[0]).toBe(small)
  })

  it('gives runs of one class turns, and a new one the last turn', () => {
    const [first, second, third] = [1, 2, 3].map((key) => contender(key, 'large'))
    expect(givePlaces([first!, second!, third!], 6)).toEqual([1, 2, 3, 1, 2, 3])
    const order = new SendOrder()
    const before = { waiting: [second!, third!], inUse: [] }
    order.take(order.rank(before)[0]!, before)
    const ranked = order.rank({ waiting: [first!, second!, third!], inUse: [] })
    expect(ranked.map(({ key }) => key)).toEqual([3, 1, 2])
  })

  it('gives a run that has no place one before others get another', () => {
    const [first, second] = [contender(1, 'small'), contender(2, 'small')]
    const places = { waiting: [first, second], inUse: [first, first, first] }
    expect(new SendOrder().rank(places)[0]).toBe(second)
  })

  it('counts the places that others get first, and changes nothing', () => {
    fc.assert(
      fc.property(histories, ({ waiting, inUse, taken }) => {
        const order = new SendOrder()
        for (const next of taken) order.take(next, { waiting, inUse })
        const counts = waiting.map(({ key }) => order.placesBefore(key, { waiting, inUse }))
        const ongoing = [...inUse]
        const turns: Contender['key'][] = []
        while (new Set(turns).size < waiting.length) {
          ongoing.shift()
          const places = { waiting, inUse: ongoing }
          const next = order.rank(places)[0]!
          order.take(next, places)
          ongoing.push(next)
          turns.push(next.key)
        }
        expect(counts).toEqual(waiting.map(({ key }) => turns.indexOf(key)))
      }),
    )
  })
})

/** Contenders of any class, of which some have places, and some had a turn. */
const histories = fc
  .uniqueArray(fc.record({ key: fc.nat({ max: 9 }), class: fc.constantFrom(...sendClasses) }), {
    selector: ({ key }) => key,
    minLength: 1,
    maxLength: 6,
  })
  .chain((waiting) => {
    const some = fc.array(fc.constantFrom(...waiting), { maxLength: 8 })
    return fc.record({ waiting: fc.constant(waiting), inUse: some, taken: some })
  })

/** What a contender has left to send, and how many places the others got since it last had one. */
interface Work extends Contender {
  left: number
  passed: number
  /** The most contenders of its class while it waited. */
  rivals: number
}

/** A random history: contenders come with some items, and places end in any order after any time. */
function runHistory(seed: string) {
  const random = createRandom(seed)
  const order = new SendOrder()
  const limit = 1 + random.below(8)
  const work: Work[] = []
  const inUse: { contender: Work; ends: number }[] = []
  /** Some requests hang, so that counting places in use isn't enough. */
  const duration = () => (random.chance(0.05) ? 200 : 1 + random.below(20))
  const arrivals = { rate: random.below(40) / 100, until: 30 + random.below(70) }
  const sizes = { single: 4, first: 30, small: 20, large: 100 }
  const longest = { wait: 0, excess: -Infinity }
  let given = 0
  for (let time = 0; time < arrivals.until || work.some(({ left }) => left > 0); time += 1) {
    if (time < arrivals.until && random.chance(arrivals.rate)) {
      const name = random.pick(sendClasses)
      const isOnly = name === 'single' || name === 'first'
      const key = isOnly ? name : time
      const left = 1 + random.below(sizes[name])
      const existing = work.find((entry) => entry.key === key)
      if (existing) existing.left += left
      else work.push({ key, class: name, left, passed: 0, rivals: 0 })
    }
    for (const place of inUse.filter(({ ends }) => ends <= time)) {
      inUse.splice(inUse.indexOf(place), 1)
    }
    while (inUse.length < limit) {
      const waiting = work.filter(({ left }) => left > 0)
      const places: Places = { waiting, inUse: inUse.map(({ contender: holder }) => holder) }
      const [next] = order.rank(places) as Work[]
      if (!next) break
      const rivals = [...new Set([...waiting, ...(places.inUse as Work[])])]
      for (const other of waiting) {
        const hasPlace = places.inUse.includes(other)
        if (hasPlace || other === next) {
          Object.assign(other, { passed: 0, rivals: 0 })
          continue
        }
        other.passed += 1
        const count = rivals.filter((rival) => rival.class === other.class).length
        other.rivals = Math.max(other.rivals, count)
        const bound = other.rivals * (maxPassed + 1)
        longest.wait = Math.max(longest.wait, other.passed)
        longest.excess = Math.max(longest.excess, other.passed - bound)
      }
      order.take(next, places)
      next.left -= 1
      given += 1
      inUse.push({ contender: next, ends: time + duration() })
    }
    for (const entry of work) {
      if (entry.left === 0) Object.assign(entry, { passed: 0, rivals: 0 })
    }
  }
  return { longest, given, left: work.filter(({ left }) => left > 0).length }
}

it('lets nobody wait longer than the rule allows, and no run starve, in 1,000 histories', () => {
  const waits: number[] = []
  for (let nth = 0; nth < 1000; nth += 1) {
    const { longest, left } = runHistory(`order ${nth}`)
    expect(longest.excess, `history ${nth}`).toBeLessThan(0)
    expect(left, `history ${nth}`).toBe(0)
    waits.push(longest.wait)
  }
  // Otherwise, the histories would be too quiet to show anything.
  expect(waits.filter((wait) => wait > maxPassed).length).toBeGreaterThan(100)
})
