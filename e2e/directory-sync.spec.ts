import { noon } from './support/clock.ts'
import { expectCount, openDirectory, views } from './support/directory.ts'
import { expect, test } from './support/test.ts'

test.use({ time: noon })

test.describe('with slow pages', () => {
  test('reloads all users, shows progress, stops, and resumes @full', async ({ app, sandbox }) => {
    const page = await openDirectory(app, sandbox)
    const reading = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^(Loading|Full resync)/ })
    await expect(reading).toHaveCount(0)
    await sandbox.stop()
    await sandbox.start({ faults: ['GET /users 1 latency=9999999', 'GET /users 2+ latency=2000'] })
    await page.getByRole('button', { name: 'More sync options' }).press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /^Full resync/ })).toBeFocused()
    await app.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(reading).toContainText('Full resync: 0 of about 60 users.')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Sync stopped.')).toBeVisible()
    await expect(page.getByText(/You can still search and filter/)).toBeVisible()
    await expectCount(page, '60 users')
    const resumed = expect(reading).toContainText('Full resync')
    await page.getByRole('button', { name: 'Resume' }).click()
    await resumed
    await expect(page.getByText('Sync stopped.')).toHaveCount(0)
    await expect(reading).toHaveCount(0)
    // A refresh is only marked on its button.
    const refresh = page.getByRole('button', { name: 'Refresh' })
    const refreshed = expect(refresh.locator('.turning')).toBeVisible()
    await refresh.click()
    await refreshed
    await expect(reading).toHaveCount(0)
    await expect(refresh.locator('.turning')).toHaveCount(0)
    await expectCount(page, '60 users')
  })
})

test.describe('during the first load', () => {
  test.use({ sandboxOptions: { users: 150, faults: ['GET /users 2+ latency=9999999'] } })

  test('shows no counts until all users are loaded @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expectCount(page, '100 users so far')
    await expect(views(page).getByRole('button', { name: /^Everyone/ })).toHaveText(/–$/)
    await views(page).getByRole('button', { name: 'More' }).click()
    const others = views(page).getByRole('menuitem')
    await expect(others.first()).toHaveText(/–$/)
    await expect(others.filter({ hasText: /\d+$/ })).toHaveCount(0)
    await expect(others.filter({ hasText: 'Active, no two-factor' })).toHaveAttribute(
      'title',
      /^Active people without two-factor/,
    )
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Sync stopped.')).toBeVisible()
    await expect(views(page).getByRole('button', { name: /^Everyone/ })).toHaveText(/–$/)
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectCount(page, '150 users')
    await expect(
      views(page).getByRole('button', { name: 'Everyone 150', exact: true }),
    ).toBeVisible()
  })
})

test.describe('when the first load fails', () => {
  test.use({ sandboxOptions: { faults: ['GET /users * status=500'] } })

  test('reports that users could not be loaded instead of showing an empty list @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByText('Couldn’t load users')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('main')).not.toContainText(/0 users|No users/)
    await expect(views(page).getByRole('button', { name: 'Everyone –', exact: true })).toBeVisible()
    await app.expectAccessible()
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    // Latchkey may notice by itself that the instance is back, which removes the button.
    const retry = page.getByRole('button', { name: 'Retry', exact: true })
    await retry.click({ timeout: 5_000 }).catch(() => undefined)
    await expectCount(page, '60 users')
  })
})
