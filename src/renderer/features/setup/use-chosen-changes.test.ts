import { expect, it } from 'vitest'
import { effectScope, reactive } from 'vue'
import type { SetupChange } from '../../../shared/operations/setup.ts'
import { useChosenChanges } from './use-chosen-changes.ts'

const change = (id: string, others: Partial<SetupChange> = {}): SetupChange => ({
  id,
  kind: 'git-identity',
  checks: ['identity'],
  file: '~/.gitconfig',
  lines: [],
  values: {},
  ...others,
})

it('asks about changes that replace the user’s own values, and doesn’t leave them out silently', () => {
  const email = change('email', { optional: 'replaces' })
  const changes = [change('key'), change('guess', { optional: 'other-purpose' }), email]
  const plan = reactive({ changes })
  const made = effectScope().run(() => useChosenChanges(plan))!
  const ids = () => made.chosen.value.map(({ id }) => id)
  expect(made.questions.value.map(({ id }) => id)).toEqual(['email'])
  expect([ids(), made.isAnswered.value]).toEqual([['key'], false])
  made.answer(email, 'replace')
  expect([ids(), made.isAnswered.value]).toEqual([['key', 'email'], true])
  made.answer(email, 'keep')
  expect([ids(), made.isAnswered.value]).toEqual([['key'], true])
})

it('asks nothing about changes that can only be applied together', () => {
  const changes = [change('settings'), change('scope', { optional: 'replaces' })]
  const made = effectScope().run(() => useChosenChanges({ changes, isWhole: true }))!
  expect([made.questions.value, made.chosen.value.length, made.isAnswered.value]).toEqual([
    [],
    2,
    true,
  ])
})

it('selects a change’s prerequisite with it', () => {
  const changes = [
    change('create', { optional: 'other-accounts' }),
    change('sign', { needs: 'create', optional: 'locked-key' }),
  ]
  const made = effectScope().run(() => useChosenChanges({ changes }))!
  made.choose('sign', true)
  expect(made.chosen.value.map(({ id }) => id)).toEqual(['create', 'sign'])
})
