import { readFileSync } from 'node:fs'
import { chooseInRow, listRow, openScreen } from './support/actions.ts'
import { expectCount, grid, openDirectory, openView, selectAll } from './support/directory.ts'
import { chooseForRun } from './support/moderation.ts'
import { userHeader } from './support/person.ts'
import { chooseForReview, expectReviewed, startReview } from './support/review.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

test('reviews selected users, filters and saves them, and lists their credentials @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)

  await test.step('collects the access of the selected users', async () => {
    await selectAll(page).click()
    await expectCount(page, '60 selected')
    await page.getByRole('button', { name: 'Review access…' }).click()
    await expect(heading(page, 'Access review')).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'New review' })
    await expect(dialog.getByLabel('Whose access')).toHaveText(/^60 selected users/)
    await expect(dialog.getByText(/^60 users · About \d+ requests/)).toBeVisible()
    await app.expectAccessible()
    await startReview(page)
    await expectReviewed(page, 60)
    await expect(page.getByText(/loaded so far/)).toHaveCount(0)
    await app.expectAccessible()
  })

  await test.step('renames the review', async () => {
    await chooseForReview(page, 'Rename review')
    const dialog = page.getByRole('dialog', { name: 'Rename review' })
    await dialog.getByLabel('Name').fill('Spring')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Rename review' }).click()
    await expect(dialog).toHaveCount(0)
    await chooseForReview(page, 'Open the run')
    await expect(page.getByText('Review 60 users: Spring')).toBeVisible()
    await chooseForRun(page, 'Open the review')
  })

  const firstRow = page.getByRole('grid', { name: 'Users in this review' }).getByRole('row').nth(1)
  const decision = page.getByRole('region', { name: 'Decision' })
  await test.step('records decisions on users, one by one and in bulk', async () => {
    await expectCount(page, '60 users · 0 of 60 decided')
    await decision.getByRole('button', { name: /^Remove: / }).click()
    await expect(page.getByText('1 of 60 decided')).toBeVisible()
    await expect(firstRow).toContainText('Remove')
    await decision.getByRole('button', { name: /^Decision and note: / }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Decision')).toHaveValue('remove')
    await dialog.getByLabel('Note').fill('Left in May')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(decision).toContainText('Left in May')
    await app.expectAccessible()

    await openView(page, /^Undecided/)
    await expect(page.getByText('59 users ·')).toBeVisible()
    // When a row leaves the list by keyboard, the next one can be decided at once.
    await decision.getByRole('button', { name: /^Keep: / }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('58 users ·')).toBeVisible()
    await expect(decision.locator(':focus')).toHaveText(/^Keep/)
    await chooseInRow(firstRow, 'Keep')
    await expect(page.getByText('57 users ·')).toBeVisible()
    await page.getByRole('button', { name: 'Decide for 57 users…' }).click()
    await dialog.getByLabel('Decision').selectOption('Change')
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(page.getByText('57 decisions saved.')).toBeVisible()
    await expect(page.getByText('60 of 60 decided')).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Decision', { exact: true }).selectOption('All')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
  })

  await test.step('filters, and saves the filtered list', async () => {
    await openView(page, /^Owner of a group/)
    await expect(firstRow).toContainText('owns')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    const saved = readFileSync(await (await download).path(), 'utf8')
    expect(saved).toMatch(/^\uFEFFid,username,/)
    expect(saved).toContain('(Owner)')
    expect(saved).toMatch(/,change,,ines,\d{4}-/)
  })

  await test.step('prints a sheet with a title and date', async () => {
    await page.evaluate(() => {
      window.print = () => {
        document.title = document.querySelector('.review-sheet')!.textContent
      }
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
    await expect(page).toHaveTitle(/Started by.*Filters.*Owner of a group.*Change: 57.*Totals/)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(page.locator('.review-sheet')).toHaveCount(0)
  })

  await test.step('lists keys and tokens across users', async () => {
    await page.getByRole('link', { name: 'Keys and tokens' }).click()
    const credentials = page.getByRole('grid', { name: 'Keys and tokens' })
    await openView(page, 'Impersonation token')
    await expect(credentials).toContainText('Migration')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Expires' }).selectOption('Expired')
    await page.keyboard.press('Escape')
    await expect(credentials).toContainText('Audit of spring')
    await expect(credentials).not.toContainText('Migration')
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await app.expectAccessible()
  })

  await test.step('finds expiring, unused, and weak credentials', async () => {
    const credentials = page.getByRole('grid', { name: 'Keys and tokens' })
    await openView(page, /^Expires within 7 days/)
    await expect(credentials).toContainText('Support case 4711')
    await expect(credentials).not.toContainText('CI deploy preview')
    await openView(page, /^Expires within 30 days/)
    await expect(credentials).toContainText('CI deploy preview')
    await openView(page, /^Not used for 90 days/)
    await expect(credentials.getByRole('row').filter({ hasText: 'Backup script' })).toContainText(
      'Never',
    )
    await openView(page, /^Weak key/)
    await expect(credentials).toContainText('DSA 1024')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    const saved = readFileSync(await (await download).path(), 'utf8')
    expect(saved).toContain('From 2011')
  })

  await test.step('selects the owners in the user list', async () => {
    await page.getByRole('button', { name: 'Select owners in Users' }).click()
    await expect(grid(page)).toBeVisible()
    await expectCount(page, '1 selected')
    await page.getByRole('link', { name: 'Access review' }).click()
    await expectReviewed(page, 60)
  })

  await test.step('selects filtered users in the user list', async () => {
    await openView(page, /^Owner of a group/)
    await page.getByRole('button', { name: 'Select in Users' }).click()
    await expect(grid(page)).toBeVisible()
    await expectCount(page, /^\d+ selected/)
  })
})

test('decides on 17 users by keyboard alone @full', async ({ app, sandbox }) => {
  const page = await openDirectory(app, sandbox)
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+Space')
  for (let row = 1; row < 17; row += 1) await page.keyboard.press('Shift+ArrowDown')
  await expectCount(page, '17 selected')
  await page.getByRole('button', { name: 'Review access…' }).press('Enter')
  await page.getByRole('button', { name: 'Start review' }).press('Enter')
  await expectReviewed(page, 17)
  const list = page.getByRole('grid', { name: 'Users in this review' })
  const decision = page.getByRole('region', { name: 'Decision' })
  const current = () => decision.locator('strong').textContent()

  await test.step('goes on to the next undecided user after each key', async () => {
    await page.keyboard.press('j')
    await expect(list).toBeFocused()
    const first = await current()
    // A sequence opens a screen instead.
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await expect(heading(page, 'Keys')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('0 of 17 decided')).toBeVisible()
    await list.focus()
    await page.keyboard.press('Home')
    await expect(decision.locator('strong')).toHaveText(first!)
    const seen = new Set<string | null>()
    for (const key of 'kcrkcrkc') {
      seen.add(await current())
      await page.keyboard.press(key)
    }
    expect(seen.size).toBe(8)
    await expect(page.getByText('8 of 17 decided')).toBeVisible()
    await expect(list.getByRole('row').nth(1)).toContainText('Keep')
    await expect(list.getByRole('row').nth(3)).toContainText('Remove')
    await expect(list.getByRole('row').nth(9)).toHaveClass(/current/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('r')
    await expect(list.getByRole('row').nth(8)).toContainText('Remove')
    await expect(list.getByRole('row').nth(9)).toHaveClass(/current/)
    await app.expectAccessible()
  })

  await test.step('empties the list of undecided users', async () => {
    await openView(page, /^Undecided/)
    await expect(list.getByRole('row')).toHaveCount(10)
    await list.focus()
    for (const key of 'kkkcccrrr') {
      const name = await current()
      await page.keyboard.press(key)
      await expect(list.getByText(name!, { exact: true })).toHaveCount(0)
    }
    await expect(page.getByText('17 of 17 decided')).toBeVisible()
  })

  await test.step('lists the keys', async () => {
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toContainText('Keep in an access review')
  })
})

test.describe('with slow responses', () => {
  test.use({ sandboxOptions: { faults: ['GET /users/*/keys * latency=300'] } })

  test('pauses a review and asks for confirmation when Delete review is clicked @full', async ({
    app,
    sandbox,
  }) => {
    const page = await openDirectory(app, sandbox)
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Review access…' }).click()
    await startReview(page)
    await chooseForReview(page, 'Delete review')
    const question = page.getByRole('dialog', { name: /^Delete “/ })
    await expect(question).toBeVisible()
    await expect(page.getByText(/^Paused at \d+ of 60 users\./)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^Paused at/)).toBeVisible()
    await chooseForReview(page, 'Open the run')
    await page.getByRole('button', { name: 'Resume' }).click()
    await chooseForRun(page, 'Open the review')
    await expect(page.getByText(/^\d+ of 60 users loaded\./)).toBeVisible()
    await chooseForReview(page, 'Delete review')
    await question.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText(/^\d+ of 60 users loaded\./)).toBeVisible()
    await chooseForReview(page, 'Delete review')
    await question.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByText('No review yet')).toBeVisible()
  })
})

