import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { takeAction } from './support/moderation.ts'
import { openScreen, enqueueAction, listRow } from './support/actions.ts'
import { invoke } from './support/invoke.ts'
import { goToAdminScreen, openAdminUser, findUser } from './support/person.ts'
import { chooseForRow, openRowMenu } from './support/lists.ts'
import { chooseForRun } from './support/moderation.ts'
import { expect, expectSignedIn, test } from './support/test.ts'

// Covers reordering, editing, canceling, and sending queued actions.

const open = (page: Page, words: string) => listRow(page, 'Pending', words)
/** The queued users in display order. */
const queuedUsernames = (page: Page) =>
  page.getByRole('grid', { name: 'Pending' }).locator('.second').getByText(/^@/).allInnerTexts()
const expectOrder = (page: Page, ...names: string[]) =>
  expect.poll(() => queuedUsernames(page)).toEqual(names.map((name) => `@${name}`))

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openScreen(app.page, 'Queue')
  await app.page.getByRole('button', { name: 'Pause all' }).click()
  await expect(app.page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('reorders queued actions by keyboard and menu, cancels all, and sends them in order @full', async ({
  app,
  sandbox,
}) => {
  await test.step('reorders them', async () => {
    const { page } = app
    for (const username of ['wordy', 'x', 'long-gone']) {
      await openAdminUser(page, sandbox, username)
      await enqueueAction(page, 'Block')
    }
    await openScreen(page, 'Queue')
    await expectOrder(page, 'wordy', 'x', 'long-gone')
    const list = page.getByRole('grid', { name: 'Pending' })
    await list.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Alt+ArrowUp')
    await expectOrder(page, 'wordy', 'long-gone', 'x')
    await expect(list).toBeFocused()
    await page.keyboard.press('Alt+Home')
    await expectOrder(page, 'long-gone', 'wordy', 'x')
    await page.keyboard.press('Alt+Home')
    await expect(page.getByRole('status').filter({ hasText: 'is already first' })).toBeVisible()
    const menu = await openRowMenu(open(page, '@wordy'))
    await app.expectAccessible()
    await menu.getByRole('menuitem', { name: 'To the end' }).click()
    await expectOrder(page, 'long-gone', 'x', 'wordy')
    await expect(list).toBeFocused()
    await expect(open(page, '@wordy')).toHaveClass(/current/)

    await app.open()
    await expectSignedIn(app.page)
    await goToAdminScreen(app.page, 'queue')
    await expectOrder(app.page, 'long-gone', 'x', 'wordy')
  })

  await test.step('cancels all, and queues them again with Undo', async () => {
    const { page } = app
    await chooseForRun(page, 'Cancel all')
    const question = page.getByRole('dialog', { name: '3 not sent. Cancel these 3?' })
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await chooseForRun(page, 'Cancel all')
    await question.getByRole('button', { name: /^Cancel \d+ actions?$/ }).click()
    await expect(page.getByText('No pending actions')).toBeVisible()
    const toast = page.getByRole('status').filter({ hasText: '3 actions canceled' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expectOrder(page, 'long-gone', 'x', 'wordy')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('No pending actions')).toBeVisible()
    for (const username of ['long-gone', 'x', 'wordy']) {
      expect((await findUser(sandbox, username))?.state).toBe('blocked')
    }
  })
})

test('marks users with a queued action, and edits its reason until it is sent @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('marks users with a queued action, including in an open list', async () => {
    await openAdminUser(page, sandbox, 'wordy')
    await enqueueAction(page, 'Block')
    await expect(page.getByRole('region', { name: 'Queued' })).toContainText('Block')
    await openScreen(page, 'Users')
    const row = page.getByRole('row').filter({ hasText: '@wordy' })
    await page.getByRole('searchbox', { name: 'Search users' }).fill('wordy')
    await expect(row).toContainText('Block: queued')
    await expect(
      page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: 'Queue Paused 1' }),
    ).toBeVisible()
    // Sent from another window while the list is open.
    const [, account] = /#\/of\/([^/]+)/.exec(page.url())!
    await invoke(page, 'jobs.resumeAll', {}, account)
    await invoke(page, 'queue.sendAllNow', {}, account)
    await expect(row).toContainText('Blocked')
    await expect(row).not.toContainText('queued')
  })

  await test.step('edits a reason, and keeps typed text if the action has been sent', async () => {
    await openScreen(page, 'Queue')
    await page.getByRole('button', { name: 'Pause all' }).click()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await openAdminUser(page, sandbox, 'x')
    await enqueueAction(page, 'Block', 'Asked for by mial')
    await openScreen(page, 'Queue')
    await chooseForRow(open(page, '@x'), 'Edit reason')
    const dialog = page.getByRole('dialog', { name: /^Reason: Block/ })
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for by mial')
    await app.expectAccessible()
    await dialog.getByLabel('Reason').fill('Asked for by mail')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('grid', { name: 'Pending' })).toBeFocused()
    await expect(open(page, '@x')).toContainText('Reason: Asked for by mail')

    await chooseForRow(open(page, '@x'), 'Edit reason')
    await dialog.getByLabel('Reason').fill('Asked for by letter')
    // Sent from another window.
    const [, account] = /#\/of\/([^/]+)/.exec(page.url())!
    await invoke(page, 'jobs.resumeAll', {}, account)
    await invoke(page, 'queue.sendAllNow', {}, account)
    await expect.poll(async () => (await findUser(sandbox, 'x'))?.state).toBe('blocked')
    await dialog.getByRole('button', { name: 'Save reason' }).click()
    await expect(dialog.getByRole('alert')).toContainText('can no longer be changed')
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for by letter')
    await page.keyboard.press('Escape')
    await openScreen(page, 'Audit log')
    await expect(listRow(page, 'Entries', '@x')).toContainText('Asked for by mail')
  })
})

