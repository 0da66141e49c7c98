import { openScreen } from './support/actions.ts'
import { expect, heading, expectSignedIn, test } from './support/test.ts'

test('switches between accounts on two instances, renames and reorders them, and signs out', async ({
  app,
  sandbox,
  otherSandbox,
}) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('switches', async () => {
    const switcher = page.getByRole('button', { name: /^Account: / })
    await switcher.click()
    await page.getByRole('menuitem', { name: /add|another account/i }).click()
    await app.signIn(otherSandbox, otherSandbox.tokens.admin)
    await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
    await page.keyboard.press('ControlOrMeta+1')
    await expect(switcher).toHaveAccessibleName(new RegExp(sandbox.host))
    await switcher.click()
    await page.getByRole('menuitemradio', { name: new RegExp(otherSandbox.host) }).click()
    await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
    await page.reload()
    await expect(switcher).toHaveAccessibleName(new RegExp(otherSandbox.host))
  })

  await test.step('renames, reorders with the keyboard, and signs out', async () => {
    await openScreen(page, 'Accounts')
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
    await expect(cards).toHaveCount(2)
    await cards
      .nth(1)
      .getByRole('button', { name: /Rename|Edit/ })
      .click()
    await page.getByLabel('Label').fill('Home')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(cards.nth(1).getByRole('heading')).toHaveText('Home')
    await page.getByRole('button', { name: 'Move Home up' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(cards.nth(0).getByRole('heading')).toHaveText('Home')
    await app.expectAccessible()
    await cards.nth(0).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('dialog')).toContainText('stays valid')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(cards).toHaveCount(1)
  })
})

test('navigates with the command palette using only the keyboard @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('settings')
  await app.expectAccessible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Settings')).toBeVisible()
  await app.expectAccessible()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await app.expectAccessible()
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('reports a read-only token and keeps typed values @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.read_user)
  await openScreen(page, 'Status')
  await page.getByRole('textbox', { name: 'Message' }).fill('I may not')
  await expect(page.getByRole('button', { name: 'Save status' })).toBeDisabled()
  await expect(page.getByText('This token is read-only.')).toBeVisible()
  await page.getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(sandbox.tokens.user)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('I may not')
  await expect(page.getByRole('button', { name: 'Save status' })).toBeEnabled()
})

test.describe('without a keychain', () => {
  test.use({ keyringOptions: { unavailable: 'no-bus' } })

  test('keeps the token for this session only, and informs the user @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.open()
    await expect(page.getByText(/No keychain was found/).first()).toBeVisible()
    await expect(page.getByText(/instance, and kept until you close Latchkey/)).toBeVisible()
    await app.expectAccessible()
    await app.signIn(sandbox)
    await expectSignedIn(page)
    const again = await app.open()
    await expect(again.getByText(/There is no token|enter a new|new token/i).first()).toBeVisible()
    await app.expectAccessible()
    await app.replaceToken(sandbox.tokens.user)
    await expectSignedIn(again)
  })
})

test('waits for a locked keychain and can sign out while it stays locked @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  await test.step('waits for the keychain', async () => {
    await app.openSignedIn(sandbox)
    await keyring.lock()
    const page = await app.open()
    await expect(page.getByText(/is locked/).first()).toBeVisible()
    await app.expectAccessible()
    await keyring.unlock()
    await page
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click()
    await expectSignedIn(page)
    await expect(page.getByText(/is locked/)).toHaveCount(0)
  })

  await test.step('signs out even though the token can’t be deleted', async () => {
    const { page } = app
    await keyring.lock()
    await openScreen(page, 'Accounts')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText(/signed out, but the keychain didn’t delete/)).toBeVisible()
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
})
