import type { Page } from '@playwright/test'
import { invoke } from './support/invoke.ts'
import { goToAdminScreen } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test, visit } from './support/test.ts'

const screens = ['Users', 'Queue', 'Access review', 'Service accounts', 'Audit log']

const accountIn = (page: Page) => /\/of\/([^/]+)\//.exec(page.url())![1]!
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true })

test('hides admin screens from ordinary users, and rejects their admin operations', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  for (const name of screens) await expect(link(page, name)).toHaveCount(0)
  const account = accountIn(page)
  for (const [name, input] of [
    ['directory.search', {}],
    ['userEdits.save', { id: 7, base: {}, changes: { admin: true } }],
    ['serviceAccounts.list', {}],
    ['auditLog.list', {}],
  ] as const) {
    const answer = await invoke(page, name, input, account)
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'administrators-only' } })
  }
  for (const name of ['moderation.block', 'users.modify']) {
    expect(await invoke(page, name, { id: 7 }, account)).toMatchObject({
      ok: false,
      failure: { message: 'This isn’t available here.' },
    })
  }

  await visit(page, `/of/${account}/admin/people`)
  await expect(page.getByText('Administrators only')).toBeVisible()
  await app.expectAccessible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Administrators only')).toBeVisible()
})

test('shows admin screens until the user loses administrator rights @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  for (const name of screens) {
    await link(page, name).click()
    await expect(heading(page, name)).toBeVisible()
  }

  await callAsAdmin(sandbox, 'PUT', '/users/1', { admin: false })
  // GitLab rejects the next admin request, so Latchkey reloads the user’s permissions.
  await link(page, 'Service accounts').click()
  await expect(page.getByText('Administrators only')).toBeVisible()
  for (const name of screens) await expect(link(page, name)).toHaveCount(0)
})

test.describe('with Admin Mode', () => {
  test.use({ sandboxOptions: { adminMode: true } })

  test('distinguishes a missing admin_mode scope from missing rights, and accepts a new token @full', async ({
    app,
    sandbox,
  }) => {
    const { token } = await callAsAdmin<{ token: string }>(
      sandbox,
      'POST',
      '/users/1/personal_access_tokens',
      {
        name: 'without admin_mode',
        scopes: ['api'],
      },
    )
    const page = await app.openSignedIn(sandbox, token)
    await link(page, 'Users').click()
    const notice = page.getByText(/Admin Mode/).first()
    await expect(notice).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Admin Mode')
    await expect(page.getByRole('grid', { name: 'Users' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Replace token' })).toBeVisible()
    await app.expectAccessible()
    // For a single user, GitLab returns public fields instead of an error.
    for (const [path, words] of [
      ['people/2', 'lacks the admin_mode scope'],
      ['people/2/edit', 'lacks the admin_mode scope'],
      ['people/2/as', 'lacks the admin_mode scope'],
    ] as const) {
      await goToAdminScreen(page, path)
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByRole('group', { name: 'Actions' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    await link(page, 'Users').click()
    await page.getByRole('button', { name: 'Replace token' }).click()
    await app.replaceToken(sandbox.tokens.admin)
    await expect(page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(
      '60 users',
    )
  })
})
