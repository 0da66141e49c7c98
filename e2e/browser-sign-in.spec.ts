import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { launchBrowser } from './support/browser-host.ts'
import { type TestSandbox, callAsAdmin, callAsUser, statusOf } from './support/sandbox.ts'
import { filesContaining } from './support/secrets.ts'
import { expect, expectSignedIn, heading, test, visit } from './support/test.ts'

interface Application {
  application_id: string
}

/** Registers an application for Latchkey. Returns its ID. */
async function register(
  sandbox: TestSandbox,
  { confidential = false, scopes = 'api' } = {},
): Promise<string> {
  const application = { name: 'Latchkey', redirect_uri: 'http://127.0.0.1/', scopes, confidential }
  const created = await callAsAdmin<Application>(sandbox, 'POST', '/applications', application)
  return created.application_id
}

const linkTo = ({ url }: TestSandbox, client: string) =>
  `latchkey://sign-in?${new URLSearchParams({ instance: url, client })}`

/** Fills in the address field with a sign-in link. */
async function fillInLink(page: Page, sandbox: TestSandbox, client: string): Promise<void> {
  await page.getByLabel('GitLab URL').fill(linkTo(sandbox, client))
  await expect(page.getByText(`Application ID in this link: ${client.slice(0, 12)}…`)).toBeVisible()
}

/** Clicks a button that opens the browser. Returns GitLab’s page there. */
async function openGitLab(page: Page, button = 'Sign in with your browser'): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: button, exact: true }).click()
  return opened
}

/** Allows the sign-in on GitLab’s page, and closes the tab once it has returned to Latchkey. */
async function allow(gitlab: Page, username: string): Promise<void> {
  await gitlab.getByLabel('Sign in as').selectOption(username)
  await gitlab.getByRole('button', { name: 'Authorize' }).click()
  await gitlab.getByText('You can close this tab.').waitFor()
  await gitlab.close()
}

const who = (page: Page) => page.getByRole('region', { name: 'Sign in with your browser' })

test('signs in with three clicks, and again from the accounts', async ({ app, sandbox }) => {
  const client = await register(sandbox)
  const page = await app.open()
  await fillInLink(page, sandbox, client)
  await app.expectAccessible()

  const gitlab = await openGitLab(page)
  await gitlab.getByLabel('Sign in as').selectOption('maya.lindqvist')
  await gitlab.getByRole('button', { name: 'Authorize' }).click()
  await expect(gitlab.getByText('Continue in Latchkey. You can close this tab.')).toBeVisible()
  expect(gitlab.url()).not.toMatch(/code|state/)
  await gitlab.close()

  await expect(who(page)).toContainText('Maya Lindqvist')
  await app.expectAccessible()
  await who(page).getByRole('button', { name: 'Sign in' }).click()
  await expectSignedIn(page)

  await visit(page, '/accounts')
  await expect(page.getByText('Signed in with your browser')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate token' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const again = await openGitLab(page)
  await allow(again, 'maya.lindqvist')
  await who(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(who(page)).toHaveCount(0)
})

test('signs in with a code @full', async ({ app, sandbox }) => {
  const page = await app.open()
  await fillInLink(page, sandbox, await register(sandbox))
  await page.getByRole('button', { name: 'Use a code instead' }).click()
  const code = await page.getByLabel('Code', { exact: true }).textContent()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /^Open \S+ \(/ }).click()
  const gitlab = await opened
  await expect(gitlab.getByLabel('User code')).toHaveValue(code!)
  await gitlab.getByLabel('Sign in as').selectOption('maya.lindqvist')
  await gitlab.getByRole('button', { name: 'Authorize' }).click()
  await expect(gitlab.getByText('successfully authorized')).toBeVisible()
  await gitlab.close()
  await who(page).getByRole('button', { name: 'Sign in' }).click()
  await expectSignedIn(page)
})

test('adds another account with a link @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await visit(page, `/sign-in?link=${encodeURIComponent(linkTo(sandbox, await register(sandbox)))}`)
  await expect(heading(page, 'Add account')).toBeVisible()
  const gitlab = await openGitLab(page)
  await allow(gitlab, 'ines')
  await who(page).getByRole('button', { name: 'Sign in' }).click()
  await expectSignedIn(page)
  await visit(page, '/accounts')
  await expect(page.getByText('Signed in with your browser')).toHaveCount(1)
})

