import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed, effectScope, reactive } from 'vue'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { forgetDrafts, hasDrafts, persistDraft } from './persisted-draft.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = stubSessionStorage()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function form(name = 'user 7') {
  const scope = effectScope()
  const state = scope.run(() => {
    const empty = reactive({ name: '', note: '', password: '', tags: [] as string[] })
    const isDirty = computed(() => empty.name !== '' || empty.tags.length > 0)
    const restoredAt = persistDraft(name, empty, isDirty, ['password'])
    return { draft: empty, restoredAt }
  })!
  return { ...state, leave: () => scope.stop() }
}

it('is restored after a page reload, without secrets', () => {
  Object.assign(form().draft, { name: 'Ines', password: 'open sesame' }).tags.push('a')
  expect([...stored.values()].join()).not.toContain('sesame')
  expect(form().draft).toEqual({ name: 'Ines', note: '', password: '', tags: ['a'] })
  expect(form('user 8').draft.name).toBe('')
})

it('is kept after leaving the form, with the time it was typed', () => {
  vi.setSystemTime(1_000)
  const first = form()
  expect(first.restoredAt.value).toBeUndefined()
  first.draft.name = 'Ines'
  first.leave()
  vi.setSystemTime(9_000)
  const reopened = form()
  expect([reopened.draft.name, reopened.restoredAt.value]).toEqual(['Ines', 1_000])
  expect(hasDrafts()).toBe(true)
})

it('is removed when the form is back to its initial values', () => {
  form().draft.name = 'Ines'
  const reopened = form()
  reopened.draft.name = ''
  expect([reopened.restoredAt.value, stored.size, hasDrafts()]).toEqual([undefined, 0, false])
})

it('is removed with its account, but other accounts’ drafts are kept', () => {
  form('status of one').draft.name = 'Ines'
  form('status of two').draft.name = 'Maya'
  forgetDrafts('one')
  expect([form('status of one').draft.name, form('status of two').draft.name]).toEqual(['', 'Maya'])
  forgetDrafts()
  expect(hasDrafts()).toBe(false)
})

it('ignores stored values of the wrong type, and stored secrets', () => {
  stored.set(
    'draft:user 7',
    JSON.stringify({
      at: 1,
      values: { name: 7, note: 'kept', password: 'x', __proto__: 1, more: 1 },
    }),
  )
  expect(form().draft).toEqual({ name: '', note: 'kept', password: '', tags: [] })
  stored.set('draft:user 7', '{')
  expect(form().draft.note).toBe('')
})

it('keeps nested values except secrets and values of the wrong type', () => {
  const nested = () => {
    const scope = effectScope()
    const draft = scope.run(() => {
      const state = reactive({ base: { note: '', password: '' }, end: { kind: 'never', day: '' } })
      persistDraft(
        'nested',
        state,
        computed(() => true),
        ['password'],
      )
      return state
    })!
    return { draft, leave: () => scope.stop() }
  }
  Object.assign(nested().draft.base, { note: 'original', password: 'open sesame' })
  expect([...stored.values()].join()).not.toContain('sesame')
  expect(nested().draft.base).toEqual({ note: 'original', password: '' })
  for (const end of [null, [], 'soon', { kind: 7, day: '2026-01-01' }]) {
    stored.set('draft:nested', JSON.stringify({ at: 1, values: { base: { password: 'x' }, end } }))
    expect(nested().draft).toMatchObject({ base: { password: '' }, end: { kind: 'never' } })
  }
})

it('leaves the form usable if storage is full', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  })
  const { draft } = form()
  draft.name = 'Ines'
  expect(draft.name).toBe('Ines')
})
