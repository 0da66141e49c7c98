import type { Page } from '@playwright/test'
import { takeAction } from './support/moderation.ts'
import { openScreen } from './support/actions.ts'
import { invoke } from './support/invoke.ts'
import { openAdminUser } from './support/person.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, heading, test, visit } from './support/test.ts'

// Dialogs, menus, and toasts belong to the account and screen that opened them.

const dialog = (page: Page) => page.getByRole('dialog')
const toast = (page: Page) => page.locator('.toast')
const switcher = (page: Page) => page.getByRole('button', { name: /^Account: / })
const keyMenu = (page: Page) => page.getByRole('button', { name: 'Actions for Work laptop' })
async function askToDelete(page: Page): Promise<void> {
  await keyMenu(page).click()
  await page.getByRole('menuitem', { name: 'Delete key' }).click()
}

async function keysOf({ url }: TestSandbox, token: string): Promise<string[]> {
  const headers = { 'PRIVATE-TOKEN': token }
  const answer = await fetch(`${url}/api/v4/user/keys`, { headers })
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title)
}

/** Switches to the administrator’s account while the palette is open, which closes it. */
async function switchFromPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('clear')
  await page.keyboard.press('ControlOrMeta+2')
  await expect(switcher(page)).toHaveAccessibleName(/ines/i)
  await expect(dialog(page)).toHaveCount(0)
}

/** Signs in as Maya (Ctrl+1) and the administrator (Ctrl+2), and shows Maya’s Home. */
test.beforeEach(async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await visit(page, '/sign-in')
  await app.signIn(sandbox, sandbox.tokens.admin)
  await expect(switcher(page)).toHaveAccessibleName(/ines/i)
  await page.keyboard.press('ControlOrMeta+1')
  await expect(switcher(page)).toHaveAccessibleName(/maya/i)
  await page.keyboard.press('Escape')
})

test('closes a confirmation when the account or screen changes, without deleting anything @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('closes when another account is shown', async () => {
    await openScreen(page, 'Keys')
    await askToDelete(page)
    await expect(dialog(page)).toContainText('Work laptop')
    await page.keyboard.press('ControlOrMeta+2')
    await expect(switcher(page)).toHaveAccessibleName(/ines/i)
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+1')
    await expect(keyMenu(page)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    expect(await keysOf(sandbox, sandbox.tokens.user)).toContain('Work laptop')
  })

  await test.step('closes when the user goes back', async () => {
    await openScreen(page, 'Profile')
    await openScreen(page, 'Keys')
    await askToDelete(page)
    await expect(dialog(page)).toContainText('Work laptop')
    await page.goBack()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await openScreen(page, 'Keys')
    await expect(keyMenu(page)).toBeVisible()
    expect(await keysOf(sandbox, sandbox.tokens.user)).toContain('Work laptop')
  })

  await test.step('closes when Latchkey is locked or the account signed out', async () => {
    await openScreen(page, 'Keys')
    await askToDelete(page)
    await expect(dialog(page)).toBeVisible()
    // The page may reload before the response arrives.
    await invoke(page, 'lock.lock').catch(() => undefined)
    await expect(heading(page, 'Latchkey is locked')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(heading(page, 'Keys')).toBeVisible()

    await askToDelete(page)
    await expect(dialog(page)).toBeVisible()
    const [, account] = /#\/of\/([^/]+)/.exec(page.url())!
    await invoke(page, 'accounts.signOut', { id: account })
    await expect(switcher(page)).toHaveAccessibleName(/ines/i)
    await expect(dialog(page)).toHaveCount(0)
    expect(await keysOf(sandbox, sandbox.tokens.user)).toContain('Work laptop')
  })
})

test('closes palette, menus, and dialogs when the account or screen changes @full', async ({
  app,
}) => {
  const { page } = app

  await test.step('closes them on a screen of an account', async () => {
    await openScreen(page, 'Profile')
    await switchFromPalette(page)

    await switcher(page).click()
    await expect(page.getByRole('menu', { name: 'Accounts' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+1')
    await expect(switcher(page)).toHaveAccessibleName(/maya/i)
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  await test.step('closes them on a screen without an account', async () => {
    await openScreen(page, 'Settings')
    await expect(heading(page, 'Settings')).toBeVisible()
    await switchFromPalette(page)
    await switcher(page).click()
    await page.keyboard.press('ControlOrMeta+1')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  await test.step('closes settings dialogs when the user goes back', async () => {
    for (const name of [/licenses/i, 'Delete everything']) {
      await openScreen(page, 'Profile')
      await openScreen(page, 'Settings')
      await page.getByRole('button', { name }).click()
      await expect(dialog(page)).toBeVisible()
      await page.goBack()
      await expect(heading(page, 'Profile')).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
    }
  })
})

test('closes a moderation dialog and an Undo toast when the account changes @full', async ({
  app,
  sandbox,
}) => {
  const { page } = app

  await test.step('closes the dialog', async () => {
    await page.keyboard.press('ControlOrMeta+2')
    await expect(switcher(page)).toHaveAccessibleName(/ines/i)
    await openScreen(page, 'Users')
    await openAdminUser(page, sandbox, 'wordy')
    await takeAction(page, 'Delete')
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Users')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)

    await openAdminUser(page, sandbox, 'wordy', 'access')
    await visit(page, page.url().split('#')[1]!.replace('access', 'history'))
    await takeAction(page, 'Delete')
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Access' })).toHaveAttribute('aria-selected', 'true')
    await expect(dialog(page)).toHaveCount(0)

    await takeAction(page, 'Delete')
    await page.keyboard.press('ControlOrMeta+1')
    await expect(switcher(page)).toHaveAccessibleName(/maya/i)
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('keeps the Undo toast on other screens', async () => {
    await page.keyboard.press('ControlOrMeta+2')
    await expect(switcher(page)).toHaveAccessibleName(/ines/i)
    await openScreen(page, 'Queue')
    await page.getByRole('button', { name: 'Pause all' }).click()
    await openAdminUser(page, sandbox, 'wordy')
    await takeAction(page, 'Block')
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await openScreen(page, 'Users')
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+1')
    await expect(switcher(page)).toHaveAccessibleName(/maya/i)
    await expect(toast(page)).toHaveCount(0)
  })
})
