import type { Page } from '@playwright/test'
import { enqueueAction } from './support/actions.ts'
import { openAdminPerson, findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

const actions = (page: Page) => page.getByRole('group', { name: 'Actions' })
const queuedAction = (page: Page) => page.getByRole('region', { name: 'Queued' })
const toast = (page: Page, words: string | RegExp) => page.locator('.toast', { hasText: words })
const deletionNote = (page: Page) => page.getByRole('note', { name: 'Deletion in progress' })
const person = (page: Page) => page.locator('.identity')

async function choose(page: Page, action: string) {
  await actions(page).getByRole('button', { name: action, exact: true }).click()
  return page.getByRole('dialog')
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const sendNow = (page: Page) =>
  page.locator('.toast').getByRole('button', { name: 'Send now' }).click()

/** Orders an action from the menu, where what cannot be done stands too. */
async function menu(page: Page) {
  await actions(page).getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menu', { name: 'More actions' })
}

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test('does each of the eight from a state that allows it', async ({ app, sandbox }) => {
  const { page } = app
  const reversible = [
    { username: 'wordy', action: 'Block', said: 'is blocked', state: 'blocked', tag: 'Blocked' },
    { username: 'wordy', action: 'Unblock', said: 'is unblocked', state: 'active', tag: 'Active' },
    { username: 'x', action: 'Ban', said: 'is banned', state: 'banned', tag: 'Banned' },
    { username: 'x', action: 'Unban', said: 'is unbanned', state: 'active', tag: 'Active' },
    {
      username: 'long-gone',
      action: 'Deactivate',
      said: 'is deactivated',
      state: 'deactivated',
      tag: 'Deactivated',
    },
    {
      username: 'long-gone',
      action: 'Activate',
      said: 'is activated',
      state: 'active',
      tag: 'Active',
    },
  ]
  for (const { username, action, said, state, tag } of reversible) {
    await openAdminPerson(page, sandbox, username)
    await enqueueAction(page, action)
    await sendNow(page)
    await expect(toast(page, said)).toBeVisible()
    await expect(person(page).getByText(tag, { exact: true })).toBeVisible()
    expect((await findUser(sandbox, username))?.state).toBe(state)
  }

  await openAdminPerson(page, sandbox, 'newcomer')
  const approval = await choose(page, 'Approve')
  await expect(approval.getByRole('note')).toContainText('get an email')
  await app.expectAccessible()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, 'is approved')).toBeVisible()
  await expect(person(page).getByText('Active', { exact: true })).toBeVisible()
  expect((await findUser(sandbox, 'newcomer'))?.state).toBe('active')

  await openAdminPerson(page, sandbox, 'patient-one')
  const rejection = await choose(page, 'Reject')
  await expect(rejection.getByRole('note')).toContainText('deleted for good')
  await expect(rejection.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await rejection.getByLabel('Type the username to confirm').fill('patient-one')
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, 'is rejected. GitLab accepted the deletion')).toBeVisible()
  await expect(deletionNote(page)).toBeVisible()
  await expect(actions(page)).toHaveCount(0)
})

