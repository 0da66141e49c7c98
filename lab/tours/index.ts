// Saves screenshots of every screen to out/screenshots, and some to docs/images: filled, empty, loading, failed, and
// offline, in three sizes, light and dark. Arguments select parts: self-service, administration, empty, offline.
// `languages` runs only if listed. It shows every screen in every language in a small window, and lists text that
// don’t fit.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '../../e2e/support/app.ts'
import { launchBrowser, startChromium } from '../../e2e/support/browser-host.ts'
import { gpgHome } from '../../e2e/support/gpg-home.ts'
import { createNewUser, startTestSandbox } from '../../e2e/support/sandbox.ts'
import { createTwelveKeys } from '../../e2e/support/ssh-folder.ts'
import { signIn } from '../../e2e/support/test.ts'
import { demoFolder } from '../../src/core/platform/files/own-files.ts'
import { offeredLanguages } from '../../src/shared/messages/languages.ts'
import { startKeyring } from '../../scripts/lib/keyring.ts'
import { requireKnownNames } from '../known-names.ts'
import {
  adminLoadingAndErrorTour,
  adminUserTour,
  administrationTour,
  bulkTour,
  offlineTour,
  queueTour,
} from './admin-tours.ts'
import { languageTour } from './language-tour.ts'
import {
  detailsTour,
  loadingAndErrorTour,
  repositoriesTour,
  screensTour,
  signInTour,
} from './tours.ts'
import type { Shot } from './tours.ts'

const target = join(import.meta.dirname, '../../out/screenshots')
const images = join(import.meta.dirname, '../../docs/images')
const largeSize = { width: 1280, height: 800 }
const smallSize = { width: 900, height: 600 }
/** The pictures in the docs, and the size that shows all of what they’re about. */
const documentedImages = {
  [largeSize.width]: [
    'home',
    'sign-in',
    'status',
    'computer-changes',
    'identity',
    'repositories',
    'tokens',
    'users',
    'queue-offline',
    'bulk-preview',
    'plan',
    'evidence',
    'queue',
    'audit-log',
    'credentials-loaded',
    'new-rule',
  ],
  [smallSize.width]: ['schedule', 'keys', 'users-offline', 'admin-person-block'],
}
const sizes = [largeSize, smallSize, { width: 1920, height: 1080 }]
const themes = ['light', 'dark'] as const
const parts = process.argv.slice(2)
requireKnownNames(parts, ['self-service', 'administration', 'empty', 'offline', 'languages'])
const isSelected = (part: string) => parts.length === 0 || parts.includes(part)

mkdirSync(target, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
const browser = await startChromium()
const keyring = await startKeyring()
const gpg = gpgHome(keyring.env.HOME!)
gpg.generate('Maya Lindqvist <maya@tidewater.example>', '20d')
gpg.generate('Maya at home <maya@elsewhere.example>')
createTwelveKeys(keyring.env.HOME!)
// A new user on a new computer.
const sandbox = await startTestSandbox(join(work, 'sandbox'))
const token = await createNewUser(sandbox)
const adminAccount = { baseUrl: sandbox.url, token: sandbox.tokens.admin }
const emptyHome = mkdtempSync(join(work, 'home-'))

for (const viewport of sizes) {
  for (const colorScheme of themes) {
    if (isSelected('self-service')) {
      const { data, page, shot, close } = await open(keyring.env, viewport, colorScheme)
      await signInTour(page, shot)
      await page.getByRole('button', { name: 'Try the demo as a user' }).click()
      await page.getByRole('navigation', { name: 'Screens' }).waitFor()
      await screensTour(page, shot)
      await loadingAndErrorTour(page, shot)
      await detailsTour(page, shot)
      await repositoriesTour(page, shot, join(data, demoFolder, 'home'))
      await close()
    }
    if (isSelected('administration')) {
      const { page, shot, close } = await open(keyring.env, viewport, colorScheme)
      await page.getByRole('button', { name: 'Try the demo as an administrator' }).click()
      await page.getByRole('navigation', { name: 'Screens' }).waitFor()
      await administrationTour(page, shot)
      await adminUserTour(page, shot)
      await bulkTour(page, shot)
      await queueTour(page, shot)
      await adminLoadingAndErrorTour(page, shot)
      await close()
    }
    if (isSelected('empty')) {
      const { page, shot, close } = await open(
        { ...keyring.env, HOME: emptyHome },
        viewport,
        colorScheme,
      )
      await signIn(page, sandbox.url, token)
      await page.getByRole('navigation', { name: 'Screens' }).waitFor()
      await screensTour(page, shot, '-empty')
      await close()
    }
    if (isSelected('offline')) {
      const { page, shot, close } = await open(keyring.env, viewport, colorScheme)
      await signIn(page, sandbox.url, sandbox.tokens.admin)
      await page.getByRole('navigation', { name: 'Screens' }).waitFor()
      await offlineTour(page, shot, sandbox)
      await close()
      await sandbox.start()
    }
  }
}
if (parts.includes('languages')) {
  for (const language of ['en-XA', ...offeredLanguages.filter((one) => one !== 'en')] as const) {
    const { page, shot, close } = await open(keyring.env, smallSize, 'light', adminAccount)
    for (const finding of await languageTour(page, shot, language)) console.log(finding)
    await close()
  }
}
await sandbox.stop()
gpg.stop()
await browser.close()
await keyring.stop()
rmSync(work, { recursive: true })
// The screenshots for the docs, if they were taken in this run.
mkdirSync(images, { recursive: true })
for (const [width, names] of Object.entries(documentedImages)) {
  for (const name of names) copyPicture(name, width)
}
console.log(`Pictures are in ${target}`)

async function open(
  env: Record<string, string>,
  viewport: (typeof sizes)[number],
  colorScheme: (typeof themes)[number],
  account?: LaunchOptions['account'],
) {
  const data = mkdtempSync(join(work, 'data-'))
  const chromium = async () => browser
  const app = await launchBrowser({
    data,
    env,
    flags: [],
    viewport,
    colorScheme,
    chromium,
    account,
  })
  const shot: Shot = async (name) => {
    // Removes hover effects and messages about the last action, which would hide part of the screen.
    const dismiss = app.page.getByRole('button', { name: 'Dismiss', exact: true }).first()
    // It may close by itself.
    while (await dismiss.isVisible()) await dismiss.click({ timeout: 1000 }).catch(() => {})
    await app.page.mouse.move(viewport.width - 1, 1)
    const path = join(target, `${name}-${viewport.width}-${colorScheme}.png`)
    await app.page.screenshot({ path, animations: 'disabled' })
  }
  return { ...app, data, shot }
}

function copyPicture(name: string, width: string): void {
  const taken = join(target, `${name}-${width}-light.png`)
  if (existsSync(taken)) copyFileSync(taken, join(images, `${name}.png`))
}
