import type { Page } from '@playwright/test'
import { takeAction } from './support/moderation.ts'
import { openScreen, runRow } from './support/actions.ts'
import { expectCount, openDirectory, selectAll, openView } from './support/directory.ts'
import { findUser, goToAdminScreen, openAdminUser } from './support/person.ts'
import { chooseForRun } from './support/moderation.ts'
import { expect, expectSignedIn, heading, test } from './support/test.ts'
import { expectReviewed, startReview } from './support/review.ts'

const offboarding = /^Offboard/
const onboarding = 'Create 3 users'
const review = /^Review 60 users/
const runs = [offboarding, onboarding, review]
const newcomers = ['new.ana', 'new.ben', 'new.cleo']

/** Starts one run of each kind from its own screen. */
async function startRuns(page: Page, username: string): Promise<void> {
  await takeAction(page, 'Offboard and other plans…')
  await page.getByRole('radio', { name: offboarding }).check()
  await page.getByLabel(`Type ${username} to confirm`).fill(username)
  await page.getByRole('button', { name: /^Offboard / }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()

  await goToAdminScreen(page, 'onboarding')
  const rows = newcomers.map((name) => `${name},${name},${name}@example.com`)
  await page.getByLabel('Pasted rows').fill(['username,name,email', ...rows].join('\n'))
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByLabel('Type 3 to confirm').fill('3')
  await page.getByRole('button', { name: onboarding }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()

  await openScreen(page, 'Users')
  await selectAll(page).click()
  await expectCount(page, '60 selected')
  await page.getByRole('button', { name: 'Review access…' }).click()
  await startReview(page)
  await expect(heading(page, 'Access review')).toBeVisible()
  await expect(page.getByText('Paused at 0 of 60 users.')).toBeVisible()
}

test('shows runs of all kinds in one queue, and pauses and resumes them across a restart @full', async ({
  app,
  sandbox,
}) => {
  let page = await openDirectory(app, sandbox)
  const { username } = (await findUser(sandbox, 'tomasz'))!
  await openScreen(page, 'Queue')
  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible()
  await openAdminUser(page, sandbox, username)
  await startRuns(page, username)

  await test.step('waits for a shared rate limit', async () => {
    await sandbox.stop()
    await sandbox.start({ faults: ['* ** * status=429'] })
    await openScreen(page, 'Queue')
    for (const name of runs) await expect(runRow(page, name)).toContainText('Paused')
    await page.getByRole('button', { name: 'Resume all' }).click()
    for (const name of runs) {
      await expect(runRow(page, name)).toContainText(/Rate limit reached\. Resumes /)
    }
    await app.expectAccessible()
  })

  await test.step('filters by kind, and lists a run’s users', async () => {
    await page.getByRole('button', { name: 'Type' }).click()
    await page.getByRole('menuitem', { name: 'New users' }).click()
    const shown = page.getByRole('grid', { name: 'Runs' }).locator('[data-item]')
    await expect(shown).toHaveCount(1)
    await page.reload()
    await expect(shown).toHaveCount(1)
    await runRow(page, onboarding).getByRole('link').click()
    await expect(page.getByText('@new.cleo')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Remove filter: New users' }).click()
    await expect(shown).toHaveCount(3)
  })

  await test.step('pauses them together, even across a restart', async () => {
    await page.getByRole('button', { name: 'Pause all' }).click()
    for (const name of runs) await expect(runRow(page, name)).toContainText('Paused')
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    page = await app.open()
    await expectSignedIn(page)
    await openScreen(page, 'Queue')
    for (const name of runs) await expect(runRow(page, name)).toContainText('Paused')
    expect((await findUser(sandbox, username))?.state).toBe('active')
    expect(await findUser(sandbox, newcomers[0]!)).toBeUndefined()
  })

  await test.step('finishes them', async () => {
    await page.getByRole('button', { name: 'Resume all' }).click()
    await openView(page, /^Finished/)
    for (const name of runs) {
      await expect(runRow(page, name)).toContainText('Finished', { timeout: 60_000 })
    }
    await expect(runRow(page, onboarding)).toContainText('Created: 3')
    await expect(runRow(page, review)).toContainText(/Read: \d+/)
    expect((await findUser(sandbox, username))?.state).toBe('blocked')
    for (const name of newcomers) expect(await findUser(sandbox, name)).toBeDefined()
    await app.expectAccessible()
  })

  await test.step('shows a page for each', async () => {
    for (const [name, item] of [
      [offboarding, `@${username}`],
      [onboarding, '@new.ana'],
      [review, 'Group or project'],
    ] as const) {
      await runRow(page, name).getByRole('link').click()
      await expect(heading(page, /^Run: /)).toBeVisible()
      await expect(page.getByText('Finished', { exact: true })).toBeVisible()
      await expect(page.getByRole('grid', { name: 'Results' })).toContainText(item)
      await app.expectAccessible()
      await page.goBack()
    }
    await runRow(page, review).getByRole('link').click()
    await chooseForRun(page, 'Open the review')
    await expectReviewed(page, 60)
  })
})
