import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { expectCount, openDirectory, openView, search, selectAll } from './support/directory.ts'
import { viewButton } from './support/lists.ts'
import { goToAdminScreen } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'
import { expectReviewed, startReview } from './support/review.ts'

interface ListedUser {
  id: number
  username: string
  state: string
  locked: boolean
  last_activity_on: string | null
  created_at: string
}

const userCount = 5_000
const dayMs = 24 * 60 * 60 * 1000
const states = [
  'active',
  'blocked',
  'ldap_blocked',
  'blocked_pending_approval',
  'banned',
  'deactivated',
]

/** GitLab’s own list of users for these parameters. */
async function listUsers(sandbox: TestSandbox, parameters = ''): Promise<ListedUser[]> {
  const all: ListedUser[] = []
  for (let page = 1; ; page += 1) {
    const path = `/users?per_page=100&page=${page}&order_by=id&${parameters}`
    const users = await callAsAdmin<ListedUser[]>(sandbox, 'GET', path)
    if (users.length === 0) return all
    all.push(...users)
  }
}

const format = (count: number) => count.toLocaleString('en')

/** Clicks a menu item that saves a file; returns the file’s lines. */
async function saveLines(page: Page, button: string, item: RegExp): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
}

test.use({
  time: noon,
  sandboxOptions: {
    users: userCount,
    faults: ['POST /users/*/approve 5 status=409', 'POST /users/*/approve 9 status=409'],
  },
})

test('shows the same counts as GitLab for 5,000 users on every screen @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  const users = await listUsers(sandbox)
  const people = await listUsers(sandbox, 'humans=true&active=true')
  const withoutTwoFactor = await listUsers(sandbox, 'humans=true&active=true&two_factor=disabled')
  const admins = await listUsers(sandbox, 'admins=true')
  const external = await listUsers(sandbox, 'external=true')
  const inState = (...wanted: string[]) => users.filter(({ state }) => wanted.includes(state))
  const lastDay = new Date(sandbox.now() - 90 * dayMs).toISOString().slice(0, 10)
  const isInactive = ({ last_activity_on: seen, created_at: created }: ListedUser) =>
    (seen ?? created.slice(0, 10)) <= lastDay
  const inactive = people.filter(isInactive)
  const locked = users.filter((user) => user.locked)
  const pending = inState('blocked_pending_approval')
  expect(users).toHaveLength(userCount)
  for (const some of [withoutTwoFactor, admins, external, inactive, locked, pending]) {
    expect(some.length).toBeGreaterThan(0)
  }

  const page = await openDirectory(app, sandbox)
  const views = page.getByRole('navigation', { name: 'Views' })

  await test.step('counts in views', async () => {
    const expected = {
      Everyone: users.length,
      'Pending approval': pending.length,
      Blocked: inState('blocked', 'ldap_blocked').length,
      Banned: inState('banned').length,
      Locked: locked.length,
      'Inactive for at least 90 days': inactive.length,
      'Active, no two-factor': withoutTwoFactor.length,
      Administrators: admins.length,
      External: external.length,
    }
    for (const [name, count] of Object.entries(expected)) {
      await openView(page, `${name} ${format(count)}`)
      await expectCount(page, count === 1 ? '1 user' : `${format(count)} users`)
    }
    await openView(page, /^Everyone/)
  })

  await test.step('counts with typed filters', async () => {
    const twoFactor = await listUsers(sandbox, 'two_factor=enabled')
    const expected: [typed: string, count: number][] = [
      ...states
        .filter((state) => state !== 'blocked')
        .map((state): [string, number] => [
          `state:${state === 'blocked_pending_approval' ? 'pending' : state}`,
          inState(state).length,
        ]),
      ['state:blocked', inState('blocked', 'ldap_blocked').length],
      ['2fa:yes', twoFactor.length],
      ['2fa:no', users.length - twoFactor.length],
      ['admin:yes', admins.length],
      ['admin:no', users.length - admins.length],
      ['locked:yes', locked.length],
      ['locked:no', users.length - locked.length],
      ['external:no', users.length - external.length],
    ]
    for (const [typed, count] of expected) {
      await search(page).fill(typed)
      await search(page).press('Enter')
      await expect(search(page)).toHaveValue('')
      await expectCount(page, `${format(count)} users`)
      await openView(page, /^Everyone/)
      await expectCount(page, `${format(users.length)} users`)
    }
  })

  await test.step('counts in an export', async () => {
    const all = await saveLines(page, 'Export', /^All 5,000 as CSV/)
    expect(all).toHaveLength(users.length + 1)
    const column = all[0]!.split(',').indexOf('id')
    const ids = all.slice(1).map((line) => Number(line.split(',')[column]))
    expect(ids.toSorted((a, b) => a - b)).toEqual(
      users.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    await openView(page, /^Active, no two-factor/)
    await expectCount(page, `${format(withoutTwoFactor.length)} users`)
    const some = await saveLines(page, 'Export', /as CSV$/)
    expect(some).toHaveLength(withoutTwoFactor.length + 1)
  })

  await test.step('counts in an access review', async () => {
    await openView(page, /^Locked/)
    await expectCount(page, `${format(locked.length)} users`)
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Review access…' }).click()
    await startReview(page)
    await expectReviewed(page, locked.length)
    const lockedIds = new Set(locked.map(({ id }) => id))
    const expected = {
      'No two-factor': withoutTwoFactor,
      'Inactive for at least 90 days': inactive,
      External: external,
      Administrator: admins,
    }
    for (const [name, some] of Object.entries(expected)) {
      const count = some.filter(({ id }) => lockedIds.has(id)).length
      // Views that don’t fit are hidden.
      const view = views.locator('li', { hasText: name })
      // Findings with no matches are omitted.
      if (count === 0) await expect(view).toHaveCount(0)
      else await expect(view, `${name}: ${count}`).toHaveText(`${name} ${format(count)}`)
    }
  })

  await test.step('counts on Home', async () => {
    await openScreen(page, 'Home')
    await expect(page.getByText(`${pending.length} users pending approval`)).toBeVisible()
  })

  await test.step('counts in a run', async () => {
    await goToAdminScreen(page, 'people')
    await openView(page, /^Pending approval/)
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Approve…' }).click()
    await expect(
      page.getByText(`${pending.length} users of ${pending.length} selected`),
    ).toBeVisible()
    const confirmation = page.getByLabel(`Type ${pending.length} to confirm`)
    if (await confirmation.isVisible()) await confirmation.fill(String(pending.length))
    await page.getByRole('button', { name: `Approve ${pending.length} users` }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expect(page.getByText(/^Finished/)).toBeVisible({ timeout: 120_000 })
    const after = await listUsers(sandbox)
    const ids = new Set(pending.map(({ id }) => id))
    const approved = after.filter(({ id, state }) => ids.has(id) && state === 'active')
    await expect(viewButton(page, `Done ${format(approved.length)}`)).toBeVisible()
    const [all = 0, ...outcomes] = (await views.locator('.count').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
    expect(all).toBe(pending.length)
    expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(pending.length)
    await goToAdminScreen(page, 'people')
    const stillPending = pending.length - approved.length
    await expect(
      views.getByRole('button', { name: `Pending approval ${stillPending}`, exact: true }),
    ).toBeVisible()
  })
})
