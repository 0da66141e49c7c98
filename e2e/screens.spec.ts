import { screens } from './support/screens.ts'
import { expect, heading, isSignedIn, test } from './support/test.ts'

for (const [colorScheme, viewport] of [
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 900, height: 600 }],
] as const) {
  test(`every screen can be used by everybody, ${colorScheme}, ${viewport.width} wide`, async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await app.open({ colorScheme, viewport })
    await app.isAccessible()
    await app.signIn(sandbox)
    await isSignedIn(page)
    for (const name of screens) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
      await expect(page.locator('.loading')).toHaveCount(0)
      await app.isAccessible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(wide, `${name} is wider than the window`).toBe(false)
    }
    await page.goto(`${new URL(page.url()).origin}/#/nowhere`)
    await expect(heading(page, 'There is no such screen')).toBeVisible()
    await app.isAccessible()
  })
}