test(
  'warns before closing discards typed text, and reports unsent actions on exit @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const { page } = app
    let dialogCount = 0
    page.on('dialog', (dialog) => {
      dialogCount += 1
      void dialog.dismiss()
    })
    await openAdminUser(page, sandbox, 'wordy')
    await enqueueAction(page, 'Block')
    await expect(page.getByRole('region', { name: 'Queued' })).toBeVisible()
    // The host and its queue keep running without the page.
    await page.reload()
    await expectSignedIn(page)
    expect(dialogCount).toBe(0)

    await openAdminUser(page, sandbox, 'x')
    await takeAction(page, 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Asked for by phone')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => dialogCount).toBe(1)
    await page.mouse.click(5, 5)
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for by phone')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await app.close()
    expect(app.output()).toContain(
      '1 action hasn’t been sent yet. It is kept on this computer until',
    )
  },
)

test('reports a damaged queue file until dismissed, and warns before sign-out deletes it @full', async ({
  app,
  sandbox,
}) => {
  await openAdminUser(app.page, sandbox, 'wordy')
  await enqueueAction(app.page, 'Block')
  await app.close()
  const filesIn = () => readdirSync(app.data, { recursive: true, encoding: 'utf8' })
  const [queue] = filesIn().filter((name) => name.endsWith('jobs.db'))
  writeFileSync(join(app.data, queue!), Buffer.alloc(80 * 1024))
  const page = await app.open()
  await expectSignedIn(page)
  await goToAdminScreen(page, 'queue')
  const notice = page.getByRole('note', { name: 'Damaged file' })
  await expect(notice).toContainText('jobs.db.damaged-')
  await expect(page.getByRole('status')).toContainText(['Everything is paused.'])
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('main').getByText(/paused/)).toHaveCount(0)
  await expect(notice).toContainText('sqlite3 FILE .recover')
  expect(filesIn().some((name) => name.startsWith(`${queue}.damaged-`))).toBe(true)
  await expect(open(page, '@wordy')).toHaveCount(0)
  await app.expectAccessible()
  await notice.getByRole('button', { name: 'Dismiss this notice' }).click()
  await expect(notice).toHaveCount(0)

  await openScreen(page, 'Accounts')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(dialog).toContainText('Delete damaged files?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(filesIn().some((name) => name.startsWith(`${queue}.damaged-`))).toBe(true)
})
