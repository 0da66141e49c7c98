import type { Page } from '@playwright/test'
import { chooseInRow, openScreen } from './support/actions.ts'
import { viewButton } from './support/lists.ts'
import { type TestSandbox, callAsAdmin, callAsUser } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

async function openPeople(page: Page): Promise<void> {
  await openScreen(page, 'Following')
}

async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find people' }).fill(words)
  await page.getByRole('searchbox', { name: 'Find people' }).press('Enter')
}

async function openPerson(page: Page, username: string): Promise<void> {
  await openPeople(page)
  await searchFor(page, `@${username}`)
  await userRow(page, username).locator('.row-link').click()
  await expect(heading(page, 'User profile')).toBeVisible()
}

const userRow = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByText(`@${username}`, { exact: true }) })

async function idOf(sandbox: TestSandbox, username: string): Promise<number> {
  const [user] = await callAsUser<{ id: number }[]>(sandbox, 'GET', `/users?username=${username}`)
  return user!.id
}

/** The Undo button in the latest toast with this text. */
const undo = (page: Page, words: RegExp) =>
  page.locator('.toast', { hasText: words }).last().getByRole('button', { name: 'Undo' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

test('finds users, and explains private, deleted, and other special profiles @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('finds by parts of names and by username, with the keyboard alone', async () => {
    await openPeople(page)
    await viewButton(page, 'Find people').click()
    await expect(page.getByText('Enter part of a name or username')).toBeVisible()
    await searchFor(page, 'okaf')
    await expect(page.getByText('1 person found')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('grid', { name: 'Results' })).toBeFocused()
    await app.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Platform administrator', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Reviewing access')
    await page.getByRole('main').getByRole('link', { name: 'Following' }).click()
    await expect(page.getByRole('searchbox', { name: 'Find people' })).toHaveValue('okaf')

    await searchFor(page, 'okafo')
    await page.getByRole('checkbox', { name: 'Exact username' }).check()
    await expect(page.getByText('No user has exactly this username')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Exact username' }).uncheck()
    await expect(userRow(page, 'ines')).toBeVisible()
    await searchFor(page, 'zz')
    await expect(page.getByText('No exact match')).toBeVisible()
    await expect(page.getByText('Enter at least three characters')).toBeVisible()
  })

  await test.step('lists an exact ID or username match first', async () => {
    await callAsAdmin(sandbox, 'POST', '/users', {
      username: 'robot.222',
      name: 'Robot 222',
      email: 'robot.222@tidewater.example',
      force_random_password: true,
      skip_confirmation: true,
    })
    const id = await idOf(sandbox, 'wordy')
    const rows = page.getByRole('grid', { name: 'Results' }).locator('[data-item]')

    await searchFor(page, `#${id}`)
    await expect(page.getByText('1 person found')).toBeVisible()
    await expect(rows).toContainText(['@wordy'])
    await expect(rows.getByText('Exact ID')).toHaveCount(1)
    await app.expectAccessible()

    // The user with that ID is listed before users whose names contain the number.
    const twelve = await idOf(sandbox, 'long-gone')
    await callAsAdmin(sandbox, 'POST', '/users', {
      username: `robot.${twelve}`,
      name: String(twelve),
      email: 'robot.id@tidewater.example',
      force_random_password: true,
      skip_confirmation: true,
    })
    await searchFor(page, String(twelve))
    await expect(rows.first()).toContainText('@long-gone')
    await expect(rows.first()).toContainText('Exact ID')
    await expect(rows.filter({ hasText: `@robot.${twelve}` })).toHaveCount(1)
    await expect(rows.getByText('Exact ID')).toHaveCount(1)

    await searchFor(page, 'ROBOT.222')
    await expect(rows.first()).toContainText('Exact username')
    await searchFor(page, '#999999')
    await expect(page.getByText('No user has this ID.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('filters with or without a name, and keeps filters in the URL', async () => {
    await searchFor(page, '')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('group', { name: 'Filters', exact: true })
    await filters.getByLabel('Humans', { exact: true }).selectOption('Exclude')
    const rows = page.getByRole('grid', { name: 'Results' }).locator('[data-item]')
    await expect(rows.first()).toBeVisible()
    await expect(page).toHaveURL(/exclude_humans=yes/)
    await filters.getByLabel('Humans', { exact: true }).selectOption('Only')
    await expect(page).toHaveURL(/[?&]humans=yes/)
    await expect(page).not.toHaveURL(/exclude_humans/)
    // GitLab silently ignores this parameter unless an administrator searches.
    await filters.getByLabel('Created before').fill('2001-01-01')
    await expect(page.getByText('may ignore creation dates')).toBeVisible()
    await expect(rows.first()).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
    await page.getByRole('button', { name: 'Remove filter: Created before' }).click()
    await searchFor(page, 'okafor')
    await expect(page.getByText('1 person found')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 person found')).toBeVisible()
    const chips = page.getByRole('group', { name: 'Active filters' })
    await expect(chips.getByRole('button')).toHaveText([/Humans only/, 'Reset filters'])
    await chips.getByRole('button', { name: 'Reset filters' }).click()
    await expect(chips).toHaveCount(0)
    await expect(page).not.toHaveURL(/humans/)
  })

  await test.step('explains private, deleted, and other special profiles', async () => {
    await openPerson(page, 'quiet')
    await expect(page.getByRole('note', { name: 'Private profile' })).toContainText('is private')
    await tab(page, 'Followers').click()
    await expect(page.getByText('This list is private')).toBeVisible()
    await openPerson(page, 'winter.sleep')
    await expect(page.getByText('Deactivated', { exact: true }).first()).toBeVisible()
    await openPerson(page, 'onerror')
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
    await page.evaluate(() => (location.hash = location.hash.replace(/\d+$/, '999999')))
    await expect(page.getByRole('alert')).toContainText('User Not Found')
  })
})

test(
  'shows a user, follows them, and undoes it @full',
  { tag: '@flavor' },
  async ({ app, sandbox, sandboxOptions }) => {
    const page = await app.openSignedIn(sandbox)

    await test.step('follows, shows the real count, and undoes it', async () => {
      const me = (await callAsUser<{ id: number }>(sandbox, 'GET', '/user')).id
      const followed = await callAsUser<unknown[]>(
        sandbox,
        'GET',
        `/users/${me}/following?per_page=100`,
      )
      const count = followed.length
      await openPeople(page)
      await expect(viewButton(page, /^Following/)).toContainText(String(count))

      await searchFor(page, '@wordy')
      await page.getByRole('button', { name: 'Follow Bartholomew' }).click()
      await expect(page.getByText(/You now follow/)).toBeVisible()
      await undo(page, /You now follow.*Bartholomew/).click()
      await expect(page.getByText(/You no longer follow/)).toBeVisible()
      await expect(viewButton(page, /^Following/)).toContainText(String(count))
      await page.getByRole('button', { name: 'Follow Bartholomew' }).click()
      await expect(viewButton(page, /^Following/)).toContainText(String(count + 1))

      // Already followed from elsewhere: GitLab returns 304, but the documented API returns the user.
      await searchFor(page, '@x')
      await expect(page.getByRole('button', { name: 'Follow X' })).toBeVisible()
      await callAsUser(sandbox, 'POST', `/users/${await idOf(sandbox, 'x')}/follow`)
      await page.getByRole('button', { name: 'Follow X' }).click()
      const words =
        sandboxOptions.flavor === 'interface' ? /You now follow \W?X/ : /You already follow/
      await expect(page.getByText(words)).toBeVisible()
      await expect(viewButton(page, /^Following/)).toContainText(String(count + 2))

      await viewButton(page, /^Following/).click()
      await page.getByRole('searchbox', { name: 'Filter by name or username' }).fill('bartholomew')
      await expect(
        page.getByRole('grid', { name: 'Following' }).locator('[data-item]'),
      ).toHaveCount(1)
      await page.getByRole('button', { name: 'Unfollow Bartholomew' }).click()
      await expect(viewButton(page, /^Following/)).toContainText(String(count + 1))
      await undo(page, /You no longer follow.*Bartholomew/).click()
      await expect(viewButton(page, /^Following/)).toContainText(String(count + 2))
      const now = await callAsUser<unknown[]>(sandbox, 'GET', `/users/${me}/following?per_page=100`)
      expect(now).toHaveLength(count + 2)
      await app.expectAccessible()
    })

    await test.step('shows a user with keys, followers, and followed users', async () => {
      await openPerson(page, 'ines')
      await expect(page.getByRole('link', { name: /View on the web/ })).toHaveAttribute(
        'href',
        `${sandbox.url}/ines`,
      )
      const { followers } = await callAsUser<{ followers: number }>(
        sandbox,
        'GET',
        `/users/${await idOf(sandbox, 'ines')}`,
      )
      await expect(tab(page, 'Followers')).toContainText(String(followers))
      await page.getByRole('button', { name: 'Unfollow Ines' }).click()
      await expect(tab(page, 'Followers')).toContainText(String(followers - 1))
      await tab(page, 'Profile').focus()
      await page.keyboard.press('ArrowRight')
      await expect(tab(page, 'Keys')).toBeFocused()
      await chooseInRow(
        page.getByRole('grid', { name: 'SSH keys' }).getByRole('row').nth(1),
        'Copy public key',
      )
      expect(await app.clipboard()).toMatch(/^(ssh|ecdsa|sk)-/)
      await expect(page.getByRole('heading', { name: 'GPG keys' })).toBeVisible()
      await app.expectAccessible()
      await tab(page, 'Followers').click()
      await expect(page.getByRole('grid', { name: 'Followers' })).toBeVisible()
      await tab(page, 'Following').click()
      await expect(page.getByText('Not following anyone')).toBeVisible()
      await app.expectAccessible()
    })
  },
)

test('disables actions that the token doesn’t allow until it is replaced @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.read_user)
  await openPeople(page)
  await searchFor(page, '@wordy')
  const follow = page.getByRole('button', { name: 'Follow Bartholomew' })
  await expect(follow).toBeDisabled()
  await page.getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(sandbox.tokens.user)
  await follow.click()
  await expect(page.getByText(/You now follow/)).toBeVisible()
})

test('shows an empty following list, and retries a search after an outage @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openPeople(page)
  await viewButton(page, /^Following/).click()
  await expect(page.getByText('Not following anyone')).toBeVisible()
  await page.getByRole('button', { name: 'Find people' }).last().click()
  await sandbox.stop()
  await searchFor(page, 'maya')
  await expect(page.getByRole('alert')).toContainText('Can’t reach')
  await app.expectAccessible()
  await sandbox.start()
  // The screen may have retried on its own.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Retry' })
    if (await retry.count()) await retry.last().click({ timeout: 1000 })
    await expect(userRow(page, 'maya.lindqvist')).toBeVisible()
  }).toPass()
})
