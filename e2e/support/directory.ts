import type { Locator, Page } from '@playwright/test'
import type { TestSandbox } from './sandbox.ts'
import { type App, expect, heading } from './test.ts'

/** Signs in as an administrator, opens the directory, and waits until it’s fully loaded. */
export async function openDirectory(app: App, sandbox: TestSandbox): Promise<Page> {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(page.getByText(/^Updated/)).toBeVisible()
  await expect(grid(page)).toBeVisible()
  return page
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Users' })

export const user = (page: Page, name: string): Locator =>
  grid(page).getByRole('row').filter({ hasText: name })

export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search users' })

/** The header’s checkbox, which selects everyone in the list. */
export const selectAll = (page: Page): Locator =>
  grid(page).getByRole('checkbox', { name: 'Select all', exact: true })

export const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' })

/** The open view’s button, or the menu’s if it doesn’t fit. */
export const openedView = (page: Page, name: RegExp): Locator =>
  views(page).getByRole('button', { name }).and(page.locator('[aria-current]'))

/** Opens a view, from the menu if it doesn’t fit. */
export async function openView(page: Page, name: string | RegExp): Promise<void> {
  const button = views(page).getByRole('listitem').getByRole('button', { name })
  const menu = views(page).locator('[aria-haspopup=menu]')
  // The views that fit change as counts arrive.
  await expect(async () => {
    if (await button.isVisible()) return button.click({ timeout: 2000 })
    await menu.click({ timeout: 2000 })
    await views(page).getByRole('menuitem', { name }).click({ timeout: 2000 })
  }).toPass()
}

/** Waits until the toolbar shows this count of listed or selected users. */
export const expectCount = (page: Page, words: string | RegExp): Promise<void> =>
  expect(page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(words)

/** Opens the dialog for selecting users by a list of names. */
export async function openSelectByList(page: Page): Promise<Locator> {
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Select by list…' }).click()
  return page.getByRole('dialog', { name: 'Select by list' })
}
