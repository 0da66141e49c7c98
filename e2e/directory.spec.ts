import type { Page } from '@playwright/test'
import {
  expectCount,
  grid,
  openDirectory,
  openView,
  search,
  selectAll,
  user,
  views,
} from './support/directory.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

const columnTitles = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts()

test('lists, searches, filters and sorts', async ({ app, sandbox }) => {
  const page = await openDirectory(app, sandbox)

  await test.step('lists all users', async () => {
    await expectCount(page, '60 users')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '61')
    await app.expectAccessible()
  })

  await test.step('searches while typing, whatever the input', async () => {
    await search(page).fill('WINTER')
    await expectCount(page, '1 user')
    await expect(user(page, '@winter.sleep')).toContainText('Deactivated')
    await search(page).fill('x'.repeat(10_000))
    await expect(page.getByText(/^No one matches “.x{60}…/)).toBeVisible()
    await search(page).fill(`Robert'); DROP`)
    await expectCount(page, '1 user')
    await search(page).fill('% OR "')
    await expect(page.getByText(/^No one matches “.% OR ".”\.$/)).toBeVisible()
    await expect(page.getByText('Check the spelling.')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expectCount(page, '60 users')
    await expect(search(page)).toHaveValue('')
    await search(page).fill('reversed')
    await expect(user(page, '@reversed')).toContainText('invoice⟨U+202E⟩gpj.exe')
    await search(page).fill('z')
    await expect(user(page, '@zalgo')).toBeVisible()
    await search(page).fill('')
    await expectCount(page, '60 users')
  })

  await test.step('offers preset views with their own columns and returns to the previous one', async () => {
    await openView(page, /^Pending approval/)
    await expect(user(page, '@patient-one')).toBeVisible()
    const pending = await callAsAdmin<{ state: string }[]>(
      sandbox,
      'GET',
      '/users?exclude_active=true&per_page=100',
    )
    const count = pending.filter(({ state }) => state === 'blocked_pending_approval').length
    await expectCount(page, `${count} users`)
    await selectAll(page).click()
    await expect(page.getByRole('button', { name: 'Approve…' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(grid(page)).toBeFocused()
    await openView(page, /^Banned/)
    await expect(user(page, '@bulk_seller')).toBeVisible()
    await selectAll(page).click()
    await expect(page.getByRole('button', { name: 'Unban…' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.goBack()
    await expectCount(page, `${count} users`)
    await openView(page, /^Everyone/)
    await expectCount(page, '60 users')
  })

  await test.step('filters, and shows an error below the invalid field', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    const panel = page.getByRole('group', { name: 'Filters', exact: true })
    await panel.getByRole('button', { name: 'Deactivated' }).click()
    await expect(user(page, '@winter.sleep')).toBeVisible()
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
    await page
      .getByRole('group', { name: 'Active filters' })
      .getByRole('button', { name: 'Reset filters' })
      .click()
    await expectCount(page, '60 users')
  })

  await test.step('sorts by a column in both directions', async () => {
    const header = grid(page).getByRole('columnheader', { name: 'Name', exact: true })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await grid(page).getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
    await expect(header).not.toHaveAttribute('aria-sort')
    await expect(page).toHaveURL(/order_by=created_at/)
  })
})

test('remembers columns and views @full', async ({ app, sandbox }) => {
  const page = await openDirectory(app, sandbox)

  await test.step('remembers the selected columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const email = page.getByRole('checkbox', { name: 'Email', exact: true })
    await email.press(' ')
    await expect(email).not.toBeChecked()
    await expect(email).toBeFocused()
    await page.getByRole('checkbox', { name: 'Two-factor' }).uncheck()
    await page.getByRole('checkbox', { name: 'Identities' }).check()
    await page.getByRole('button', { name: 'Move Identities up' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Move Identities up' })).toBeFocused()
    await page.keyboard.press('Escape')
    const chosen = ['', 'Name', 'Username', 'ID', 'State', 'Last activity', 'Identities', 'Created']
    await expect.poll(() => columnTitles(page)).toEqual(chosen)
    await expect
      .poll(() => app.settings().directoryColumns)
      .toEqual(['name', 'username', 'id', 'state', 'last_activity_on', 'identities', 'created_at'])
    await page.reload()
    await expect.poll(() => columnTitles(page)).toEqual(chosen)
  })

  await test.step('remembers different columns for another view', async () => {
    await openView(page, /^Banned/)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Note' }).check()
    await page.keyboard.press('Escape')
    const titles = await columnTitles(page)
    expect(titles.at(-1)).toBe('Note')
    await openView(page, /^Everyone/)
    await expect.poll(() => columnTitles(page)).not.toContain('Note')
    await openView(page, /^Banned/)
    await expect.poll(() => columnTitles(page)).toEqual(titles)
    await openView(page, /^Everyone/)
    await expectCount(page, '60 users')
  })

  await test.step('saves, renames, replaces, and deletes a view', async () => {
    const openPanel = () => page.getByRole('button', { name: 'Save view' }).click()
    const current = (name: RegExp) => views(page).getByRole('button', { name })
    const menu = page.getByRole('button', { name: /^Actions for view/ })
    await openView(page, /^External/)
    await expect(user(page, '@visitor-co')).toBeVisible()
    await openPanel()
    await page.getByRole('textbox', { name: 'View name' }).fill('Guests')
    await page.keyboard.press('Enter')
    await expect(current(/^Guests/)).toHaveAttribute('aria-current')
    await openPanel()
    await app.expectAccessible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'View name' }).last().fill('Visitors')
    await page.keyboard.press('Enter')
    await expect(current(/^Visitors/)).toBeVisible()
    await page.keyboard.press('Escape')
    await openView(page, /^Banned/)
    await openPanel()
    await menu.click()
    await page.getByRole('menuitem', { name: /^Replace/ }).click()
    await expect(current(/^Visitors/)).toHaveAttribute('aria-current')
    await page.keyboard.press('Escape')
    await openView(page, /^Everyone/)
    await openView(page, /^Visitors/)
    await expect(user(page, '@bulk_seller')).toBeVisible()
    await openPanel()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(menu).toHaveCount(0)
    await expect(current(/^Visitors/)).toHaveCount(0)
  })
})
