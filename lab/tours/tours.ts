// Paths through the screens, with a screenshot at each stop.
import type { Page } from '@playwright/test'
import { makePicture } from '../../e2e/support/pictures.ts'
import { openScreen } from '../../e2e/support/actions.ts'
import { screens } from '../../e2e/support/screens.ts'

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
    await page.getByRole('tab', { name }).click()
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
      if (name === 'Following') await page.getByRole('tab', { name: 'Followers' }).click()
      if (isFailing) await waitUntilSettled(page)
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

  await openScreen(page, 'Keys')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Only on this computer' })
    .first()
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await shot('keys-options')
  await page.keyboard.press('Escape')
  await button(/^Add (all|to GitLab)/).click()
  await page
    .getByRole('region', { name: 'Results', exact: true })
    .or(page.locator('.toast', { hasText: 'added to GitLab' }))
    .first()
    .waitFor()
  await shot('keys-imported')
  await button(/^Actions for /).click()
  await page.getByRole('menuitem', { name: 'Delete key' }).click()
  await page.getByRole('dialog').waitFor()
  await shot('keys-delete')
  await page.keyboard.press('Escape')

  await openScreen(page, 'This computer')
  await button('Fix all…').click()
  await page.getByRole('dialog').waitFor()
  await shot('computer-changes')
  await page.keyboard.press('Escape')
  await button('Add identity…').click()
  await page.getByRole('textbox', { name: 'Folders' }).fill('~/work')
  await shot('identity')
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
  await button('Rotate kubectl on my laptop…').waitFor()
  await shot('tokens')

  await openScreen(page, 'Following')
  const search = page.getByRole('searchbox', { name: 'Find people' })
  await search.fill('mar')
  await page.getByText('people found').waitFor()
  await shot('people-found')
  await search.fill('@ines')
  await page.getByRole('link', { name: '@ines' }).click()
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

/** Waits until the screen has finished loading. */
export async function waitUntilSettled(page: Page): Promise<void> {
  // The class of naive-ui’s placeholders, see `Skeleton`.
  await page.waitForFunction(() => !document.querySelector('.n-skeleton'))
}

/** The name of a screen or tab as used in screenshot names. */
export function nameOf(screen: string): string {
  return screen.toLowerCase().replaceAll(' ', '-')
}
