import type { Page } from '@playwright/test'
import { confirmInDialog, openScreen } from './support/actions.ts'
import { findUser, goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

const alert = (page: Page) => page.getByRole('alert')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Fills in a valid user and submits it. */
async function createUser(page: Page, username: string): Promise<void> {
  await goToAdminScreen(page, 'people/new')
  await expect(heading(page, 'New user')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Nia Newell')
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByLabel('Email', { exact: true }).fill(`${username}@tidewater.example`)
  // The pointer still rests where the last user was created, and typing allows clicks there again.
  await page.keyboard.press('Tab')
  await button(page, 'Create user').click()
}

test.use({
  sandboxOptions: {
    faults: [
      'POST /users/*/impersonation_tokens 1 reset-after',
      'POST /users 1 truncate',
      'POST /users 2 reset-before',
      'POST /user/runners 1 reset-after',
    ],
  },
})

test('looks once for objects whose creation response was lost @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  await test.step('finds and revokes an impersonation token without its secret, and creates another from the form', async () => {
    const id = await openAdminUser(page, sandbox, 'maya.lindqvist', 'impersonation-tokens')
    const tokens = async () => {
      const path = `/users/${id}/impersonation_tokens?per_page=100`
      const all = await callAsAdmin<{ name: string; revoked: boolean }[]>(sandbox, 'GET', path)
      return all.filter(({ name }) => name === 'Night train').map(({ revoked }) => revoked)
    }
    const name = page.getByRole('textbox', { name: 'Name' })
    const list = page.getByRole('grid', { name: 'Impersonation tokens' })
    await name.fill('Night train')
    await page.getByRole('checkbox', { name: 'api', exact: true }).check()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4713')
    await button(page, 'Create token').click()
    await expect(alert(page)).toContainText('“Night train” was created with the ID')
    await expect(alert(page)).toContainText('its secret can’t be recovered')
    await expect(list).toContainText('Night train')
    await app.expectAccessible()

    await button(page, 'Revoke').click()
    await confirmInDialog(page, 'Revoke token')
    await expect(page.getByText(/^Token .*Night train.* revoked\.$/)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    await expect(list).not.toContainText('Night train')
    expect(await tokens()).toEqual([true])

    await expect(name).toHaveValue('Night train')
    await button(page, 'Create token').click()
    await expect(page.getByRole('region', { name: 'Token', exact: true })).toBeVisible()
    expect(await tokens()).toEqual([true, false])
    await button(page, 'Done').click()
    await button(page, 'Close without copying').click()
  })

  await test.step('finds a user whose response was lost, and shows their page', async () => {
    await createUser(page, 'nia.newell')
    await expect(userHeader(page)).toBeVisible()
    await expect(page.getByText('Nia Newell⁩ created.')).toBeVisible()
    expect(await findUser(sandbox, 'nia.newell')).toMatchObject({ state: 'active' })
  })

  await test.step('says what to check if nothing appeared, and keeps what was typed', async () => {
    await createUser(page, 'late.nia')
    await expect(alert(page)).toContainText('“@late.nia” hasn’t appeared since')
    await expect(alert(page)).toContainText('Check the list before you create another one')
    await app.expectAccessible()
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue('late.nia')
    await button(page, 'Create user').click()
    await expect(userHeader(page)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  })

  await test.step('explains that a runner can’t be looked up, and links to the list on the web', async () => {
    await openScreen(page, 'New runner')
    await page.getByRole('radio', { name: /^Instance/ }).check()
    await page.getByLabel('Description').fill('Cellar')
    await button(page, 'Create runner').click()
    await expect(alert(page)).toContainText('The runner “Cellar” may have been created')
    await expect(alert(page)).toContainText('can’t check that yet')
    const web = alert(page).getByRole('link', { name: `${sandbox.url}/admin/runners` })
    await expect(web).toHaveAttribute('href', `${sandbox.url}/admin/runners`)
    await expect(button(page, 'Revoke')).toHaveCount(0)
    await expect(page.getByLabel('Description')).toHaveValue('Cellar')
    await app.expectAccessible()
  })
})
