import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { enqueueAction, openScreen, startBulkAction } from './support/actions.ts'
import { findUser, goToAdminScreen, openAdminUser } from './support/person.ts'
import {
  cutTexts,
  hiddenPrimaries,
  layoutOf,
  layoutProblems,
  looks,
  motions,
  overflowingBars,
  unscaledStyles,
} from './support/looks.ts'
import { languages, offeredLanguages } from '../src/shared/messages/languages.ts'
import { invoke } from './support/invoke.ts'
import { adminScreens, screens } from './support/screens.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { startReview } from './support/review.ts'
import { expect, test, variant, visit } from './support/test.ts'

// The frame is the same on every screen: a bar, at most one line for views or a selection, and a status bar.

/** Screens that keep their old form for now: some of their links and buttons are lower than 28 px. */
const oldForm = new Set(['Settings'])
/** The screens that developers and administrators see most. */
const main = ['Home', 'Keys', 'Tokens', 'Users', 'Queue']
type Open = (page: Page, sandbox: TestSandbox) => Promise<unknown>
/** How to open what every change is checked on. */
const gated: [name: string, open: Open][] = [
  ...main.map((name): [string, Open] => [name, (page) => openScreen(page, name)]),
  ['a user', (page, sandbox) => openAdminUser(page, sandbox, 'maya.lindqvist')],
  ['a bulk preview', (page) => startBulkAction(page, 'Everyone', 60, 'Block')],
]
/** Lists that have rows in the sandbox, and how to open them, in this order. */
const lists: Record<'user' | 'admin', [name: string, open?: Open][]> = {
  user: [['Keys'], ['Tokens'], ['Emails'], ['Following'], ['Repositories', addRepositories]],
  admin: [
    ['Users'],
    ['Activities'],
    ['Service accounts'],
    ['Spam sweep', openSpam],
    ['Affected users', (page) => startBulkAction(page, 'Everyone', 60, 'Block')],
    ['Run results', startRun],
    ['Runs', openRuns],
    ['Audit log'],
    ['What changed', makeChange],
    ['Access review', reviewAll],
    ['Keys and tokens'],
  ],
}

async function openSpam(page: Page) {
  await openScreen(page, 'Spam sweep')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Signed up').selectOption('Any time')
  await page.keyboard.press('Escape')
}
async function startRun(page: Page) {
  await page.getByRole('button', { name: /^Block \d+ users$/ }).click()
  await expect(page).toHaveURL(/\/runs?\//)
}
/** Waits for the run’s end, which adds the list above the others. */
async function openRuns(page: Page) {
  await goToAdminScreen(page, 'queue?tab=finished')
  await expect(page.getByRole('grid', { name: 'Runs' })).toBeVisible({ timeout: 90_000 })
}
/** Adds a folder with repositories, which the test has made. */
async function addRepositories(page: Page) {
  await openScreen(page, 'Repositories')
  await page.getByRole('textbox', { name: 'Folder' }).fill('~/code')
  await page.getByRole('button', { name: 'Add folder' }).click()
}
async function makeChange(page: Page, sandbox: TestSandbox) {
  const { id } = (await findUser(sandbox, 'wordy'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { admin: true })
  await openScreen(page, 'Users')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await openScreen(page, 'What changed')
}
async function reviewAll(page: Page) {
  await openScreen(page, 'Access review')
  await page.getByRole('button', { name: 'New review…' }).click()
  await startReview(page)
}

/** Screens that need nothing from this computer: Keys waits until it was scanned. */
const seenBefore = ['Home', 'Profile', 'Status', 'Emails', 'Preferences', 'Tokens', 'Following']

declare global {
  interface Window {
    loading: { shifts: string[]; skeletonCount: number }
  }
}

/** Runs in the page: notes layout shifts and placeholders in the main area. */
function watchLoading(): void {
  window.loading = { shifts: [], skeletonCount: 0 }
  type Shift = PerformanceEntry & { sources: { node?: Node }[] }
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as Shift[]) {
      const nodes = sources.flatMap(({ node }) => node ?? [])
      const moved = nodes.filter((node) => document.querySelector('main')?.contains(node))
      window.loading.shifts.push(...moved.map(({ textContent }) => textContent!.slice(0, 40)))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    window.loading.skeletonCount += document.querySelectorAll('main .n-skeleton').length
  }).observe(document, { childList: true, subtree: true })
}

