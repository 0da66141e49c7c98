import { dateIn } from '../src/core/testing/dates.ts'
import { confirmInDialog } from './support/actions.ts'
import { openAdminUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { chooseForRow, openRowMenu, rowNamed } from './support/lists.ts'
import { expect, test } from './support/test.ts'

interface Token {
  id: number
  name: string
  scopes: string[]
  revoked: boolean
}

test('renews an impersonation token, and revokes the old one once the new one is copied @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const id = await openAdminUser(page, sandbox, 'wordy')
  const tokens = () =>
    callAsAdmin<Token[]>(sandbox, 'GET', `/users/${id}/impersonation_tokens?state=all`)
  const old = await callAsAdmin<Token & { token: string }>(
    sandbox,
    'POST',
    `/users/${id}/impersonation_tokens`,
    { name: 'Deploy', scopes: ['api', 'read_api'], expires_at: dateIn(30, sandbox.now()) },
  )
  const headers = { 'PRIVATE-TOKEN': old.token }
  await fetch(`${sandbox.url}/api/v4/user`, { headers })
  await openAdminUser(page, sandbox, 'wordy', 'impersonation-tokens')
  const list = page.getByRole('grid', { name: 'Impersonation tokens' })
  await list.getByRole('button', { name: 'Renew Deploy' }).click()
  const form = page.getByRole('form', { name: /^Renew .*Deploy/ })
  await expect(form.getByLabel('Name')).toHaveValue('Deploy')
  await expect(form.getByRole('checkbox', { name: 'read_api' })).toBeChecked()
  await form.getByLabel('Reason').fill('Expires soon')
  await app.expectAccessible()
  await form.getByRole('button', { name: 'Create token' }).click()

  const panel = page.getByRole('region', { name: 'Token', exact: true })
  await expect(panel).toContainText('Latchkey asks whether to revoke it.')
  // Once reloaded, the list contains both tokens.
  const deploys = rowNamed(list, 'Deploy')
  await expect(deploys).toHaveCount(2)
  await expect(list.getByRole('button', { name: 'Renew Deploy' })).toBeDisabled()
  for (const deploy of await deploys.all()) {
    await openRowMenu(deploy)
    await expect(page.getByRole('menuitem', { name: /^Renew/ })).toBeDisabled()
    await page.keyboard.press('Escape')
  }
  expect((await tokens()).find((one) => one.id === old.id)?.revoked).toBe(false)
  await panel.getByRole('button', { name: /^Copy/ }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  await confirmInDialog(page, 'Revoke token')
  await expect(panel).toHaveCount(0)
  await expect
    .poll(async () => (await tokens()).find((one) => one.id === old.id)?.revoked)
    .toBe(true)
  const renewed = (await tokens()).find((one) => one.name === 'Deploy' && one.id !== old.id)
  expect(renewed).toMatchObject({ scopes: ['api', 'read_api'], revoked: false })
})

test('doesn’t ask to copy the secret of a revoked token @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openAdminUser(page, sandbox, 'wordy', 'impersonation-tokens')
  const form = page.getByRole('form', { name: 'Create impersonation token' })
  await form.getByLabel('Name').fill('Mistake')
  await form.getByRole('checkbox', { name: 'api', exact: true }).check()
  await form.getByLabel('Reason').fill('Try')
  await form.getByRole('button', { name: 'Create token' }).click()
  const panel = page.getByRole('region', { name: 'Token', exact: true })
  await expect(panel).toBeVisible()
  await chooseForRow(
    rowNamed(page.getByRole('grid', { name: 'Impersonation tokens' }), 'Mistake'),
    'Revoke',
  )
  await confirmInDialog(page, 'Revoke token')
  await expect(panel).toHaveCount(0)
  await expect(form).toBeVisible()
  // Nothing would be lost, so leaving doesn’t prompt.
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('while a token is being created', () => {
  test.use({
    sandboxOptions: { faults: ['POST /users/*/impersonation_tokens 3 latency=9999999'] },
  })

  test('keeps the form until the secret arrives @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    const id = await openAdminUser(page, sandbox, 'wordy')
    for (const name of ['Deploy', 'Build']) {
      const expires_at = dateIn(30, sandbox.now())
      const token = { name, scopes: ['api'], expires_at }
      await callAsAdmin(sandbox, 'POST', `/users/${id}/impersonation_tokens`, token)
    }
    await openAdminUser(page, sandbox, 'wordy', 'impersonation-tokens')
    const list = page.getByRole('grid', { name: 'Impersonation tokens' })
    await list.getByRole('button', { name: 'Renew Deploy' }).click()
    const form = page.getByRole('form', { name: /^Renew .*Deploy/ })
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    await form.getByLabel('Reason').fill('Expires soon')
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await expect(list.getByRole('button', { name: 'Renew Build' })).toBeDisabled()
    await chooseForRow(rowNamed(list, 'Deploy'), 'Revoke')
    await confirmInDialog(page, 'Revoke token')
    await expect(rowNamed(list, 'Deploy')).toHaveCount(0)
    await expect(form).toBeVisible()
  })
})
