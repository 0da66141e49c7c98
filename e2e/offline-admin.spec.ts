import type { Page } from '@playwright/test'
import { openScreen, enqueueAction, listRow } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { grid, search, openView } from './support/directory.ts'
import { findUser, openAdminUser, userHeader } from './support/person.ts'
import { chooseForRow, viewButton } from './support/lists.ts'
import { expect, heading, expectSignedIn, test } from './support/test.ts'

test.use({ time: noon })

const connection = (page: Page) => page.getByRole('region', { name: 'Connection' })
const userRow = (page: Page, username: string) =>
  grid(page)
    .getByRole('row')
    .filter({ hasText: `@${username}` })
const memberships = (page: Page) =>
  page.getByRole('grid', { name: 'Memberships' }).getByRole('row').nth(1)
const expectCount = (page: Page, words: string) =>
  expect(page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(words)

/** Searches by typing, like someone who knows part of a name. */
async function searchByTyping(page: Page, typed: string, username: string) {
  await search(page).pressSequentially(typed)
  await expect(userRow(page, username)).toBeVisible()
}

test('moderates offline, and sends each action exactly once when back online @full', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const state = async (username: string) => (await findUser(sandbox, username))?.state

  await test.step('loads all users', async () => {
    await openScreen(page, 'Users')
    await expect(page.getByText(/^Updated today/)).toBeVisible()
    await expectCount(page, '60 users')
    await openAdminUser(page, sandbox, 'maya.lindqvist', 'memberships')
    await expect(memberships(page)).toBeVisible()
  })

  await test.step('starts without GitLab and shows the loaded users', async () => {
    await sandbox.stop()
    page = await app.open()
    await expectSignedIn(page)
    await openScreen(page, 'Users')
    await expectCount(page, '60 users')
    await expect(connection(page)).toContainText('Can’t reach GitLab')
    await expect(page.getByRole('main')).toContainText(/Can’t reach GitLab.*today/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.expectAccessible()
  })

  await test.step('shows the loaded fields of a user, and which ones are missing', async () => {
    await searchByTyping(page, 'maya', 'maya.lindqvist')
    await userRow(page, 'maya.lindqvist').getByRole('link').click()
    await page.getByRole('tab', { name: 'Memberships' }).click()
    await expect(memberships(page)).toBeVisible()
    await expect(page.getByRole('tabpanel').first()).toContainText(
      /Can’t reach GitLab.*Updated today/,
    )
    await page.getByRole('tab', { name: 'Credentials' }).click()
    await expect(page.getByRole('region', { name: 'SSH keys' })).toContainText('Not loaded yet.')
    await expect(page.getByText('No SSH keys')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Not loaded yet.')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await openScreen(page, 'Users')
  })

  await test.step('finds a user while typing, and blocks them from their page', async () => {
    await searchByTyping(page, 'wor', 'wordy')
    await userRow(page, 'wordy').getByRole('link').click()
    await expect(userHeader(page)).toBeVisible()
    await expect(page.getByRole('note', { name: 'From the copy on this computer' })).toContainText(
      'last updated today',
    )
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.expectAccessible()
    await enqueueAction(page, 'Block', 'Asked for by phone')
    await expect(page.getByRole('region', { name: 'Queued' })).toContainText('Asked for by phone')
  })

  await test.step('blocks a second one, and a third from the list', async () => {
    await openScreen(page, 'Users')
    await searchByTyping(page, 'sunny', 'sunny')
    await userRow(page, 'sunny').getByRole('link').click()
    await enqueueAction(page, 'Block')
    await openScreen(page, 'Users')
    await searchByTyping(page, 'long-g', 'long-gone')
    await userRow(page, 'long-gone').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Block…', exact: true }).first().click()
    await expect(page.getByText('1 user of 1 selected would be blocked.')).toBeVisible()
    await page.getByRole('button', { name: /^Block / }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
  })

  await test.step('undoes one of them', async () => {
    await openScreen(page, 'Queue')
    const open = (username: string) => listRow(page, 'Pending', `@${username}`)
    await expect(open('wordy')).toContainText('Asked for by phone')
    await expect(open('long-gone')).toBeVisible()
    await chooseForRow(open('sunny'), /^(Undo|Cancel)$/)
    await expect(open('sunny')).toHaveCount(0)
    await expect(viewButton(page, 'Pending 2')).toBeVisible()
    await app.expectAccessible()
  })

  await test.step('restores the queue after another start', async () => {
    page = await app.open()
    await expectSignedIn(page)
    await openScreen(page, 'Users')
    await searchByTyping(page, 'wordy', 'wordy')
    await expect(userRow(page, 'wordy')).toContainText('Block: queued')
    await search(page).fill('sunny')
    await expect(userRow(page, 'sunny')).not.toContainText('queued')
    await openScreen(page, 'Queue')
    await expect(viewButton(page, 'Pending 2')).toBeVisible()
  })

  await test.step('sends each action exactly once when GitLab is reachable', async () => {
    await sandbox.start()
    await connection(page).getByRole('button', { name: 'Retry now' }).click()
    await expect(connection(page)).toContainText('Online')
    await openView(page, 'Finished')
    const finished = (username: string) => listRow(page, 'Finished', `@${username}`)
    for (const username of ['wordy', 'long-gone']) {
      await expect(finished(username)).toContainText('State on GitLab: Blocked.')
    }
    await expect(finished('sunny')).toContainText('Canceled')
    expect(await Promise.all(['wordy', 'long-gone', 'sunny'].map(state))).toEqual([
      'blocked',
      'blocked',
      'active',
    ])
    await openScreen(page, 'Audit log')
    await expect(page.getByText('2 entries')).toBeVisible()
    for (const username of ['wordy', 'long-gone']) {
      await expect(listRow(page, 'Entries', `@${username}`)).toContainText('Active → Blocked')
    }
    await openScreen(page, 'Users')
    await search(page).fill('wordy')
    await expect(userRow(page, 'wordy')).toContainText('Blocked')
    await expect(userRow(page, 'wordy')).not.toContainText('queued')
  })
})
