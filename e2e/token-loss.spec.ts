import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { filesContaining } from './support/secrets.ts'
import { expect, expectSignedIn, heading, test } from './support/test.ts'

const tokenOf = ({ tokens }: TestSandbox) => tokens.user

async function isTokenValid(sandbox: TestSandbox): Promise<boolean> {
  const headers = { 'private-token': tokenOf(sandbox) }
  return (await fetch(`${sandbox.url}/api/v4/user`, { headers })).ok
}

const signOutButton = (page: Page, index: number) =>
  page.getByRole('main').getByRole('button', { name: 'Sign out' }).nth(index)
const dialog = (page: Page) => page.getByRole('dialog')
const revokeBox = (page: Page) =>
  dialog(page).getByRole('checkbox', { name: 'Also revoke this token on GitLab' })

test.describe('without a keychain', () => {
  test.use({ keyringOptions: { unavailable: 'no-bus' } })

  test('recovers lost tokens in one step, doesn’t rotate unsaved ones, and leaves no trace of them @full', async ({
    app,
    sandbox,
    otherSandbox,
    keyring,
  }) => {
    const tokens = [tokenOf(sandbox), tokenOf(otherSandbox)]
    const folder = join(keyring.env.HOME!, '.config/glab-cli')
    const hosts = [sandbox, otherSandbox].map(
      (service, index) =>
        `  gitlab-${index}.example:\n    token: ${tokenOf(service)}\n    api_protocol: http\n    api_host: ${service.host}\n`,
    )

    await test.step('signs in twice', async () => {
      await app.open()
      await app.signIn(sandbox)
      await expectSignedIn(app.page)
      await openScreen(app.page, 'Accounts')
      await app.page.getByRole('button', { name: 'Add account' }).click()
      await app.signIn(otherSandbox)
      await expectSignedIn(app.page)
      await openScreen(app.page, 'Accounts')
      await expect(app.page.getByText('Token kept until you quit Latchkey')).toHaveCount(2)
    })

    await test.step('doesn’t rotate a token it couldn’t store', async () => {
      const rotate = app.page.getByRole('button', { name: 'Rotate token…' })
      await expect(rotate).toHaveCount(2)
      await expect(rotate.first()).toBeDisabled()
      await expect(rotate.first()).toHaveAccessibleDescription(/Needs a keychain: /)
      await app.expectAccessible()
    })

    await test.step('offers glab’s tokens after a restart, for both accounts at once', async () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'config.yml'), `hosts:\n${hosts.join('')}`)
      const page = await app.open()
      await expect(heading(page, 'Token missing')).toBeVisible()
      await expect(page.locator('main input:focus')).toHaveCount(1)
      await expect(page.getByText('It was kept only until Latchkey closed.')).toBeVisible()
      await expect(page.getByText('The keychain has no token')).toHaveCount(0)
      await app.expectAccessible()
      await page.getByRole('button', { name: 'Use these tokens for 2 accounts' }).click()
      await expect(page.getByText('Tokens saved for 2 accounts.')).toBeVisible()
      await expectSignedIn(page)
      await openScreen(page, 'Accounts')
      await expect(page.getByText('Token missing')).toHaveCount(0)
    })

    await test.step('shows other uses of a token before revoking it on sign-out', async () => {
      const { page } = app
      await signOutButton(page, 0).click()
      await expect(revokeBox(page)).not.toBeChecked()
      await expect(dialog(page)).toContainText('~/.config/glab-cli/config.yml')
      await app.expectAccessible()
      await revokeBox(page).check()
      await dialog(page).getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByText(/token on .* was revoked\./)).toBeVisible()
      expect([await isTokenValid(sandbox), await isTokenValid(otherSandbox)].toSorted()).toEqual([
        false,
        true,
      ])
    })

    await test.step('forgets everything', async () => {
      const { page } = app
      await openScreen(page, 'Settings')
      await page.getByRole('button', { name: 'Delete everything' }).click()
      await dialog(page).getByRole('textbox').fill('delete')
      await dialog(page).getByRole('button', { name: 'Delete everything' }).click()
      await expect(heading(page, 'Sign in')).toBeVisible()
    })

    await app.close()
    expect(filesContaining(app.data, tokens)).toEqual([])
    expect(tokens.filter((token) => app.output().includes(token))).toEqual([])
  })

  test('reports that sign-out can’t revoke the token, and signs out without revoking it @full', async ({
    app,
    sandbox,
  }) => {
    await app.open()
    await app.signIn(sandbox)
    await expectSignedIn(app.page)
    await openScreen(app.page, 'Accounts')
    await signOutButton(app.page, 0).click()
    await revokeBox(app.page).check()
    await sandbox.stop()
    await dialog(app.page).getByRole('button', { name: 'Sign out' }).click()
    await expect(app.page.getByRole('alert')).toContainText('Can’t reach')
    await app.expectAccessible()
    await app.page.getByRole('button', { name: 'Sign out without revoking' }).click()
    await expect(heading(app.page, 'Sign in')).toBeVisible()
    await sandbox.start()
    expect(await isTokenValid(sandbox)).toBe(true)
  })
})
