import type { Locator, Page } from '@playwright/test'
import { dataAge, openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { expect, expectSignedIn, test } from './support/test.ts'

test.use({ time: noon })

const connection = (page: Page) => page.getByRole('region', { name: 'Connection' })
const addresses = (page: Page) => page.getByRole('grid', { name: 'Addresses' })
/** A few screens, each with a piece of its loaded data. */
const screens: [string, (page: Page) => Locator][] = [
  ['Home', (page) => page.getByRole('list', { name: 'Needs your attention' })],
  ['Keys', (page) => page.getByRole('grid', { name: 'Keys', exact: true }).getByRole('row').nth(1)],
  ['Emails', (page) => addresses(page).getByRole('row').nth(1)],
]
/** Waits until the screen shows current data. */
const expectFresh = async (page: Page) => {
  await expect(page.getByText(/^Updated today/)).toBeVisible()
  await expect(dataAge(page).getByText('Can’t reach GitLab', { exact: true })).toHaveCount(0)
}
const expectCached = async (page: Page) => {
  await expect(page.getByText(/^Updated today/)).toBeVisible()
  await expect(dataAge(page).getByText('Can’t reach GitLab', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('shows loaded data after a start without GitLab, and refreshes once it is reachable', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox)
  for (const [name, text] of screens) {
    await openScreen(page, name)
    await expect(text(page)).toBeVisible()
    await expectFresh(page)
  }

  await sandbox.stop()
  page = await app.open()
  await expectSignedIn(page)
  for (const [name, text] of screens) {
    await openScreen(page, name)
    await expect(text(page)).toBeVisible()
    await expectCached(page)
  }
  await expect(connection(page)).toContainText('Can’t reach GitLab')
  await expect(connection(page)).toContainText(/Last connected today/)
  await expect(connection(page)).toContainText(/Retrying/)
  await app.expectAccessible()

  const field = page.getByRole('textbox', { name: 'Email address' })
  await page.getByRole('button', { name: 'New address' }).click()
  await field.fill('train@maya.example')
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByRole('alert')).toContainText('Can’t reach')
  await expect(field).toHaveValue('train@maya.example')
  await expect(addresses(page)).toBeVisible()

  await sandbox.start()
  await connection(page).getByRole('button', { name: 'Retry now' }).click()
  await expect(connection(page)).toContainText('Online')
  await expectFresh(page)
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(addresses(page)).toContainText('train@maya.example')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
