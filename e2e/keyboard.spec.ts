import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { goToAdminScreen, openAdminUser } from './support/person.ts'
import { adminScreens, screens } from './support/screens.ts'
import { expect, heading, test } from './support/test.ts'

interface TabStop {
  name: string
  hasRing: boolean
  isCovered: boolean
}

/** Presses Tab from the top of the page; lists the controls it reaches and those it misses. */
async function pressTabThrough(page: Page): Promise<{ stops: TabStop[]; unreached: string[] }> {
  // Every screen’s first tab stop.
  await page.getByRole('button', { name: 'Skip to content' }).evaluate((it) => {
    for (const one of document.querySelectorAll('[data-reached]'))
      one.removeAttribute('data-reached')
    it.focus()
    it.dataset['reached'] = ''
  })
  const stops: TabStop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return undefined
      // The parts of a date are separate stops.
      if (element.dataset['reached'] === 'last') return 'same'
      if (element.dataset['reached'] !== undefined) return undefined
      document.querySelector('[data-reached=last]')?.setAttribute('data-reached', '')
      element.dataset['reached'] = 'last'
      const { left, top, width, height } = element.getBoundingClientRect()
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
      // A hidden control’s focus ring is drawn on the visible element that stands for it.
      const frame = element.closest('.n-input, .n-base-selection')
      const shown = [element, element.parentElement, element.nextElementSibling].concat(
        ...(frame?.querySelectorAll('[class*=state-border]') ?? []),
      )
      return {
        name: element.outerHTML.slice(0, 160),
        hasRing: shown.some((it) =>
          [null, '::after'].some((part) => {
            if (!it) return false
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it, part)
            return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
          }),
        ),
        // A tall panel’s center may be below the fold.
        isCovered:
          height < innerHeight / 2 &&
          (!onTop ||
            !(element.contains(onTop) || onTop.contains(element) || onTop.closest('label'))),
      }
    })
    if (!stop) break
    if (stop !== 'same') stops.push(stop)
  }
  const unreached = await page.evaluate(() => {
    const candidates = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    return [...document.querySelectorAll<HTMLElement>(candidates)]
      .filter(
        (it) =>
          it.dataset['reached'] === undefined &&
          it.tabIndex >= 0 &&
          it.checkVisibility({ visibilityProperty: true }) &&
          !it.matches(':disabled') &&
          !it.closest('[inert]') &&
          // In a group, Tab reaches only the selected radio button or tab.
          !it.matches('[type=radio], [role=tablist]'),
      )
      .map((it) => it.outerHTML.slice(0, 160))
  })
  return { stops, unreached }
}

async function expectReachable(page: Page, name: string): Promise<void> {
  await expect(page.locator('.loading')).toHaveCount(0)
  const { stops, unreached } = await pressTabThrough(page)
  expect(stops.length, name).toBeGreaterThan(5)
  expect.soft(unreached, `${name}: not reached`).toEqual([])
  expect
    .soft(
      stops.filter((it) => !it.hasRing).map((it) => it.name),
      `${name}: no ring`,
    )
    .toEqual([])
  expect
    .soft(
      stops.filter((it) => it.isCovered).map((it) => it.name),
      `${name}: covered`,
    )
    .toEqual([])
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]) {
  test(
    `reaches every control by Tab and shows its focus at ${viewport.width} px`,
    { tag: '@full' },
    async ({ app, sandbox }) => {
      test.slow()
      const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, { viewport })
      for (const name of [...screens, ...adminScreens]) {
        await openScreen(page, name)
        await expectReachable(page, name)
      }
      await openAdminUser(page, sandbox, 'maya.lindqvist')
      await expectReachable(page, 'A user')
      for (const [path, title] of [
        ['people/new', 'New user'],
        ['bulk?action=block', 'Bulk action'],
      ] as const) {
        await goToAdminScreen(page, path)
        await expect(heading(page, title)).toBeVisible()
        await expectReachable(page, title)
      }
    },
  )
}
