import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { adminScreens, screens } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((it) => getComputedStyle(it).backgroundColor)

test('shows selection and current items in forced-colors mode @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
    beforeOpen: (opened) => opened.emulateMedia({ forcedColors: 'active' }),
  })
  await openScreen(page, 'Status')
  const busy = page.getByRole('switch', { name: 'Busy' })
  await expect(busy).toBeVisible()

  const [current, other] = [
    await backgroundOf(page, '.side-line.current'),
    await backgroundOf(page, 'a.side-line:not(.current)'),
  ]
  expect(current).not.toBe(other)
  await app.expectAccessible()

  await test.step('toggles a switch when its label is clicked', async () => {
    const wasChecked = await busy.isChecked()
    const off = await busy.evaluate((it) => getComputedStyle(it).backgroundColor)
    await page.locator('label', { hasText: 'Busy' }).click()
    await expect(busy).toBeChecked({ checked: !wasChecked })
    await expect(busy).not.toHaveCSS('background-color', off)
  })

  await openScreen(page, 'Settings')
  expect(await backgroundOf(page, '.choice:has(:checked)')).toBe(current)
})

test('doesn’t require horizontal scrolling at 200% zoom @full', async ({ app, sandbox }) => {
  test.slow()
  // Equivalent to 1280×800 at 200% zoom.
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, {
    viewport: { width: 640, height: 400 },
  })
  for (const name of [...screens, ...adminScreens]) {
    await openScreen(page, name)
    await expect(page.locator('.loading')).toHaveCount(0)
    const widths = await page.evaluate(() =>
      [document.documentElement, document.querySelector('main')!].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
    expect.soft(widths, `${name} is wider than the window`).toEqual([0, 0])
    const search = await page.locator('.bar').getByRole('searchbox').all()
    for (const field of search) {
      expect.soft((await field.boundingBox())!.width, `${name}: search`).toBeGreaterThan(250)
    }
  }

  await openScreen(page, 'Users')
  await page.locator('.bar').getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('link', { name: 'Onboard users' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Onboard users' })).toBeHidden()
  const row = page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(2)
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport({ ratio: 0.5 })
})
