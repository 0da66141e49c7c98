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
    return () => void (endInterval = () => expect.fail('This timer was ended.'))
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
  it('emits at once after an interval without changes, and nothing by itself', () => {
    endInterval()
    expect(emitted).toEqual([[1]])
    events.changed([2])
    expect(emitted).toEqual([[1], [2]])
    events.changed([3])
    expect(emitted).toEqual([[1], [2]])
  })

  it('lists at most a hundred users', () => {
    events.changed(Array.from({ length: 150 }, (_, id) => id))
    endInterval()
    expect(emitted[1]).toEqual(Array.from({ length: 100 }, (_, id) => id))
  })

  it('emits nothing after it was closed', () => {
    events.changed([2])
    const end = endInterval
    events.close()
    end()
    expect(emitted).toEqual([[1]])
    expect(endInterval).not.toBe(end)
  })

  it('merges what a listener changes during an event', () => {
    const reentrant: number[][] = []
    const after = (_: number, callback: () => void) => {
      endInterval = callback
      return () => undefined
    }
    const own = new ChangeEvents({ after }, (targets) => {
      reentrant.push(targets)
      if (reentrant.length === 1) own.changed([9])
    })
    own.changed([8])
    expect(reentrant).toEqual([[8]])
    endInterval()
    expect(reentrant).toEqual([[8], [9]])
  })
})
