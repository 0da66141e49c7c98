// Writes pictures of every screen, at two sizes and in light and dark, to out/screenshots, and the one of the README.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/support/browser-host.ts'
import { startKeyring } from './lib/keyring.ts'

const target = join(import.meta.dirname, '../out/screenshots')
const readmeImage = join(import.meta.dirname, '../docs/images/profile.png')
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
const themes = ['light', 'dark'] as const

type Shot = (name: string, page: Page) => Promise<void>

async function tour(page: Page, shot: Shot): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  await title.getByText('Sign in').waitFor()
  await shot('sign-in', page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await shot('sign-in-errors', page)
  await page.getByRole('button', { name: 'Try the demo as a user' }).click()
  await page.getByText('To-do items').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await shot('profile', page)
  for (const name of ['Status', 'Accounts', 'Settings']) {
    await page.getByRole('link', { name }).click()
    await title.getByText(name, { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    await shot(name.toLowerCase(), page)
  }
  await page.getByRole('link', { name: 'Status' }).click()
  await page.getByRole('button', { name: /^Emoji:/ }).click()
  await page.getByRole('grid').waitFor()
  await shot('status-emoji', page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await shot('palette', page)
}

mkdirSync(target, { recursive: true })
const keyring = await startKeyring()
for (const viewport of sizes) {
  for (const colorScheme of themes) {
    const data = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
    const app = await launchBrowser({ data, env: keyring.env, flags: [], viewport, colorScheme })
    await tour(app.page, async (name, page) => {
      const path = join(target, `${name}-${viewport.width}-${colorScheme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    })
    await app.close()
    rmSync(data, { recursive: true })
  }
}
await keyring.stop()
mkdirSync(join(readmeImage, '..'), { recursive: true })
copyFileSync(join(target, 'profile-1280-light.png'), readmeImage)
console.log(`Pictures are in ${target}`)
