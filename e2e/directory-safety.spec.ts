import type { Page } from '@playwright/test'
import { openScreen, runRow } from './support/actions.ts'
import { grid, openView, search, selectAll } from './support/directory.ts'
import { sendNow, takeAction, chooseForRun } from './support/moderation.ts'
import { goToAdminScreen, openAdminUser, findUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { type App, expect, heading, test } from './support/test.ts'

async function openDirectory(app: App, sandbox: TestSandbox): Promise<Page> {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(grid(page)).toBeVisible()
  return page
}

const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const selection = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

async function filterBySamlProvider(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('SAML provider ID').fill(id)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

test.describe('on Community Edition', () => {
  test.use({ sandboxOptions: { edition: 'ce', version: '18' } })

  test('doesn’t select users by a filter that GitLab ignores @full', async ({ app, sandbox }) => {
    const page = await openDirectory(app, sandbox)
    await filterBySamlProvider(page, '10')
    const notice = page.getByRole('alert').filter({ hasText: 'ignores the filter' })
    await expect(notice).toContainText('SAML provider 10')
    await expect(selection(page).getByRole('status')).toHaveText('60 users')
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'true')
    await selectAll(page).click({ force: true })

    // Neither mouse nor keyboard can select users or start an action.
    await rows(page).first().getByRole('checkbox').click({ force: true })
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Space')
    await expect(selection(page).getByRole('status')).toHaveText('60 users')
    await expect(selection(page).getByRole('button', { name: 'Block…' })).toHaveCount(0)
    await app.expectAccessible()

    await notice.getByRole('button', { name: 'Remove filter' }).click()
    await expect(notice).toHaveCount(0)
    await expect(selectAll(page)).toHaveAttribute('aria-disabled', 'false')
  })
})

test('selects by the same filter if GitLab applies it, and marks exact matches @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)

  await test.step('lists exact matches first and marks them', async () => {
    const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
    // Another user whose name contains that number.
    const other = (await findUser(sandbox, 'wordy'))!
    await callAsAdmin(sandbox, 'PUT', `/users/${other.id}`, { username: `ivan-lopez${id}` })
    await page.getByRole('button', { name: 'Refresh' }).click()

    await search(page).fill(String(id))
    await expect(rows(page).first()).toContainText('@maya.lindqvist')
    await expect(rows(page).first()).toContainText('Exact ID')
    await search(page).fill(`#${id}`)
    await expect(rows(page)).toHaveCount(1)
    await search(page).fill('maya.lindqvist')
    await expect(rows(page).first()).toContainText('Exact username')
    await app.expectAccessible()
  })

  await test.step('selects by the filter', async () => {
    await search(page).fill('')
    await filterBySamlProvider(page, '10')
    await expect(
      page.getByTitle(/^Select (the one user|all \d+ users) matching SAML provider 10$/),
    ).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'ignores' })).toHaveCount(0)
  })
})

test.describe('with a slow deletion', () => {
  test.use({
    sandboxOptions: {
      deletionSeconds: 600,
      faults: ['POST /users/*/reject 1 reset-after'],
    },
  })

  test('shows a rejection as a running deletion if its response is lost, and hides rejected users immediately @full', async ({
    app,
    sandbox,
  }) => {
    const page = await openDirectory(app, sandbox)
    const view = page.getByRole('button', { name: /^Pending approval/ })
    await expect(view).toContainText(/\d/)
    const pending = Number(/\d+/.exec(await view.innerText()))
    expect(pending).toBeGreaterThan(1)
    await openView(page, /^Pending approval/)
    await expect(rows(page)).toHaveCount(pending)
    await openAdminUser(page, sandbox, 'newcomer')
    await takeAction(page, 'Reject')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type newcomer to confirm').fill('newcomer')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await sendNow(page)
    const queued = page.getByRole('region', { name: 'Queued' })
    await expect(queued).toContainText('The deletion is probably running')
    await expect(queued.getByRole('button', { name: /send again/i })).toBeVisible()
    await app.expectAccessible()

    // GitLab answers the second request. The user disappears from lists and counts, even though GitLab still has them.
    await goToAdminScreen(page, 'people')
    await openView(page, /^Pending approval/)
    await expect(rows(page)).toHaveCount(pending - 1)
    await rows(page).first().getByRole('checkbox').click()
    await selection(page).getByRole('button', { name: 'Reject…' }).click()
    await expect(heading(page, /^Reject /)).toBeVisible()
    const typed = page.getByLabel(/^Type .* to confirm$/)
    const [, username] = /@(\S+)/.exec(await page.locator('.user-bar').innerText())!
    await typed.fill(username!)
    await page.getByRole('button', { name: /^Reject / }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await openScreen(page, 'Queue')
    await chooseForRun(page, 'Send all now')
    await openView(page, /^Finished/)
    await expect(runRow(page, 'Reject')).toContainText('Finished')
    await goToAdminScreen(page, 'people')
    await openView(page, /^Pending approval/)
    await expect(rows(page)).toHaveCount(pending - 2)
  })
})
