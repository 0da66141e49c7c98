import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { goToAdminScreen, openAdminUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { viewButton } from './support/lists.ts'
import { expect, heading, expectSignedIn, test, visit } from './support/test.ts'

const banner = (page: Page) => page.getByRole('complementary', { name: 'Read-only token' })
const question = (page: Page) => page.getByRole('alert')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page) => button(page, 'Save status')

/** Creates another administrator token with these scopes. */
async function createToken(sandbox: TestSandbox, scopes: string[]): Promise<string> {
  const input = { name: 'Another one', scopes }
  const path = '/users/1/personal_access_tokens'
  return (await callAsAdmin<{ token: string }>(sandbox, 'POST', path, input)).token
}

async function openStatus(page: Page): Promise<void> {
  await openScreen(page, 'Status')
  await expect(heading(page, 'Status')).toBeVisible()
}

// GitLab reports a token’s scopes. On a server that only follows the interface document, Latchkey probes for them.
for (const flavor of ['gitlab', 'interface'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, () => {
    test.use({ sandboxOptions: { flavor } })

    test('warns before signing in with a token that has fewer permissions @full', async ({
      app,
      sandbox,
    }) => {
      const { read_user: narrow, user: wide } = sandbox.tokens
      const page = await app.openSignedIn(sandbox, wide)
      await visit(page, '/sign-in')
      await app.signIn(sandbox, narrow)
      await expect(question(page)).toContainText('has fewer scopes than the current token of @maya')
      await expect(question(page)).toContainText('It can only read.')
      await expect(page.getByLabel('Access token', { exact: true })).toHaveValue(narrow)
      await expect(question(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await app.expectAccessible()

      await button(page, 'Keep current token').click()
      await expect(question(page)).toHaveCount(0)
      await expect(page.getByLabel('Access token', { exact: true })).toHaveValue(narrow)
      await expect(page.getByLabel('GitLab URL')).toHaveValue(sandbox.url)
      await visit(page, '/')
      await expectSignedIn(page)
      await expect(banner(page)).toHaveCount(0)
      await openStatus(page)
      await page.getByRole('textbox', { name: 'Message' }).fill('Still allowed')
      await save(page).click()
      await expect(page.getByRole('region', { name: 'Current status' })).toContainText('Still')
      // The status is shown before it reaches GitLab.
      await expect(save(page)).toBeDisabled()

      await visit(page, '/sign-in')
      await app.signIn(sandbox, narrow)
      await button(page, 'Replace anyway').click()
      await expectSignedIn(page)
      await expect(banner(page)).toContainText('This token is read-only.')
      await app.expectAccessible()
      await openStatus(page)
      await page.getByRole('textbox', { name: 'Message' }).fill('Kept while it is replaced')
      await expect(save(page)).toBeDisabled()
      await expect(save(page)).toHaveAttribute('title', 'This token is read-only.')

      await banner(page).getByRole('button', { name: 'Replace token' }).click()
      await app.replaceToken(wide)
      await expect(banner(page)).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      await save(page).click()
      await expect(page.getByRole('region', { name: 'Current status' })).toContainText('Kept')
    })
  })
}

test('offers administrators only what their token allows, and asks before saving a narrower token @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, await createToken(sandbox, ['read_api']))

  await test.step('handles a read-only token', async () => {
    await expect(banner(page)).toBeVisible()
    await openAdminUser(page, sandbox, 'maya.lindqvist')
    const actions = page.getByRole('group', { name: 'Actions' })
    await expect(actions.getByRole('button', { name: 'Block', exact: true })).toHaveCount(0)
    await expect(actions.getByRole('button', { name: 'Edit' })).toBeDisabled()
    await actions.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'View as user' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /Ban|Delete/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await goToAdminScreen(page, 'people')
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('link', { name: 'New user' })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
    await expect(button(page, 'Block…')).toHaveAttribute('aria-disabled', 'true')
    await app.expectAccessible()
    await goToAdminScreen(page, 'queue')
    await expect(viewButton(page, 'Pending 0')).toBeVisible()

    await openScreen(page, 'Keys')
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .press('Enter')
    const item = page.getByRole('menuitem', { name: /^Delete key/ })
    await page.keyboard.press('End')
    await expect(item).toBeFocused()
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(item).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await banner(page).getByRole('button', { name: 'Replace token' }).click()
    await app.replaceToken(sandbox.tokens.admin)
    await expect(banner(page)).toHaveCount(0)
    await openAdminUser(page, sandbox, 'maya.lindqvist')
    await expect(actions.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  })

  await test.step('asks in the form, and again for a different token', async () => {
    await openScreen(page, 'Accounts')
    await button(page, 'Replace token').click()
    const field = page.getByLabel('New access token', { exact: true })
    await field.fill(await createToken(sandbox, ['api']))
    await button(page, 'Save new token').click()
    await expect(question(page)).toContainText('It lacks the scopes admin_mode and sudo.')
    await field.fill(await createToken(sandbox, ['read_api']))
    await expect(question(page)).toHaveCount(0)
    await button(page, 'Save new token').click()
    await expect(question(page)).toContainText('It can only read.')
    await button(page, 'Keep current token').click()
    await expect(field).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
  })
})
