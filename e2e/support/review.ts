import type { Page } from '@playwright/test'
import { expectCount } from './directory.ts'
import { expect } from './test.ts'

/** Starts the review in the open dialog, by default of the selected users or else of everyone. */
export async function startReview(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New review' })
  await dialog.getByRole('button', { name: 'Start review' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Waits until a review has read this many users and everything they can access. */
export async function expectReviewed(page: Page, users: number): Promise<void> {
  const decided = page.getByText(/^[\d,]+ of [\d,]+ items decided$/)
  await expect(decided).toBeVisible({ timeout: 240_000 })
  const shown = new Intl.NumberFormat('en').format(users)
  await expectCount(page, new RegExp(`^${shown} users · `))
}

/** Chooses an item of the review’s menu. */
export async function chooseForReview(page: Page, item: string): Promise<void> {
  await page
    .locator('.icon-button')
    .and(page.getByRole('button', { name: 'More' }))
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
