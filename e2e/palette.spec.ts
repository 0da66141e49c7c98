import type { Locator, Page } from '@playwright/test'
import { test } from './support/computer.ts'
import { openDirectory, search } from './support/directory.ts'
import { invoke } from './support/invoke.ts'
import { chooseForRow } from './support/lists.ts'
import { findUser, openAdminUser, userHeader } from './support/person.ts'
import { type TestSandbox, callAsAdmin, callAsUser } from './support/sandbox.ts'
import { expect, heading } from './support/test.ts'

test.use({ settings: { undoSeconds: 30 } })

const field = (page: Page) => page.getByRole('combobox', { name: 'Go anywhere' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const option = (page: Page, text: string | RegExp): Locator =>
  options(page).filter({ hasText: text })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

/** Runs one line: the shortcut, a command of up to twelve characters, its argument, and Enter. */
async function runLine(page: Page, command: string, argument: string): Promise<void> {
  expect(command.length).toBeLessThanOrEqual(12)
  await openPalette(page)
  await page.keyboard.type(`${command} ${argument}`)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveCount(0)
}

/** Sends an API request as the ordinary user, bypassing Latchkey. */
function callService<T>(sandbox: TestSandbox, path: string): Promise<T> {
  return callAsUser(sandbox, 'GET', path)
}

test('opens while a cleared search is still being applied @full', async ({ app, sandbox }) => {
  const page = await openDirectory(app, sandbox)
  await search(page).fill('ada')
  await expect(page).toHaveURL(/ada/)
  await search(page).fill('')
  await openPalette(page)
  await expect(page).not.toHaveURL(/ada/)
  await expect(field(page)).toBeFocused()
})

test('finds a user despite a typo @full', async ({ app, sandbox }) => {
  const page = await openDirectory(app, sandbox)
  await openPalette(page)
  await page.keyboard.type('fetaherstonehaugh')
  await expect(option(page, '@wordy')).toBeVisible()
})

test('finds people, keys, tokens, repositories and settings in six letters @full', async ({
  app,
  sandbox,
  computer,
}) => {
  const list = <Item>(path: string) => callAsAdmin<Item[]>(sandbox, 'GET', path)
  const repositories = ['tide-tables', 'harbour', 'Pilot boats', 'api-docs', 'website']
  for (const name of repositories) computer.git(['init', '-q', `code/${name}`])
  const page = await openDirectory(app, sandbox)
  const [, account] = /\/of\/([^/]+)/.exec(page.url())!
  await invoke(page, 'repositories.setFolders', { folders: ['~/code'] }, account)
  const { id } = await callAsAdmin<{ id: number }>(sandbox, 'GET', '/user')
  const [keys, tokens, users, emails] = await Promise.all([
    list<{ id: number; title: string }>('/user/keys'),
    list<{ id: number; name: string }>(`/personal_access_tokens?user_id=${id}`),
    list<{ name: string }>('/users?per_page=20'),
    list<{ email: string }>('/user/emails'),
  ])
  const settings = ['Theme', 'Density', 'Language', 'Auto-lock after', 'Show notifications']
  const names = [
    ...keys.map(({ title }) => title),
    ...tokens.map(({ name }) => name),
    ...users.map(({ name }) => name),
    ...emails.map(({ email }) => email),
    ...repositories,
    ...settings,
  ]
  expect(names.length).toBeGreaterThanOrEqual(40)

  await test.step('reads nothing again while typing', async () => {
    await openPalette(page)
    const calls = new Set<string>()
    for (const [index, name] of names.entries()) {
      await field(page).fill(name.slice(0, 6))
      await expect(option(page, name).first(), name).toBeVisible()
      const texts = await options(page).allTextContents()
      expect(
        texts.findIndex((text) => text.includes(name)),
        name,
      ).toBeLessThan(3)
      if (index > 0) continue
      page.on('request', (request) => {
        if (request.url().endsWith('/invoke')) calls.add(request.postDataJSON().name)
      })
    }
    for (const local of ['directory.search', 'avatars.of']) calls.delete(local)
    expect([...calls]).toEqual([])
    await field(page).fill('zzyzx')
    await expect(page.getByText(/^Nothing found for .*zzyzx/)).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('Escape')
  })

  for (const [name, item] of [
    [keys[0]!.title, `ssh-${keys[0]!.id}`],
    [tokens[0]!.name, String(tokens[0]!.id)],
    [emails[0]!.email, undefined],
    ['harbour', '~/code/harbour'],
  ] as const) {
    await test.step(`opens ${name}`, async () => {
      await openPalette(page)
      await page.keyboard.type(name.slice(0, 6))
      await expect(options(page).first()).toContainText(name)
      await page.keyboard.press('Enter')
      await expect(field(page)).toHaveCount(0)
      const row = page.getByRole('row').and(page.locator(':focus'))
      await expect(row).toContainText(name)
      if (item) await expect(row).toHaveAttribute('data-item', item)
    })
  }
})

test('runs each common task from a single line @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('sets a status with a duration', async () => {
    const start = sandbox.now()
    await runLine(page, 'status', 'in a meeting 30m busy')
    await expect(toast(page, 'Status: ')).toBeVisible()
    const status = await callService<Record<string, string>>(sandbox, '/user/status')
    expect(status).toMatchObject({ message: 'In a meeting', availability: 'busy' })
    const setAt = Date.parse(status.clear_status_at!) - 30 * 60_000
    expect(setAt).toBeGreaterThanOrEqual(start)
    expect(setAt).toBeLessThanOrEqual(sandbox.now())
  })

  await test.step('sets one for two hours, a duration that GitLab doesn’t support', async () => {
    await openPalette(page)
    await page.keyboard.type('status deep work 2h')
    await expect(options(page).first()).toContainText(/Clears in 2 hours \(.*\d:\d\d/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Current status' })).toContainText(
      'Latchkey clears this in',
    )
    await openPalette(page)
    await page.keyboard.type('status deep work 2m')
    await expect(options(page).first()).toContainText('from 5 minutes to 30 days')
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })

  await test.step('adds an email address', async () => {
    await runLine(page, 'add email', 'ada@tidewater.example')
    await expect(toast(page, /ada@tidewater\.example\W* added/)).toBeVisible()
    const emails = await callService<{ email: string }[]>(sandbox, '/user/emails')
    expect(emails.map(({ email }) => email)).toContain('ada@tidewater.example')
  })

  await test.step('follows a user', async () => {
    await runLine(page, 'follow', '@wordy')
    await expect(toast(page, /You now follow/)).toBeVisible()
    const { id } = (await findUser(sandbox, 'wordy'))!
    const me = await callService<{ id: number }>(sandbox, '/user')
    const followed = await callService<{ id: number }[]>(
      sandbox,
      `/users/${me.id}/following?per_page=100`,
    )
    expect(followed.map((user) => user.id)).toContain(id)
  })

  await test.step('finds a followed user without a verb', async () => {
    await openPalette(page)
    await page.keyboard.type('bartholo')
    await expect(option(page, /@wordy/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'User profile')).toBeVisible()
  })

  await test.step('finds a user who is not in the local data', async () => {
    await openPalette(page)
    await page.keyboard.type('tomasz')
    await expect(option(page, /@tomasz/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'User profile')).toBeVisible()
  })
})

