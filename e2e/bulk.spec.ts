import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { startBulkAction, openScreen, listRow, runRow, chooseInRow } from './support/actions.ts'
import { invoke } from './support/invoke.ts'
import { findUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { openView } from './support/directory.ts'
import { chooseForRun, countOf, exportRun } from './support/moderation.ts'
import { expect, heading, test } from './support/test.ts'

interface Report {
  counts: Record<string, number>
  actions: ReportedAction[]
}

interface ReportedAction {
  id: number
  before: string
  after?: string
  outcome: string
}

/** The state of every user on GitLab, by ID. */
async function readAllStates(sandbox: TestSandbox): Promise<Map<number, string>> {
  const states = new Map<number, string>()
  for (let page = 1; ; page += 1) {
    const path = `/users?per_page=100&page=${page}`
    const users = await callAsAdmin<{ id: number; state: string }[]>(sandbox, 'GET', path)
    if (users.length === 0) return states
    for (const { id, state } of users) states.set(id, state)
  }
}

const expectAtLeast = (page: Page, label: string, least: number) =>
  expect.poll(() => countOf(page, label), { timeout: 45_000 }).toBeGreaterThanOrEqual(least)
const results = (page: Page, words: string) => listRow(page, 'Results', words)

const users = 549
const blockableUsers = 500
// Faults occur early enough to leave actions to cancel.
const threePercent = Array.from({ length: 15 }, (_, index) => (index + 1) * 14)

test.describe('with hundreds of users', () => {
  test.use({
    sandboxOptions: {
      users: users,
      faults: [
        'POST /users/*/block * latency=30',
        ...threePercent.map((call) => `POST /users/*/block ${call} status=409`),
      ],
    },
    // Keeps the run far from done when it’s paused and canceled.
    settings: { requestsAtOnce: 1 },
  })

  test('blocks 500 users, and shows GitLab’s reason for each failure @full', async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    const before = await readAllStates(sandbox)
    await startBulkAction(page, 'Everyone', users, 'Block')
    await expect(page.getByText(`${blockableUsers} users of ${users} selected`)).toBeVisible()
    await expect(listRow(page, 'Skipped: ', 'This is you')).toContainText('@ines')
    await app.expectAccessible()

    const affected = page.getByRole('grid', { name: 'Users who would change' })
    await expect(affected).toHaveAttribute('aria-rowcount', String(blockableUsers + 1))
    await page.getByRole('button', { name: 'Try with the first 10 only' }).click()
    await expect(page.getByRole('button', { name: 'Block 10 users' })).toBeVisible()
    await expect(page.getByLabel(/^Type/)).toHaveCount(0)
    await expect(affected).toHaveAttribute('aria-rowcount', '11')
    await expect(affected.locator(`[data-item="${Math.max(...before.keys())}"]`)).toBeVisible()
    await page.getByRole('button', { name: 'Select all again' }).click()
    await expect(page.getByLabel(`Type ${blockableUsers} to confirm`)).toBeVisible()

    // Users at the top of the list, whose actions are sent before the run is canceled.
    const newest = [...before].toSorted(([one], [other]) => other - one)
    const [renamed, banned] = newest.flatMap(([id, state]) => (state === 'active' ? [id] : []))
    const nameOf = async (id: number) =>
      (await callAsAdmin<{ username: string }>(sandbox, 'GET', `/users/${id}`)).username
    const [oldName, bannedName] = [await nameOf(renamed!), await nameOf(banned!)]
    await callAsAdmin(sandbox, 'PUT', `/users/${renamed}`, { username: 'wordier' })
    await callAsAdmin(sandbox, 'POST', `/users/${banned}/ban`)
    before.set(banned!, 'banned')

    await page.getByLabel('Reason').fill('Spring cleaning')
    await page
      .getByLabel(`Type ${blockableUsers} to confirm`)
      .fill(blockableUsers.toLocaleString('en'))
    await page.getByRole('button', { name: `Block ${blockableUsers} users` }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expectAtLeast(page, 'Done', 40)
    await chooseForRun(page, 'Pause')
    await expect(page.getByText(/^Paused\./)).toBeVisible()
    await expectAtLeast(page, 'Needs review', 2)
    await app.expectAccessible()

    const isSettled = async () => {
      const blocked = [...(await readAllStates(sandbox))].filter(
        ([id, state]) => state === 'blocked' && before.get(id) !== 'blocked',
      )
      return blocked.length - (await countOf(page, 'Done'))
    }
    await expect.poll(isSettled).toBe(0)
    const done = await countOf(page, 'Done')
    await page.reload()
    await expect(page.getByText(/^Paused\./)).toBeVisible()
    expect(await countOf(page, 'Done')).toBe(done)

    await openView(page, 'Needs review')
    await expect(results(page, `@${oldName}`)).toContainText('@wordier')
    await chooseInRow(results(page, `@${oldName}`), 'Block anyway')
    await chooseInRow(results(page, `@${bannedName}`), 'Dismiss')
    await chooseForRun(page, 'Resume')
    await expectAtLeast(page, 'Failed', 15)
    await chooseForRun(page, 'Cancel')
    await page
      .getByRole('dialog', { name: /^\d+ sent, \d+ not sent\. Cancel these \d+\?$/ })
      .getByRole('button', { name: /^Cancel \d+ actions?$/ })
      .click()
    await expect(page.getByText(/^Canceled\./)).toBeVisible()
    await openView(page, /^Failed 15$/)
    await expect(results(page, 'Failed')).toHaveCount(15)

    await chooseForRun(page, 'Retry 15 failed')
    await expect(page.locator('strong', { hasText: 'Finished' })).toBeVisible()
    await expect.poll(() => countOf(page, 'Failed')).toBe(0)
    await openView(page, /^Canceled/)
    const canceled = page.getByRole('grid', { name: 'Results' })
    await canceled.focus()
    await page.keyboard.press('End')
    await expect(canceled.locator('.row.current[data-item]')).toBeVisible()

    const { text } = await exportRun(page, 'Export JSON')
    const { actions: report, ...facts } = JSON.parse(text) as Report
    expect(facts).toMatchObject({ name: 'Block 500 users', actor: 'ines', total: 500 })
    expect(Object.values(facts.counts).reduce((sum, count) => sum + count)).toBe(blockableUsers)
    expect(report).toHaveLength(blockableUsers)
    const after = await readAllStates(sandbox)
    for (const { id, outcome, after: said } of report) {
      const was = before.get(id)
      expect([id, outcome, after.get(id)]).toEqual([
        id,
        outcome,
        outcome === 'done' ? 'blocked' : was,
      ])
      if (outcome === 'done') expect(said).toBe('blocked')
    }
    const named = new Map(report.map(({ id, outcome }) => [id, outcome]))
    expect(new Set(named.values())).toEqual(new Set(['done', 'cancelled']))
    expect(named.get(banned!)).toBe('cancelled')
    for (const [id, state] of after) if (!named.has(id)) expect(state).toBe(before.get(id))
    const csv = (await exportRun(page, 'Export CSV')).text
    expect(csv.trim().split('\r\n')).toHaveLength(blockableUsers + 1)
  })
})

test.describe('with slow responses', () => {
  const most = 120
  test.use({
    sandboxOptions: { users: most, faults: ['POST /users/*/block * latency=150'] },
    settings: { requestsAtOnce: 2 },
  })

  test('stops sending requests after Cancel is clicked, and can run the rest later @full', async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    const blocked = async () =>
      [...(await readAllStates(sandbox)).values()].filter((state) => state === 'blocked').length
    const before = await blocked()
    await startBulkAction(page, 'Everyone', most, 'Block')
    const start = page.getByRole('button', { name: /^Block \d+ users$/ })
    const count = Number((await start.innerText()).replace(/\D/g, ''))
    await page.getByLabel(`Type ${count} to confirm`).fill(String(count))
    await start.click()
    await expectAtLeast(page, 'Done', 4)
    await chooseForRun(page, 'Cancel')
    const question = page.getByRole('dialog', {
      name: /^\d+ sent, \d+ not sent\. Cancel these \d+\?$/,
    })
    await expect(question.getByRole('textbox')).toHaveCount(0)
    await app.expectAccessible()
    const [, sent, left] = /(\d+) sent, (\d+) not sent/.exec(await question.innerText())!
    // In-flight requests still complete and are counted as sent.
    await expect.poll(async () => countOf(page, 'Done')).toBe(count - Number(left))
    const blockedCount = (await blocked()) - before
    expect(blockedCount).toBe(count - Number(left))
    expect(blockedCount).toBe(Number(sent))

    await test.step('stays paused with both choices when the dialog is closed', async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByText(/^Paused\./)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
      // Another action is sent, but none from the run.
      const { id, username, name, state } = (
        await callAsAdmin<{ id: number; username: string; name: string; state: string }[]>(
          sandbox,
          'GET',
          '/users?username=bulk_seller',
        )
      )[0]!
      const [, account] = /\/of\/([^/]+)\//.exec(page.url())!
      const request = { action: 'unban', id, seen: { username, name, state } }
      const queued = await invoke(page, 'queue.enqueue', request, account)
      const { value } = queued as { value: { id: number } }
      await invoke(page, 'queue.sendNow', { ids: [value.id] }, account)
      await expect.poll(async () => (await findUser(sandbox, 'bulk_seller'))?.state).toBe('active')
      expect((await blocked()) - before).toBe(blockedCount)
    })

    await test.step('resumes, and cancels the rest with the keyboard', async () => {
      await chooseForRun(page, 'Cancel')
      await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
      await chooseForRun(page, 'Resume')
      await expectAtLeast(page, 'Done', blockedCount + 2)
      await page.getByRole('button', { name: 'Cancel', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: /^Cancel \d+ actions?$/ })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText(/^Canceled\./)).toBeVisible()
    })

    const rest = await countOf(page, 'Canceled')
    await chooseForRun(page, `Run the remaining ${rest}`)
    await expect(page.getByText(`${rest} users of ${rest} selected`)).toBeVisible()
    await app.expectAccessible()
    const again = page.getByLabel(`Type ${rest} to confirm`)
    if (rest > 50) await again.fill(String(rest))
    await page.getByRole('button', { name: `Block ${rest} users` }).click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect((await blocked()) - before).toBe(count)
  })
})

