import type { Locator } from '@playwright/test'
import {
  expectCount,
  grid,
  openDirectory,
  openView,
  search,
  selectAll,
  user,
} from './support/directory.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

/** Whether text is truncated in the middle so that its last letters remain visible. */
const isCutBeforeEnd = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const edge = element.getBoundingClientRect().right
    const pieces = [...element.querySelectorAll<HTMLElement>('span')]
    const isCut = pieces.some(
      (piece) => piece.scrollWidth > piece.clientWidth && piece.clientWidth > 0,
    )
    return isCut && pieces.at(-1)!.getBoundingClientRect().right <= edge + 1
  })

test('distinguishes users with the same name, and suggests similar names for typos @full', async ({
  app,
  sandbox,
}) => {
  const numbers = ['1701', '1702']
  for (const [index, username] of ['wordy', 'newcomer'].entries()) {
    const { id } = (await findUser(sandbox, username))!
    const lookAlike = `magda.bianchi.external.contractor.${numbers[index]}`
    await callAsAdmin(sandbox, 'PUT', `/users/${id}`, {
      username: lookAlike,
      name: 'Magda Bianchi',
      email: `${lookAlike}@a-long-domain.example.com`,
      skip_reconfirmation: true,
      note: 'Asked for by Tom in Sales',
    })
  }
  const page = await openDirectory(app, sandbox)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('shows ID, last activity, and two-factor, and the end of truncated usernames', async () => {
    for (const name of ['ID', 'Last activity', 'Two-factor']) {
      await expect(grid(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
    }
    await search(page).fill('magda bianchi')
    await expectCount(page, '2 users')
    for (const number of numbers) {
      const username = `@magda.bianchi.external.contractor.${number}`
      const shown = grid(page).getByTitle(new RegExp(`^${username.replace('@', '@?')}$`))
      await expect(shown).toHaveText(username)
      await expect.poll(() => isCutBeforeEnd(shown)).toBe(true)
      const email = `${username.slice(1)}@a-long-domain.example.com`
      await expect(grid(page).getByTitle(email, { exact: true })).toBeVisible()
    }
  })

  await test.step('suggests similar names when nothing matches, without counting them as matches', async () => {
    await search(page).fill('')
    await search(page).pressSequentially('magda binachi')
    await expect(page.getByRole('status').filter({ hasText: 'No one matches' })).toHaveText(
      /^No one matches “.magda binachi.” exactly\. Showing similar names\. Similar users can’t be selected all at once/,
    )
    await expectCount(page, '2 users')
    await expect(user(page, 'Magda Bianchi')).toHaveCount(2)
    await app.expectAccessible()
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'true')
    await selectAll(page).click({ force: true })
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await expectCount(page, '2 users')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menuitem', { name: /^All 2 as CSV/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('Escape')
    await user(page, numbers[0]!).getByRole('checkbox').click()
    await expectCount(page, '1 selected')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await search(page).fill('magda nobody')
    await expect(page.getByText(/^No one matches “.magda nobody.”\.$/)).toBeVisible()
    await expect(page.getByText('Check the spelling.')).toBeVisible()
    await search(page).fill('')
    await expectCount(page, '60 users')
  })

  const preview = page.getByRole('grid', { name: 'Users who would change' })

  await test.step('shows each user’s last activity before deactivating them', async () => {
    await openView(page, /^Inactive/)
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Deactivate…' }).click()
    const users = preview.locator('[data-item]')
    await expect(users.first()).toBeVisible()
    await expect(users.filter({ hasText: /\d{4}|No known activity/ })).toHaveCount(
      await users.count(),
    )
    await page.goBack()
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('shows more than the name when approving users', async () => {
    await openView(page, /^Pending approval/)
    const lookAlike = user(page, 'Magda Bianchi')
    for (const name of ['Email domain', 'Email confirmed', 'Created', 'Note']) {
      await expect(grid(page).getByRole('columnheader', { name, exact: true })).toBeAttached()
    }
    await expect(lookAlike).toContainText('a-long-domain.example.com')
    await expect(lookAlike).toContainText('Asked for by Tom in Sales')
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Approve…' }).click()
    const shown = preview.getByRole('row').filter({ hasText: 'Magda Bianchi' })
    await expect(shown).toContainText(
      'magda.bianchi.external.contractor.1702@a-long-domain.example.com',
    )
    await expect(shown).toContainText(/Email (not )?confirmed/)
    await expect(shown).toContainText('Created')
    await expect(shown).toContainText(/^.*Note: .Asked for by Tom in Sales/)
    await app.expectAccessible()
  })
})