test('lists likely spam and recent changes, and passes candidates to a bulk action @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  const users = await callAsAdmin<{ id: number }[]>(sandbox, 'GET', '/users?username=wordy')
  await callAsAdmin(sandbox, 'PUT', `/users/${users[0]!.id}`, { admin: true })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const filters = page.getByRole('button', { name: /^Filters/ })

  await test.step('shows who became an administrator', async () => {
    await openScreen(page, 'What changed')
    const change = listRow(page, 'What changed', '@wordy')
    await expect(change).toContainText('New administrator')
    await expect(change).not.toContainText('By you')
    await openView(page, /^New administrator/)
    await expect(change).toBeVisible()
    await filters.click()
    await page.getByRole('checkbox', { name: 'By others' }).check()
    await expect(change).toBeVisible()
    await page.getByLabel('Noticed').selectOption('In the last 7 days')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('wordy,newAdmin')
    await app.expectAccessible()
    await chooseInRow(change, 'Open user')
    await expect(userHeader(page)).toBeVisible()
    await page.goBack()
  })

  await test.step('selects candidates for a bulk action', async () => {
    await page.getByRole('link', { name: 'Spam sweep' }).click()
    await filters.click()
    await page.getByLabel('Signed up').selectOption('Any time')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await openView(page, /^Unconfirmed/)
    const candidate = listRow(page, 'Spam sweep', '@unconfirmed')
    await expect(candidate).toContainText('Never signed in')
    await app.expectAccessible()
    await candidate.getByRole('checkbox').click()
    await expectCount(page, '1 selected')
    await page.getByRole('button', { name: 'Not spam' }).click()
    await expect(candidate).toHaveCount(0)
    await openView(page, /^Not spam/)
    await candidate.getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Remove mark' }).click()
    await expect(candidate).toHaveCount(0)
    await openView(page, /^Unconfirmed/)
    await chooseInRow(candidate, 'Not spam')
    await expect(candidate).toHaveCount(0)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click()
    await expect(candidate).toBeVisible()
    const ban = page.getByRole('button', { name: 'Ban…' })
    // Actions must not use a filter that isn’t applied yet, or users the list leaves out.
    const threshold = page.getByLabel('Sign-ups from one domain within a day')
    await filters.click()
    await threshold.fill('1')
    await expect(page.getByText('Enter a whole number from 2 to 1000.')).toBeVisible()
    await page.keyboard.press('Escape')
    await candidate.getByRole('checkbox').click()
    await expect(ban).toBeDisabled()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await filters.click()
    await threshold.fill('7')
    await page.keyboard.press('Escape')
    await candidate.getByRole('checkbox').click()
    await ban.click()
    await expect(page).toHaveURL(/\/admin\/bulk\?action=ban/)
    await expect(page.getByRole('main')).toContainText('Noor Haddad')
  })
})

