import { expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

it('counts the items in flight per instance', () => {
  const limit = new ConcurrencyLimit()
  const release = limit.acquire('a', () => undefined)
  limit.acquire('a', () => undefined)
  limit.acquire('b', () => undefined)
  expect([limit.inUse('a'), limit.inUse('b'), limit.inUse('c')]).toEqual([2, 1, 0])
  release()
  expect([limit.inUse('a'), limit.inUse('b')]).toEqual([1, 1])
})

it('offers a free slot last to those who took one last, and not to others', () => {
  const limit = new ConcurrencyLimit()
  const offered: string[] = []
  const [first, second, third, stranger] = ['first', 'second', 'third', 'stranger'].map(
    (name) => () => void offered.push(name),
  )
  limit.subscribe(first!)
  const unsubscribe = limit.subscribe(second!)
  limit.subscribe(third!)
  const release = limit.acquire('a', first!)
  const releaseStranger = limit.acquire('a', stranger!)
  release()
  expect(offered).toEqual(['second', 'third', 'first'])
  unsubscribe()
  releaseStranger()
  expect(offered.slice(3)).toEqual(['third', 'first'])
})

it('offers a slot once to a follower that takes it', () => {
  const limit = new ConcurrencyLimit()
  let offers = 0
  const taker = () => {
    offers += 1
    limit.acquire('a', taker)
  }
  limit.subscribe(taker)
  limit.acquire('a', taker)()
  expect(offers).toBe(1)
})