for (const look of looks) {
  const { width } = look.viewport

  const title = `frames the main screens in one line each, ${width} wide`
  test(title, variant(width < 1000), async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, look)
    const { frame } = await layoutOf(page)
    for (const [name, open] of gated) {
      await open(page, sandbox)
      await expect(page.locator('.loading')).toHaveCount(0)
      expect.soft((await layoutOf(page)).frame, name).toEqual(frame)
      expect.soft(await overflowingBars(page), name).toEqual([])
      expect.soft(await layoutProblems(page), name).toEqual([])
      expect.soft(await hiddenPrimaries(page), name).toEqual([])
      // `screens.spec.ts` checks the others.
      if (width < 1000 || name === 'a bulk preview') await app.expectAccessible()
    }
    await openScreen(page, 'Users')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    const users = page.getByRole('grid', { name: 'Users' })
    await expect(users.getByRole('row').nth(1)).toBeVisible()
    const before = await layoutOf(page)
    expect(before.firstRow).toBeLessThanOrEqual(108)
    expect(before.rows).toBeGreaterThanOrEqual(width < 1000 ? 11 : 16)

    await test.step('moves nothing when users are selected or a toast appears', async () => {
      await users.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('x')
      await expect(page.getByText('1 selected')).toBeVisible()
      expect(await layoutOf(page)).toEqual(before)
      await page.keyboard.press('Escape')
      await openScreen(page, 'Queue')
      const { frame: queueFrame } = await layoutOf(page)
      await page.getByRole('button', { name: 'Pause all' }).click()
      await expect(page.locator('.toast')).toBeVisible()
      expect((await layoutOf(page)).frame).toEqual(queueFrame)
    })

    await test.step('moves only rows when a view opens', async () => {
      await openScreen(page, 'Users')
      await expect(users.getByRole('row').nth(1)).toBeVisible()
      await page.getByRole('navigation', { name: 'Views' }).getByText('Pending').first().click()
      await expect(users.getByRole('row').nth(1)).toBeVisible()
      const { frame: filtered, firstRow } = await layoutOf(page)
      expect([filtered, firstRow]).toEqual([before.frame, before.firstRow])
    })

    await test.step('moves nothing on a user’s page when an action is queued', async () => {
      await openAdminUser(page, sandbox, 'maya.lindqvist')
      const place = async () => [
        (await layoutOf(page)).frame,
        await page.getByRole('tablist').first().boundingBox(),
      ]
      const unqueued = await place()
      await enqueueAction(page, 'Block')
      expect(await place()).toEqual(unqueued)
    })
  })

  test(`takes all sizes from the scale on every screen, ${width} wide @full`, async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, look)
    for (const name of [...screens, ...adminScreens]) {
      await openScreen(page, name)
      await expect(page.locator('.loading')).toHaveCount(0)
      const styles = await unscaledStyles(page)
      const isMeasured = (style: string) => !style.startsWith('target') || !oldForm.has(name)
      expect.soft(styles.filter(isMeasured), name).toEqual([])
      expect.soft(await layoutProblems(page), name).toEqual([])
      expect.soft(await motions(page, 160), name).toEqual([])
    }
  })

  for (const [account, names] of Object.entries(lists) as ['user' | 'admin', [string, Open?][]][]) {
    test(`offers each row’s actions by keyboard and in a context menu to the ${account}, ${width} wide @full`, async ({
      app,
      sandbox,
      keyring,
    }) => {
      test.slow()
      for (const name of ['site', 'tool']) {
        execFileSync('git', ['init', '-q', join(keyring.env.HOME!, 'code', name)])
      }
      const page = await app.openSignedIn(sandbox, sandbox.tokens[account], look)
      const rings = new Set<string>()
      for (const [name, open = () => openScreen(page, name)] of names) {
        await open(page, sandbox)
        const list = page.getByRole('main').getByRole('grid').first()
        const row = list.locator('.row').first()
        await expect(row, name).toBeVisible()
        await list.focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Home')
        rings.add(
          await list.evaluate((it) => JSON.stringify(getComputedStyle(it, ':focus').outline)),
        )
        const entries = () => page.getByRole('menu').getByRole('menuitem').allInnerTexts()
        const menus: string[][] = []
        for (const open of [
          () => row.getByRole('button', { name: /^Actions for / }).click(),
          () => row.click({ button: 'right' }),
          () => page.keyboard.press('Shift+F10'),
        ]) {
          await open()
          await expect(page.getByRole('menu'), name).toBeVisible()
          menus.push(await entries())
          await page.keyboard.press('Escape')
          await expect(page.getByRole('menu')).toHaveCount(0)
          await expect(list, name).toBeFocused()
        }
        const [ofButton, ...others] = menus
        expect.soft(ofButton!.length, name).toBeGreaterThan(0)
        expect.soft(others, name).toEqual([ofButton, ofButton])
        if (ofButton!.includes('Details')) {
          await page.keyboard.press('ArrowRight')
          await expect(page.locator('.inspector'), name).toBeVisible()
          await page.keyboard.press('ArrowLeft')
          await expect(page.locator('.inspector'), name).toHaveCount(0)
        }
        const canSelect = (await row.getByRole('checkbox').count()) > 0
        if (!canSelect || (await list.locator('.row').count()) < 2) continue
        await page.keyboard.press('Shift+ArrowDown')
        const selected = list.locator('.row[aria-selected=true]')
        await expect(selected, name).toHaveCount(2)
        await page.keyboard.press('Escape')
        await expect(selected, name).toHaveCount(0)
      }
      expect([...rings]).toHaveLength(1)
    })
  }
}

