import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { importResult } from './support/keys.ts'
import { type TestSandbox, startTestSandbox, callAsUser } from './support/sandbox.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, expectSignedIn, heading, test, visit } from './support/test.ts'

/** Removes the user’s SSH keys and clears their status. */
async function removeKeysAndStatus(sandbox: TestSandbox): Promise<void> {
  for (const { id } of await callAsUser<{ id: number }[]>(sandbox, 'GET', '/user/keys')) {
    await callAsUser(sandbox, 'DELETE', `/user/keys/${id}`)
  }
  await callAsUser(sandbox, 'PUT', '/user/status')
}

/** Presses Tab or Shift+Tab until an element is focused. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('explains token errors, and stays signed in after a restart', async ({ app, sandbox }) => {
  const page = await app.open()
  await app.expectAccessible()
  const url = page.getByLabel('GitLab URL')
  const token = page.getByLabel('Access token', { exact: true })

  await test.step('starts at the URL, and suggests gitlab.com', async () => {
    await expect(url).toBeFocused()
    const suggestion = page.getByRole('button', { name: 'Use gitlab.com' })
    await suggestion.click()
    await expect(url).toHaveValue('https://gitlab.com')
    await expect(token).toBeFocused()
    await expect(suggestion).toHaveCount(0)
  })

  await test.step('moves a token pasted as the URL to its field', async () => {
    const pasted = 'glpat-pasted-into-the-url'
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
    await url.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(token).toHaveValue(pasted)
    await expect(token).toBeFocused()
    await expect(url).toHaveValue('https://gitlab.com')
    await expect(page.getByText('It’s in the token field now.')).toBeVisible()
    await url.fill('')
    await page.keyboard.press('ControlOrMeta+V')
    await expect(url).toHaveValue('')
    await expect(url).toBeFocused()
  })

  await test.step('finds the instance from a group URL', async () => {
    await url.fill('https://gitlab.example/groups/x/-/settings')
    await expect(page.getByText('Your token is sent only to https://gitlab.example.')).toBeVisible()
    const link = page.getByRole('link', { name: 'Create a token on gitlab.example' })
    await expect(link).toHaveAttribute('href', /^https:\/\/gitlab\.example\/-\/user_settings/)
  })

  await test.step('explains token errors', async () => {
    const { tokens } = sandbox
    const cases = [
      ['glpat-nobody-has-this-one', 'Token not recognized'],
      [tokens.expired, 'has expired'],
      [tokens.revoked, 'was revoked'],
      [tokens.blocked, 'This account can’t sign in'],
    ] as const
    for (const [token, words] of cases) {
      await app.signIn(sandbox, token)
      await expect(page.getByText(words).first()).toBeVisible()
      await expect(page.getByLabel('GitLab URL')).toHaveValue(sandbox.url)
      await expect(page.getByLabel('Access token', { exact: true })).toHaveValue(token)
    }
    await app.expectAccessible()
  })

  await test.step('signs in', async () => {
    await app.signIn(sandbox)
    await expectSignedIn(page)
    const again = await app.open()
    await expectSignedIn(again)
    await again.reload()
    await expectSignedIn(again)
  })
})

test('explains URL errors, and links to the token page @full', async ({ app, sandbox, folder }) => {
  const page = await app.open()

  await test.step('explains URL errors', async () => {
    const stoppedSandbox = await startTestSandbox(join(folder, 'gone'))
    await stoppedSandbox.stop()
    const cases = [
      ['ftp://example.org', 'must begin with https://'],
      ['ht!tp:// foo bar', 'must be a URL'],
      [stoppedSandbox.url, `Can’t reach ${stoppedSandbox.host}`],
      [`${sandbox.url}/some/subfolder`, 'There’s no GitLab API at this URL'],
    ] as const
    for (const [url, words] of cases) {
      await app.signIn({ ...sandbox, url }, 'glpat-typed-by-a-person')
      await expect(page.getByText(words).first()).toBeVisible()
      await expect(page.getByLabel('GitLab URL')).toHaveValue(url)
    }
  })

  await test.step('shows an error once, next to its field, until the URL is edited', async () => {
    const form = page.getByRole('form', { name: 'Sign in with a token' })
    await expect(form.getByText('There’s no GitLab API at this URL')).toHaveCount(1)
    await expect(form.getByRole('alert')).toHaveCount(0)
    await page.getByLabel('GitLab URL').fill(sandbox.url)
    await expect(form.getByText('There’s no GitLab API at this URL')).toHaveCount(0)
  })

  await test.step('asks before sending a token over plain HTTP, and links to the token page', async () => {
    await page.getByLabel('GitLab URL').fill('http://git.example.org/team')
    await expect(page.getByRole('checkbox')).toBeVisible()
    const link = page.getByRole('link', { name: /Create a token/ })
    const address = 'http://git.example.org/team/-/user_settings/personal_access_tokens'
    await expect(link).toHaveAttribute('href', `${address}?name=Latchkey&scopes=api`)
    await page.getByText('More options').click()
    await page.getByRole('switch', { name: 'Create the token with administrator rights' }).click()
    await expect(link).toHaveAttribute('href', `${address}?name=Latchkey&scopes=api%2Cadmin_mode`)
  })
})

test('shows where a token would be stored, and updates it when the keychain is unlocked @full', async ({
  app,
  keyring,
}) => {
  await keyring.lock()
  const page = await app.open()
  const promises = page.getByRole('main')
  await expect(promises).toContainText(/kept until you close Latchkey, or in the .+ if you unlock/)
  await expect(page.getByRole('note', { name: 'Keychain' })).toContainText('is locked')
  await keyring.unlock()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(promises).toContainText(/Your token is kept in the .+, and sent only to your/)
  await expect(page.getByRole('note', { name: 'Keychain' })).toHaveCount(0)
})

test('signs in and takes the first steps with the keyboard alone @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  await removeKeysAndStatus(sandbox)
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  const page = await app.open()
  const { keyboard } = page
  await expect(page.getByLabel('GitLab URL')).toBeFocused()
  await keyboard.type(sandbox.url)
  await keyboard.press('Enter')
  await expect(page.getByLabel('Access token', { exact: true })).toBeFocused()
  await keyboard.type(sandbox.tokens.user)
  await keyboard.press('Enter')
  await expectSignedIn(page)

  const steps = page.getByRole('region', { name: 'Get started' })
  const newKeys = page.getByRole('region', { name: 'New keys' })
  const done = (count: number) => steps.getByRole('img', { name: `${count} of 4 done` })
  const next = (name: string) => steps.getByRole('link', { name })
  await test.step('counts completed steps and offers the next', async () => {
    await expect(newKeys).toContainText('1 local key isn’t on GitLab yet')
    await expect(done(1)).toBeVisible()
    await expect(next('Set a status')).toBeVisible()
    await expect(page.getByText('All clear')).toHaveCount(0)
    await app.expectAccessible()
  })

  await test.step('imports the keys of this computer', async () => {
    await tabTo(page, newKeys.getByRole('button', { name: 'Add to GitLab' }))
    await keyboard.press('Enter')
    await expect(done(2)).toBeVisible()
    await expect(importResult(page)).toContainText('ada@home added')
    await expect(page.getByText('No SSH key yet')).toHaveCount(0)
  })

  await test.step('stays hidden once the last step is skipped', async () => {
    const skip = (name: string) => steps.getByRole('button', { name: `Skip: ${name}` })
    await tabTo(page, skip('Set a status'))
    await keyboard.press('Enter')
    await expect(next('Set up Git on this computer')).toBeFocused()
    await tabTo(page, skip('Set up Git on this computer'))
    await keyboard.press('Enter')
    await expect(steps).toHaveCount(0)
    await expect(heading(page, 'Home')).toBeFocused()
    await page.reload()
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page.getByRole('region', { name: 'New keys' })).toHaveCount(0)
    await visit(page, '/sign-in')
    await app.signIn(sandbox)
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page.getByRole('link', { name: /To-do items/ })).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})

test('signs in to the demo as a user and as an administrator @full', async ({ app }) => {
  const page = await app.open()
  await page.getByRole('button', { name: 'Try the demo as a user' }).click()
  await expectSignedIn(page)
  await visit(page, '/sign-in')
  await page.getByRole('button', { name: 'Try the demo as an administrator' }).click()
  await expectSignedIn(page)
  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(2)
})

test.describe('for an administrator of many users', () => {
  test.use({ sandboxOptions: { users: 150, faults: ['GET /users 2+ latency=9999999'] } })

  test('loads all users after sign-in, and reports when loading was stopped @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.open()
    await app.signIn(sandbox, sandbox.tokens.admin)
    await expectSignedIn(page)
    const main = page.getByRole('main')
    await expect(main.getByText('Loading users: 100 so far.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load now' })).toHaveCount(0)
    await app.expectAccessible()
    await main.getByRole('button', { name: 'Stop' }).click()
    await expect(main.getByText('Users haven’t been loaded yet.')).toBeVisible()
    await app.expectAccessible()
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    await main.getByRole('button', { name: 'Load now' }).click()
    await expect(main.getByRole('link', { name: /users? pending approval/ })).toBeVisible()
    await expect(main.getByText('Users haven’t been loaded yet.')).toHaveCount(0)
    await openScreen(page, 'Users')
    await expect(page.getByText('150 users', { exact: true })).toBeVisible()
  })
})

test('opens the demo immediately when started with --demo @full', async ({ app }) => {
  const page = await app.open({ flags: ['--demo'] })
  await expectSignedIn(page)
  await openScreen(page, 'Status')
  await page.getByRole('textbox', { name: 'Message' }).fill('Only trying')
  await page.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByRole('region', { name: 'Current status' })).toContainText('Only trying')

  await expect(page).toHaveTitle('DEMO · Status – Latchkey')
  await expect(page.getByRole('navigation', { name: 'Screens' }).locator('..')).toContainText(
    'DEMO',
  )
  await openScreen(page, 'This computer')
  await page.getByRole('button', { name: 'Fix all…' }).click()
  await expect(page.getByRole('dialog')).toContainText('DEMO')
  await app.expectAccessible()
})
