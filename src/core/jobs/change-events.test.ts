import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChangeEvents } from './change-events.ts'

let emitted: number[][]
let events: ChangeEvents
/** Ends the interval after an event. */
let endInterval: () => void
beforeEach(() => {
  emitted = []
  const after = (_: number, callback: () => void) => {
    endInterval = callback
    return () => undefined
  }
  events = new ChangeEvents({ after }, (targets) => emitted.push(targets))
  events.changed([1])
})
afterEach(() => events.close())

describe('changes that are reported together', () => {
  it.each([
    ['name their users', [[5], [6, 5]], [5, 6]],
    ['name them where another is about nobody', [[5], []], [5]],
    ['are about any user where an earlier one is', [undefined, [5]], []],
    ['are about any user where a later one is', [[5], undefined], []],
  ])('%s', (_, changes, told) => {
    for (const targets of changes) events.changed(targets)
    endInterval()
    events.changed([7])
    endInterval()
    expect(emitted).toEqual([[1], told, [7]])
  })
})
