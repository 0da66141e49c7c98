import type { Page } from '@playwright/test'
import {
  confirmByTyping,
  confirmInDialog,
  enqueueAction,
  listRow,
  openScreen,
  chooseInRow,
} from './support/actions.ts'
import { invoke } from './support/invoke.ts'
import { queuedAction, toast } from './support/moderation.ts'
import { findUser, openAdminUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { openView } from './support/directory.ts'
import { expect, test } from './support/test.ts'

test.use({ settings: { undoSeconds: 30 } })

test.beforeEach(async ({ app, sandbox }) => {
  await app.openSignedIn(sandbox, sandbox.tokens.admin)
})

const accountIn = (page: Page) => /\/of\/([^/]+)\//.exec(page.url())![1]!

async function call<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await invoke(page, name, input, accountIn(page))
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as T
}

async function createUsers(sandbox: TestSandbox, usernames: string[]) {
  const users: { id: number; username: string; name: string }[] = []
  for (const username of usernames) {
    users.push(
      await callAsAdmin(sandbox, 'POST', '/users', {
        username,
        name: `Name of ${username}`,
        email: `${username}@tidewater.example`,
        force_random_password: true,
        skip_confirmation: true,
      }),
    )
  }
  return users
}

const stateOf = async (sandbox: TestSandbox, username: string) =>
  (await findUser(sandbox, username))?.state

test('resolves conflicts with the right action, individually or by kind @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  const users = await createUsers(sandbox, ['quay.one', 'quay.two', 'quay.three', 'quay.four'])
  const ids: number[] = []
  for (const { id, username, name } of users) {
    await callAsAdmin(sandbox, 'POST', `/users/${id}/block`)
    const seen = { username, name, state: 'blocked' }
    ids.push(
      (await call<{ id: number }>(page, 'queue.enqueue', { action: 'unblock', id, seen })).id,
    )
    await callAsAdmin(sandbox, 'POST', `/users/${id}/unblock`)
    await callAsAdmin(sandbox, 'POST', `/users/${id}/ban`)
  }
  await call(page, 'queue.sendNow', { ids })
  await openScreen(page, 'Queue')
  await openView(page, /^Needs review/)
  const kinds = page.getByRole('list', { name: 'Decide together' })
  await expect(kinds).toContainText('4 actions: Unblock. The users are now banned.')
  await app.expectAccessible()

  await test.step('resolves one conflict', async () => {
    const row = listRow(page, 'Needs review', '@quay.one')
    await expect(row).toContainText('The user is banned. Unban them instead.')
    await chooseInRow(row, 'Unban')
    await expect(toast(page, 'Unban ')).toContainText('queued')
    await expect(kinds).toContainText('3 actions')
    expect(await stateOf(sandbox, 'quay.one')).toBe('banned')
    await call(page, 'queue.sendAllNow', {})
    await expect.poll(() => stateOf(sandbox, 'quay.one')).toBe('active')
  })

  await test.step('resolves all conflicts of a kind', async () => {
    const row = listRow(page, 'Needs review', '@quay.four')
    await chooseInRow(row, 'Dismiss')
    await kinds.getByRole('button', { name: 'Unban (2)' }).click()
    await expect(page.getByRole('dialog', { name: 'Unban: 2 users?' })).toBeVisible()
    await confirmInDialog(page, 'Unban')
    await expect(toast(page, '2 actions queued.')).toBeVisible()
    await expect(page.getByText('Nothing to review')).toBeVisible()
    await call(page, 'queue.sendAllNow', {})
    await expect.poll(() => stateOf(sandbox, 'quay.three')).toBe('active')
    expect(await stateOf(sandbox, 'quay.four')).toBe('banned')
  })
})

test('asks again before retrying a deletion, and shows the user on the run page @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  const [user] = await createUsers(sandbox, ['quay.five'])
  const { id, username, name } = user!
  const seen = { username, name, state: 'active' }
  const deletion = { action: 'delete', id, seen, confirmed: username, reason: 'Left' }
  const queued = await call<{ id: number }>(page, 'queue.enqueue', deletion)
  await call(page, 'queue.cancel', { ids: [queued.id] })

  await test.step('asks before a retry', async () => {
    await openScreen(page, 'Queue')
    await openView(page, /^Finished/)
    const row = listRow(page, 'Finished', '@quay.five')
    await chooseInRow(row, 'Retry')
    await confirmByTyping(page, 'Delete', username)
    await expect(toast(page, ': queued.')).toBeVisible()
    await call(page, 'queue.cancelAll', {})
  })

  await test.step('shows the user of a run', async () => {
    await openScreen(page, 'Users')
    await expect(page.getByText(/^Updated today/)).toBeVisible()
    await call(page, 'bulk.start', {
      selection: { kind: 'users', ids: [id] },
      action: 'block',
      affectedCount: 1,
      note: false,
    })
    await openScreen(page, 'Queue')
    await page
      .getByRole('grid', { name: 'Runs' })
      .getByRole('link', { name: /^Block/ })
      .click()
    await expect(page.getByRole('main').locator('.user-bar')).toContainText('@quay.five')
  })
})

test('hides the countdown when its action is undone on the page @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app
  await openAdminUser(page, sandbox, 'wordy')
  await enqueueAction(page, 'Block')
  const countdown = page.locator('.toast').getByRole('timer')
  await expect(countdown).toHaveText(/^Block .* in \d+ s\.$/)
  await queuedAction(page).getByRole('button', { name: /undo$/i }).click()
  await expect(countdown).toHaveCount(0)
  await expect(toast(page, 'canceled. Nothing was sent.')).toBeVisible()
})

test('shows a shared reason once when several actions failed @full', async ({ app, sandbox }) => {
  const { page } = app
  const ids: number[] = []
  for (const user of await createUsers(sandbox, ['quay.six', 'quay.seven'])) {
    const seen = { username: user.username, name: user.name, state: 'blocked' }
    const { id } = await call<{ id: number }>(page, 'queue.enqueue', {
      action: 'disable_two_factor',
      id: user.id,
      seen,
    })
    ids.push(id)
  }
  await call(page, 'queue.sendNow', { ids })
  await openScreen(page, 'Queue')
  await openView(page, /^Finished/)
  await expect(listRow(page, 'Finished', '@quay.')).toHaveCount(2)
  await expect(page.getByRole('note', { name: 'Several actions, one reason' })).toContainText(
    /^2 actions: /,
  )
})
