import { dataAge } from './support/actions.ts'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { noon } from './support/clock.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { goToAdminScreen, userHeader } from './support/person.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

/** Avoids opening Users, which would load the directory and make it the source of the activities. */
async function openActivities(page: Page): Promise<void> {
  await goToAdminScreen(page, 'activities')
  await expect(heading(page, 'Activities')).toBeVisible()
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Activities' }).locator('[data-item]')

/** GitLab’s own list of activities since a given day, oldest first. */
function activitiesOf(sandbox: TestSandbox, from: string) {
  return callAsAdmin<{ username: string; last_activity_on: string }[]>(
    sandbox,
    'GET',
    `/user/activities?per_page=100&from=${from}`,
  )
}

test('lists users active since a given day and saves the list as CSV @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openActivities(page)

  await test.step('saves the whole list as CSV', async () => {
    const from = await page.getByLabel('Active since').inputValue()
    const entries = await activitiesOf(sandbox, from)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /as CSV$/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^activities-.*\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(entries.length + 1)
    expect(lines.slice(1).every((line) => !/^[=+@-]/.test(line))).toBe(true)
  })

  await test.step('sorts, searches, and shows avatars', async () => {
    const from = await page.getByLabel('Active since').inputValue()
    const entries = await activitiesOf(sandbox, from)
    await expect(rows(page)).toHaveCount(entries.length)
    await expect(rows(page).first()).toContainText('@ines')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Users by week' }).click()
    await expect(page.getByRole('img', { name: /^Users by week/ })).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Last active' }).click()
    await expect(rows(page).last()).toContainText('@ines')
    await expect(page.getByRole('columnheader', { name: 'Last active' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await page.getByRole('button', { name: 'Username' }).click()
    await page.getByRole('searchbox', { name: 'Search by username' }).fill('maya')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: '@maya.lindqvist' }).click()
    await expect(userHeader(page)).toContainText('maya.lindqvist@example.com')
    await page.goBack()
    await expect(heading(page, 'Activities')).toBeVisible()
  })
})

test('changes the start day and keeps loaded activities while GitLab is down @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openActivities(page)

  await test.step('keeps loaded activities while GitLab is down', async () => {
    await expect(rows(page).first()).toBeVisible()
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(dataAge(page).getByText('Can’t reach GitLab', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText(/^Updated today/)).toBeVisible()
    await sandbox.start()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(dataAge(page).getByText('Can’t reach GitLab', { exact: true })).toHaveCount(0)
  })

  await test.step('changes the start day and rejects one in the future', async () => {
    await expect(rows(page).first()).toBeVisible()
    await page.getByLabel('Active since').fill('2999-01-01')
    await expect(page.getByText('Choose a day that isn’t in the future.')).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await page.getByLabel('Active since').fill('2010-01-01')
    const entries = await activitiesOf(sandbox, '2010-01-01')
    await expect(rows(page)).toHaveCount(entries.length)
    await page.getByRole('searchbox', { name: 'Search by username' }).fill('nobody-at-all')
    await expect(page.getByText('Activities list usernames only.')).toBeVisible()
    await app.expectAccessible()
  })
})

test('reports a missing user when a profile is opened by username @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openActivities(page)
  await page.evaluate(
    () => (location.hash = location.hash.replace('admin/activities', 'people/@nobody')),
  )
  await expect(page.getByText('User not found')).toBeVisible()
  await app.expectAccessible()
})
