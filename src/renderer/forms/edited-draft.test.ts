import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { createEditedDraft } from './edited-draft.ts'
import { persistDraft } from '../stores/persisted-draft.ts'

beforeEach(() => {
  stubSessionStorage()
})
afterEach(() => vi.unstubAllGlobals())

const original = { note: 'original', location: 'Oslo', admin: false }

/** Opens a form as a page does. Simulates reloads by leaving the previous scope undisposed. */
function open(from = original) {
  return effectScope().run(() => {
    const form = createEditedDraft(from)
    persistDraft('user 7', form.state, form.isDirty)
    return form
  })!
}

describe('changes by others', () => {
  it('are adopted in untouched fields', () => {
    const form = open()
    form.draft.note = 'mine'
    form.adopt({ ...original, location: 'Bergen' })
    expect(form.draft).toEqual({ ...original, note: 'mine', location: 'Bergen' })
    expect(form.changed.value).toEqual(['note'])
    expect(form.isDecided.value).toBe(true)
  })

  it('conflict with a different typed value until resolved', () => {
    const form = open()
    Object.assign(form.draft, { note: 'mine', location: 'Bergen' })
    form.adopt({ ...original, note: 'LEGAL HOLD', location: 'Malmö' })
    expect(form.conflicts.value).toEqual({ note: 'LEGAL HOLD', location: 'Malmö' })
    expect(form.base.value).toEqual(original)
    form.keepTheirs('note')
    form.useMine('location')
    expect(form.isDecided.value).toBe(true)
    expect(form.draft).toMatchObject({ note: 'LEGAL HOLD', location: 'Bergen' })
    expect(form.base.value).toMatchObject({ note: 'LEGAL HOLD', location: 'Malmö' })
    expect(form.changed.value).toEqual(['location'])
  })

  it('don’t conflict with the same typed value', () => {
    const form = open()
    form.draft.note = 'same'
    form.adopt({ ...original, note: 'same' })
    expect([form.isDirty.value, form.isDecided.value]).toEqual([false, true])
  })

  it('remain after discarding one’s own changes', () => {
    const form = open()
    form.draft.note = 'mine'
    form.adopt({ ...original, note: 'LEGAL HOLD' })
    form.discard()
    expect(form.draft.note).toBe('LEGAL HOLD')
    expect([form.isDirty.value, form.isDecided.value]).toEqual([false, true])
  })
})

describe('cached values', () => {
  const cached = { note: 'cached', location: 'Oslo', admin: true }

  it('are shown until GitLab responds', () => {
    const form = open()
    form.preview(cached)
    expect([form.draft, form.isPreview.value, form.isDirty.value]).toEqual([cached, true, false])
    form.adopt(original)
    expect([form.draft, form.isPreview.value]).toEqual([original, false])
  })

  it('are not compared with values typed over them', () => {
    const form = open()
    form.preview(cached)
    form.draft.note = 'mine'
    form.adopt(original)
    expect(form.draft).toEqual({ ...original, note: 'mine' })
    expect([form.base.value, form.isDecided.value]).toEqual([original, true])
  })

  it('don’t replace values typed before a reload', () => {
    open().draft.note = 'cached'
    const form = open()
    form.preview(cached)
    form.adopt(original)
    expect(form.draft).toEqual({ ...original, note: 'cached' })
  })
})

describe('after a save', () => {
  it('keeps typed values that were rejected', () => {
    const form = open()
    Object.assign(form.draft, { note: 'mine', admin: true })
    form.saved({ ...form.draft }, ['note'], { ...original, note: 'mine' })
    expect(form.changed.value).toEqual(['admin'])
    expect(form.base.value.admin).toBe(false)
    expect(form.isDecided.value).toBe(true)
  })

  it('keeps values typed during the save, and adopts GitLab’s normalized values', () => {
    const form = open()
    Object.assign(form.draft, { note: 'mine', location: ' Bergen ' })
    const sent = { ...form.draft }
    form.draft.note = 'mine, and more'
    form.saved(sent, ['note', 'location'], { ...original, note: 'mine', location: 'Bergen' })
    expect(form.draft).toMatchObject({ note: 'mine, and more', location: 'Bergen' })
    expect(form.changed.value).toEqual(['note'])
  })
})

describe('after a reload', () => {
  it('keeps typed values and marks fields changed by others', () => {
    open().draft.note = 'mine'
    const form = open()
    form.adopt({ ...original, note: 'LEGAL HOLD', location: 'Bergen' })
    expect(form.draft).toMatchObject({ note: 'mine', location: 'Bergen' })
    expect(form.conflicts.value).toEqual({ note: 'LEGAL HOLD' })
  })

  it('forgets previously saved values', () => {
    const before = open()
    before.draft.note = 'mine'
    before.saved({ ...before.draft }, ['note'], { ...original, note: 'mine' })
    const form = open({ ...original, note: 'LEGAL HOLD' })
    expect(form.draft.note).toBe('LEGAL HOLD')
  })
})
