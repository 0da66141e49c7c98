import type { Locator, Page } from '@playwright/test'
import { expectCount, openView, selectAll } from './directory.ts'
import { takeAction } from './moderation.ts'
import { goToAdminScreen } from './person.ts'
import { adminSectionOf, sectionOf } from './screens.ts'
import { expect, heading } from './test.ts'

const accountMenuItems: Readonly<Record<string, string>> = {
  Accounts: 'Manage accounts',
}

/** The age of what is on screen, in the status bar. */
export const dataAge = (page: Page): Locator => page.locator('.status-bar .age')

/** Opens a screen from the sidebar, the tabs of its section, the account menu, or Settings. */
export async function openScreen(page: Page, name: string): Promise<void> {
  // The link text may end with a tag and a count.
  const link = (bar: string, name: string) =>
    page
      .getByRole('navigation', { name: bar, exact: true })
      .getByRole('link', { name: new RegExp(`^${name.replace('?', '\\?')}( Paused)?( [\\d,]+)?$`) })
  const section = sectionOf[name] ?? adminSectionOf[name]
  const menuItem = accountMenuItems[name]
  if (menuItem) {
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: menuItem }).click()
  } else if (name === 'New runner') {
    await openScreen(page, 'Settings')
    await page.getByRole('main').getByRole('link', { name }).click()
  } else if (section) {
    const tab = link(section, name)
    const tabs = page.getByRole('navigation', { name: section, exact: true })
    const menu = tabs.getByRole('button')
    if ((await tabs.count()) === 0) await link('Screens', section).click()
    // Tabs that don’t fit are in a menu.
    await expect(async () => {
      if (!(await menu.isVisible())) return tab.click({ timeout: 2000 })
      await menu.click({ timeout: 2000 })
      await page.getByRole('menuitem', { name, exact: true }).click({ timeout: 2000 })
    }).toPass()
  } else await link('Screens', name).click()
  await expect(heading(page, name)).toBeVisible()
}

/** Discards a form’s changes. */
export async function discardChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Discard' }).click()
}

/** A row of a list. */
export function listRow(page: Page, list: string, text: string | RegExp): Locator {
  const rows = page.getByRole('grid', { name: list }).getByRole('row')
  const items = page.getByRole('list', { name: list }).getByRole('listitem')
  return rows.or(items).filter({ hasText: text })
}

/** Chooses an item of a row’s menu. */
export async function chooseInRow(row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for / }).click()
  await row.page().getByRole('menuitem', { name: item, exact: true }).click()
}

/** A run’s row in the queue. */
export function runRow(page: Page, text: string | RegExp): Locator {
  return page.getByRole('grid', { name: 'Runs' }).getByRole('row').filter({ hasText: text })
}

/** Queues a reversible action on the user on screen, with an optional reason. */
export async function enqueueAction(page: Page, action: string, reason?: string): Promise<void> {
  await takeAction(page, action)
  const row = page
    .getByRole('region', { name: 'Queued' })
    .getByRole('listitem', { name: new RegExp(`^${action} `) })
  await expect(row).toBeVisible()
  if (reason) await addReason(page, row, reason)
}

/** Adds a reason to a queued action. */
export async function addReason(page: Page, row: Locator, reason: string): Promise<void> {
  await row.getByRole('button', { name: /add reason$/i }).click()
  const dialog = page.getByRole('dialog', { name: /^Reason: / })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Save reason' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Confirms an action whose dialog requires no typing. */
export async function confirmInDialog(page: Page, button: string): Promise<void> {
  // A drawer may be open behind it.
  const dialog = page.getByRole('dialog').last()
  await expect(dialog.getByLabel(/^Type /)).toHaveCount(0)
  await dialog.getByRole('button', { name: button }).click()
}

/** Confirms an irreversible action by typing the username, or the count for several users. */
export async function confirmByTyping(page: Page, button: string, typed: string): Promise<void> {
  // A drawer may be open behind it.
  const dialog = page.getByRole('dialog').last()
  await expect(dialog.getByRole('button', { name: button })).toBeDisabled()
  await dialog.getByLabel(`Type ${typed} to confirm`).fill(typed)
  await dialog.getByRole('button', { name: button }).click()
}

/** Selects everyone in a directory view and opens a bulk action. */
export async function startBulkAction(page: Page, view: string, count: number, action: string) {
  await goToAdminScreen(page, 'people')
  await expect(heading(page, 'Users')).toBeVisible()
  await openView(page, view)
  await expectCount(page, count === 1 ? '1 user' : `${count} users`)
  await selectAll(page).click()
  await page
    .getByRole('button', { name: `${action}…`, exact: true })
    .first()
    .click()
  await expect(
    heading(page, new RegExp(`^(Bulk action|Choose an action for .*|${action} .*)$`)),
  ).toBeVisible()
}

/** Drops a text file on the window. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text!], name!))
      return data
    },
    [name, text],
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}
