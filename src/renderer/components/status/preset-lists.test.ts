import { expect, it } from 'vitest'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { isSameTimedStatus } from '../../../shared/rules/status-durations.ts'
import { moveItem, shownRecents } from './preset-lists.ts'

const status = (message: string, clear: TimedStatus['clear'] = 'never'): TimedStatus => ({
  emoji: '',
  message,
  busy: false,
  clear,
})

it('compares statuses by duration too', () => {
  expect(isSameTimedStatus(status('Lunch'), status('Lunch'))).toBe(true)
  expect(isSameTimedStatus(status('Lunch'), status('Lunch', '30_minutes'))).toBe(false)
})

it('moves an item, clamped to the ends of the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b'])
})

it('omits recent statuses that differ from a preset only in capitalization', () => {
  const preset = { ...status('Deep work', '120_minutes'), emoji: 'headphones', busy: true }
  expect(shownRecents([status('deep work')], [preset], [])).toEqual([])
  const longer = status('deep work', '3_hours')
  expect(shownRecents([longer], [preset], [])).toEqual([longer])
})

it('lists recent statuses once, and keeps those on screen in place', () => {
  const [tea, lunch, away] = [status('Tea'), status('Lunch', '30_minutes'), status('Away')]
  const names = (list: TimedStatus[]) => list.map(({ message }) => message)
  expect(names(shownRecents([tea, lunch], [lunch], []))).toEqual(['Tea'])
  // Setting the second status again makes it the most recent, which would move it out from under the pointer.
  expect(names(shownRecents([lunch, tea], [], [tea, lunch]))).toEqual(['Tea', 'Lunch'])
  expect(names(shownRecents([away, lunch, tea], [], [tea, lunch]))).toEqual([
    'Away',
    'Tea',
    'Lunch',
  ])
  expect(names(shownRecents([away], [], [tea, lunch]))).toEqual(['Away'])
})
