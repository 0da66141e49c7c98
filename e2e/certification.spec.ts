import type { Locator, Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { expectCount, openDirectory, openView } from './support/directory.ts'
import { findUser } from './support/person.ts'
import { chooseForReview, expectReviewed, startReview } from './support/review.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

/** With their memberships, keys, and tokens, these have thousands of items. */
const users = 2_100

test.use({ sandboxOptions: { users } })

interface Membership {
  source_id: number
  source_type: 'Namespace' | 'Project'
  access_level: number
}

async function membershipsOf(sandbox: TestSandbox, user: number): Promise<Membership[]> {
  return callAsAdmin(sandbox, 'GET', `/users/${user}/memberships?per_page=100`)
}

const newReview = (page: Page): Locator => page.getByRole('dialog', { name: 'New review' })
const items = (page: Page): Locator => page.getByRole('grid', { name: 'Items in this review' })
const row = (page: Page, number: number): Locator => items(page).getByRole('row').nth(number)

/** Lists a user’s direct memberships. */
async function showMemberships(page: Page, username: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search items' }).fill(username)
  await openView(page, /^Direct membership/)
  await expect(row(page, 1)).toContainText('Direct membership')
}

test('certifies access: planned, decided by keys, closed, carried out, and repeated @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  const page = await openDirectory(app, sandbox)
  const { id: user } = (await findUser(sandbox, 'long-gone'))!
  const before = await membershipsOf(sandbox, user)
  const decision = page.getByRole('region', { name: 'Decision' })

  await test.step('starts a review with a due date and a reviewer', async () => {
    await openScreen(page, 'Access review')
    await page.getByRole('button', { name: 'New review…' }).click()
    const dialog = newReview(page)
    await dialog.getByLabel('Name (optional)').fill('Spring')
    await dialog.getByLabel('Due date').fill('+3d')
    await dialog.getByLabel('Repeats').selectOption('Every 3 months')
    await dialog.getByRole('button', { name: 'Add reviewer' }).click()
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Start review' }).click()
    await expect(dialog).toContainText('Enter an email address for each reviewer.')
    await dialog.getByLabel('Name', { exact: true }).fill('Ada')
    await dialog.getByLabel('Email').fill('ada@example.org')
    await app.expectAccessible()
    await startReview(page)
    await expectReviewed(page, users)
    const decided = await page.getByText(/^0 of [\d,]+ items decided$/).textContent()
    expect(Number(/of ([\d,]+)/.exec(decided!)![1]!.replaceAll(',', ''))).toBeGreaterThan(9_000)
    await expect(page.getByText('Due in 3 days')).toBeVisible()
    await app.expectAccessible()
  })

  await test.step('reminds the reviewer by email', async () => {
    await chooseForReview(page, 'Remind reviewers')
    const dialog = page.getByRole('dialog', { name: 'Remind reviewers' })
    const link = dialog.getByRole('link', { name: 'Write email' })
    await expect(link).toHaveAttribute('href', /^mailto:ada@example\.org\?subject=.*Spring&body=/)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('decides on items by keys', async () => {
    await openScreen(page, 'Items')
    await showMemberships(page, 'long-gone')
    await app.expectAccessible()
    await items(page).focus()
    await page.keyboard.press('Home')
    // GitLab keeps the last owner of the group in the first row.
    await page.keyboard.press('m')
    await expect(row(page, 1)).toContainText('Not mine')
    await expect(row(page, 2)).toHaveClass(/current/)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New role').selectOption('Guest')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(row(page, 2)).toContainText('Change to Guest')
    await expect(row(page, 3)).toHaveClass(/current/)
    await page.keyboard.press('r')
    await page.keyboard.press('k')
    await expect(row(page, 3)).toContainText('Remove')
    await expect(row(page, 4)).toContainText('Keep')
    await decision.getByRole('button', { name: /^All \d+ items$/ }).click()
    await expect(page.getByRole('button', { name: 'Remove filter: @long-gone' })).toBeVisible()
    await expectCount(page, /^\d+ items · 4 of [\d,]+ decided$/)
  })

  await test.step('lists the due date on Home', async () => {
    await openScreen(page, 'Home')
    await expect(page.getByText('is due in 3 days')).toBeVisible()
    await openScreen(page, 'Items')
  })

  await test.step('closes the review, and lists what is undecided as exceptions', async () => {
    await page.getByRole('button', { name: 'Close review…' }).click()
    const question = page.getByRole('dialog', { name: 'Close “Spring”?' })
    await expect(question).toContainText(/\d+ undecided items are listed as exceptions\./)
    await app.expectAccessible()
    await question.getByRole('button', { name: 'Close review' }).click()
    await openView(page, /^Exceptions/)
    await expect(row(page, 1)).toContainText('Exception')
    await app.expectAccessible()
  })

  await test.step('carries it out after a preview', async () => {
    await page.getByRole('button', { name: 'Carry out…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Carry out' })
    await expect(dialog).toContainText('2 items of 1 user are changed on GitLab.')
    await app.expectAccessible()
    await dialog.getByLabel('Type 2 to confirm').fill('2')
    await dialog.getByRole('button', { name: 'Carry out 2 changes' }).click()
    await expect(dialog).toHaveCount(0)
    await openView(page, /^Done/)
    await expect(row(page, 2)).toContainText('Done')
    expect(await membershipsOf(sandbox, user)).toHaveLength(before.length - 1)
  })

  await test.step('repeats it, and finds what came back', async () => {
    const after = await membershipsOf(sandbox, user)
    const isLeft = ({ source_id, source_type }: Membership) =>
      after.some((left) => left.source_id === source_id && left.source_type === source_type)
    const removed = before.find((membership) => !isLeft(membership))!
    const places = removed.source_type === 'Project' ? 'projects' : 'groups'
    await callAsAdmin(sandbox, 'POST', `/${places}/${removed.source_id}/members`, {
      user_id: user,
      access_level: removed.access_level,
    })
    await page.getByRole('button', { name: 'Start with the same settings…' }).click()
    const dialog = newReview(page)
    await expect(dialog).toContainText('Repeats “Spring”')
    await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.org')
    await expect(dialog.getByLabel('Due date')).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Start review' }).click()
    await expect(dialog).toHaveCount(0)
    await openView(page, /^Back after removal 1/)
    await expect(row(page, 1)).toContainText('@long-gone')
  })
})
