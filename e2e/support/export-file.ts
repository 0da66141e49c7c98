import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** Clicks a button that saves a file; returns the file’s name and text. */
export async function exportFile(
  page: Page,
  button: string,
  role: 'button' | 'menuitem' = 'button',
): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole(role, { name: button }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}