test('explains what stops a sign-in @full', async ({ app, sandbox }) => {
  const page = await app.open()
  const cancel = () => who(page).getByRole('button', { name: 'Cancel' }).click()

  await test.step('a confidential application', async () => {
    await fillInLink(page, sandbox, await register(sandbox, { confidential: true }))
    const gitlab = await openGitLab(page)
    await gitlab.getByRole('button', { name: 'Authorize' }).click()
    await gitlab.getByText('You can close this tab.').waitFor()
    await gitlab.close()
    await expect(who(page)).toContainText('clear “Confidential”')
    await cancel()
  })

  await test.step('missing scopes', async () => {
    await fillInLink(page, sandbox, await register(sandbox, { scopes: 'read_user' }))
    await page.getByRole('button', { name: 'Use a code instead' }).click()
    await expect(who(page)).toContainText('isn’t registered for the scopes')
    await cancel()
  })

  await test.step('a refusal in the browser', async () => {
    await fillInLink(page, sandbox, await register(sandbox))
    const gitlab = await openGitLab(page)
    await gitlab.getByRole('button', { name: 'Cancel' }).click()
    await gitlab.getByText('GitLab didn’t allow the sign-in.').waitFor()
    await gitlab.close()
    await expect(who(page)).toContainText('The sign-in was canceled in the browser.')
    await cancel()
  })

  await test.step('no answer from the browser', async () => {
    await page.clock.install()
    await fillInLink(page, sandbox, await register(sandbox))
    const gitlab = await openGitLab(page)
    await page.clock.runFor(61_000)
    await expect(who(page)).toContainText('because you’re an administrator')
    await expect(who(page)).toContainText('Your email address isn’t confirmed.')
    await expect(who(page)).toContainText('The browser can’t reach this computer.')
    await gitlab.close()
    await cancel()
  })
})

