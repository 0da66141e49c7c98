import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ settings: { clipboardSeconds: 120, theme: 'dark' } })

const locked = (page: Page) => heading(page, 'Latchkey is locked')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Creates a token and returns its secret. */
async function create(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New Kubernetes token' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('ownTokens.createLimited')),
  )
  await page.getByRole('button', { name: 'Create token' }).click()
  const { value } = (await (await answered).json()) as { value: { token: string } }
  return value.token
}

test(
  'clears the page when locked, and unlocks with a click',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openScreen(page, 'Tokens')
    const copied = await create(page, 'copied')
    await page.getByRole('button', { name: 'Copy Token' }).click()
    await expect.poll(() => clipboard(page)).toBe(copied)
    await page.getByRole('button', { name: 'Done' }).click()
    // Leaving this form would normally prompt.
    const shown = await create(page, 'shown')
    await page.getByRole('button', { name: 'Show Token' }).click()
    await expect(page.getByText(shown, { exact: true })).toBeVisible()

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('lock')
    const reload = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await reload
    await expect(locked(page)).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await app.expectAccessible()
    const remaining = (await takeHeapSnapshot(page)) + (await readPageStorage(page))
    expect([copied, shown].filter((secret) => remaining.includes(secret))).toEqual([])

    // The desktop app reads the clipboard itself; a browser needs a click.
    if (await page.evaluate(() => !('latchkey' in window))) {
      await page.getByRole('button', { name: 'Clear clipboard' }).click()
    }
    await expect.poll(() => clipboard(page)).toBe('')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(heading(page, 'Tokens')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'My tokens' })).toContainText('shown')
  },
)

test('discards a typed token, and pauses the queue if enabled @full', async ({ app, sandbox }) => {
  const typed = 'glpat-typed-and-never-sent'
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Settings')
  const pauses = page.getByRole('switch', { name: 'Pause queue while locked' })
  await pauses.click()
  await expect(pauses).toBeChecked()
  await openScreen(page, 'Accounts')
  await page.getByRole('list').getByRole('button', { name: 'Replace token' }).click()
  await page.getByLabel('New access token', { exact: true }).fill(typed)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('lock')
  const reload = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await reload
  await expect(locked(page)).toBeVisible()
  await expect(page.getByText('No queued action is sent while Latchkey is locked.')).toBeVisible()
  expect((await takeHeapSnapshot(page)) + (await readPageStorage(page))).not.toContain(typed)

  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(heading(page, 'Accounts')).toBeVisible()
  await openScreen(page, 'Settings')
  await expect(pauses).toBeChecked()
})
