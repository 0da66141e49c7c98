import type { Locator, Page } from '@playwright/test'
import { userHeader } from './person.ts'

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

/** Opens an irreversible action’s dialog. */
export async function chooseAction(page: Page, action: string): Promise<Locator> {
  await actions(page).getByRole('button', { name: action, exact: true }).click()
  return page.getByRole('dialog')
}

/** Opens the menu of rarely used or currently unavailable actions. */
export async function openActionMenu(page: Page): Promise<Locator> {
  await actions(page).getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menu', { name: 'More actions' })
}

/** Sends the action that was just queued without waiting out its undo period. */
export const sendNow = (page: Page): Promise<void> =>
  page.locator('.toast').getByRole('button', { name: 'Send now' }).click()
