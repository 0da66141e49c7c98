import type { Page } from '@playwright/test'
import { enqueueAction, listRow, openScreen } from './support/actions.ts'
import { invoke } from './support/invoke.ts'
import { openAdminUser, findUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin, createAdmin } from './support/sandbox.ts'
import { chooseForRow } from './support/lists.ts'
import { type App, expect, expectSignedIn, heading, test } from './support/test.ts'

// Actions held because an account lost its token or permissions are sent only when the user asks.

test.use({ settings: { undoSeconds: 30 } })

const hold = (page: Page) => page.getByRole('complementary', { name: 'Actions on hold' })
const open = (page: Page, words: string) => listRow(page, 'Pending', words)
const accountIn = (page: Page) => /\/of\/([^/]+)\//.exec(page.url())![1]!
const usernames = ['wordy', 'x']

async function queueTwo(app: App, sandbox: TestSandbox): Promise<void> {
  for (const username of usernames) {
    await openAdminUser(app.page, sandbox, username)
    await enqueueAction(app.page, 'Block')
  }
}

async function statesOf(sandbox: TestSandbox): Promise<(string | undefined)[]> {
  return Promise.all(usernames.map(async (username) => (await findUser(sandbox, username))?.state))
}

test.describe('without a keychain', () => {
  test.use({ keyringOptions: { unavailable: 'no-bus' } })

  test('asks after a restart, lists and cancels actions without a token, and sends them on request @full', async ({
    app,
    sandbox,
  }) => {
    await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await queueTwo(app, sandbox)

    const page = await app.open()
    await expect(hold(page)).toContainText('2 actions are waiting.')
    await expect(hold(page).getByRole('button', { name: 'Send' })).toHaveCount(0)
    await expect(page.getByLabel('New access token', { exact: true })).toBeVisible()
    await app.expectAccessible()
    await hold(page).getByRole('link', { name: 'Review' }).click()
    await expect(open(page, '@wordy')).toContainText('On hold until you decide')
    await app.expectAccessible()

    await hold(page).getByRole('link', { name: 'Add token' }).click()
    await app.replaceToken(sandbox.tokens.admin)
    await expectSignedIn(page)
    await expect(hold(page)).toContainText('2 actions are waiting.')
    // Held actions stay put even when they’re due and the queue resumes.
    await invoke(page, 'queue.sendAllNow', {}, accountIn(page))
    await invoke(page, 'jobs.resumeAll', {}, accountIn(page))
    await openScreen(page, 'Users')
    await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible()
    expect(await statesOf(sandbox)).toEqual(['active', 'active'])

    await openScreen(page, 'Queue')
    await chooseForRow(open(page, '@x'), 'Cancel')
    await expect(hold(page)).toContainText('1 action is waiting.')
    await hold(page).getByRole('button', { name: 'Send' }).focus()
    await page.keyboard.press('Enter')
    await expect(hold(page)).toHaveCount(0)
    await expect.poll(() => statesOf(sandbox)).toEqual(['blocked', 'active'])
  })
})

test('counts and cancels actions held after losing admin rights @full', async ({
  app,
  sandbox,
}) => {
  const asOther = await createAdmin(sandbox)
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await queueTwo(app, sandbox)
  const { page } = app
  await asOther('PUT', '/users/1', { admin: false })
  await invoke(page, 'accounts.refresh', { id: accountIn(page) })
  await expect(hold(page)).toContainText(
    'You are no longer an administrator. 2 actions are on hold.',
  )
  await expect(hold(page).getByRole('button', { name: 'Send' })).toHaveCount(0)
  await app.expectAccessible()
  await hold(page).getByRole('link', { name: 'Review' }).click()
  await expect(heading(page, 'Queue')).toBeVisible()
  await expect(open(page, '@wordy')).toBeVisible()
  await chooseForRow(open(page, '@wordy'), /^(Undo|Cancel)$/)
  await expect(hold(page)).toContainText('1 action is on hold.')

  await asOther('PUT', '/users/1', { admin: true })
  await invoke(page, 'accounts.refresh', { id: accountIn(page) })
  await expect(hold(page)).toContainText('1 action is waiting.')
  await invoke(page, 'queue.sendAllNow', {}, accountIn(page))
  await openScreen(page, 'Users')
  await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible()
  expect(await statesOf(sandbox)).toEqual(['active', 'active'])
  await hold(page).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel the action on hold?' })
  await app.expectAccessible()
  await question.getByRole('button', { name: /^Cancel \d+ actions?$/ }).click()
  await expect(hold(page)).toHaveCount(0)
  expect(await statesOf(sandbox)).toEqual(['active', 'active'])
  // New actions aren’t held.
  const { id, name, state } = (
    await callAsAdmin<{ id: number; name: string; state: string }[]>(
      sandbox,
      'GET',
      '/users?username=x',
    )
  )[0]!
  const request = { action: 'block', id, seen: { username: 'x', name, state } }
  await invoke(page, 'queue.enqueue', request, accountIn(page))
  await invoke(page, 'queue.sendAllNow', {}, accountIn(page))
  await expect.poll(() => statesOf(sandbox)).toEqual(['active', 'blocked'])
})