for (const look of looks) {
  for (const account of ['user', 'admin'] as const) {
    const { width } = look.viewport

    test(`shows the ${account} what was seen before at once, and moves nothing on Home, ${width} wide @full`, async ({
      app,
      sandbox,
      keyring,
    }) => {
      test.slow()
      sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
      const page = await app.openSignedIn(sandbox, sandbox.tokens[account], look)
      const names = account === 'admin' ? ['Home', 'Users'] : seenBefore
      const isSettled = () => expect(skeletons()).toHaveCount(0)
      const skeletons = () => app.page.getByRole('main').locator('.n-skeleton')
      const newKeys = () => app.page.getByRole('region', { name: 'New keys' })
      const refresh = () => app.page.getByRole('button', { name: 'Refresh' })
      for (const name of names) {
        await openScreen(page, name)
        await expect(refresh()).toHaveAttribute('aria-busy', 'false')
        await isSettled()
      }
      await openScreen(page, 'Home')
      await expect(newKeys()).toBeVisible()

      await app.open({
        ...look,
        beforeOpen: async (it) => void (await it.addInitScript(watchLoading)),
      })
      await expect(newKeys()).toBeVisible()
      await expect(refresh()).toHaveAttribute('aria-busy', 'false')
      const { shifts, skeletonCount } = await app.page.evaluate(() => window.loading)
      expect([shifts, skeletonCount]).toEqual([[], 0])
      for (const name of names) {
        await openScreen(app.page, name)
        await expect(refresh()).toHaveAttribute('aria-busy', 'false')
        await isSettled()
      }
      await app.page.evaluate(() => (window.loading.skeletonCount = 0))
      for (const name of names) {
        await openScreen(app.page, name)
        await expect(refresh()).toHaveAttribute('aria-busy', 'false')
        expect.soft(await app.page.evaluate(() => window.loading.skeletonCount), name).toBe(0)
      }
    })
  }
}

test('keeps the titles and buttons of long dialogs in view @full', async ({ app, sandbox }) => {
  const viewport = { width: 900, height: 420 }
  const page = await app.openSignedIn(sandbox, sandbox.tokens.user, { viewport })
  for (const [screen, button] of [
    ['This computer', 'Fix all…'],
    ['Tokens', /^Rotate/],
    ['Status', 'Add…'],
  ] as const) {
    await openScreen(page, screen)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog')
    const isScrolled = () =>
      dialog.locator('.frame').evaluate((it) => it.scrollHeight > it.clientHeight)
    await expect.poll(isScrolled, screen).toBe(true)
    for (const scrolled of [0, 10_000]) {
      await dialog.locator('.frame').evaluate((it, top) => it.scrollTo(0, top), scrolled)
      await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('moves no button when signing in fails @full', async ({ app, sandbox }) => {
  const page = await app.open({ viewport: { width: 900, height: 600 } })
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  const before = await button.boundingBox()
  await page.getByLabel('GitLab URL').fill(sandbox.url)
  await expect(page.getByText(/^Create a token on/)).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await page.getByLabel('Access token', { exact: true }).fill('glpat-unknown-token-12345')
  await button.click()
  await expect(page.getByText(/^Token not recognized/)).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('moves nothing for people who prefer less motion @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
    beforeOpen: (it) => it.emulateMedia({ reducedMotion: 'reduce' }),
  })
  for (const name of main) {
    await openScreen(page, name)
    // Styles set 1 ms, because other code waits for animations to end.
    expect.soft(await motions(page, 1), name).toEqual([])
  }
})

test('keeps the frame at 150% zoom', async ({ app, sandbox }) => {
  // Equivalent to 1280×800.
  const viewport = { width: 853, height: 533 }
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, { viewport })
  const { frame } = await layoutOf(page)
  for (const [name, open] of gated) {
    await open(page, sandbox)
    await expect(page.locator('.loading')).toHaveCount(0)
    expect.soft((await layoutOf(page)).frame, name).toEqual(frame)
    expect.soft(await overflowingBars(page), name).toEqual([])
    expect.soft(await hiddenPrimaries(page), name).toEqual([])
  }
})

for (const language of [...offeredLanguages, 'en-XA'] as const) {
  test(`frames every screen in one line each, in ${languages[language].name} @full`, async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const [, small] = looks
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, small)
    const urls: string[] = []
    for (const name of [...screens, ...adminScreens]) {
      await openScreen(page, name)
      urls.push(page.url().split('#')[1]!)
    }
    await invoke(page, 'settings.set', { language })
    for (const url of urls) {
      await visit(page, url)
      await expect(page.locator('.loading')).toHaveCount(0)
      expect.soft(await overflowingBars(page), url).toEqual([])
      if (language === 'en-XA') expect.soft(await cutTexts(page), url).toEqual([])
    }
  })
}