test.describe('on an instance without a list of personal access tokens', () => {
  test.use({ sandboxOptions: { flavor: 'interface' } })

  test('reports the missing list once, and reviews everything else @full', async ({
    app,
    sandbox,
  }) => {
    const page = await openDirectory(app, sandbox)
    await page.getByRole('link', { name: 'Access review' }).click()
    await page.getByRole('button', { name: 'New review…' }).click()
    await startReview(page)
    await expectReviewed(page, 60)
    await expect(page.getByRole('columnheader', { name: 'Impersonation tokens' })).toBeVisible()
    await page.getByRole('link', { name: 'Keys and tokens' }).click()
    await expect(page.getByText('This GitLab doesn’t list personal access tokens.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Personal access token' })).toHaveCount(0)
    await expect(
      page.getByRole('button', { name: 'Impersonation token', exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Something couldn’t be loaded')).toHaveCount(0)
  })
})

test('shows only the error if a list can’t be read, and reloads it on Retry @browser @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  const main = page.getByRole('main')
  const failure = { kind: 'offline', message: 'The list is out of reach.', hint: 'Try again.' }
  for (const [screen, operations, readAgain] of [
    ['Keys and tokens', ['review.state', 'review.credentials'], 'No keys or tokens yet'],
    ['Spam sweep', ['directory.spamSweep'], 'Reasons'],
  ] as const) {
    await page.route('**/invoke', (route) => {
      const { name } = route.request().postDataJSON() as { name: string }
      return operations.some((operation) => operation === name)
        ? route.fulfill({ json: { ok: false, failure } })
        : route.fallback()
    })
    await openScreen(page, screen)
    await page.reload()
    await expect(main.getByText(failure.message)).toBeVisible()
    await expect(main.getByText('Loading…')).toHaveCount(0)
    await expect(main.getByText('Users aren’t loaded yet')).toHaveCount(0)
    await page.unrouteAll()
    // An event may already have triggered the reload.
    await expect(async () => {
      const retry = main.getByRole('button', { name: 'Retry' }).first()
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(main.getByText(readAgain).first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(main.getByText(failure.message)).toHaveCount(0)
  }
})