test.describe('with GitLab 19', () => {
  test.use({ sandboxOptions: { version: '19' } })

  /** Creates a token of Maya that expires soon. */
  async function createToken(sandbox: TestSandbox, scopes: string[]): Promise<string> {
    const { id } = await callAsUser<{ id: number }>(sandbox, 'GET', '/user')
    const body = { name: 'Latchkey', scopes, expires_at: dateIn(10, sandbox.now()) }
    const path = `/users/${id}/personal_access_tokens`
    return (await callAsAdmin<{ token: string }>(sandbox, 'POST', path, body)).token
  }

  /** Stores a token in Git's credential helper. */
  function storeInGit({ host }: TestSandbox, home: string, token: string): string {
    writeFileSync(join(home, '.gitconfig'), '[credential]\n\thelper = store\n')
    const file = join(home, '.git-credentials')
    writeFileSync(file, `http://maya.lindqvist:${token}@${host}\n`)
    return file
  }

  const neverRenew = 'Never renew this token again'

  test('replaces a token, hands Git another one, and revokes it @full', async ({
    app,
    sandbox,
    keyring,
  }) => {
    const token = await createToken(sandbox, ['api', 'read_registry'])
    const file = storeInGit(sandbox, keyring.env.HOME!, token)
    const page = await app.openSignedIn(sandbox, token)
    const dialog = page.getByRole('dialog')

    await test.step('opens from the expiring token on Home', async () => {
      await page.getByRole('link', { name: /Never renew it again$/ }).click()
      await app.expectAccessible()
      const gitlab = await openGitLab(page)
      await allow(gitlab, 'maya.lindqvist')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toContainText('Latchkey no longer uses your token.')
      await expect(dialog).toContainText('Only the token has these scopes: read_registry.')
      await expect(dialog.getByRole('button', { name: 'Revoke the token' })).toHaveCount(0)
    })

    await test.step('hands Git a new token', async () => {
      await dialog.getByRole('button', { name: 'Check which use this token' }).click()
      await expect(dialog).toContainText('Uses this token. Latchkey updates it.')
      await expect(dialog.getByRole('button', { name: 'Revoke the token' })).toHaveCount(0)
      await app.expectAccessible()
      const form = dialog.getByRole('form', { name: 'Hand over' })
      expect(await form.getByRole('link').getAttribute('href')).toMatch(
        /personal_access_tokens\?name=Git&scopes=read_repository%2Cwrite_repository$/,
      )
      await form.getByLabel('New token').fill('ghp_0123456789abcdefghijklmnopqrstuvwxyz')
      await form.getByRole('button', { name: 'Hand over' }).click()
      await expect(page.getByRole('dialog').last()).toContainText('GitHub')
      await page.keyboard.press('Escape')
      await form.getByLabel('New token').fill(token)
      await form.getByRole('button', { name: 'Hand over' }).click()
      await expect(form).toContainText('This is the old token.')
      const next = await createToken(sandbox, ['read_repository', 'write_repository'])
      await form.getByLabel('New token').fill(next)
      await form.getByRole('button', { name: 'Hand over' }).click()
      await expect(form).toHaveCount(0)
      expect(readFileSync(file, 'utf8')).toContain(next)
      expect(filesContaining(app.data, [next])).toEqual([])
    })

    await test.step('revokes the old one', async () => {
      await dialog.getByRole('button', { name: 'Revoke the token' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('Signed in with your browser')).toBeVisible()
      await expect(page.getByRole('button', { name: neverRenew })).toHaveCount(0)
      expect(await statusOf(sandbox, token)).toBe(401)
    })
  })

  test('creates a token for Git from an administrator’s session @full', async ({
    app,
    sandbox,
    keyring,
  }) => {
    const admin = await callAsAdmin<{ id: number; username: string }>(sandbox, 'GET', '/user')
    const body = { name: 'Latchkey', scopes: ['api'], expires_at: dateIn(10, sandbox.now()) }
    const path = `/users/${admin.id}/personal_access_tokens`
    const { token } = await callAsAdmin<{ token: string }>(sandbox, 'POST', path, body)
    const file = storeInGit(sandbox, keyring.env.HOME!, token)
    const page = await app.openSignedIn(sandbox, token)
    const dialog = page.getByRole('dialog')
    await visit(page, '/accounts')
    await page.getByRole('button', { name: neverRenew }).click()
    const gitlab = await openGitLab(page)
    await allow(gitlab, admin.username)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByRole('button', { name: 'Check which use this token' }).click()
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Create and hand over' }).click()
    await expect(dialog.getByRole('button', { name: 'Revoke the token' })).toBeVisible()
    expect(readFileSync(file, 'utf8')).not.toContain(token)
  })

  test('shares the application with a second computer @full', async ({
    app,
    sandbox,
    keyring,
    clock,
    chromium,
    folder,
  }) => {
    async function replaceToken(page: Page): Promise<void> {
      await visit(page, '/accounts')
      await page.getByRole('button', { name: neverRenew }).click()
      const gitlab = await openGitLab(page)
      await allow(gitlab, 'maya.lindqvist')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.getByRole('button', { name: 'Keep the token' }).click()
      await expect(page.getByText('Signed in with your browser')).toBeVisible()
    }
    const here = await app.openSignedIn(sandbox, await createToken(sandbox, ['api']))
    await replaceToken(here)
    const other = await launchBrowser({
      data: join(folder, 'other-computer'),
      env: { ...keyring.env, ...clock.env() },
      flags: [],
      chromium,
      account: { baseUrl: sandbox.url, token: await createToken(sandbox, ['api']) },
    })
    await expectSignedIn(other.page)
    await replaceToken(other.page)
    const applications = await callAsUser<Application[]>(sandbox, 'GET', '/user/applications')
    expect(applications).toHaveLength(1)
    for (const page of [here, other.page]) {
      await page.getByRole('link', { name: 'Emails' }).click()
      await expect(page.getByText('maya.lindqvist@', { exact: false }).first()).toBeVisible()
    }
    await other.close()
  })
})

test('lets people sign in with a link from an administrator @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await visit(page, '/accounts')
  await page.getByRole('button', { name: 'Let users sign in with their browser' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Register the application' }).click()
  await dialog.getByRole('button', { name: 'Copy Sign-in link' }).click()
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const link = await app.clipboard()
  await visit(page, '/sign-in')
  await page.getByLabel('GitLab URL').fill(link)
  const gitlab = await openGitLab(page)
  await allow(gitlab, 'maya.lindqvist')
  await who(page).getByRole('button', { name: 'Sign in' }).click()
  await expectSignedIn(page)
})