test('disables what the state does not allow, and goes by the keyboard alone', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('keeps it off, and says why', async () => {
    const people: Record<string, Record<string, string>> = {
      x: {
        Approve: 'The user is already active.',
        Reject: 'isn’t pending approval.',
        Unblock: 'The user is already active.',
        Unban: 'The user is already active.',
        Activate: 'The user is already active.',
        Deactivate: 'was active in the last 90 days',
        'Disable two-factor': 'isn’t enabled',
      },
      'piotr.zielinski': {
        Approve: 'isn’t pending approval.',
        Activate: 'Unblock them instead.',
        Block: 'already blocked.',
        Deactivate: 'while the user is blocked',
        Ban: 'while the user is blocked',
        Unban: 'while the user is blocked',
      },
      bulk_seller: {
        Unblock: 'Unban them instead.',
        Block: 'banned already',
        Ban: 'already banned.',
        Activate: 'while the user is banned',
        Deactivate: 'while the user is banned',
      },
      'winter.sleep': {
        Unblock: 'Activate them instead.',
        Deactivate: 'already deactivated.',
        Ban: 'while the user is deactivated',
      },
      newcomer: {
        Block: 'Approve or reject them instead',
        Unblock: 'Approve or reject them instead',
        Ban: 'Approve or reject them instead',
        Activate: 'Approve or reject them instead',
      },
      dev_singh: {
        Block: 'blocked by LDAP',
        Unblock: 'blocked by LDAP',
        Activate: 'blocked by LDAP',
        Ban: 'blocked by LDAP',
        Approve: 'blocked by LDAP',
      },
      tomasz: { 'Disable two-factor': 'doesn’t let administrators disable' },
      ghost: { Block: 'internal user', Delete: 'internal user' },
      ines: { Block: 'This is you', Delete: 'This is you', 'Disable two-factor': 'This is you' },
    }
    for (const [username, reasons] of Object.entries(people)) {
      await openAdminPerson(page, sandbox, username)
      const items = (await menu(page)).getByRole('menuitem', { disabled: true })
      for (const [action, why] of Object.entries(reasons)) {
        const item = items.filter({ has: page.getByText(action, { exact: true }) })
        await expect(item, `${action} of ${username}`).toContainText(why)
        await expect(actions(page).getByRole('button', { name: action, exact: true })).toHaveCount(
          0,
        )
      }
      await page.keyboard.press('Escape')
    }
    await menu(page)
    await app.expectAccessible()
  })

  await test.step('disables two-factor authentication of others, once', async () => {
    await openAdminPerson(page, sandbox, 'maya.lindqvist')
    const dialog = await choose(page, 'Disable two-factor')
    await expect(dialog.getByRole('note')).toContainText('the password alone is enough')
    await dialog.getByRole('button', { name: 'Disable two-factor' }).click()
    await expect(toast(page, 'Two-factor is disabled for')).toBeVisible()
    await expect(person(page).getByText('No two-factor')).toBeVisible()
    expect((await findUser(sandbox, 'maya.lindqvist'))?.two_factor_enabled).toBe(false)
    const off = (await menu(page)).getByRole('menuitem', { name: /^Disable two-factor/ })
    await expect(off).toContainText('isn’t enabled')
    await page.keyboard.press('Escape')

    const [someone] = await callAsAdmin<{ username: string }[]>(
      sandbox,
      'GET',
      '/users?two_factor=enabled',
    )
    const other = await openAdminPerson(page, sandbox, someone!.username)
    await callAsAdmin(sandbox, 'PATCH', `/users/${other}/disable_two_factor`)
    await enqueueAction(page, 'Disable two-factor')
    await expect(toast(page, 'was already off')).toBeVisible()
  })

  await test.step('goes by the keyboard alone', async () => {
    await openAdminPerson(page, sandbox, 'xiaoyu')
    await actions(page).getByRole('button', { name: 'Block' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(actions(page).getByRole('button', { name: 'Block' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(queuedAction(page)).toContainText('Can be undone')
    await expect(actions(page)).toBeFocused()
    await queuedAction(page).getByRole('button', { name: 'send now' }).press('Enter')
    await expect(person(page).getByText('Blocked', { exact: true })).toBeVisible()
    await actions(page).getByRole('button', { name: 'More actions' }).press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /^Reject/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(actions(page).getByRole('button', { name: 'More actions' })).toBeFocused()
  })
})

test('takes an action back, notes its reason, and asks where somebody else acted meanwhile', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('takes it back, and writes the reason', async () => {
    await openAdminPerson(page, sandbox, 'wordy')
    await enqueueAction(page, 'Block')
    await expect(queuedAction(page)).toContainText('Can be undone')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Canceled')).toBeVisible()
    await expect(queuedAction(page)).toHaveCount(0)
    expect((await findUser(sandbox, 'wordy'))?.state).toBe('active')

    const dialog = await choose(page, 'Block')
    await dialog.getByLabel('Reason').fill('Left the company\nin spring')
    await dialog.getByRole('switch', { name: 'Add to admin notes' }).click()
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(queuedAction(page)).toContainText('Left the company')
    await app.expectAccessible()
    await expect(toast(page, 'is blocked')).toBeVisible()
    await expect(person(page).getByText(/^Blocked by @ines/)).toBeVisible()
    const { state, note } = (await findUser(sandbox, 'wordy'))!
    expect([state, note]).toEqual(['blocked', expect.stringContaining('Left the company')])
    await page.getByRole('tab', { name: 'Activity' }).click()
    const entries = page.getByRole('list', { name: 'Entries' })
    await expect(entries).toContainText('Left the company')
  })

  await test.step('shows what somebody else did meanwhile, and asks', async () => {
    const id = await openAdminPerson(page, sandbox, 'x')
    await callAsAdmin(sandbox, 'POST', `/users/${id}/block`)
    await enqueueAction(page, 'Ban')
    await sendNow(page)
    await expect(toast(page, 'is now blocked')).toBeVisible()
    await expect(queuedAction(page)).toContainText('When you queued the action')
    await expect(queuedAction(page).locator('.side', { hasText: /^Now/ })).toContainText('Blocked')
    await expect(person(page).getByText('Blocked', { exact: true })).toBeVisible()
    await app.expectAccessible()
    await queuedAction(page)
      .getByRole('button', { name: /dismiss/ })
      .click()
    await expect(queuedAction(page)).toHaveCount(0)
    expect((await findUser(sandbox, 'x'))?.state).toBe('blocked')

    const gone = await openAdminPerson(page, sandbox, 'long-gone')
    await callAsAdmin(sandbox, 'POST', `/users/${gone}/deactivate`)
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await queuedAction(page)
      .getByRole('button', { name: /anyway/ })
      .click()
    await expect(toast(page, 'is blocked')).toBeVisible()
    expect((await findUser(sandbox, 'long-gone'))?.state).toBe('blocked')

    const renamed = await openAdminPerson(page, sandbox, 'noam')
    await callAsAdmin(sandbox, 'PUT', `/users/${renamed}`, { username: 'noam.levi' })
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await expect(toast(page, 'is now called @noam.levi')).toBeVisible()
    await queuedAction(page)
      .getByRole('button', { name: /anyway/ })
      .click()
    await expect(toast(page, 'is blocked')).toBeVisible()
    expect((await findUser(sandbox, 'noam.levi'))?.state).toBe('blocked')
  })
})

test(
  'deletes users, and says why an action was refused',
  { tag: '@flavour' },
  async ({ app, sandbox }) => {
    const { page } = app

    await test.step('deletes softly, refuses a sole owner, and deletes with all contributions', async () => {
      await openAdminPerson(page, sandbox, 'winter.sleep')
      const soft = await choose(page, 'Delete')
      await expect(soft.getByRole('region', { name: 'Affected data' })).toContainText(
        'Reorganisation',
      )
      await expect(soft.getByRole('region', { name: 'Affected data' })).toContainText('409')
      await app.expectAccessible()
      await soft.getByLabel('Type the username to confirm').fill('winter')
      await expect(soft.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
      await soft.getByLabel('Type the username to confirm').fill('winter.sleep')
      await soft.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(toast(page, /^GitLab refused/)).toBeVisible()
      await expect(queuedAction(page)).toContainText('sole-owner of a group')
      expect(await findUser(sandbox, 'winter.sleep')).toBeDefined()

      const hard = await choose(page, 'Delete')
      await hard.getByRole('radio', { name: /^Delete with contributions/ }).check()
      await expect(hard.getByRole('note')).toContainText('all issues, comments, merge requests')
      await hard.getByLabel('Type the username to confirm').fill('winter.sleep')
      await hard.getByRole('button', { name: 'Delete with contributions' }).click()
      await expect(toast(page, 'and their contributions are deleted')).toBeVisible()
      await expect(deletionNote(page)).toBeVisible()

      await openAdminPerson(page, sandbox, 'x')
      const plain = await choose(page, 'Delete')
      await plain.getByLabel('Type the username to confirm').fill('x')
      await plain.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(toast(page, 'is deleted')).toBeVisible()
      await expect(deletionNote(page)).toBeVisible()
      await app.expectAccessible()
    })

    await test.step('says why nothing was sent, and tries again', async () => {
      const id = await openAdminPerson(page, sandbox, 'long-gone')
      // They come back just now, which the page has not heard of.
      const { token } = await callAsAdmin<{ token: string }>(
        sandbox,
        'POST',
        `/users/${id}/impersonation_tokens`,
        { name: 'Back', scopes: ['api'], expires_at: inDays(30) },
      )
      await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })
      await enqueueAction(page, 'Deactivate')
      await sendNow(page)
      await expect(toast(page, 'was active in the last 90 days')).toBeVisible()
      await expect(queuedAction(page)).toContainText('was active in the last 90 days')
      await expect(person(page).getByText('Active', { exact: true })).toBeVisible()
      await app.expectAccessible()
      await queuedAction(page).getByRole('button', { name: /retry/ }).click()
      await expect(queuedAction(page)).toContainText('was active in the last 90 days')
      await queuedAction(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(queuedAction(page)).toHaveCount(0)

      const newcomer = await openAdminPerson(page, sandbox, 'newcomer')
      await callAsAdmin(sandbox, 'POST', `/users/${newcomer}/approve`)
      await callAsAdmin(sandbox, 'POST', `/users/${newcomer}/block`)
      await enqueueAction(page, 'Approve')
      await expect(queuedAction(page)).toContainText('isn’t pending approval.')
      await expect(queuedAction(page).getByRole('button', { name: /anyway/ })).toHaveCount(0)
      await queuedAction(page)
        .getByRole('button', { name: /dismiss/ })
        .click()
      await expect(queuedAction(page)).toHaveCount(0)
    })
  },
)

test.describe('when somebody vanishes between two looks', () => {
  // The page reads them once; then the service knows them no longer.
  test.use({ sandboxOptions: { faults: ['GET /users/22 2+ gone'] } })

  test('says that they are gone, and that nothing was done', async ({ app, sandbox }) => {
    const { page } = app
    expect(await openAdminPerson(page, sandbox, 'wordy')).toBe(22)
    await enqueueAction(page, 'Block')
    await sendNow(page)
    await expect(queuedAction(page)).toContainText('no longer exists')
    await expect(page.getByText('User not found')).toBeVisible()
    await app.expectAccessible()
    await queuedAction(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(queuedAction(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to the directory' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible()
    expect((await findUser(sandbox, 'wordy'))?.state).toBe('active')
  })
})
