import type { Page } from '@playwright/test'
import { takeAction } from './support/moderation.ts'
import { goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

async function viewAs(page: Page): Promise<void> {
  await takeAction(page, 'View as user')
  await page.getByRole('dialog').getByRole('button', { name: 'View', exact: true }).click()
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test(
  'shows every field of a user that administrators can see @full',
  { tag: '@flavor' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await openAdminUser(page, sandbox, 'piotr.zielinski')
    await expect(page.getByText(/^Blocked by @ines, 31 March 2025/).first()).toBeVisible()
    await expect(heading(page, 'Piotr Zieliński')).toBeFocused()
    const regions = async (...titles: string[]) => {
      for (const title of titles) {
        await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
      }
    }
    await regions('Identity', 'Public profile', 'Custom attributes')
    await expect(page.getByRole('region', { name: 'Identity', exact: true })).toContainText(
      'Contract ended in spring.',
    )
    await userHeader(page).getByRole('button', { name: 'Copy Username' }).click()
    expect(await app.clipboard()).toBe('piotr.zielinski')
    await app.expectAccessible()
    await tab(page, 'Access').click()
    await regions('Sign-in and security', 'Permissions and limits', 'Identities', 'Addresses')
    await app.expectAccessible()

    const id = await openAdminUser(page, sandbox, 'maya.lindqvist', 'memberships')
    const memberships = page.getByRole('grid', { name: 'Memberships' })
    const all = await callAsAdmin<{ source_type: string }[]>(
      sandbox,
      'GET',
      `/users/${id}/memberships?per_page=100`,
    )
    // One row has the headings.
    await expect(memberships.getByRole('row')).toHaveCount(1 + all.length)
    await expect(memberships.getByText('Owner').first()).toBeVisible()
    await tab(page, 'Groups').click()
    const groups = all.filter(({ source_type: type }) => type === 'Namespace')
    await expect(memberships.getByRole('row')).toHaveCount(1 + groups.length)
    await app.expectAccessible()
    await expect(page.getByRole('main').getByText('118', { exact: true })).toBeVisible()
    await tab(page, 'History').click()
    await expect(page.getByText('No entries yet')).toBeVisible()
    await app.expectAccessible()
    await tab(page, 'History').press('Home')
    await expect(tab(page, 'Overview')).toBeFocused()
    await expect(page).not.toHaveURL(/tab=/)
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Walking the dog')
    // Earlier versions used this URL.
    await goToAdminScreen(page, `people/${id}?tab=impersonation-tokens`)
    await expect(page).toHaveURL(/tab=credentials&kind=impersonation-tokens/)
    await expect(tab(page, 'Impersonation tokens')).toHaveAttribute('aria-selected', 'true')
  },
)

test('steps through a list, reports a missing user, and views as another user @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  await test.step('steps through the list that the user was opened from, and returns to it', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect(heading(page, 'Users')).toBeVisible()
    await openAdminUser(page, sandbox, 'piotr.zielinski')
    await expect(page.getByRole('navigation', { name: 'Results' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await page.getByRole('grid').getByRole('link').nth(2).click()
    await expect(page).toHaveURL(/people\/\d+/)
    const id = /people\/(\d+)/.exec(page.url())![1]
    await tab(page, 'History').click()
    const results = page.getByRole('navigation', { name: 'Results' })
    await expect(results).toContainText(/^\s*[\d,]+ of [\d,]+/)
    const before = await results.innerText()
    await results.getByRole('button', { name: 'Next user' }).click()
    await expect(results).not.toHaveText(before)
    await expect(page).toHaveURL(/tab=history/)
    await expect(page).not.toHaveURL(new RegExp(`people/${id}\\b`))
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page).toHaveURL(new RegExp(`people/${id}\\?`))
    await page.goBack()
    await expect(heading(page, 'Users')).toBeVisible()
  })

  await test.step('reports that a user doesn’t exist', async () => {
    await goToAdminScreen(page, 'people/999999')
    await expect(page.getByText('User not found')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('link', { name: 'Back to users' }).click()
    await expect(heading(page, 'Users')).toBeVisible()
  })

  await test.step('views as another user and shows a banner the whole time', async () => {
    await openAdminUser(page, sandbox, 'maya.lindqvist')
    await viewAs(page)
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' })
    await expect(banner).toContainText('@ines is viewing as @maya.lindqvist')
    await expect(page.getByText('maya.lindqvist@example.com').first()).toBeVisible()
    await expect(page.getByText('Admin notes')).toHaveCount(0)
    await page.getByRole('region', { name: 'Limits and appearance' }).scrollIntoViewIfNeeded()
    await expect(banner).toBeInViewport()
    await app.expectAccessible()
    await banner.getByRole('button', { name: 'Stop' }).click()
    await expect(userHeader(page)).toBeVisible()
    await goToAdminScreen(page, 'people/999999/as')
    await expect(page.getByRole('note', { name: 'Viewing as another user' })).toContainText(
      'no user with this ID',
    )
  })
})

test('explains what a token without the sudo scope can’t do @full', async ({ app, sandbox }) => {
  const { token } = await callAsAdmin<{ token: string }>(
    sandbox,
    'POST',
    '/users/1/personal_access_tokens',
    { name: 'Without sudo', scopes: ['api'] },
  )
  const page = await app.openSignedIn(sandbox, token)
  await openAdminUser(page, sandbox, 'maya.lindqvist')
  await viewAs(page)
  await expect(page.getByRole('alert')).toContainText('sudo')
  await expect(page.getByRole('note', { name: 'Viewing as another user' })).toContainText('scope')
  await page.getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(sandbox.tokens.admin)
  await expect(page.getByText('maya.lindqvist@example.com').first()).toBeVisible()
})

test.describe('when GitLab denies access to a user', () => {
  test.use({ sandboxOptions: { faults: ['GET /users/22 * status=403'] } })

  test('reports it once and hides actions that would fail @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await goToAdminScreen(page, 'people/22?tab=credentials')
    await expect(userHeader(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('tablist', { name: 'User details' })).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Actions' })).toHaveCount(0)
    await app.expectAccessible()
  })
})
