import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import { withClonedValues } from './with-cloned-values.ts'

let latchkey: TestLatchkey
beforeAll(() => void (latchkey = createTestLatchkey()))
afterAll(() => latchkey.close())

it('withClonedValues passes plain data', async () => {
  const received: unknown[] = []
  const host = withClonedValues(latchkey)
  host.on('settings', (settings) => received.push(settings))
  expect(await host.invoke('settings.set', { theme: 'dark' })).toMatchObject({ ok: true })
  expect(received).toMatchObject([{ theme: 'dark' }])
})

it("withClonedValues fails if a response can't be cloned", async () => {
  const value = { act: () => undefined }
  const host = withClonedValues({ ...latchkey, invoke: async () => ({ ok: true, value }) })
  expect(JSON.stringify({ value })).toBe('{"value":{}}')
  await expect(host.invoke('settings.get', {})).rejects.toThrow(/could not be cloned/)
})

it("withClonedValues fails if an event can't be cloned", () => {
  let emit: (payload: never) => void = () => undefined
  const received: unknown[] = []
  const on = (_: unknown, listener: typeof emit) => {
    emit = listener
    return () => undefined
  }
  withClonedValues({ ...latchkey, on }).on('settings', (settings) => received.push(settings))
  expect(() => emit({ act: () => undefined } as never)).toThrow(/could not be cloned/)
  expect(received).toEqual([])
})
