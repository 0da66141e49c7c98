import { createApp, effectScope, shallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { CallError } from '../bridge/call-error.ts'
import type { Failure } from '../../shared/rules/failure.ts'
import type { FieldErrors, Fields } from './form-field.ts'
import { confirmKey } from '../components/use-confirm.ts'
import { useForm } from './use-form.ts'
import type { FormOptions } from './use-form.ts'

let stored: Map<string, string>
beforeEach(() => {
  // In production mode, the router doesn’t warn about a leave guard outside a component.
  vi.stubEnv('NODE_ENV', 'production')
  stored = stubSessionStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const empty = { name: '', password: '', scopes: [] as string[] }
const fields: Fields = {
  name: {
    kind: 'text',
    label: 'Name',
    limit: 5,
    required: 'type a name first',
    check: (text) => (text === 'root' ? 'is reserved' : undefined),
  },
  password: { kind: 'password', label: 'Password' },
}

/** Opens a form as a page does; also returns what it sent. */
function open(options: Partial<FormOptions<typeof empty>> = {}) {
  const sent: (typeof empty)[] = []
  const submit = async (values: typeof empty) => void sent.push(values)
  const app = createApp({})
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  const all = { key: 'token', from: empty, fields, submit, ...options }
  const form = app.runWithContext(() => effectScope().run(() => useForm(all)))!
  return { form, sent }
}

/** Opens a form whose submissions are always rejected. */
function refused(failure: Partial<Failure>, options: Partial<FormOptions<typeof empty>> = {}) {
  const all: Failure = { kind: 'invalid', message: 'That was refused.', ...failure }
  const submit = () => Promise.reject(new CallError(all))
  return open({ ...options, submit })
}

it('keeps the failure of a creation whose response was lost after leaving the screen', async () => {
  const creation = { found: 'unknown', what: 'The token', look: '1' } as const
  const { form } = refused({ kind: 'unknown-outcome', creation })
  form.values.name = 'kube'
  await form.submit()
  const { form: later } = open()
  expect(later.values.name).toBe('kube')
  expect(later.notice.value).toMatchObject({ creation })
  later.failure.value = undefined
  expect(open().form.notice.value).toBeUndefined()
  later.reset()
  expect(stored.size).toBe(0)
})

describe('client-side errors', () => {
  it('appear next to the field and block submission', async () => {
    const { form, sent } = open({ check: () => ({ scopes: ['choose at least one'] }) })
    expect(await form.submit()).toBe(false)
    expect(form.errors.value).toEqual({
      name: ['type a name first'],
      scopes: ['choose at least one'],
    })
    expect(sent).toEqual([])
  })

  it('cover values that are too long or not allowed', async () => {
    const { form } = open()
    form.values.name = 'too long'
    await form.submit()
    expect(form.errors.value).toEqual({ name: ['Use at most 5 characters.'] })
    form.values.name = 'root'
    await form.submit()
    expect(form.errors.value).toEqual({ name: ['is reserved'] })
  })

  it('disappear when the field is edited', async () => {
    const { form } = open()
    await form.submit()
    form.values.name = 'Ines'
    expect(form.errors.value).toEqual({})
  })

  it('disappear when another field resolves them', async () => {
    const check = ({ password, scopes }: typeof empty): FieldErrors =>
      password || scopes.length ? {} : { password: ['type one, or choose a scope'] }
    const { form } = open({ fields: {}, check })
    await form.submit()
    expect(Object.keys(form.errors.value)).toEqual(['password'])
    form.values.scopes = ['api']
    expect(form.errors.value).toEqual({})
  })

  it('ignore unchanged initial values', async () => {
    const { form, sent } = open({ from: { ...empty, name: 'too long' } })
    form.values.scopes = ['api']
    expect(await form.submit()).toBe(true)
    expect(sent).toEqual([{ name: 'too long', password: '', scopes: ['api'] }])
  })

  it('cover only visible fields', async () => {
    const { form, sent } = open({
      fields: ({ scopes }) => (scopes.length ? {} : fields),
    })
    form.values.scopes = ['api']
    expect(await form.submit()).toBe(true)
    expect(sent).toHaveLength(1)
  })
})

describe('server-side errors', () => {
  it('appear only next to their fields if those cover the entire failure', async () => {
    const { form } = refused({ fields: { 'identities.name': ['is taken'] } })
    form.values.name = 'Ines'
    expect(await form.submit()).toBe(false)
    expect(form.errors.value).toEqual({ name: ['is taken'] })
    expect(form.notice.value).toBeUndefined()
  })

  it('also appear below the form if a field isn’t in it', async () => {
    const { form } = refused({ fields: { name: ['is taken'], base: ['is locked'] } })
    form.values.name = 'Ines'
    await form.submit()
    expect(form.notice.value?.message).toBe('That was refused.')
  })

  it('appear next to the field that `explain` returns', async () => {
    const { form } = refused({}, { explain: () => ({ name: ['was refused'] }) })
    form.values.name = 'Ines'
    await form.submit()
    expect([form.errors.value, form.notice.value]).toEqual([{ name: ['was refused'] }, undefined])
  })

  it('disappear on any edit, unless editing can’t help', async () => {
    const { form } = refused({ message: 'Scopes are odd.' })
    form.values.name = 'Ines'
    await form.submit()
    expect(form.notice.value?.message).toBe('Scopes are odd.')
    form.values.scopes = ['api']
    expect(form.notice.value).toBeUndefined()

    const { form: cutOff } = refused({ kind: 'offline' }, { key: 'other' })
    cutOff.values.name = 'Ines'
    await cutOff.submit()
    cutOff.values.name = 'Inez'
    expect(cutOff.notice.value?.kind).toBe('offline')
  })

  it('keep typed values until they are discarded', async () => {
    const { form } = refused({ kind: 'offline' })
    form.values.name = 'Ines'
    await form.submit()
    expect([form.values.name, form.isDirty.value]).toEqual(['Ines', true])
    form.reset()
    expect([form.values, form.isDirty.value, form.notice.value]).toEqual([empty, false, undefined])
  })
})

it('keeps typed values across a reload, except passwords', () => {
  const { form } = open()
  Object.assign(form.values, { name: 'Ines', password: 'open sesame', scopes: ['api'] })
  expect([...stored.values()].join()).not.toContain('sesame')
  const reloaded = open()
  expect(reloaded.form.values).toEqual({ name: 'Ines', password: '', scopes: ['api'] })
})

it('warns before leaving only if a password was typed', () => {
  const { form } = open()
  form.values.name = 'Ines'
  expect(form.wouldLoseData.value).toBe(false)
  form.values.password = 'open sesame'
  expect(form.wouldLoseData.value).toBe(true)
})

it('shows when restored values were typed, until they are discarded', () => {
  open().form.values.name = 'Ines'
  const { form } = open()
  expect(form.restoredAt.value).toBeTypeOf('number')
  form.reset()
  expect([form.restoredAt.value, stored.size]).toEqual([undefined, 0])
})

it('ignores surrounding whitespace', () => {
  const { form } = open()
  form.values.name = ' '
  expect(form.isDirty.value).toBe(false)
})
