// Writes pictures of every screen, at two sizes and in light and dark, to out/screenshots, and the one of the README.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/support/browser-host.ts'
import { screens } from '../e2e/support/screens.ts'
import { startKeyring } from './lib/keyring.ts'

const target = join(import.meta.dirname, '../out/screenshots')
const readmeImage = join(import.meta.dirname, '../docs/images/home.png')
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
const themes = ['light', 'dark'] as const

type Shot = (name: string) => Promise<void>

/** Each screen filled, and those that open over others. */
async function tour(page: Page, shot: Shot): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await shot('sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await shot('sign-in-errors')
  await page.getByRole('button', { name: 'Try the demo as a user' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  for (const name of screens) {
    await open(page, name)
    await shot(nameOf(name))
  }
  await open(page, 'Status')
  await page.getByRole('button', { name: /^Emoji:/ }).click()
  await page.getByRole('grid').waitFor()
  await shot('status-emoji')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await shot('palette')
  await page.keyboard.press('Escape')
}

/** Each screen while it waits for an answer, and when none comes. */
async function troubles(page: Page, shot: Shot): Promise<void> {
  for (const [kind, answer] of [
    ['loading', undefined],
    [
      'failed',
      { kind: 'offline', message: 'Nothing answers at git.example.org.', hint: 'Try again.' },
    ],
  ] as const) {
    await page.route('**/invoke', async (route) => {
      const { account } = route.request().postDataJSON() as { account?: string }
      if (account === undefined) return route.continue()
      if (answer) await route.fulfill({ json: { ok: false, failure: answer } })
    })
    for (const name of screens.slice(0, -2)) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      if (answer) await page.waitForFunction(() => !document.querySelector('.loading'))
      await shot(`${nameOf(name)}-${kind}`)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await open(page, 'Settings')
  }
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.waitForFunction(() => !document.querySelector('.loading'))
}

const nameOf = (screen: string) => screen.toLowerCase().replaceAll(' ', '-')

mkdirSync(target, { recursive: true })
const keyring = await startKeyring()
for (const viewport of sizes) {
  for (const colorScheme of themes) {
    const data = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
    const app = await launchBrowser({ data, env: keyring.env, flags: [], viewport, colorScheme })
    const shot: Shot = async (name) => {
      const path = join(target, `${name}-${viewport.width}-${colorScheme}.png`)
      await app.page.screenshot({ path, animations: 'disabled' })
    }
    await tour(app.page, shot)
    await troubles(app.page, shot)
    await app.close()
    rmSync(data, { recursive: true })
  }
}
await keyring.stop()
mkdirSync(join(readmeImage, '..'), { recursive: true })
copyFileSync(join(target, 'home-1280-light.png'), readmeImage)
console.log(`Pictures are in ${target}`)
