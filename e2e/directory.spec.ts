import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type App, expect, heading, test } from './support/test.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'

/** Signs in as an administrator and opens the directory, read to its end. */
async function openDirectory(app: App, sandbox: TestSandbox): Promise<Page> {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await page.getByRole('link', { name: 'Directory' }).click()
  await expect(heading(page, 'Directory')).toBeVisible()
  await expect(page.getByText(/^Last updated/)).toBeVisible()
  await expect(grid(page)).toBeVisible()
  return page
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Users' })
const person = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const expectCount = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(words)
const columnTitles = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts()

test('lists, searches, filters and sorts, and keeps columns and views', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)

  await test.step('lists everybody', async () => {
    await expectCount(page, '60 users')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '61')
    await app.expectAccessible()
  })

  await test.step('searches as one types, whatever is typed', async () => {
    await search(page).fill('WINTER')
    await expectCount(page, '1 user')
    await expect(person(page, '@winter.sleep')).toContainText('Deactivated')
    await search(page).fill('x'.repeat(10_000))
    await expect(page.getByText('No matching users')).toBeVisible()
    await search(page).fill(`Robert'); DROP`)
    await expectCount(page, '1 user')
    await search(page).fill('% OR "')
    await expect(page.getByText('No matching users')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expectCount(page, '60 users')
    await expect(search(page)).toHaveValue('')
    await search(page).fill('reversed')
    await expect(person(page, '@reversed')).toContainText('invoice⟨U+202E⟩gpj.exe')
    await search(page).fill('z')
    await expect(person(page, '@zalgo')).toBeVisible()
    await search(page).fill('')
    await expectCount(page, '60 users')
  })

  await test.step('has ready views with what fits them, and goes back', async () => {
    await page.getByRole('button', { name: /^Pending approval/ }).click()
    await expect(person(page, '@patient-one')).toBeVisible()
    const pending = await callAsAdmin<{ state: string }[]>(
      sandbox,
      'GET',
      '/users?exclude_active=true&per_page=100',
    )
    const count = pending.filter(({ state }) => state === 'blocked_pending_approval').length
    await expectCount(page, `${count} users`)
    await expect(page.getByRole('button', { name: 'Approve…' })).toBeVisible()
    await page.getByRole('button', { name: /^Banned/ }).click()
    await expect(person(page, '@bulk_seller')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unban…' })).toBeVisible()
    await page.goBack()
    await expectCount(page, `${count} users`)
    await page.getByRole('button', { name: 'Remove filter: Pending approval' }).click()
    await expectCount(page, '60 users')
  })

  await test.step('filters, and says at the field what is wrong', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole('group', { name: 'Filters', exact: true })
    await panel.getByRole('button', { name: 'Deactivated' }).click()
    await expect(person(page, '@winter.sleep')).toBeVisible()
    await panel.getByLabel('Provider', { exact: true }).fill('ldapmain')
    await expect(panel.getByText('Enter the external ID as well.')).toBeVisible()
    await panel.getByLabel('Provider', { exact: true }).fill('')
    await panel.getByLabel('Created on or after').fill('2026-02-02')
    await panel.getByLabel('Created before').fill('2026-02-01')
    await expect(panel.getByText(/^Choose .*2026 or later\.$/)).toBeVisible()
    await app.expectAccessible()
    await panel.getByLabel('Created on or after').fill('')
    await panel.getByLabel('Created before').fill('')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expectCount(page, '60 users')
  })

  await test.step('sorts by a column, one way and the other', async () => {
    const header = grid(page).getByRole('columnheader', { name: 'Name' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await grid(page)
      .getByRole('columnheader', { name: 'Last activity' })
      .getByRole('button')
      .click()
    await expect(header).not.toHaveAttribute('aria-sort')
    await expect(page).toHaveURL(/order_by=last_activity_on/)
  })

  await test.step('keeps the columns that are chosen', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Email', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'ID', exact: true }).check()
    await page.getByRole('button', { name: 'Move ID up' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Move ID up' })).toBeFocused()
    await page.keyboard.press('Escape')
    const chosen = ['', 'Name', 'State', 'Last activity', 'ID', 'Two-factor']
    await expect.poll(() => columnTitles(page)).toEqual(chosen)
    await expect
      .poll(() => app.settings().directoryColumns)
      .toEqual(['name', 'state', 'last_activity_on', 'id', 'two_factor_enabled'])
    await page.reload()
    await expect.poll(() => columnTitles(page)).toEqual(chosen)
  })

  await test.step('keeps a view, renames, replaces and deletes it', async () => {
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: /^External/ }).click()
    await expect(person(page, '@visitor-co')).toBeVisible()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Guests')
    await page.keyboard.press('Enter')
    await expect(views.getByRole('button', { name: /^Guests/ })).toHaveAttribute('aria-current')
    const menu = views.getByRole('button', { name: /^Actions for view/ })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Visitors')
    await page.keyboard.press('Enter')
    const visitors = views.getByRole('button', { name: /^Visitors/ })
    await expect(visitors).toBeVisible()
    await views.getByRole('button', { name: /^Banned/ }).click()
    await menu.click()
    await page.getByRole('menuitem', { name: /^Replace/ }).click()
    await expect(visitors).toHaveAttribute('aria-current')
    await views.getByRole('button', { name: /^Everyone/ }).click()
    await visitors.click()
    await expect(person(page, '@bulk_seller')).toBeVisible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expect(visitors).toHaveCount(0)
  })
})

