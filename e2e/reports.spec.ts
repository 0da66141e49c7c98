import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { dayBefore } from '../src/shared/rules/local-day.ts'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { expectCount, grid } from './support/directory.ts'
import { type App, expect, heading, test } from './support/test.ts'

test.use({ time: noon })

const today = noon.slice(0, 10)
const row = (page: Page, counter: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: counter, exact: true }) })

/** Adds values for earlier days, with a gap of ten days. */
function addHistory(app: App): void {
  const path = readdirSync(app.data, { recursive: true })
    .map(String)
    .find((name) => name.endsWith('reports.db'))!
  const database = new DatabaseSync(join(app.data, path))
  const counters = database.prepare('SELECT counter, value FROM figures WHERE day = ?').all(today)
  const insert = database.prepare(
    'INSERT INTO figures (day, counter, value, at) VALUES (?, ?, ?, ?)',
  )
  for (let days = 1; days <= 100; days += 1) {
    if (days >= 40 && days < 50) continue
    const day = dayBefore(today, days)
    for (const { counter, value } of counters) {
      const earlier = Math.max(0, Number(value) - Math.ceil(days / 5))
      insert.run(day, counter!, earlier, Date.parse(`${day}T10:00:00Z`))
    }
  }
  database.close()
}

test('shows figures by day, and opens the users of each @full', async ({
  app,
  sandbox,
}, testInfo) => {
  test.slow()
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const shoot = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) })

  await test.step('begins when all users are loaded', async () => {
    await openScreen(page, 'Reports')
    await expect(page.getByText('Figures begin today')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('link', { name: 'Load users' }).click()
    await expect(heading(page, 'Users')).toBeVisible()
    await expect(page.getByText(/^Updated/)).toBeVisible()
    await openScreen(page, 'Reports')
    await expect(row(page, 'Administrators')).toBeVisible()
    await expect(page.getByText('Figures begin today')).toBeVisible()
    await shoot('first-day')
  })

  await test.step('shows changes and lines', async () => {
    addHistory(app)
    await page.reload()
    await page.getByText('90 days', { exact: true }).click()
    await expect(row(page, 'Administrators').getByRole('img')).toHaveAccessibleName(
      /^Administrators: \d+ on 12 March 2026, \d+ on 10 June 2026, lowest \d+, highest \d+$/,
    )
    await expect(row(page, 'People')).toContainText('+18')
    // Two runs of days with a gap between them.
    await expect(row(page, 'People').locator('polyline')).toHaveCount(2)
    await app.expectAccessible()
    await shoot('light')
  })

  await test.step('opens a counter by keyboard', async () => {
    const button = page.getByRole('button', { name: 'People', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'People' })
    await expect(dialog.getByText('81 of 91 days are known.')).toBeVisible()
    await expect(dialog.getByRole('row')).toHaveCount(82)
    await app.expectAccessible()
    await shoot('counter')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

  for (const [name, media, viewport] of [
    ['dark', { colorScheme: 'dark' }, undefined],
    ['forced', { forcedColors: 'active' }, undefined],
    ['zoom', { colorScheme: 'light' }, { width: 640, height: 400 }],
  ] as const) {
    await test.step(`is readable: ${name}`, async () => {
      const before = page.viewportSize()
      await page.emulateMedia(media)
      if (viewport) await page.setViewportSize(viewport)
      await expect(row(page, 'Administrators')).toBeVisible()
      await app.expectAccessible()
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide).toBe(false)
      await shoot(name)
      await page.emulateMedia({ colorScheme: null, forcedColors: null })
      if (before) await page.setViewportSize(before)
    })
  }

  await test.step('prints only the figures', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(row(page, 'Administrators')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden()
    await shoot('print')
    await page.emulateMedia({ media: null })
  })

  await test.step('exports a month', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export month' }).click()
    await page.getByRole('menuitem', { name: 'Export JSON' }).click()
    expect((await download).suggestedFilename()).toMatch(/^figures-2026-06-.*\.json$/)
  })

  await test.step('opens as many users as it shows', async () => {
    const links = page.getByRole('table').first().getByRole('link')
    const names = await links.evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')!))
    expect(names.length).toBeGreaterThan(15)
    for (const name of names.filter((one) => !one.startsWith('Longest wait'))) {
      const count = Number(/open ([\d,]+)$/.exec(name)![1]!.replace(',', ''))
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, 'Users')).toBeVisible()
      if (count > 0) {
        await expect(grid(page)).toBeVisible()
        await expectCount(page, new RegExp(`^${count} users?$`))
      } else await expect(page.getByText('No results')).toBeVisible()
      await page.goBack()
      await expect(heading(page, 'Reports')).toBeVisible()
    }
  })

  await test.step('shows the changes that matter most on Home', async () => {
    await openScreen(page, 'Home')
    const changes = page.getByRole('region', { name: 'Since last week' })
    await expect(changes.getByRole('link')).toHaveCount(3)
    await expect(changes.getByRole('link').first()).toHaveText(
      /^Administrators: \d more than on 3 Jun 2026 \(\d → \d\)$/,
    )
    await app.expectAccessible()
    await shoot('home')
    await changes.getByRole('link').first().click()
    await expect(heading(page, 'Users')).toBeVisible()
  })
})

test('opens the tokens of each figure @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openScreen(page, 'Credentials')
  await page.getByRole('button', { name: 'Load credentials' }).click()
  await expect(page.getByRole('grid', { name: 'Credentials' })).toBeVisible()
  await expect(page.getByText(/^Updated/)).toBeVisible()
  await openScreen(page, 'Reports')
  const links = page
    .getByRole('table')
    .nth(1)
    .getByRole('link', { name: /open [\d,]+$/ })
  await expect(links.first()).toBeVisible()
  const names = await links.evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')!))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const count = Number(/open ([\d,]+)$/.exec(name)![1])
    await page.getByRole('link', { name, exact: true }).click()
    await expect(heading(page, 'Credentials')).toBeVisible()
    await expect(page.getByText(new RegExp(`^${count} credentials?$`))).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Reports')).toBeVisible()
  }
})
