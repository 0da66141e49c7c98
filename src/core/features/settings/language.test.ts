import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { currentLanguage, t } from '../../infra/messages.ts'

it('is spoken as soon as it is chosen, and the system’s again when that is', async () => {
  const latchkey = createTestLatchkey()
  onTestFinished(() => latchkey.close())
  await latchkey.speaking
  const english = t('host.startFailed')
  const told = vi.fn()
  latchkey.on('settings', told)

  await latchkey.value('settings.set', { language: 'en-XA' })
  await vi.waitUntil(() => currentLanguage() === 'en-XA')
  expect(t('host.startFailed')).toMatch(/^\[.*\]$/)
  // Once for the change, and once when the texts are there.
  await vi.waitUntil(() => told.mock.calls.length === 2)

  await latchkey.value('settings.set', { language: 'system' })
  await vi.waitUntil(() => currentLanguage() === 'en')
  expect(t('host.startFailed')).toBe(english)
})
