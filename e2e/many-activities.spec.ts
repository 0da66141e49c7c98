import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { findUser, goToAdminScreen } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

// Activities on an instance with too many users for a few pages of results.

test.use({ time: noon })

const rows = (page: Page) => page.getByRole('grid', { name: 'Activities' }).locator('[data-item]')
const exportButton = (page: Page) => page.getByRole('button', { name: /as CSV$/ })

async function exported(page: Page): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  return readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
}

test.describe('with 3,000 users and slow activities', () => {
  test.use({
    sandboxOptions: { users: 3_000, faults: ['GET /user/activities * latency=1000'] },
  })

  test('shows activities from the directory immediately, or from GitLab on request @full', async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await openScreen(page, 'Users')
    await expect(page.getByText('3,000 users', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^Updated/)).toBeVisible({ timeout: 60_000 })

    await openScreen(page, 'Activities')
    await expect(page.getByRole('button', { name: 'Load directly from GitLab' })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText(/^Updated today/)).toBeVisible()
    const fromDirectory = await exported(page)
    expect(fromDirectory.length).toBeGreaterThan(1_000)
    await app.expectAccessible()

    await test.step('restores the list after a user was opened', async () => {
      await page.getByRole('grid', { name: 'Activities' }).focus()
      await page.keyboard.press('End')
      const opened = page.locator('.row.current').getByRole('link')
      const name = await opened.innerText()
      await opened.click()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Activities')
      await page.goBack()
      await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
    })

    await test.step('updates with the directory', async () => {
      const [username] = fromDirectory.at(-1)!.split(',')
      const { id } = (await findUser(sandbox, username!))!
      await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { username: 'renamed.user' })
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByRole('searchbox', { name: 'Search by username' }).fill('renamed.user')
      await expect(exportButton(page)).toHaveText(/Export 1 as CSV/)
      await page.getByRole('searchbox', { name: 'Search by username' }).fill('')
    })

    await test.step('loads from GitLab with progress, and stops', async () => {
      await page.getByRole('button', { name: 'Load directly from GitLab' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Use the synced list' })).toBeFocused()
      await expect(page.getByText(/^[12]00( of [\d,]+)? loaded$/)).toBeVisible()
      await page.getByRole('button', { name: 'Stop' }).focus()
      await page.keyboard.press('Space')
      await expect(page.getByText('This list is incomplete.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Load the rest' })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Users by week' })).toHaveCount(0)
      await app.expectAccessible()
    })

    await page.getByRole('button', { name: 'Use the synced list' }).click()
    expect((await exported(page)).length).toBe(fromDirectory.length)
  })
})

test.describe('when later pages never arrive', () => {
  test.use({
    sandboxOptions: { users: 1_000, faults: ['GET /user/activities 3 latency=9999999'] },
  })

  test('keeps loaded activities when stopped, and loads the rest later @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await goToAdminScreen(page, 'activities')
    await expect(page.getByText(/^200( of [\d,]+)? loaded$/)).toBeVisible()
    await expect(page.getByText('Loading activities…')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('This list is incomplete.')).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    const part = await exported(page)
    const count = part.length - 1
    await expect(page.getByText(`${count} loaded, least recent first`)).toBeVisible()
    expect(count).toBeLessThanOrEqual(200)
    await page.getByRole('button', { name: 'Load the rest' }).click()
    await expect(page.getByText('This list is incomplete.')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Users by week' })).toBeVisible()
    expect((await exported(page)).length).toBeGreaterThan(part.length)
  })
})
