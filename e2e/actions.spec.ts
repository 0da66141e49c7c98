import { openScreen, enqueueAction, listRow } from './support/actions.ts'
import { goToAdminScreen, openAdminUser, findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { openView } from './support/directory.ts'
import { chooseForRow, openRowMenu, viewButton } from './support/lists.ts'
import { chooseForRun } from './support/moderation.ts'
import { expect, test } from './support/test.ts'

const state = async (...of: Parameters<typeof findUser>) => (await findUser(...of))?.state

test.use({ settings: { undoSeconds: 30 } })

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

test('pauses, cancels, and resumes the queue, and asks about users changed by others @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  await openScreen(page, 'Queue')
  await expect(page.getByText('No pending actions')).toBeVisible()
  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect(page.getByText('Nothing is sent until you resume').first()).toBeVisible()

  for (const username of ['wordy', 'x', 'long-gone', 'sunny']) {
    await openAdminUser(page, sandbox, username)
    await enqueueAction(page, 'Block', username === 'x' ? 'Asked for by mail' : undefined)
  }
  await openScreen(page, 'Queue')
  const open = (words: string) => listRow(page, 'Pending', words)
  await expect(open('@wordy')).toBeVisible()
  await expect(open('@x')).toContainText('Reason: Asked for by mail')
  await expect(viewButton(page, 'Pending 4')).toBeVisible()
  await app.expectAccessible()

  await chooseForRow(open('@wordy'), /^(Undo|Cancel)$/)
  await expect(open('@wordy')).toHaveCount(0)
  const { id: renamed } = (await findUser(sandbox, 'long-gone'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${renamed}`, { username: 'came-back' })
  const { id: banned } = (await findUser(sandbox, 'sunny'))!
  await callAsAdmin(sandbox, 'POST', `/users/${banned}/ban`)
  expect(await state(sandbox, 'x')).toBe('active')

  await page.reload()
  await page.getByRole('button', { name: 'Resume' }).click()
  await chooseForRun(page, 'Send all now')
  await expect(viewButton(page, 'Needs review 2')).toBeVisible()
  await openView(page, 'Needs review')
  const decide = (words: string) => listRow(page, 'Needs review', words)
  await expect(decide('@came-back')).toContainText('@long-gone → @came-back')
  await app.expectAccessible()
  await expect(decide('@sunny')).toContainText('already banned')
  const menu = await openRowMenu(decide('@sunny'))
  await expect(menu.getByRole('menuitem', { name: 'anyway' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Dismiss' }).click()
  await chooseForRow(decide('@came-back'), 'Block anyway')
  await expect(page.getByText('Nothing to review')).toBeVisible()

  await openView(page, 'Finished')
  const finished = (words: string) => listRow(page, 'Finished', words)
  await expect(finished('@came-back')).toContainText('State on GitLab: Blocked.')
  await expect(finished('@sunny')).toContainText('Canceled')
  await chooseForRow(finished('@wordy'), 'Retry')
  await expect(finished('@wordy')).toContainText('State on GitLab: Blocked.')
  await app.expectAccessible()
  const states = ['wordy', 'x', 'came-back', 'sunny'].map((username) => state(sandbox, username))
  expect(await Promise.all(states)).toEqual(['blocked', 'blocked', 'blocked', 'banned'])
})

test('keeps queued actions while GitLab is down and sends them once it is up again @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  await openAdminUser(page, sandbox, 'wordy')
  await sandbox.stop()
  await enqueueAction(page, 'Block')
  await goToAdminScreen(page, 'queue')
  const row = listRow(page, 'Pending', '@wordy')
  await chooseForRow(row, 'Send now')
  // Shown once, above the list.
  await expect(row).toContainText('Next try')
  await expect(page.getByRole('main').getByText('Can’t reach')).toHaveCount(1)
  await app.expectAccessible()
  await sandbox.start()
  await openView(page, 'Finished')
  // Sent automatically once the last attempt’s backoff is over.
  const finished = listRow(page, 'Finished', '@wordy')
  await expect(finished).toContainText('Done')
  expect(await state(sandbox, 'wordy')).toBe('blocked')
})