test('understands synonyms in any language @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('sets a status until a given time, when Latchkey clears it', async () => {
    await runLine(page, 'status', 'lunch until monday')
    await expect(toast(page, 'Status: ')).toBeVisible()
    expect(await callService(sandbox, '/user/status')).toMatchObject({ message: 'lunch' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Status restored.')).toBeVisible()
    const { message } = await callService<{ message: string | null }>(sandbox, '/user/status')
    expect(message ?? '').not.toBe('lunch')
  })

  await test.step('sets a preset by a synonym', async () => {
    await openPalette(page)
    await page.keyboard.type('out of office')
    await expect(options(page).first()).toContainText('Away')
    await app.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Status: ')).toBeVisible()
    expect(await callService(sandbox, '/user/status')).toMatchObject({ message: 'Away' })
  })

  await test.step('opens the shortcuts', async () => {
    await openPalette(page)
    await page.keyboard.type('help')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('opens a collapsed preference', async () => {
    await openPalette(page)
    await page.keyboard.type('jwt token')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('switch', { name: /Pass my identities/ })).toBeVisible()
  })

  await test.step('understands English while in German', async () => {
    await openPalette(page)
    await page.keyboard.type('german')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('dark mode')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  await test.step('asks before signing out', async () => {
    await openPalette(page)
    await page.keyboard.type('logout')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /^Sign out of/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page, 'Accounts')).toBeVisible()
  })
})

