import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { serviceAbsentError, keychainState } from '../../platform/keychain/keychain-error.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { currentLanguage, t } from '../../platform/messages.ts'

it("applies a selected language immediately, and can switch back to the system's", async () => {
  const latchkey = createTestLatchkey()
  onTestFinished(() => latchkey.close())
  await latchkey.speaking
  const english = t('host.startFailed')
  const onChange = vi.fn()
  latchkey.on('settings', onChange)

  await latchkey.value('settings.set', { language: 'en-XA' })
  await vi.waitUntil(() => currentLanguage() === 'en-XA')
  expect(t('host.startFailed')).toMatch(/^\[.*\]$/)
  // Called once for the change, and once more when its messages are loaded.
  await vi.waitUntil(() => onChange.mock.calls.length === 2)

  await latchkey.value('settings.set', { language: 'system' })
  await vi.waitUntil(() => currentLanguage() === 'en')
  expect(t('host.startFailed')).toBe(english)
})

it('applies a selected language to keychain messages', async () => {
  const describe = async () => keychainState('linux', serviceAbsentError())
  const latchkey = createTestLatchkey({ keychain: { ...createMemorySecretStore(), describe } })
  onTestFinished(() => latchkey.close())
  const reportedMessages: (string | undefined)[] = []
  latchkey.on('accounts', ({ keychain }) => reportedMessages.push(keychain?.message))
  await latchkey.value('accounts.list')
  await vi.waitUntil(() => reportedMessages.length > 0)
  expect(reportedMessages.at(-1)).toMatch(/^No keychain/)
  await latchkey.value('settings.set', { language: 'de' })
  await vi.waitUntil(() => reportedMessages.at(-1)?.includes('Schlüsselbund'))
  await latchkey.value('settings.set', { language: 'en' })
  await vi.waitUntil(() => reportedMessages.at(-1)?.startsWith('No keychain'))
})
