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

describe('ChangeEvents', () => {
  it.each([
    ['merges the users of several changes', [[5], [6, 5]], [5, 6]],
    ['keeps the users when another change has none', [[5], []], [5]],
    ['reports any user if an earlier change does', [undefined, [5]], []],
    ['reports any user if a later change does', [[5], undefined], []],
  ])('%s', (_, changes, merged) => {
    for (const targets of changes) events.changed(targets)
    endInterval()
    events.changed([7])
    endInterval()
    expect(emitted).toEqual([[1], merged, [7]])
  })
})
