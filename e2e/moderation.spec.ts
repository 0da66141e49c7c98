import { enqueueAction } from './support/actions.ts'
import {
  actions,
  chooseAction,
  deletionNote,
  openActionMenu,
  user,
  queuedAction,
  sendNow,
  toast,
} from './support/moderation.ts'
import { openAdminUser, findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

/** Actions whose availability depends on the user’s state. */
const states = [
  ...['Approve', 'Reject', 'Block', 'Unblock', 'Ban', 'Unban', 'Activate', 'Deactivate'],
  'Delete',
]

test.use({ settings: { undoSeconds: 30 } })

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test('performs each of the eight actions from a valid state @full', async ({ app, sandbox }) => {
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
    await openAdminUser(page, sandbox, username)
    await enqueueAction(page, action)
    await sendNow(page)
    await expect(toast(page, said)).toBeVisible()
    await expect(user(page).getByText(tag, { exact: true })).toBeVisible()
    expect((await findUser(sandbox, username))?.state).toBe(state)
  }

  await openAdminUser(page, sandbox, 'newcomer')
  await expect(actions(page).getByRole('button', { name: 'Approve' })).toHaveAttribute(
    'title',
    /sends an email/,
  )
  await enqueueAction(page, 'Approve')
  await app.expectAccessible()
  await sendNow(page)
  await expect(toast(page, 'is approved')).toBeVisible()
  await expect(user(page).getByText('Active', { exact: true })).toBeVisible()
  expect((await findUser(sandbox, 'newcomer'))?.state).toBe('active')

  await openAdminUser(page, sandbox, 'patient-one')
  const rejection = await chooseAction(page, 'Reject')
  await expect(rejection.getByRole('note')).toContainText('deleted for good')
  await expect(rejection.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await rejection.getByLabel('Type patient-one to confirm').fill('patient-one')
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await sendNow(page)
  await expect(toast(page, 'GitLab is deleting')).toBeVisible()
  await expect(deletionNote(page)).toBeVisible()
  await expect(actions(page)).toHaveCount(0)
})

test('disables actions that the state doesn’t allow, and works by keyboard alone @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('offers only applicable actions, and explains what isn’t possible yet', async () => {
    const availableLabels: Record<string, string[]> = {
      'piotr.zielinski': ['Unblock', 'Delete'],
      bulk_seller: ['Unban', 'Delete'],
      'winter.sleep': ['Activate', 'Block', 'Delete'],
      newcomer: ['Approve', 'Reject', 'Delete'],
      dev_singh: ['Delete'],
      ghost: [],
      ines: [],
    }
    const about: Record<string, string> = {
      dev_singh: 'blocked by LDAP',
      ghost: 'internal user',
      ines: 'This is you',
    }
    for (const [username, labels] of Object.entries(availableLabels)) {
      await openAdminUser(page, sandbox, username)
      await expect(user(page)).toContainText(about[username] ?? '')
      if (username === 'ghost' || username === 'ines') {
        const [first] = await actions(page).getByRole('button').allInnerTexts()
        expect(first, username).toBe('Edit')
      }
      const menu = await openActionMenu(page)
      for (const label of states) {
        const button = actions(page).getByRole('button', { name: label, exact: true })
        const item = menu.getByRole('menuitem', { name: label, exact: true, disabled: false })
        await expect(button.or(item), `${label} ${username}`).toHaveCount(
          labels.includes(label) ? 1 : 0,
        )
      }
      await page.keyboard.press('Escape')
    }

    const reasons = {
      x: { Deactivate: 'was active in the last 90 days' },
      tomasz: { 'Disable two-factor': 'can’t disable an administrator’s' },
    }
    for (const [username, objections] of Object.entries(reasons)) {
      await openAdminUser(page, sandbox, username)
      const items = (await openActionMenu(page)).getByRole('menuitem', { disabled: true })
      for (const [action, why] of Object.entries(objections)) {
        const item = items.filter({ has: page.getByText(action, { exact: true }) })
        await expect(item, `${action} of ${username}`).toContainText(why)
      }
      await app.expectAccessible()
      await page.keyboard.press('Escape')
    }
  })

  await test.step('shows who an action affects and what is unusual about them', async () => {
    await openAdminUser(page, sandbox, 'tomasz')
    const warnings = page.getByRole('main').getByRole('note', { name: 'Warning' })
    await expect(warnings).toContainText(/administrator/)
    await app.expectAccessible()
    const dialog = await chooseAction(page, 'Delete')
    const { id, email } = (await findUser(sandbox, 'tomasz'))!
    for (const text of ['@tomasz', email, String(id)]) await expect(dialog).toContainText(text)
    await expect(dialog.getByRole('note').filter({ hasText: 'administrator' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('disables another user’s two-factor authentication, once', async () => {
    await openAdminUser(page, sandbox, 'maya.lindqvist')
    const dialog = await chooseAction(page, 'Disable two-factor')
    await expect(dialog.getByRole('note')).toContainText('the password alone is enough')
    await dialog.getByLabel('Type maya.lindqvist to confirm').fill('maya.lindqvist')
    await dialog.getByRole('button', { name: 'Disable two-factor' }).click()
    await expect(toast(page, 'Two-factor is disabled for')).toBeVisible()
    await expect(user(page).getByText('No two-factor')).toBeVisible()
    expect((await findUser(sandbox, 'maya.lindqvist'))?.two_factor_enabled).toBe(false)
    const menu = await openActionMenu(page)
    await expect(menu.getByRole('menuitem', { name: 'Disable two-factor' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    const [someone] = await callAsAdmin<{ username: string }[]>(
      sandbox,
      'GET',
      '/users?two_factor=enabled',
    )
    const other = await openAdminUser(page, sandbox, someone!.username)
    await callAsAdmin(sandbox, 'PATCH', `/users/${other}/disable_two_factor`)
    const again = await chooseAction(page, 'Disable two-factor')
    await again.getByLabel(/^Type /).fill(someone!.username)
    await again.getByRole('button', { name: 'Disable two-factor' }).click()
    await expect(toast(page, 'was already off')).toBeVisible()
  })

  await test.step('works by keyboard alone', async () => {
    await openAdminUser(page, sandbox, 'xiaoyu')
    await actions(page).getByRole('button', { name: 'Block', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(queuedAction(page).getByRole('button', { name: 'undo' })).toBeVisible()
    await expect(actions(page)).toBeFocused()
    await queuedAction(page)
      .getByRole('button', { name: /add reason$/i })
      .press('Enter')
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await expect(page.getByRole('dialog')).toContainText('Waiting for your reason')
    await page.keyboard.type('Left the company')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(queuedAction(page)).toContainText('Reason: Left the company')
    await queuedAction(page).getByRole('button', { name: 'send now' }).press('Enter')
    await expect(user(page).getByText('Blocked', { exact: true })).toBeVisible()
    await actions(page).getByRole('button', { name: 'More actions' }).press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(actions(page).getByRole('button', { name: 'More actions' })).toBeFocused()
  })
})
