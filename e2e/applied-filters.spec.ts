import type { Locator, Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import {
  expectCount,
  grid,
  openDirectory,
  openView,
  openedView,
  search,
  selectAll,
  user,
} from './support/directory.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' })
const chip = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Remove filter: ${label}` })

/** Tries every way to select, export, or act on the whole list. */
async function expectListActionsDisabled(page: Page, reason: RegExp) {
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(selectAll(page)).toHaveAccessibleDescription(reason)
  await selectAll(page).click({ force: true })
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(toolbar(page).getByRole('status')).not.toContainText('selected')
  await toolbar(page).getByRole('button', { name: 'Export' }).click()
  const list = page.getByRole('menuitem', { name: /^All \d+ as CSV/ })
  await expect(list).toHaveAttribute('aria-disabled', 'true')
  await expect(list).toContainText(reason)
  await page.keyboard.press('Escape')
}

test('applies typed filters, and disables whole-list actions while a filter is incomplete @full', async ({
  app,
  sandbox,
}) => {
  const mover = (await findUser(sandbox, 'wordy'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${mover.id}`, {
    email: 'wordy@elsewhere.example',
    skip_reconfirmation: true,
  })
  const page = await openDirectory(app, sandbox)
  const count = async (...states: string[]) => {
    const users = await callAsAdmin<{ state: string }[]>(sandbox, 'GET', '/users?per_page=100')
    return users.filter((user) => states.includes(user.state)).length
  }

  await test.step('applies a complete filter while typing', async () => {
    await search(page).pressSequentially('state:blocked')
    // Matches the view with the same name, which stands for it.
    const blocked = openedView(page, /^Blocked/)
    await expect(blocked).toBeVisible()
    await expect(search(page)).toHaveValue('')
    await expect(selectAll(page)).toHaveAttribute(
      'title',
      `Select all ${await count('blocked', 'ldap_blocked')} users matching Blocked · LDAP-blocked`,
    )
    await search(page).pressSequentially('zie')
    await expect(selectAll(page)).toHaveAttribute(
      'title',
      /^Select the one user matching “.zie.” · Blocked · LDAP-blocked$/,
    )
    await openView(page, /^Everyone/)
    await search(page).fill('')
    await expectCount(page, '60 users')
  })

  await test.step('waits until a domain is complete, and applies it when the field loses focus', async () => {
    await search(page).pressSequentially('domain:elsewhere.example')
    await expect(page.getByRole('status').filter({ hasText: /isn’t applied yet/ })).toContainText(
      'domain:elsewhere.example',
    )
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'true')
    await expectCount(page, '60 users')
    await app.expectAccessible()
    await selectAll(page).click({ force: true })
    await expect(chip(page, 'Email domain: elsewhere.example')).toBeVisible()
    await expectCount(page, '1 user')
    await expect(user(page, '@wordy')).toBeVisible()
    await chip(page, 'Email domain: elsewhere.example').click()
    await expectCount(page, '60 users')
  })

  await test.step('doesn’t select anyone when the row moves between mouse down and mouse up', async () => {
    await search(page).pressSequentially('domain:elsewhere.example')
    const box = grid(page)
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
    await expect(box).not.toHaveAccessibleName(/Wordy/)
    await box.hover()
    await page.mouse.down()
    await expectCount(page, '1 user')
    await expect(user(page, '@wordy')).toBeVisible()
    await page.mouse.up()
    await expectCount(page, '1 user')
    await box.click()
    await expectCount(page, '1 selected')
    await box.click()
    await chip(page, 'Email domain: elsewhere.example').click()
  })

  await test.step('reports an unknown filter and lists the known ones', async () => {
    for (const typed of ['inactive:90', 'last_activity:<2025-01-01', 'stat:blocked']) {
      await search(page).fill('')
      await search(page).pressSequentially(typed)
      const notice = page.getByRole('status').filter({ hasText: 'Unknown filter' })
      await expect(notice).toContainText(typed)
      await expect(notice).toContainText('Known: state:, 2fa:, domain:')
      await expectCount(page, '60 users')
    }
    await search(page).press('Enter')
    await expectListActionsDisabled(page, /Unknown filter/)
    await app.expectAccessible()
  })

  await test.step('reports an unknown filter value and lists the allowed ones', async () => {
    await search(page).fill('')
    await search(page).pressSequentially('state:asleep')
    await grid(page).focus()
    await expectListActionsDisabled(page, /Allowed: state:active, state:blocked/)
    await search(page).fill('https://wordy.example')
    await expect(page.getByText(/^No one matches/)).toBeVisible()
    await search(page).fill('')
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'false')
  })

  await test.step('treats an invalid value in the filter form like one in the search field', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    const form = page.getByRole('group', { name: 'Filters', exact: true })
    await form.getByRole('button', { name: 'Blocked', exact: true }).click()
    await form.getByLabel('Provider', { exact: true }).fill('ldapmain')
    await page.keyboard.press('Escape')
    await expectListActionsDisabled(page, /A change in Filters isn’t applied/)
    await page.getByRole('button', { name: /^Filters/ }).click()
    await form.getByLabel('Provider', { exact: true }).fill('')
    await page.keyboard.press('Escape')
    await expect(chip(page, 'Blocked')).toBeVisible()
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'false')
    await chip(page, 'Blocked').click()
  })

  await test.step('clears and reports a select-all when the filters change or the screen is left', async () => {
    const toast = page.locator('.toast')
    await expectCount(page, '60 users')
    await selectAll(page).click()
    await expectCount(page, '60 selected')
    await search(page).pressSequentially('maya')
    await expectCount(page, '1 user')
    await expect(toast).toContainText(
      'The search or a filter changed, so its 60 users are no longer selected.',
    )
    await search(page).fill('')
    await openView(page, /^Blocked/)
    await selectAll(page).click()
    await expectCount(page, /^\d+ selected\s*$/)
    await toolbar(page).getByRole('button', { name: 'Unblock…' }).click()
    await expect(
      page.getByText(/^Selection: all \d+ users matching Blocked · LDAP-blocked$/),
    ).toBeVisible()
    await page.goBack()
    await expectCount(page, /^\d+ selected\s*$/)
    await openScreen(page, 'Home')
    await expect(toast).toContainText(/^You left the list, so its \d+ users are no longer selected/)
    await page.goBack()
    await expect(selectAll(page)).toBeVisible()
    await expectCount(page, /^\d+ users$/)
  })
})
