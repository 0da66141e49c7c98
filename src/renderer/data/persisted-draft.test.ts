import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed, effectScope, reactive } from 'vue'
import { persistDraft } from './persisted-draft.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

function form(name = 'user 7') {
  const scope = effectScope()
  const draft = scope.run(() => {
    const empty = reactive({ name: '', note: '', password: '', tags: [] as string[] })
    const isDirty = computed(() => empty.name !== '' || empty.tags.length > 0)
    persistDraft(name, empty, isDirty, ['password'])
    return empty
  })!
  return { draft, leave: () => scope.stop() }
}

it('is there again after the page was loaded anew, without what is secret', () => {
  Object.assign(form().draft, { name: 'Ines', password: 'open sesame' }).tags.push('a')
  expect([...stored.values()].join()).not.toContain('sesame')
  expect(form().draft).toEqual({ name: 'Ines', note: '', password: '', tags: ['a'] })
  expect(form('user 8').draft.name).toBe('')
})

it('goes when the form is left, or is as it was', () => {
  const first = form()
  first.draft.name = 'Ines'
  first.draft.name = ''
  expect(stored.size).toBe(0)
  first.draft.name = 'Ines'
  first.leave()
  expect(stored.size).toBe(0)
})

it('takes nothing that does not fit, and no secret that somebody put there', () => {
  stored.set(
    'draft:user 7',
    JSON.stringify({ name: 7, note: 'kept', password: 'x', __proto__: 1, more: 1 }),
  )
  expect(form().draft).toEqual({ name: '', note: 'kept', password: '', tags: [] })
  stored.set('draft:user 7', '{')
  expect(form().draft.note).toBe('')
})

it('keeps what lies deeper too, without secrets and without what does not fit', () => {
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
    stored.set('draft:nested', JSON.stringify({ base: { password: 'x' }, end }))
    expect(nested().draft).toMatchObject({ base: { password: '' }, end: { kind: 'never' } })
  }
})

it('lets the form be used where nothing can be kept', () => {
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
