import { expect, it } from 'vitest'
import type { StoredAction } from './file-of-actions.ts'
import { type QueueSnapshot, editErrors } from './queue-model.ts'

const as = (state: StoredAction['state'], run: StoredAction['run'] = null): QueueSnapshot =>
  new Map([[1, { id: 1, action: 'block', target: 7, state, position: 1, run } as StoredAction]])
const cancelAll = (before: StoredAction['state'], isAlone: boolean) =>
  editErrors(as(before), as('cancelled'), { kind: 'cancelAll' }, isAlone)

it('allows canceling an unknown action only if it may not have happened', () => {
  expect(cancelAll('unknown', false)).toEqual([])
  expect(cancelAll('unknown', true)).toHaveLength(1)
  expect(cancelAll('done', false)).toHaveLength(1)
  expect(cancelAll('conflict', false)).toHaveLength(1)
})

it('allows canceling a conflict along with its run', () => {
  const edit = { kind: 'cancelAll' } as const
  expect(editErrors(as('conflict'), as('cancelled', 'cancelled'), edit)).toEqual([])
  expect(editErrors(as('conflict'), as('cancelled', 'running'), edit)).toHaveLength(1)
})