test('runs a command typed and entered before the palette has loaded @browser @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  const loads = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route(/CommandPalette.*\.js/, async (route) => {
    isAsked.resolve()
    await loads.promise
    await route.continue()
  })
  await page.reload()
  await expect(heading(page, 'Home')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await isAsked.promise
  await page.keyboard.type('statusx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' early')
  await page.keyboard.press('Enter')
  loads.resolve()
  await expect(toast(page, 'Status: ')).toBeVisible()
  expect(await callService(sandbox, '/user/status')).toMatchObject({ message: 'early' })
})

test('opens an item by name, and remembers it @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('creates a Kubernetes token that only needs copying', async () => {
    await runLine(page, 'new token', 'prod-cluster')
    await expect(heading(page, 'Tokens')).toBeVisible()
    await page.getByRole('button', { name: 'Copy Token' }).click()
    expect(await app.clipboard()).toMatch(/^glpat-/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('grid', { name: 'My tokens' })).toContainText('prod-cluster')
  })

  await test.step('confirms before revoking a token, and prompts for an expiry date before rotating one', async () => {
    await runLine(page, 'revoke token', 'prod-cluster')
    await expect(page.getByRole('dialog')).toContainText(/Revoke the token .*prod-cluster/)
    await page.keyboard.press('Escape')
    await runLine(page, 'rotate token', 'prod-cluster')
    await expect(page.getByRole('dialog')).toContainText(/Rotate the token .*prod-cluster/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('opens the renewal form of a key', async () => {
    const [key] = await callService<{ id: number; title: string }[]>(sandbox, '/user/keys')
    await runLine(page, 'renew', key!.title)
    await expect(page).toHaveURL(new RegExp(`show=ssh-${key!.id}&renew=1`))
  })

  await test.step('opens a setting by name', async () => {
    await openPalette(page)
    await page.keyboard.type('auto-lock')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Settings')).toBeVisible()
    await expect(page).toHaveURL(/show=lockMinutes/)
    await expect(page.locator('[data-item=lockMinutes]')).toContainText('Auto-lock after')
  })

  await test.step('offers recent commands first', async () => {
    await openPalette(page)
    await expect(options(page).first()).toContainText('Auto-lock after')
    await option(page, 'new token prod-cluster').click()
    await expect(field(page)).toHaveValue('new token prod-cluster')
    await expect(option(page, /Create Kubernetes token/)).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('Escape')
  })
})

test('blocks a user, and finds one by part of an email address @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await page.getByRole('link', { name: /^(Directory|Users)$/ }).click()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const self = await callAsAdmin<{ id: number; username: string }>(sandbox, 'GET', '/user')

  await test.step('marks the user’s own account and hides actions on it', async () => {
    await openPalette(page)
    await page.keyboard.type(`block @${self.username}`)
    const own = option(page, new RegExp(`ID ${self.id}\\b`))
    await expect(own).toContainText('This is you.')
    await expect(own).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
  })

  await test.step('marks bots', async () => {
    await openPalette(page)
    await page.keyboard.type('block @project_17_bot_9f2c')
    await expect(option(page, /@project_17_bot/).getByText('Bot', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('warns if blocking leaves one administrator, then if the user is the last one', async () => {
    await openPalette(page)
    await page.keyboard.type('block @tomasz')
    await expect(option(page, /@tomasz/)).toContainText('Leaves one administrator')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    const { id } = (await findUser(sandbox, 'tomasz'))!
    await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { admin: false })
    // The palette also uses what a page has loaded about a user.
    await openAdminUser(page, sandbox, 'tomasz')
    await openPalette(page)
    await page.keyboard.type(`block @${self.username}`)
    const own = option(page, new RegExp(`ID ${self.id}\\b`))
    await expect(own).toContainText('This is you.')
    await expect(own).toContainText('Last active administrator')
    await page.keyboard.press('Escape')
  })

  await test.step('blocks by username, with Undo', async () => {
    await runLine(page, 'block', '@wordy')
    await expect(toast(page, /Block \W?Bartholomew/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, /canceled\. Nothing was sent/)).toBeVisible()
    expect((await findUser(sandbox, 'wordy'))!.state).toBe('active')
  })

  await test.step('adds a reason from any screen, and holds the action until then', async () => {
    await runLine(page, 'block', '@wordy')
    await page.getByRole('button', { name: 'Add reason' }).click()
    const dialog = page.getByRole('dialog', { name: /^Reason: Block/ })
    await expect(heading(page, 'Queue')).toBeVisible()
    await expect(dialog).toContainText('Waiting for your reason')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')
    await dialog.getByRole('button', { name: 'Save reason' }).click()
    const row = page.getByRole('grid', { name: 'Pending' }).locator('[data-item]')
    await expect(row).toContainText('Reason: Asked for by phone')
    await chooseForRow(row, /^(Undo|Cancel)$/)
    await expect(page.getByText('No pending actions')).toBeVisible()
    expect((await findUser(sandbox, 'wordy'))!.state).toBe('active')
  })

  await test.step('doesn’t block ambiguous users, however quickly Enter follows', async () => {
    await openPalette(page)
    await page.keyboard.insertText('block a')
    await page.keyboard.press('Enter')
    await expect(option(page, /Block .*@/)).not.toHaveCount(0)
    await expect(field(page)).toHaveValue('block a')
    await page.keyboard.press('Escape')
  })

  await test.step('shows the matching user before running', async () => {
    await openPalette(page)
    await page.keyboard.type('block wordy')
    const row = option(page, /@wordy/)
    await expect(row).toContainText(/ID \d+/)
    await expect(row).toContainText('wordy@example.com')
    await app.expectAccessible()
    await page.keyboard.press('Escape')
  })

  await test.step('finds a user by part of an email address', async () => {
    await openPalette(page)
    await page.keyboard.type('wordy@')
    await page.keyboard.press('Enter')
    await expect(userHeader(page)).toBeVisible()
    await expect(page.getByRole('main').getByText('@wordy', { exact: true }).first()).toBeVisible()
  })
})

test('hides commands that a read-only token can’t run @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.read_user)
  await openPalette(page)
  await page.keyboard.type('status lunch')
  await expect(page.getByText(/Your token can only read/)).toBeVisible()
  await expect(options(page)).toHaveCount(0)
})

test('keeps the text of a failed command, and marks commands that need a connection @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await test.step('keeps the text of a failed command', async () => {
    const [existing] = await callService<{ email: string }[]>(sandbox, '/user/emails')
    await runLine(page, 'add email', existing!.email)
    await expect(page.getByText(/already been taken|taken/).first()).toBeVisible()
    await openPalette(page)
    await expect(field(page)).toHaveValue(`add email ${existing!.email}`)
    await page.keyboard.press('Escape')
  })
  await test.step('marks commands that can’t run offline before Enter is pressed', async () => {
    await sandbox.stop()
    await runLine(page, 'status', 'out')
    await expect(toast(page, /Will be set when GitLab accepts changes again/)).toBeVisible()
    await openPalette(page)
    await expect(field(page)).toHaveValue('')
    await page.keyboard.type('add email other@example.com')
    await expect(option(page, /can’t be reached/).first()).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
  })
})
