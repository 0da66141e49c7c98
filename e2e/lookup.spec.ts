import { otherTokenSecret } from '../src/sandbox/seed/other-tokens.ts'
import { dateIn } from '../src/core/testing/dates.ts'
import { openScreen } from './support/actions.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test('finds and revokes a leaked token in four steps @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  const leaked = await callAsAdmin<{ id: number; token: string }>(
    sandbox,
    'POST',
    `/users/${id}/impersonation_tokens`,
    { name: 'Leaked', scopes: ['api'], expires_at: dateIn(30, sandbox.now()) },
  )
  const field = page.getByLabel('Token, key, or fingerprint')
  const result = page.getByRole('status', { name: 'Result' })
  const find = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }

  await openScreen(page, 'Whose is this?')
  await find(leaked.token)
  await expect(result).toContainText('@maya.lindqvist')
  await expect(result).toContainText('Leaked')
  await app.expectAccessible()
  await result.getByRole('button', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Whatever uses it stops working at once.')
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(result).toContainText('It’s revoked and no longer works.')
  await expect(field).toHaveValue('')
  const [token] = (
    await callAsAdmin<{ id: number; revoked: boolean }[]>(
      sandbox,
      'GET',
      `/users/${id}/impersonation_tokens`,
    )
  ).filter((one) => one.id === leaked.id)
  expect(token?.revoked).toBe(true)

  await test.step('tells what it would do to other kinds, and what isn’t known', async () => {
    await find(otherTokenSecret('1', 'trigger'))
    await expect(result).toContainText('Nightly tiles')
    await result.getByRole('button', { name: 'Revoke…' }).click()
    await expect(dialog).toContainText('What starts pipelines with it will fail.')
    await page.keyboard.press('Escape')
    await find('glpat-0000000000000000000z')
    await expect(result).toContainText('Not known to this instance')
    await find(sandbox.tokens.admin)
    await expect(result).toContainText('Latchkey itself is signed in with this token')
    await find('not a token at all')
    await expect(page.getByText('This isn’t a token, an SSH or GPG public key')).toBeVisible()
  })

  await test.step('forgets the token on leaving', async () => {
    await find(otherTokenSecret('1', 'feed'))
    await expect(result).toContainText(/feed token/i)
    await openScreen(page, 'Users')
    await openScreen(page, 'Whose is this?')
    await expect(field).toHaveValue('')
  })
})
