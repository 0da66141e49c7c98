// Paths through the screens, with a screenshot at each stop.
import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { makePicture } from '../../e2e/support/pictures.ts'
import { openScreen } from '../../e2e/support/actions.ts'
import { inspectRow, viewButton } from '../../e2e/support/lists.ts'
import { screens } from '../../e2e/support/screens.ts'
import { expect } from '../../e2e/support/test.ts'

/** Takes a screenshot with this name. */
export type Shot = (name: string) => Promise<void>

/** An account’s screens. */
const ofAccount = screens.filter((name) => name !== 'Accounts' && name !== 'Settings')
const offline = {
  kind: 'offline',
  message: 'Can’t reach git.example.org.',
  hint: 'Check your network or VPN, and the GitLab URL.',
}

/** Visits the sign-in form, and shows its errors when it is empty. */
export async function signInTour(page: Page, shot: Shot): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  // What happens to the token is shown once the keychain has been checked.
  await page.getByText(/^Your token is kept in/).waitFor()
  await shot('sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await shot('sign-in-errors')
}

/** Visits each screen once it has loaded. `state` is appended to the screenshots’ names. */
export async function screensTour(page: Page, shot: Shot, state = ''): Promise<void> {
  for (const name of screens) {
    await openScreen(page, name)
    await waitUntilSettled(page)
    await shot(nameOf(name) + state)
  }
  await openScreen(page, 'Following')
  for (const name of ['Following', 'Followers']) {
    await viewButton(page, name).click()
    await waitUntilSettled(page)
    await shot(`people-${nameOf(name)}${state}`)
  }
}

/** Visits each screen while it loads, and when there is no response. */
export function loadingAndErrorTour(page: Page, shot: Shot): Promise<void> {
  return captureLoadingAndErrors(page, shot, ofAccount)
}

