import type { Locator, Page } from '@playwright/test'
import { exportFile } from './export-file.ts'
import { userHeader } from './person.ts'
import { expect } from './test.ts'

/** The actions for the user on screen. */
export const actions = (page: Page): Locator => page.getByRole('group', { name: 'Actions' })

/** The queued actions for the user on screen. */
export const queuedAction = (page: Page): Locator => page.getByRole('region', { name: 'Queued' })

export const toast = (page: Page, words: string | RegExp): Locator =>
  page.locator('.toast', { hasText: words })

/** Shown while GitLab is still deleting the user. */
export const deletionNote = (page: Page): Locator =>
  page.getByRole('note', { name: 'Deletion in progress' })

export const user = (page: Page): Locator => userHeader(page)

/** Takes an action on the user on screen: with its button if it has one, or else from the menu. */
export async function takeAction(page: Page, action: string): Promise<void> {
  const button = actions(page).getByRole('button', { name: action, exact: true })
  const menu = actions(page).getByRole('button', { name: 'More actions' })
  await menu.waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens an irreversible action’s dialog. */
export async function chooseAction(page: Page, action: string): Promise<Locator> {
  await takeAction(page, action)
  return page.getByRole('dialog')
}

/** Opens the menu of actions without a button. */
export async function openActionMenu(page: Page): Promise<Locator> {
  await actions(page).getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menu', { name: 'More actions' })
}

/** Sends the action that was just queued without waiting out its undo period. */
export const sendNow = (page: Page): Promise<void> =>
  page.locator('.toast').getByRole('button', { name: 'Send now' }).click()

/** A run’s count for an outcome such as “Done”. Zero counts are hidden. */
export async function countOf(page: Page, label: string): Promise<number> {
  const views = page.getByRole('navigation', { name: 'Views' }).locator('li')
  const [text = '0'] = await views.filter({ hasText: label }).locator('.count').allTextContents()
  return Number(text.replace(/\D/g, ''))
}

const runMenu = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).first()

/** Uses a run’s button, or its menu if the button isn’t shown. */
export async function chooseForRun(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string'
  const button = page.getByRole('button', { name, exact })
  // Buttons change with the run’s state.
  await expect(async () => {
    if (await button.isVisible()) return button.click({ timeout: 2000 })
    await runMenu(page).click({ timeout: 2000 })
    try {
      await page.getByRole('menuitem', { name, exact }).click({ timeout: 2000 })
    } catch (error) {
      await page.keyboard.press('Escape')
      throw error
    }
  }).toPass()
}

/** Saves a run’s results. */
export async function exportRun(page: Page, item: string) {
  await runMenu(page).click()
  return exportFile(page, item, 'menuitem')
}

/** Opens a run’s times and what it removed. */
export const showRunDetails = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Details' }).click()
