import { enqueueAction } from './support/actions.ts'
import { user, queuedAction, sendNow, toast } from './support/moderation.ts'
import { openAdminUser, findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test.use({ settings: { undoSeconds: 30 } })

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test('undoes an action, records its reason, and asks if another admin has acted since @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('undoes it and adds the reason', async () => {
    await openAdminUser(page, sandbox, 'wordy')
    await enqueueAction(page, 'Block')
    await expect(queuedAction(page)).toContainText('Will be sent in')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Canceled')).toBeVisible()
    await expect(queuedAction(page)).toHaveCount(0)
    expect((await findUser(sandbox, 'wordy'))?.state).toBe('active')

    await enqueueAction(page, 'Block')
    await page.locator('.toast').getByRole('button', { name: 'Add reason' }).click()
    const dialog = page.getByRole('dialog', { name: /^Reason: Block/ })
    await dialog.getByLabel('Reason').fill('Left the company\nin spring')
    await dialog.getByRole('switch', { name: 'Add to admin notes' }).click()
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save reason' }).click()
    await expect(queuedAction(page)).toContainText('Left the company')
    await app.expectAccessible()
    await queuedAction(page).getByRole('button', { name: 'send now' }).click()
    await expect(toast(page, 'is blocked')).toBeVisible()
    await expect(user(page).getByText(/^Blocked by @ines/)).toBeVisible()
    const { state, note } = (await findUser(sandbox, 'wordy'))!
    expect([state, note]).toEqual(['blocked', expect.stringContaining('Left the company')])
    await page.getByRole('tab', { name: 'History' }).click()
    const entries = page.getByRole('grid', { name: 'Entries' })
    await expect(entries).toContainText('Left the company')
  })

  await test.step('shows another admin’s concurrent changes, and asks', async () => {
    const id = await openAdminUser(page, sandbox, 'x')
    await callAsAdmin(sandbox, 'POST', `/users/${id}/block`)
    await enqueueAction(page, 'Ban')
    await sendNow(page)
    await expect(toast(page, 'is now blocked')).toBeVisible()
    await expect(queuedAction(page)).toContainText('Active → Blocked')
    await expect(user(page).getByText('Blocked', { exact: true })).toBeVisible()
    await app.expectAccessible()
    await queuedAction(page)
      .getByRole('button', { name: /dismiss/i })
      .click()
    await expect(queuedAction(page)).toHaveCount(0)
    expect((await findUser(sandbox, 'x'))?.state).toBe('blocked')

    const changedId = await openAdminUser(page, sandbox, 'long-gone')
    await callAsAdmin(sandbox, 'POST', `/users/${changedId}/deactivate`)
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await queuedAction(page)
      .getByRole('button', { name: /anyway/ })
      .click()
    await expect(toast(page, 'is blocked')).toBeVisible()
    expect((await findUser(sandbox, 'long-gone'))?.state).toBe('blocked')

    const renamed = await openAdminUser(page, sandbox, 'noam')
    await callAsAdmin(sandbox, 'PUT', `/users/${renamed}`, { username: 'noam.levi' })
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await expect(toast(page, 'is now called @noam.levi')).toBeVisible()
    await queuedAction(page)
      .getByRole('button', { name: /anyway/ })
      .click()
    await expect(toast(page, /נועם.* is blocked/)).toBeVisible()
    expect((await findUser(sandbox, 'noam.levi'))?.state).toBe('blocked')
  })
})

test.describe('when a user is deleted between two reads', () => {
  // The page loads the user once; after that, GitLab returns 404.
  test.use({ sandboxOptions: { faults: ['GET /users/22 2+ gone'] } })

  test('reports that the user was deleted and that nothing was done @full', async ({
    app,
    sandbox,
  }) => {
    const { page } = app
    expect(await openAdminUser(page, sandbox, 'wordy')).toBe(22)
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await expect(queuedAction(page)).toContainText('no longer exists')
    await expect(page.getByText('User not found')).toBeVisible()
    await app.expectAccessible()
    await queuedAction(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(queuedAction(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    expect((await findUser(sandbox, 'wordy'))?.state).toBe('active')
  })
})
