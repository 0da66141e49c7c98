import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { CustomAttribute } from '../../../shared/gitlab/custom-attributes.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { failureOf, hostKey } from '../../bridge/latchkey.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useCustomAttributes } from './use-custom-attributes.ts'

/** Opens the form for an attribute of a user who has these attributes on GitLab. */
function editing(attribute: Partial<CustomAttribute>, ...entries: [string, string][]) {
  const values = new Map(entries)
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      const { attribute: key, value } = input as { attribute: string; value: string }
      if (name === 'customAttributes.set') values.set(key, value)
      const now = values.get(key)
      return now === undefined
        ? { ok: false, failure: { kind: 'not-found', message: 'No.' } }
        : { ok: true, value: { key, value: now } }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.use(createPinia())
  const user = { id: 7 } as UserForAdmins
  const attributes = app.runWithContext(() =>
    effectScope().run(() =>
      useCustomAttributes(
        'a',
        () => user,
        () => undefined,
      ),
    ),
  )!
  attributes.edited.value = attribute
  /** Saves; returns the failure’s message and hint, if any. */
  async function save(key: string, value: string) {
    try {
      await attributes.save({ key, value })
      return undefined
    } catch (error) {
      const { message, hint } = failureOf(error)
      return [message.replaceAll(/[\u2068\u2069]/g, ''), hint]
    }
  }
  return { values, edited: attributes.edited, save }
}

const replaceHint = 'Nothing was changed. Save again to use your value.'

it('replaces a value that someone else changed only after showing it', async () => {
  const { values, save } = editing({ key: 'team', value: 'a' }, ['team', 'b'])
  expect(await save('team', 'c')).toEqual(['team has another value on GitLab: b', replaceHint])
  values.set('team', 'd')
  expect(await save('team', 'c')).toEqual(['team has another value on GitLab: d', replaceHint])
  expect(await save('team', 'c')).toBeUndefined()
  expect(values.get('team')).toBe('c')
})

it('can add another attribute after a conflict with an existing one', async () => {
  const { values, save } = editing({}, ['team', 'b'])
  expect(await save('team', 'c')).toEqual(['team has another value on GitLab: b', replaceHint])
  expect(await save('office', 'c')).toBeUndefined()
  expect([...values]).toEqual([
    ['team', 'b'],
    ['office', 'c'],
  ])
})

it('doesn’t replace another attribute that happens to have the conflicting value', async () => {
  const { values, save } = editing({}, ['team', 'b'], ['office', 'b'])
  await save('team', 'c')
  expect(await save('office', 'c')).toEqual(['office has another value on GitLab: b', replaceHint])
  expect(values.get('office')).toBe('b')
})

it('recreates an attribute that was deleted during the edit', async () => {
  const { values, save } = editing({ key: 'team', value: 'a' })
  expect(await save('team', 'c')).toEqual(['team no longer exists.', replaceHint])
  expect(await save('team', 'c')).toBeUndefined()
  expect(values.get('team')).toBe('c')
})

it('forgets a shown conflict when another form is opened', async () => {
  const { edited, save } = editing({ key: 'team', value: 'a' }, ['team', 'b'])
  await save('team', 'c')
  edited.value = { key: 'team', value: 'a' }
  expect(await save('team', 'c')).toEqual(['team has another value on GitLab: b', replaceHint])
})
