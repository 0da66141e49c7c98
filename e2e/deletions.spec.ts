import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dateIn } from '../src/core/testing/dates.ts'
import { enqueueAction, listRow, openScreen } from './support/actions.ts'
import {
  chooseAction,
  deletionNote,
  user,
  queuedAction,
  sendNow,
  toast,
} from './support/moderation.ts'
import { openAdminUser, findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { chooseForRow } from './support/lists.ts'
import { expect, expectSignedIn, test } from './support/test.ts'

test.use({ settings: { undoSeconds: 30 } })

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test(
  'deletes users and explains why a deletion was refused @full',
  { tag: '@flavor' },
  async ({ app, sandbox }) => {
    const { page } = app

    await test.step('soft-deletes, rejects a sole owner, and deletes with all contributions', async () => {
      await openAdminUser(page, sandbox, 'winter.sleep')
      const cancelled = await chooseAction(page, 'Delete')
      await expect(cancelled).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
      const soft = await chooseAction(page, 'Delete')
      await expect(soft.getByRole('region', { name: 'Affected data' })).toContainText(
        'Reorganisation',
      )
      await expect(soft.getByRole('region', { name: 'Affected data' })).toContainText('refuses')
      await app.expectAccessible()
      await soft.getByLabel('Type winter.sleep to confirm').fill('delete')
      await expect(soft.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
      await soft.getByLabel('Reason').fill('Left')
      await soft.getByLabel('Type winter.sleep to confirm').fill('winter.sleep')
      await soft.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(toast(page, /in \d+ s\./)).toBeVisible()
      await expect(queuedAction(page)).toContainText('Will be sent in')
      await sendNow(page)
      await expect(toast(page, /^GitLab refused/)).toBeVisible()
      await expect(queuedAction(page)).toContainText('sole-owner of a group')
      expect(await findUser(sandbox, 'winter.sleep')).toBeDefined()

      const hard = await chooseAction(page, 'Delete')
      await hard.getByRole('radio', { name: /^Delete with contributions/ }).check()
      await expect(hard.getByRole('note')).toContainText('all issues, comments, merge requests')
      await hard.getByLabel('Reason').fill('Left')
      await hard.getByLabel('Type winter.sleep to confirm').fill('winter.sleep')
      await expect(hard.getByRole('note')).toContainText(
        'You have 60 seconds to undo. After that, the account is deleted for good.',
      )
      await hard.getByRole('button', { name: 'Delete with contributions' }).click()
      await sendNow(page)
      await expect(toast(page, /GitLab is deleting .* and their contributions/)).toBeVisible()
      await expect(deletionNote(page)).toBeVisible()

      await openAdminUser(page, sandbox, 'x')
      const plain = await chooseAction(page, 'Delete')
      await plain.getByLabel('Reason').fill('Left')
      await plain.getByLabel('Type x to confirm').fill('x')
      await plain.getByRole('button', { name: 'Delete', exact: true }).click()
      await sendNow(page)
      await expect(toast(page, /GitLab is deleting .X.\./)).toBeVisible()
      await expect(deletionNote(page)).toBeVisible()
      await app.expectAccessible()
    })

    await test.step('explains why nothing was sent, and retries', async () => {
      const id = await openAdminUser(page, sandbox, 'long-gone')
      // Makes the user active while the page still shows them as inactive.
      const { token } = await callAsAdmin<{ token: string }>(
        sandbox,
        'POST',
        `/users/${id}/impersonation_tokens`,
        { name: 'Back', scopes: ['api'], expires_at: dateIn(30, sandbox.now()) },
      )
      await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })
      await enqueueAction(page, 'Deactivate')
      await sendNow(page)
      await expect(toast(page, 'was active in the last 90 days')).toBeVisible()
      await expect(queuedAction(page)).toContainText('was active in the last 90 days')
      await expect(user(page).getByText('Active', { exact: true })).toBeVisible()
      await app.expectAccessible()
      await queuedAction(page).getByRole('button', { name: /retry/i }).click()
      await expect(queuedAction(page)).toContainText('was active in the last 90 days')
      await queuedAction(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(queuedAction(page)).toHaveCount(0)

      const newcomer = await openAdminUser(page, sandbox, 'newcomer')
      await callAsAdmin(sandbox, 'POST', `/users/${newcomer}/approve`)
      await callAsAdmin(sandbox, 'POST', `/users/${newcomer}/block`)
      await enqueueAction(page, 'Approve')
      await sendNow(page)
      await expect(queuedAction(page)).toContainText('isn’t pending approval.')
      await expect(queuedAction(page).getByRole('button', { name: /anyway/ })).toHaveCount(0)
      await queuedAction(page)
        .getByRole('button', { name: /dismiss/i })
        .click()
      await expect(queuedAction(page)).toHaveCount(0)
    })
  },
)

test('undoes a deletion, and asks again if it came due while Latchkey was closed @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  await openAdminUser(page, sandbox, 'x')
  const first = await chooseAction(page, 'Delete')
  await first.getByLabel('Reason').fill('Left')
  await first.getByLabel('Type x to confirm').fill('x')
  await first.getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, /in \d+ s\./)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(queuedAction(page)).toHaveCount(0)

  const second = await chooseAction(page, 'Delete')
  await second.getByLabel('Reason').fill('Left')
  await second.getByLabel('Type x to confirm').fill('x')
  await second.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(queuedAction(page)).toContainText('Will be sent in')
  await app.close()
  passTime(app.data, 60_000)

  const next = await app.open()
  await expectSignedIn(next)
  await openScreen(next, 'Queue')
  const row = listRow(next, 'Needs review', '@x')
  await expect(row).toContainText('passed while Latchkey was closed')
  await app.expectAccessible()
  expect(await findUser(sandbox, 'x')).toBeDefined()
  await chooseForRow(row, 'Cancel')
  await expect(row).toHaveCount(0)
  expect((await findUser(sandbox, 'x'))?.state).toBe('active')
})

/** Advances the queue’s clock while Latchkey is closed. */
function passTime(data: string, milliseconds: number): void {
  const name = readdirSync(data, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('jobs.db'),
  )
  const database = new DatabaseSync(join(data, name!))
  database.prepare('UPDATE items SET not_before = not_before - ?').run(milliseconds)
  database.close()
}

test('fits the confirmation text and button into an 800 px high window @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdminUser(page, sandbox, 'maya.lindqvist')
  const dialog = await chooseAction(page, 'Delete')
  await expect(dialog.getByRole('region', { name: 'Affected data' })).toContainText(/own/)
  await expect(dialog.getByLabel('Type maya.lindqvist to confirm')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeInViewport({
    ratio: 1,
  })
})
