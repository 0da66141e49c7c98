import { dateIn } from '../src/core/testing/dates.ts'
import { openScreen } from './support/actions.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { chooseForRow, rowNamed } from './support/lists.ts'
import { expect, heading, test } from './support/test.ts'

test('lists every token of the instance, and revokes several @full', async ({ app, sandbox }) => {
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  const create = (name: string) =>
    callAsAdmin<{ id: number }>(sandbox, 'POST', `/users/${id}/impersonation_tokens`, {
      name,
      scopes: ['api'],
      expires_at: dateIn(10, sandbox.now()),
    })
  const tokens = [await create('Zephyr script'), await create('Zephyr mirror')]
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const list = page.getByRole('grid', { name: 'Credentials' })

  await test.step('loads them when asked', async () => {
    await openScreen(page, 'Credentials')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Load credentials' }).click()
    await expect(rowNamed(list, 'Zephyr script')).toContainText('@maya.lindqvist')
    await expect(rowNamed(list, 'Zephyr script')).toContainText('Personal or impersonation token')
    await app.expectAccessible()
  })

  await test.step('never revokes the token that Latchkey uses', async () => {
    await expect(
      list.getByRole('row').filter({ hasText: 'Latchkey uses this token.' }),
    ).toHaveCount(1)
  })

  await test.step('revokes several in a run', async () => {
    await page.getByRole('searchbox', { name: 'Search credentials' }).fill('Zephyr')
    await expect(page.getByText('2 credentials')).toBeVisible()
    await list.getByRole('checkbox', { name: 'Select all', exact: true }).click()
    await page.getByRole('button', { name: 'Revoke 2 tokens…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('2 tokens of 1 user would be revoked.')
    await app.expectAccessible()
    await dialog.getByLabel('Reason').fill('Cleaning up')
    await dialog.getByLabel('Type 2 to confirm').fill('2')
    await dialog.getByRole('button', { name: 'Revoke 2 tokens' }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expect
      .poll(
        async () => {
          const all = await callAsAdmin<{ id: number; revoked: boolean }[]>(
            sandbox,
            'GET',
            `/users/${id}/impersonation_tokens`,
          )
          return tokens.filter((one) => all.find((other) => other.id === one.id)?.revoked).length
        },
        { timeout: 30_000 },
      )
      .toBe(2)
    await app.expectAccessible()
  })

  await test.step('opens the owner of a token', async () => {
    await openScreen(page, 'Credentials')
    await page.getByRole('searchbox', { name: 'Search credentials' }).fill('Zephyr script')
    await chooseForRow(rowNamed(list, 'Zephyr script'), 'Open user')
    await expect(heading(page, 'Maya Lindqvist')).toBeVisible()
  })
})
