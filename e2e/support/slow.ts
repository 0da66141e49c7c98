import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Delays every request the page makes and reorders the responses, as on a busy machine. Tests that don’t wait properly
 * then fail every time instead of once in a hundred runs.
 */
export async function slowDown(page: Page): Promise<void> {
  await page.route(/\.js$|\/invoke$/, async (route) => {
    await pause(route.request().url().endsWith('.js') ? 600 : Math.random() * 250)
    // The page may be closed by then.
    await route.continue().catch(() => undefined)
  })
}
