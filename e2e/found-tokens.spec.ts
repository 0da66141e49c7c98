import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Keyring } from '../scripts/lib/keyring.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, expectSignedIn, test } from './support/test.ts'

const glabConfig = ({ env }: Keyring) => join(env.HOME!, '.config/glab-cli/config.yml')

function writeGlabConfig(keyring: Keyring, text: string): void {
  mkdirSync(dirname(glabConfig(keyring)), { recursive: true })
  writeFileSync(glabConfig(keyring), `hosts:\n${text}`)
}

const glabHost = ({ host }: TestSandbox, token: string) =>
  `  gitlab.example:\n    token: ${token}\n    api_protocol: http\n    api_host: ${host}\n    user: maya\n`

const openButton = (page: Page) =>
  page.getByRole('button', { name: 'Find a token on this computer…' })
const tokensDialog = (page: Page) => page.getByRole('dialog', { name: 'Tokens on this computer' })
const signInButton = (page: Page, { host }: TestSandbox, source: string) =>
  tokensDialog(page).getByRole('button', { name: `Sign in to ${host} with ${source}` })

test('signs in with glab’s token in two clicks and shows where else it is stored @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  writeGlabConfig(keyring, glabHost(sandbox, sandbox.tokens.user))
  const page = await app.open()
  await openButton(page).click()
  await signInButton(page, sandbox, 'glab').click()
  await expectSignedIn(page)
  const note = page.getByText('The token is still in')
  await expect(note).toContainText('~/.config/glab-cli/config.yml')
  expect(readFileSync(glabConfig(keyring), 'utf8')).toContain(sandbox.tokens.user)
  expect(app.output()).not.toContain(sandbox.tokens.user)
})

test('shows where it searched and why a token can’t be used @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const page = await app.open()
  const dialog = tokensDialog(page)
  const alert = page.getByRole('alert')
  const searchAgainButton = dialog.getByRole('button', { name: 'Look again' })
  const signIn = signInButton(page, sandbox, 'glab')

  await test.step('lists the places without a token', async () => {
    await openButton(page).press('Enter')
    await expect(dialog).toContainText('Nothing found')
    await expect(dialog).toContainText('~/.config/glab-cli/config.yml')
    await expect(dialog).toContainText('GITLAB_TOKEN')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(openButton(page)).toBeFocused()
  })

  await test.step('explains why a file or token can’t be used', async () => {
    await openButton(page).press('Enter')
    await expect(dialog).toContainText('Nothing found')
    writeGlabConfig(keyring, '  [')
    await searchAgainButton.press('Enter')
    await expect(dialog).toContainText('It isn’t a valid glab configuration.')
    await expect(searchAgainButton).toBeFocused()
    const oauth = '  gitlab.com:\n    token: gloas-x\n    is_oauth2: "true"\n'
    writeGlabConfig(keyring, glabHost(sandbox, sandbox.tokens.expired) + oauth)
    await searchAgainButton.press('Enter')
    await expect(dialog.getByRole('region', { name: 'Can’t be used' })).toContainText('gitlab.com')
    await app.expectAccessible()
    await signIn.click()
    await expect(page.getByText('has expired').first()).toBeVisible()
    await expect(page.getByLabel('GitLab URL')).toHaveValue(sandbox.url)
  })

  await test.step('reports that the list is older than the file', async () => {
    await openButton(page).click()
    await expect(signIn).toBeVisible()
    rmSync(glabConfig(keyring))
    await signIn.click()
    await expect(alert).toContainText('has changed since you looked')
    writeGlabConfig(keyring, glabHost(sandbox, sandbox.tokens.user))
    await alert.getByRole('button', { name: 'Look again' }).click()
    await expect(signIn).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('asks git for a token for the typed URL once git is selected', async () => {
    await openButton(page).click()
    await signInButton(page, sandbox, 'Git').click()
    await expect(alert).toContainText('Git has no credentials for')
  })
})
