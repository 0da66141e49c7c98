// Writes pictures of every screen, filled, empty, waiting and failed, at two sizes and in light and dark, to
// out/screenshots, and the one of the README.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser, startChromium } from '../e2e/support/browser-host.ts'
import { gpgHome } from '../e2e/support/gpg-home.ts'
import { newcomer, startSandboxProcess } from '../e2e/support/sandbox.ts'
import { twelveKeys } from '../e2e/support/ssh-folder.ts'
import { isSignedIn, signIn } from '../e2e/support/test.ts'
import { startKeyring } from './lib/keyring.ts'
import {
  adminPersonTour,
  administrationTour,
  administrationTroubles,
  bulkTour,
} from './lib/admin-tours.ts'
import { detailsTour, screensTour, signInTour, troublesTour } from './lib/tours.ts'
import type { Shot } from './lib/tours.ts'

const target = join(import.meta.dirname, '../out/screenshots')
const readmeImage = join(import.meta.dirname, '../docs/images/home.png')
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
const themes = ['light', 'dark'] as const

mkdirSync(target, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
const browser = await startChromium()
const keyring = await startKeyring()
const gpg = gpgHome(keyring.env.HOME!)
gpg.generate('Maya Lindqvist <maya@tidewater.example>', '20d')
gpg.generate('Maya at home <maya@elsewhere.example>')
twelveKeys(keyring.env.HOME!)
// Somebody new, at a machine that is new as well.
const sandbox = await startSandboxProcess(join(work, 'sandbox'))
const token = await newcomer(sandbox)
const emptyHome = mkdtempSync(join(work, 'home-'))

for (const viewport of sizes) {
  for (const colorScheme of themes) {
    const open = async (env: Record<string, string>) => {
      const data = mkdtempSync(join(work, 'data-'))
      const chromium = async () => browser
      const app = await launchBrowser({ data, env, flags: [], viewport, colorScheme, chromium })
      const shot: Shot = async (name) => {
        // What points at something or says what was just done would hide a part of the screen.
        await app.page.mouse.move(viewport.width - 1, 1)
        const dismiss = app.page.getByRole('button', { name: 'Dismiss', exact: true })
        if (await dismiss.isVisible()) await dismiss.click()
        const path = join(target, `${name}-${viewport.width}-${colorScheme}.png`)
        await app.page.screenshot({ path, animations: 'disabled' })
      }
      return { ...app, shot }
    }
    const filled = await open(keyring.env)
    await signInTour(filled.page, filled.shot)
    await filled.page.getByRole('button', { name: 'Try the demo as a user' }).click()
    await isSignedIn(filled.page)
    await screensTour(filled.page, filled.shot)
    await troublesTour(filled.page, filled.shot)
    await detailsTour(filled.page, filled.shot)
    await filled.close()

    const admin = await open(keyring.env)
    await admin.page.getByRole('button', { name: 'Try the demo as an administrator' }).click()
    await isSignedIn(admin.page)
    await administrationTour(admin.page, admin.shot)
    await adminPersonTour(admin.page, admin.shot)
    await bulkTour(admin.page, admin.shot)
    await administrationTroubles(admin.page, admin.shot)
    await admin.close()

    const empty = await open({ ...keyring.env, HOME: emptyHome })
    await signIn(empty.page, sandbox.url, token)
    await isSignedIn(empty.page)
    await screensTour(empty.page, empty.shot, '-empty')
    await empty.close()
  }
}
await sandbox.stop()
gpg.stop()
await browser.close()
await keyring.stop()
rmSync(work, { recursive: true })
mkdirSync(join(readmeImage, '..'), { recursive: true })
copyFileSync(join(target, 'home-1280-light.png'), readmeImage)
console.log(`Pictures are in ${target}`)
