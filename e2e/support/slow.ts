import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Lets everything that a page asks for take its time, and answers overtake each other, as on a busy machine: what a test
 * takes for granted too early fails then each time, and not once in a hundred runs.
 */
export async function slowDown(page: Page): Promise<void> {
  await page.route(/\.js$|\/invoke$/, async (route) => {
    await pause(route.request().url().endsWith('.js') ? 600 : Math.random() * 250)
    // The page may be gone by then.
    await route.continue().catch(() => undefined)
  })
}