test('selects and exports users, by keyboard too, and works without a connection', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)

  await test.step('selects one, a range and all, exports them and hands them on', async () => {
    const boxes = grid(page).getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(page.getByRole('button', { name: 'Block…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await boxes.nth(1).click()
    await expectCount(page, '1 selected')
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expectCount(page, '4 selected')
    await boxes.nth(2).click()
    await expectCount(page, '3 selected')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: '3 selected as JSON' }).click()
    const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(saved).toHaveLength(3)

    await page.getByRole('button', { name: 'Select all 60 matching users' }).click()
    await expectCount(page, '60 selected')
    await boxes.nth(0).click()
    await expectCount(page, '59 selected')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
    await expect(page).toHaveURL(/\/admin\/bulk\?action=deactivate/)
    await page.goBack()
    await expectCount(page, '59 selected')
    await page.getByRole('button', { name: /^Bots/ }).click()
    await expectCount(page, /users$/)
  })

  await test.step('is used by the keyboard alone, and finds the row again', async () => {
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await expectCount(page, '60 users')
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(grid(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await expectCount(page, '1 selected')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expectCount(page, '3 selected')
    await page.keyboard.press('Escape')
    await expectCount(page, '60 users')
    await page.keyboard.press('ControlOrMeta+a')
    await expectCount(page, '60 selected')
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    const last = grid(page).locator('[aria-rowindex="61"]')
    await expect(last).toBeVisible()
    await expect(grid(page)).toHaveAttribute(
      'aria-activedescendant',
      (await last.getAttribute('id')) ?? '',
    )
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await expect(grid(page).locator('[aria-rowindex="2"]')).toBeVisible()
    await page.keyboard.press('End')
    const name = await last.getByRole('link').innerText()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'User')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(name)
    await page.goBack()
    await expect(last).toBeVisible()
  })

  await test.step('shows without a connection what was read before', async () => {
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText(/You can still search and filter/)).toBeVisible()
    await search(page).fill('winter')
    await expectCount(page, '1 user')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('checkbox', { name: 'Without projects' }).check()
    await expect(page.getByRole('alert')).toContainText('“Without projects” needs a connection')
    await page.keyboard.press('Escape')
    await sandbox.start()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/You can still search and filter/)).toHaveCount(0)
  })
})

test.describe('where a page takes its time', () => {
  test.use({ sandboxOptions: { faults: ['GET /users * latency=1500'] } })

  test('reads everybody again, says how far it is, stops and goes on', async ({ app, sandbox }) => {
    const page = await openDirectory(app, sandbox)
    const reading = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^(Loading|Full resync)/ })
    await expect(reading).toHaveCount(0)
    await page.getByRole('button', { name: 'More sync options' }).press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /^Full resync/ })).toBeFocused()
    await app.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(reading).toContainText('Full resync: 0 of about 60 users.')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Sync stopped.')).toBeVisible()
    await expect(page.getByText(/You can still search and filter/)).toBeVisible()
    await expectCount(page, '60 users')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(reading).toContainText('Full resync')
    await expect(page.getByText('Sync stopped.')).toHaveCount(0)
    await expect(reading).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(reading).toContainText('Loading changes since today')
    await expect(reading).toHaveCount(0)
    await expectCount(page, '60 users')
  })
})

test.describe('where the first loading fails', () => {
  test.use({ sandboxOptions: { faults: ['GET /users * status=500'] } })

  test('says that the directory could not be loaded, never that nobody is there', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await page.getByRole('link', { name: 'Directory' }).click()
    await expect(page.getByText('Couldn’t load the directory')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('main')).not.toContainText(/0 users|No users/)
    await expect(
      page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('button', { name: 'Everyone', exact: true }),
    ).toBeVisible()
    await app.expectAccessible()
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await expectCount(page, '60 users')
  })
})
