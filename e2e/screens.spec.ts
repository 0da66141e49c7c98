import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { goToAdminScreen, openAdminUser, findUser } from './support/person.ts'
import { adminScreens, personTabs, screens } from './support/screens.ts'
import { type App, expect, heading, expectSignedIn, test, variant, visit } from './support/test.ts'

/** Expects visible content to be accessible and to fit the window. */
async function expectUsable(app: App, page: Page, name: string): Promise<void> {
  await expect(page.locator('.loading')).toHaveCount(0)
  await app.expectAccessible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide, `${name} is wider than the window`).toBe(false)
  expect(await page.evaluate(findCutTags), `${name}: cut tags`).toEqual([])
}

/** Lists tags of which only a part is visible, unless they end with an ellipsis or can be scrolled into view. */
function findCutTags(): string[] {
  const cut: string[] = []
  for (const tag of document.querySelectorAll<HTMLElement>('main .tag')) {
    const box = tag.getBoundingClientRect()
    if (!tag.checkVisibility({ visibilityProperty: true }) || box.width === 0) continue
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom]
    for (let it = tag.parentElement; it; it = it.parentElement) {
      const { overflowX } = getComputedStyle(it)
      if (overflowX === 'auto' || overflowX === 'scroll') break
      if (overflowX === 'visible') continue
      const frame = it.getBoundingClientRect()
      ;[left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
      ;[top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
    }
    const isHidden = right - left <= 1 || bottom - top <= 1
    const isWhole = right - left >= box.width - 1 && bottom - top >= box.height - 1
    const overflows = tag.scrollWidth > tag.clientWidth + 1
    const hasEllipsis = getComputedStyle(tag).textOverflow === 'ellipsis'
    if (!isHidden && (!isWhole || (overflows && !hasEllipsis))) cut.push(tag.innerText)
  }
  return cut
}

for (const [colorScheme, viewport, forcedColors] of [
  ['light', { width: 1280, height: 800 }, 'none'],
  ['dark', { width: 900, height: 600 }, 'none'],
  ['dark', { width: 1280, height: 800 }, 'active'],
] as const) {
  const isForced = forcedColors === 'active'
  const look = isForced ? 'forced colors' : `${colorScheme}, ${viewport.width} wide`
  const options = {
    colorScheme,
    viewport,
    beforeOpen: (page: Page) => page.emulateMedia({ forcedColors }),
  }

  test(
    `shows accessible screens that fit the window, ${look}`,
    variant(colorScheme === 'dark'),
    async ({ app, sandbox }) => {
      test.slow()
      const page = await app.open(options)
      await app.expectAccessible()
      await app.signIn(sandbox)
      await expectSignedIn(page)
      for (const name of screens) {
        await openScreen(page, name)
        await expectUsable(app, page, name)
      }
      await visit(page, '/nowhere')
      await expect(heading(page, 'Not found')).toBeVisible()
      await app.expectAccessible()
    },
  )

  test(
    `shows accessible admin screens that fit the window, ${look}`,
    variant(colorScheme === 'dark'),
    async ({ app, sandbox }) => {
      test.slow()
      const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, options)
      for (const name of adminScreens) {
        await openScreen(page, name)
        await expectUsable(app, page, name)
      }
      await openAdminUser(page, sandbox, 'maya.lindqvist')
      // Each tab’s own spec checks the light theme.
      for (const name of colorScheme === 'dark' ? personTabs : []) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(page.getByRole('tabpanel').locator('> *').first()).toBeVisible()
        await expectUsable(app, page, name)
      }
      // A name and username that can’t wrap.
      const { id } = (await findUser(sandbox, `u${'nbroken'.repeat(20)}`))!
      for (const [path, title] of [
        [`people/${id}`, 'W'.repeat(128)],
        [`people/${id}/edit`, `Edit ${'W'.repeat(128)}`],
        [`people/${id}/as`, 'Profile as the user sees it'],
        ['people/new', 'New user'],
        ['onboarding', 'Onboard users'],
        ['bulk?action=block', 'Bulk action'],
        ['queue?tab=finished', 'Queue'],
      ] as const) {
        await goToAdminScreen(page, path)
        await expect(heading(page, title)).toBeVisible()
        await expectUsable(app, page, title)
        const main = page.getByRole('main')
        const isWide = await main.evaluate((it) => it.scrollWidth > it.clientWidth)
        expect(isWide, `${title} has to be scrolled sideways`).toBe(false)
        if (title !== 'Profile as the user sees it') continue
        await page.getByRole('dialog').getByRole('button', { name: 'View', exact: true }).click()
        const banner = page.getByRole('complementary', { name: 'Viewing as another user' })
        await expect(banner).toBeVisible()
        await expectUsable(app, page, 'View as another user')
      }
    },
  )
}
