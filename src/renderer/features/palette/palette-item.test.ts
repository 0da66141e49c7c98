import { expect, it, vi } from 'vitest'
import { isUnambiguous, recentItems, verbItem } from './palette-item.ts'

const verb = verbItem({
  id: 'status',
  verbs: ['status', 'set status'],
  label: 'Set status',
  argument: 'Text and duration',
  suggest: () => [],
})

it('fills in a verb instead of running it', () => {
  expect(verb).toMatchObject({ id: 'verb-status', fill: 'status ', detail: 'Text and duration' })
})

it('offers available recent commands, and fills in typed ones', () => {
  const run = vi.fn()
  const lock = { id: 'lock', label: 'Lock', group: 'app.groupActions' as const, run }
  const recent = [{ id: 'typed', text: 'block @kofi' }, { id: 'go-directory' }, { id: 'lock' }]
  const items = recentItems(recent, [lock, verb])
  expect(items.map(({ label, fill, group }) => [label, fill, group])).toEqual([
    ['block @kofi', 'block @kofi', 'palette.recent'],
    ['Lock', undefined, 'palette.recent'],
  ])
  items[1]!.run()
  expect(run).toHaveBeenCalledOnce()
})

it.each([
  ['@kofi', ['kofi', 'kofi.b'], true],
  ['KOFI', ['kofi', 'kofi.b'], true],
  ['#7', ['kofi', 'kofi.b'], true],
  ['kof', ['kofi', 'kofi.b'], false],
  ['kof', ['kofi'], true],
  ['kof', [], true],
])('decides whether “%s” identifies one of %j', (typed, usernames, isKnown) => {
  const items = usernames.map((username, index) => ({
    ...verb,
    user: { id: 7 + index, name: username, username },
  }))
  expect(isUnambiguous(items, typed)).toBe(isKnown)
})
