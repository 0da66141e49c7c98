import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Delays every request of the page and reorders responses, as on a busy machine: a test with premature
 * expectations then fails every time, not once in a hundred runs.
 */
export async function slowDown(page: Page): Promise<void> {
  await page.route(/\.js$|\/invoke$/, async (route) => {
    await pause(route.request().url().endsWith('.js') ? 600 : Math.random() * 250)
    // The page may have been closed by then.
    await route.continue().catch(() => undefined)
  })
}