/** Takes screenshots of an account’s screens without any response, and with all requests failing. */
export async function captureLoadingAndErrors(
  page: Page,
  shot: Shot,
  names: readonly string[],
): Promise<void> {
  for (const state of ['-loading', '-failed']) {
    const isFailing = state === '-failed'
    await page.route('**/invoke', async (route) => {
      const { account } = route.request().postDataJSON() as { account?: string }
      if (account === undefined) return route.continue()
      if (isFailing) await route.fulfill({ json: { ok: false, failure: offline } })
    })
    for (const name of names) {
      await openScreen(page, name)
      // The tab for finding users doesn’t load anything, and followed users are already cached.
      if (name === 'Following') await viewButton(page, 'Followers').click()
      if (isFailing) await waitUntilSettled(page)
      // Screens whose data are cached have no placeholders.
      else
        await page
          .locator('.n-skeleton')
          .first()
          .waitFor({ timeout: 1000 })
          .catch(() => {})
      await shot(nameOf(name) + state)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await openScreen(page, 'Settings')
  }
}

/** Visits dialogs, menus, and panels on top of or inside the screens. */
export async function detailsTour(page: Page, shot: Shot): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  await openScreen(page, 'Status')
  await button(/^Emoji:/).click()
  await page.getByRole('grid').waitFor()
  await shot('status-emoji')
  await page.keyboard.press('Escape')
  const schedule = page.getByRole('region', { name: 'Schedule' })
  await schedule.getByRole('button', { name: 'Add…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Lunch')
  await shot('schedule')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await openScreen(page, 'This computer')
  await button('Fix all…').click()
  await page.getByRole('dialog').waitFor()
  await shot('computer-changes')
  await page.keyboard.press('Escape')
  await button('Add identity…').click()
  await page.getByRole('textbox', { name: 'Folders' }).fill('~/work')
  await shot('identity')
  await page.keyboard.press('Escape')

  await openScreen(page, 'Keys')
  const keys = page.getByRole('grid', { name: 'Keys', exact: true })
  await inspectRow(keys.getByRole('row').filter({ hasText: 'Only on this computer' }).first())
  await shot('keys-options')
  await page.keyboard.press('Escape')
  await button(/^Add \d+ keys?$/).click()
  await page.locator('.toast', { hasText: /added/ }).waitFor()
  await shot('keys-imported')
  await button(/^Actions for /).click()
  await page.getByRole('menuitem', { name: 'Delete key' }).click()
  await page.getByRole('dialog').waitFor()
  await shot('keys-delete')
  await page.keyboard.press('Escape')

  await openScreen(page, 'Avatar')
  const photo = { width: 1200, height: 800, type: 'image/png', noise: false } as const
  await page.getByLabel('Image file', { exact: true }).setInputFiles({
    name: 'photo.png',
    mimeType: photo.type,
    buffer: await makePicture(page, photo),
  })
  await page.getByRole('slider', { name: 'Zoom' }).waitFor()
  await shot('avatar-editor')
  await button('Cancel').click()

  await openScreen(page, 'Tokens')
  await button('New Kubernetes token').click()
  await button('Create token').click()
  await shot('tokens-errors')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('kubectl on my laptop')
  await button('Create token').click()
  await button('Show Token').waitFor()
  await shot('tokens-secret')
  await button('Copy Token').click()
  await button('Done').click()
  await openScreen(page, 'Home')
  await openScreen(page, 'Tokens')
  await page.getByRole('row').filter({ hasText: 'kubectl on my laptop' }).waitFor()
  await shot('tokens')

  await openScreen(page, 'Following')
  await viewButton(page, 'Find people').click()
  const search = page.getByRole('searchbox', { name: 'Find people' })
  await search.fill('mar')
  await page.getByText('people found').waitFor()
  await shot('people-found')
  await search.fill('@ines')
  await page.getByRole('row').filter({ hasText: '@ines' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'User profile' }).waitFor()
  await waitUntilSettled(page)
  await shot('person')
  await page.getByRole('tab', { name: 'Keys' }).click()
  await waitUntilSettled(page)
  await shot('person-keys')

  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await shot('palette')
  await page.keyboard.press('Escape')
  await page.goto(`${new URL(page.url()).origin}/#/nowhere`)
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  await shot('not-found')
}

/** Adds folders with repositories on a computer. Its key `id_ed25519` must be on the account. */
export async function repositoriesTour(page: Page, shot: Shot, home: string): Promise<void> {
  const signed = { 'gpg.format': 'ssh', 'commit.gpgsign': 'true' }
  const signingKey = join(home, '.ssh/id_ed25519.pub')
  const work = { 'user.email': 'maya.lindqvist@example.com' }
  createRepository(home, 'work/base-maps', { ...work, ...signed, 'user.signingkey': signingKey })
  createRepository(home, 'work/tide-tables', { ...work, ...signed, 'user.signingkey': signingKey })
  createRepository(home, 'work/trail-reports', work)
  createRepository(home, 'src/dotfiles', { 'user.email': 'maya@oldlaptop.example' })
  createRepository(home, 'src/notes', { 'user.email': 'maya@tidewater.example' })
  await openScreen(page, 'Repositories')
  const addFolder = async (folder: string) => {
    await page.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await page.getByRole('button', { name: 'Add folder' }).click()
  }
  await addFolder('~/work')
  await page.getByRole('button', { name: /^Folders/ }).click()
  await addFolder('~/src')
  await page.getByRole('button', { name: 'Remove ~/src' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  const notes = page.getByRole('row').filter({ hasText: '~/src/notes' })
  await notes.getByText('Not verified').waitFor()
  await shot('repositories')
}

function createRepository(home: string, folder: string, config: Record<string, string>): void {
  const path = join(home, folder)
  const git = (...args: string[]) =>
    execFileSync('git', args, { env: { ...process.env, HOME: home } })
  git('init', '-q', path)
  git('-C', path, 'remote', 'add', 'origin', `git@127.0.0.1:tidewater/${basename(folder)}.git`)
  for (const [name, value] of Object.entries(config)) git('-C', path, 'config', name, value)
}

/** Waits until the screen has finished loading. */
export async function waitUntilSettled(page: Page): Promise<void> {
  // Placeholders are empty lines at first, see `Skeleton`.
  const loading = '.n-skeleton, [role=status] > .line, main [aria-busy=true]'
  await page.waitForFunction((selector) => !document.querySelector(selector), loading)
  const parts = page.getByRole('main').getByText(/^(Checking|Loading)…$/)
  await expect(parts).toHaveCount(0, { timeout: 30_000 })
}

/** The name of a screen or tab as used in screenshot names. */
export function nameOf(screen: string): string {
  return screen.toLowerCase().replaceAll(' ', '-')
}
