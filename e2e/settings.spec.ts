import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { expect, heading, test, visit } from './support/test.ts'

async function openSettings(page: Page): Promise<void> {
  await openScreen(page, 'Settings')
  await expect(heading(page, 'Settings')).toBeVisible()
}

const seconds = (page: Page) => page.getByLabel('Clear copied secrets after (seconds)')

async function askToForget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('dialog')).toContainText('They can no longer be undone here')
  await page.getByRole('dialog').getByRole('textbox').fill('delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
}

test('shows where data is stored, and keeps settings across a restart @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)

  await test.step('shows where data is stored, and clears caches', async () => {
    await expect(page.getByText(app.data, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Keychain' })).toContainText(
      'Tokens are stored in this computer’s keychain',
    )
    const switcher = page.getByRole('button', { name: /^Account: / })
    await expect(switcher.locator('img')).toBeVisible()
    await page.getByRole('button', { name: 'Clear cache' }).click()
    await expect(page.getByText('Cache cleared.')).toBeVisible()
    await expect(switcher.locator('img')).toBeVisible()
  })

  await test.step('keeps a typed number while settings can’t be saved', async () => {
    // A folder in the file’s place makes saving fail.
    const file = join(app.data, 'settings.json')
    renameSync(file, `${file}.moved`)
    mkdirSync(file)
    await seconds(page).fill('45')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('settings.json')
    await expect(seconds(page)).toHaveValue('45')
    rmdirSync(file)
    renameSync(`${file}.moved`, file)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(failed).toHaveCount(0)
    await expect(page.getByText('Clear copied secrets after (seconds): 45.')).toBeVisible()
    expect(app.settings().clipboardSeconds).toBe(45)
  })

  await test.step('keeps density, start screen, and clipboard seconds across a restart', async () => {
    await app.expectAccessible()
    await page.locator('label', { hasText: 'Compact' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
    await app.expectAccessible()
    await page.getByLabel('Start screen').selectOption('Status')
    for (const wrong of ['9', '121', 'ten', '']) {
      await seconds(page).fill(wrong)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Must be a whole number from 10 to 120')).toBeVisible()
    }
    await seconds(page).fill('50')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Clear copied secrets after (seconds): 50.')).toBeVisible()

    const again = await app.open()
    await expect(heading(again, 'Status')).toBeVisible()
    await expect(again.locator('html')).toHaveAttribute('data-density', 'compact')
    await openSettings(again)
    await expect(seconds(again)).toHaveValue('50')
  })
})

test('opens the selected start screen, with more options for administrators @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  const startScreen = page.getByLabel('Start screen')
  const adminOptions = ['Users', 'Queue', 'Activities']
  const options = () => startScreen.locator('option').allTextContents()
  expect(await options()).not.toContain('Users')

  await test.step('also opens it after signing in', async () => {
    await startScreen.selectOption('Keys')
    await visit(page, '/sign-in')
    await app.signIn(sandbox, sandbox.tokens.admin)
    await expect(heading(page, 'Keys')).toBeVisible()
  })

  await test.step('opens Users or the queue for an administrator, else Home', async () => {
    await openSettings(page)
    expect(await options()).toEqual(expect.arrayContaining(adminOptions))
    for (const name of ['Queue', 'Users']) {
      await openSettings(page)
      await startScreen.selectOption(name)
      await expect
        .poll(() => app.settings().startScreen)
        .toBe(name === 'Users' ? 'directory' : 'queue')
      await visit(page, '/')
      await expect(heading(page, name)).toBeVisible()
    }
    await visit(page, '/sign-in')
    await app.signIn(sandbox)
    await expect(heading(page, 'Home')).toBeVisible()
  })
})

test('offers queue settings to administrators only @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  const section = page.getByRole('region', { name: 'Administration' })
  await expect(section).toHaveCount(0)

  await openScreen(page, 'Accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  await app.signIn(sandbox, sandbox.tokens.admin)
  await expect(heading(page, 'Home')).toBeVisible()
  await openSettings(page)
  const undo = section.getByLabel('Time to undo (seconds)')
  await undo.fill('31')
  await undo.press('Enter')
  await expect(section.getByText('Must be a whole number from 5 to 30')).toBeVisible()
  await undo.fill('12')
  await undo.press('Enter')
  await expect(page.getByText('Time to undo (seconds): 12.')).toBeVisible()
  await section.getByLabel('Parallel requests').fill('17')
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('Must be a whole number from 1 to 16')).toBeVisible()
  await section.getByRole('button', { name: 'Discard' }).click()
  await app.expectAccessible()
  await page.reload()
  await expect(undo).toHaveValue('12')
})

test('jumps to a section from the list next to the settings, repeatedly @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const data = page.getByRole('region', { name: 'Data', exact: true })
  for (const _ of [1, 2]) {
    await sections.getByRole('button', { name: 'Data' }).press('Enter')
    await expect(data).toBeFocused()
    await expect(data).toBeInViewport({ ratio: 0.9 })
    await sections.getByRole('button', { name: 'Theme' }).click()
    await expect(page.getByRole('region', { name: 'Theme' })).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 900, height: 600 })
  await expect(sections).toBeHidden()
})

test('forgets this device only after the confirmation word is typed @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  await page.locator('label', { hasText: 'Compact' }).click()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('all accounts')
  await dialog.getByRole('textbox').fill('delet')
  await dialog.getByRole('textbox').press('Enter')
  await expect(dialog).toBeVisible()
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await askToForget(page)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await expect.poll(() => existsSync(join(app.data, 'accounts.json'))).toBe(false)
  const again = await app.open()
  await expect(heading(again, 'Sign in')).toBeVisible()
})

test('forgets this device with a locked keychain, and reports the remaining keychain items @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  await keyring.lock()
  await askToForget(page)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText(/signed out, but the keychain didn’t delete/)).toBeVisible()
  await app.expectAccessible()
  await expect.poll(() => existsSync(join(app.data, 'accounts.json'))).toBe(false)
})

test('allows commands in a terminal, which then reach Latchkey @full', async ({ app, sandbox }) => {
  test.skip(process.platform === 'win32', 'Commands aren’t available on Windows.')
  const page = await app.openSignedIn(sandbox)
  await openSettings(page)
  const key = join(app.data, 'command-line/key')
  const allowed = page.getByRole('switch', { name: 'Allow commands' })
  await expect(allowed).not.toBeChecked()
  expect(existsSync(key)).toBe(false)
  await allowed.click()
  await expect.poll(() => existsSync(key)).toBe(true)
  const command = ['out/main/serve.js', 'open', 'tokens', '--data', app.data]
  execFileSync(process.execPath, command)
  await expect(heading(page, 'Tokens')).toBeVisible()
  await openSettings(page)
  await allowed.click()
  await expect.poll(() => existsSync(key)).toBe(false)
})
