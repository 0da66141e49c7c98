import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { confirmInDialog, openScreen } from './support/actions.ts'
import { filesContaining, takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { expect, heading, test } from './support/test.ts'

async function openTokens(page: Page): Promise<void> {
  await openScreen(page, 'Tokens')
  await expect(heading(page, 'Tokens')).toBeVisible()
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const create = (page: Page) => page.getByRole('button', { name: 'Create token' })
const secret = (page: Page) => page.getByRole('region', { name: 'Token', exact: true })
const entries = (page: Page) => page.getByRole('list', { name: 'Created in Latchkey' })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Creates one and answers its secret, without the page being asked for it. */
async function createNamed(page: Page, text: string): Promise<string> {
  await name(page).fill(text)
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('createdTokens.createLimited')),
  )
  await create(page).click()
  const { value } = await (await answered).json()
  await expect(secret(page)).toBeVisible()
  return value.token
}

test(
  'shows a secret once, takes it out of the clipboard again, and keeps nothing of it @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      beforeOpen: (opened) => opened.clock.install(),
    })
    await openTokens(page)
    await expect(page.getByText('No tokens yet')).toBeVisible()
    await app.expectAccessible()

    const token = await createNamed(page, 'kubectl on my laptop')
    await expect(secret(page)).not.toContainText(token)
    await app.expectAccessible()
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('dialog')).toContainText('hasn’t been copied')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await secret(page).getByRole('button', { name: 'Show Token' }).click()
    await expect(secret(page)).toContainText(token)

    await page.getByRole('button', { name: 'Copy Kubeconfig' }).click()
    await expect.poll(() => clipboard(page)).toContain(`token: "pat:AGENT_ID:${token}"`)
    await secret(page).getByRole('button', { name: 'Copy Token' }).click()
    await expect.poll(() => clipboard(page)).toBe(token)
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await expect(secret(page)).toHaveCount(0)
    await expect(entries(page)).toContainText('kubectl on my laptop')
    await expect(entries(page)).toContainText('k8s_proxy')
    await page.clock.fastForward(30_000)
    await expect.poll(() => clipboard(page)).toBe('')

    await openTokens(page)
    const heap = await takeHeapSnapshot(page)
    // A snapshot without what is on the screen would find nothing because it saw nothing.
    expect(heap).toContain('kubectl on my laptop')
    expect(heap).not.toContain(token)
    expect(await readPageStorage(page)).not.toContain(token)
    expect(filesContaining(app.data, [token])).toEqual([])
    expect(app.output()).not.toContain(token)
    await page.reload()
    await expect(entries(page)).toContainText('kubectl on my laptop')
  },
)

test('forgets an entry when told so, and says what keeps a token from being created @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openTokens(page)

  await test.step('forgets an entry, and keeps what was typed', async () => {
    await createNamed(page, 'For a day')
    await secret(page).getByRole('button', { name: 'Copy Token' }).click()
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await entries(page).getByRole('button', { name: 'Remove For a day from this list' }).click()
    await expect(page.getByRole('dialog')).toContainText('stays valid')
    await confirmInDialog(page, 'Remove from list')
    await expect(page.getByText('No tokens yet')).toBeVisible()

    await name(page).fill('Offline')
    await sandbox.stop()
    await create(page).click()
    await expect(page.getByRole('alert')).toContainText('Can’t reach')
    await expect(name(page)).toHaveValue('Offline')
    await sandbox.start()
    await page.getByRole('button', { name: 'Create again' }).click()
    await expect(secret(page)).toBeVisible()
  })

  await test.step('says what is wrong, and what the service refuses', async () => {
    await secret(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    await create(page).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await expect(name(page)).toBeFocused()
    await name(page).fill('Far away')
    await page.getByText('Date', { exact: true }).click()
    const day = page.getByLabel('Expiry date')
    await day.fill('2020-01-01')
    await create(page).click()
    await expect(page.getByText('Choose a date after today.')).toBeVisible()
    await day.fill(dateIn(5 * 365, sandbox.now()))
    await create(page).click()
    await expect(page.getByText(/must be before/).first()).toBeVisible()
    await expect(name(page)).toHaveValue('Far away')
    await app.expectAccessible()
    await openScreen(page, 'Home')
    await page.goBack()
    await expect(page.getByText('Unsaved changes from')).toBeVisible()
    await expect(name(page)).toHaveValue('Far away')
  })
})
