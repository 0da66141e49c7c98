import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { expect, test } from './support/test.ts'

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((it) => getComputedStyle(it).backgroundColor)

test('shows what is selected and current with forced colors', async ({ app, sandbox }) => {
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
  expect(await backgroundOf(page, '.choice:has(:checked)')).toBe(current)

  await test.step('the label of a switch can be clicked', async () => {
    const wasOn = await busy.isChecked()
    const off = await busy.evaluate((it) => getComputedStyle(it).backgroundColor)
    await page.locator('label', { hasText: 'Busy' }).click()
    await expect(busy).toBeChecked({ checked: !wasOn })
    await expect(busy).not.toHaveCSS('background-color', off)
  })
})