test('tries an action on the first ten users of a list, then continues with the rest', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await startBulkAction(page, 'Everyone', 60, 'Block')
  const total = Number(
    (await page.getByRole('button', { name: /^Block \d+ users$/ }).innerText()).replace(/\D/g, ''),
  )
  await page.getByRole('button', { name: 'Try with the first 10 only' }).click()
  await expect(page.getByText('10 users of 60 selected would be blocked.')).toBeVisible()
  await page.getByRole('button', { name: 'Block 10 users' }).click()
  const others = page.getByRole('button', { name: `Continue with the other ${total - 10}` })
  await expect(others).toHaveClass(/primary/)
  await others.click()
  await expect(page.getByText(`${total - 10} users of ${total - 10} selected`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Run', exact: true })).toBeVisible()
  await app.expectAccessible()
})

test('asks for the count, or the username of a single user, and undoes a run by keyboard @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openScreen(page, 'Queue')
  await expect(page.getByText('No pending actions')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Runs' })).toHaveCount(0)

  const pending = await callAsAdmin<
    { id: number; username: string; name: string; state: string }[]
  >(sandbox, 'GET', '/users?per_page=100').then((all) =>
    all.filter(({ state }) => state === 'blocked_pending_approval'),
  )
  const count = pending.length
  expect(count).toBe(2)
  await startBulkAction(page, 'Pending approval', count, 'Reject')
  await expect(page.getByText(`${count} users of ${count} selected`)).toBeVisible()
  await expect(page.getByRole('note', { name: 'Warning' })).toContainText('deleted')
  await page.getByLabel('Reason').focus()
  await page.keyboard.type('Nobody knows them')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Type ${count}.`)).toBeVisible()
  await app.expectAccessible()

  // Simulates a second window on the same account.
  const { id, username, name, state } = pending[0]!
  const [, account] = /\/of\/([^/]+)\//.exec(page.url())!
  for (const [operation, input] of [
    ['jobs.pauseAll', {}],
    ['settings.set', { undoSeconds: 30 }],
    ['queue.enqueue', { action: 'approve', id, seen: { username, name, state } }],
  ] as const) {
    await invoke(page, operation, input, account)
  }
  await page.keyboard.press('Backspace')
  await page.keyboard.type(String(count))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 user would change now, not 2')
  await expect(page.getByText('1 user of 2 selected')).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('Nobody knows them')

  const action = page.getByRole('combobox', { name: 'Action' })
  await action.selectOption('Approve')
  await expect(page.getByText('The account is deleted')).toHaveCount(0)
  await action.selectOption('Reject')
  await expect(page.getByLabel('Reason')).toHaveValue('Nobody knows them')
  const { username: left } = pending[1]!
  await page.getByLabel(`Type ${left} to confirm`).focus()
  await page.keyboard.type(left)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Run: /)).toBeVisible()
  await page.getByRole('button', { name: 'Undo all' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Canceled\./)).toBeVisible()
  await page.getByRole('button', { name: 'Run the remaining 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Reject / })).toBeVisible()
  await expect(page.getByText('1 user of 1 selected')).toBeVisible()
  await expect(page.getByRole('note', { name: 'Warning' })).toContainText('60 seconds to undo')
  await page.getByLabel(`Type ${left} to confirm`).focus()
  await page.keyboard.type(left)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Run: /)).toBeVisible()
  await chooseForRun(page, 'Undo all')
  await expect(page.getByText(/^Canceled\./)).toBeVisible()

  await openScreen(page, 'Queue')
  await page.getByRole('button', { name: 'Resume all' }).click()
  await openView(page, /^Finished/)
  await expect(runRow(page, 'Reject')).toContainText(['Canceled', 'Canceled'])
  await startBulkAction(page, 'Banned', 1, 'Unban')
  await page.getByRole('button', { name: /^Unban / }).click()
  await chooseForRun(page, 'Undo all')
  await expect(page.getByText('Nothing was sent').first()).toBeVisible()
  expect((await findUser(sandbox, 'bulk_seller'))?.state).toBe('banned')
  for (const { username: who } of pending.slice(1)) {
    expect((await findUser(sandbox, who))?.state).toBe('blocked_pending_approval')
  }
})

test('stops when the token is rejected, accepts a new one in place, and resumes on request @full', async ({
  app,
  sandbox,
}) => {
  const tokens = '/users/1/impersonation_tokens'
  const { id, token } = await callAsAdmin<{ id: number; token: string }>(sandbox, 'POST', tokens, {
    name: 'Short-lived',
    scopes: ['api'],
    expires_at: dateIn(30, sandbox.now()),
  })
  const page = await app.openSignedIn(sandbox, token)
  await startBulkAction(page, 'Banned', 1, 'Unban')
  await callAsAdmin(sandbox, 'DELETE', `${tokens}/${id}`)
  await page.getByRole('button', { name: /^Unban / }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('revoked')
  await expect(page.getByText('On hold until you decide.').first()).toBeVisible()
  await app.expectAccessible()
  await page.getByRole('alert').getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(sandbox.tokens.admin)
  const hold = page.getByRole('complementary', { name: 'Actions on hold' })
  await expect(hold).toContainText('1 action is waiting.')
  expect((await findUser(sandbox, 'bulk_seller'))?.state).toBe('banned')
  await hold.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()
  expect((await findUser(sandbox, 'bulk_seller'))?.state).toBe('active')
})
