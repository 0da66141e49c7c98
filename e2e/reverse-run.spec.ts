import { startBulkAction } from './support/actions.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { chooseForRun, countOf } from './support/moderation.ts'
import { expect, heading, test } from './support/test.ts'

const users = 249

test.describe('undoing a run that blocked 200 users', () => {
  test.use({ sandboxOptions: { users: users } })

  test('unblocks all but the 7 users changed since @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    const before = await readBlocked(sandbox)
    await startBulkAction(page, 'Everyone', users, 'Block')
    const start = page.getByRole('button', { name: /^Block \d+ users$/ })
    const count = Number((await start.innerText()).replace(/\D/g, ''))
    expect(count).toBeGreaterThanOrEqual(200)
    await page.getByLabel(`Type ${count} to confirm`).fill(String(count))
    await start.click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible({
      timeout: 60_000,
    })

    await chooseForRun(page, 'Undo this run…')
    await expect(heading(page, `Undo “Block ${count} users”`)).toBeVisible()
    await expect(page.getByText(`${count} users of ${count} selected`)).toBeVisible()
    await app.expectAccessible()
    // The preview relies on the run’s own record, so these changes come too late for it.
    const changed = (await readBlocked(sandbox)).filter((id) => !before.includes(id)).slice(0, 7)
    for (const id of changed) {
      await callAsAdmin(sandbox, 'POST', `/users/${id}/unblock`)
      await callAsAdmin(sandbox, 'POST', `/users/${id}/ban`)
    }
    await page.getByLabel(`Type ${count} to confirm`).fill(String(count))
    await page.getByRole('button', { name: `Unblock ${count} users` }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    // Every user is checked again before anything is sent.
    await expect(
      page.getByText('Finished, except for users that need review.', { exact: true }),
    ).toBeVisible({
      timeout: 60_000,
    })
    await expect.poll(() => countOf(page, 'Needs review')).toBe(7)
    expect(await readBlocked(sandbox)).toEqual(before)
    for (const id of changed) {
      const { state } = await callAsAdmin<{ state: string }>(sandbox, 'GET', `/users/${id}`)
      expect(state).toBe('banned')
    }
  })
})

async function readBlocked(sandbox: TestSandbox): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const path = `/users?blocked=true&order_by=id&sort=asc&per_page=100&page=${page}`
    const blocked = await callAsAdmin<{ id: number }[]>(sandbox, 'GET', path)
    if (blocked.length === 0) return ids
    ids.push(...blocked.map(({ id }) => id))
  }
}
