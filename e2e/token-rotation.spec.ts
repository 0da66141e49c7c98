import { dateIn } from '../src/core/testing/dates.ts'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

test('warns before the account’s token expires, and rotates it in place @full', async ({
  app,
  sandbox,
}) => {
  const expires_at = dateIn(9, sandbox.now())
  const input = { name: 'Latchkey', scopes: ['api'], expires_at }
  const path = '/users/2/personal_access_tokens'
  const { token } = await callAsAdmin<{ token: string }>(sandbox, 'POST', path, input)
  const page = await app.openSignedIn(sandbox, token)
  const rotate = page.getByRole('button', { name: 'Rotate token…' })
  const dialog = page.getByRole('dialog', { name: /^Rotate the token of / })

  await test.step('links there from Home', async () => {
    await page
      .getByRole('list', { name: 'Needs your attention' })
      .getByRole('link', { name: 'Your access token expires in 9 days' })
      .click()
    await expect(heading(page, 'Accounts')).toBeVisible()
    await expect(page.getByText('Token expires in 9 days')).toBeVisible()
  })

  await test.step('explains the rotation, and keeps the token if GitLab rejects the date', async () => {
    await rotate.click()
    await expect(dialog).toContainText('The current token stops working immediately')
    await app.expectAccessible()
    await dialog.getByRole('radio', { name: 'Date' }).check()
    await dialog.getByLabel('Expiry date').fill('')
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(dialog).toContainText('Choose a date or another option.')
    const tooLate = dateIn(3000, sandbox.now())
    await dialog.getByLabel('Expiry date').fill(tooLate)
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(dialog).toContainText('must be before')
    await expect(dialog.getByLabel('Expiry date')).toHaveValue(tooLate)
  })

  await test.step('rotates it', async () => {
    await dialog.getByRole('radio', { name: '90 days' }).check()
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect(page.getByText(/Token of .* rotated\./)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Token expires in')).toHaveCount(0)
    const old = await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'private-token': token } })
    expect(old.status).toBe(401)
    await openScreen(page, 'Emails')
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await openScreen(page, 'Home')
    await expect(page.getByText('Your access token expires')).toHaveCount(0)
  })

  await test.step('doesn’t offer it while the instance can’t be reached', async () => {
    await openScreen(page, 'Accounts')
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rotate).toBeDisabled()
    await sandbox.start()
  })
})
