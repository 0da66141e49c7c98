import { expect, it } from 'vitest'
import {
  countInStates,
  itemEvents,
  nextStates,
  openStates,
  queueStates,
  statesBefore,
  unfinishedStates,
} from './item-states.ts'

it('has an event in a state exactly if it leads to another', () => {
  for (const event of itemEvents) {
    const states = queueStates.filter((state) => nextStates(state, event).length > 0)
    expect(states, event).not.toEqual([])
    expect(statesBefore(event)).toEqual(states)
  }
  expect(nextStates('done', 'send')).toEqual([])
  expect(nextStates('refused', 'requeue')).toEqual(['scheduled', 'undoable', 'ready', 'unknown'])
})

it('counts the items in some states', () => {
  expect(unfinishedStates).toEqual(['scheduled', 'undoable', 'ready', 'sending', 'unknown'])
  expect(openStates).toEqual(['undoable', 'ready', 'sending', 'unknown'])
  expect(countInStates({ ready: 2, unknown: 3, done: 5 }, openStates)).toBe(5)
})
