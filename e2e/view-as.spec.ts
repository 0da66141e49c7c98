import { listRow } from './support/actions.ts'
import { openView } from './support/directory.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { noon } from './support/clock.ts'
import { openActionMenu, takeAction } from './support/moderation.ts'
import { findUser, goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { expect, heading, expectSignedIn, test } from './support/test.ts'

test.use({ time: noon })

const dialog = (page: Page) => page.getByRole('dialog')
const note = (page: Page) => page.getByRole('note', { name: 'Last activity changed by viewing' })
/** Expects that the user’s menu offers to deactivate them, or explains why it doesn’t. */
async function expectDeactivation(page: Page, disabled: boolean): Promise<void> {
  const menu = await openActionMenu(page)
  await expect(menu.getByRole('menuitem', { name: /^Deactivate/, disabled })).toBeVisible()
  await page.keyboard.press('Escape')
}
const today = dateIn(0, Date.parse(noon))
const yesterday = dateIn(-1, Date.parse(noon))

async function lastActivity(sandbox: TestSandbox, id: number): Promise<string> {
  const user = await callAsAdmin<{ last_activity_on: string }>(sandbox, 'GET', `/users/${id}`)
  return user.last_activity_on
}

/** Sends a request with one of the user’s own tokens. */
async function makeRequestAs(sandbox: TestSandbox, id: number): Promise<void> {
  const { token } = await callAsAdmin<{ token: string }>(
    sandbox,
    'POST',
    `/users/${id}/impersonation_tokens`,
    { name: 'Own', scopes: ['api'], expires_at: dateIn(30, sandbox.now()) },
  )
  const headers = { 'PRIVATE-TOKEN': token }
  expect((await fetch(`${sandbox.url}/api/v4/user`, { headers })).status).toBe(200)
}

/** Backdates all previous views to yesterday. */
function moveViewsToYesterday(data: string): void {
  const path = join(data, 'viewed-users.json')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`"last": "${today}"`)
  writeFileSync(path, text.replaceAll(`: "${today}"`, `: "${yesterday}"`))
}

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test('asks before viewing as a user, keeps dormant users dormant, and logs the view @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  const { id } = (await findUser(sandbox, 'long-gone'))!

  await test.step('asks again after a reload, and stops asking once the screen is left', async () => {
    await openAdminUser(page, sandbox, 'long-gone')
    const before = await lastActivity(sandbox, id)
    await takeAction(page, 'View as user')
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    await expect(dialog(page)).toContainText('View as @long-gone?')
    await goToAdminScreen(page, 'audit-log')
    await expect(heading(page, 'Audit log')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('No entries yet')).toBeVisible()
    expect(await lastActivity(sandbox, id)).toBe(before)
  })

  await openAdminUser(page, sandbox, 'long-gone')
  await expectDeactivation(page, false)

  await test.step('warns first, and doesn’t send requests unless confirmed', async () => {
    const before = await lastActivity(sandbox, id)
    await (
      await openActionMenu(page)
    )
      .getByRole('menuitem', { name: 'View as user' })
      .press('Enter')
    await expect(dialog(page)).toContainText('View as @long-gone?')
    await expect(dialog(page)).toContainText(/their last activity changes from .* to today/)
    await expect(dialog(page)).toContainText('recorded in the audit log')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(userHeader(page)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    expect(await lastActivity(sandbox, id)).toBe(before)
    await expect(note(page)).toHaveCount(0)
  })

  await test.step('shows the user’s view', async () => {
    await takeAction(page, 'View as user')
    await dialog(page).getByRole('button', { name: 'View', exact: true }).press('Enter')
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' })
    await expect(banner).toContainText('@long-gone')
    expect(await lastActivity(sandbox, id)).toBe(today)
    await banner.getByRole('button', { name: 'Stop' }).click()
  })

  await test.step('still offers Deactivate, and shows which date counts', async () => {
    await expect(note(page)).toContainText(/^Last activity .* by viewing as this user/)
    await expectDeactivation(page, false)
    await app.expectAccessible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(listRow(page, 'Entries', /View as user.*@long-gone/)).toBeVisible()
  })

  await test.step('still lists them as inactive', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await openView(page, /^Inactive for at least 90 days/)
    await page.getByRole('searchbox').first().fill('@long-gone')
    await expect(page.getByRole('grid').getByText('@long-gone')).toBeVisible()
  })

  await test.step('treats them as active after activity on a later day', async () => {
    await app.close()
    moveViewsToYesterday(app.data)
    await makeRequestAs(sandbox, id)
    await app.open()
    await expectSignedIn(app.page)
    await openAdminUser(app.page, sandbox, 'long-gone')
    await expect(app.page.getByRole('group', { name: 'Actions' })).toBeVisible()
    await expectDeactivation(app.page, true)
    await expect(note(app.page)).toHaveCount(0)
  })
})
