import type { Page } from '@playwright/test'
import { expect, heading, test } from './support/test.ts'

async function openPreferences(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Preferences' }).click()
  await expect(heading(page, 'Preferences')).toBeVisible()
}

const byFile = (page: Page) => page.getByRole('switch', { name: 'One file at a time' })
const whitespace = (page: Page) => page.getByRole('switch', { name: 'Show whitespace changes' })
const identities = (page: Page) => page.getByRole('switch', { name: 'Pass my identities to CI' })
const save = (page: Page) => page.getByRole('button', { name: 'Save preferences' })

/** The caller's preferences as the service has them. */
async function preferencesOf(url: string, token: string) {
  const answer = await fetch(`${url}/api/v4/user/preferences`, {
    headers: { 'PRIVATE-TOKEN': token },
  })
  return (await answer.json()) as Record<string, unknown>
}

test(
  'saves what was switched, and takes it back',
  { tag: ['@browser', '@flavour'] },
  async ({ app, sandbox }) => {
    const { user } = sandbox.tokens
    const page = await app.openSignedIn(sandbox)
    await openPreferences(page)
    await expect(byFile(page)).not.toBeChecked()
    await expect(whitespace(page)).toBeChecked()
    await expect(save(page)).toBeDisabled()
    await expect(identities(page)).toBeHidden()
    await page.locator('summary', { hasText: 'Internal' }).click()
    await expect(page.getByText('don’t share these tokens with third parties')).toBeVisible()
    await byFile(page).click()
    await expect(page.getByText('Not saved: off in GitLab')).toBeVisible()
    await byFile(page).click()
    await expect(save(page)).toBeDisabled()
    await byFile(page).click()
    await app.expectAccessible()

    const sent = page.waitForRequest(
      (request) => !!request.postData()?.includes('ownPreferences.save'),
    )
    await save(page).click()
    expect((await sent).postDataJSON().input.changes).toEqual({ view_diffs_file_by_file: true })
    await expect(page.getByText('Preferences saved.')).toBeVisible()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await expect(byFile(page)).not.toBeChecked()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: false })
  },
)

test('leaves what was switched on another device meanwhile', async ({ app, sandbox }) => {
  const { user } = sandbox.tokens
  const elsewhere = async (preferences: object) => {
    const answer = await fetch(`${sandbox.url}/api/v4/user/preferences`, {
      method: 'PUT',
      headers: { 'PRIVATE-TOKEN': user, 'content-type': 'application/json' },
      body: JSON.stringify({ ...(await preferencesOf(sandbox.url, user)), ...preferences }),
    })
    expect(answer.status).toBe(200)
  }
  const page = await app.openSignedIn(sandbox)
  await openPreferences(page)
  await byFile(page).click()
  await elsewhere({ show_whitespace_in_diffs: false })
  await save(page).click()
  await expect(
    page.getByText('Preferences saved. Changed elsewhere: Show whitespace changes.'),
  ).toBeVisible()
  await expect(whitespace(page)).not.toBeChecked()
  await elsewhere({ pass_user_identities_to_ci_jwt: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(byFile(page)).not.toBeChecked()
  expect(await preferencesOf(sandbox.url, user)).toMatchObject({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: false,
    pass_user_identities_to_ci_jwt: true,
  })

  // What was switched survives a reload, beside what others switched.
  await whitespace(page).click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(whitespace(page)).toBeChecked()
  await expect(save(page)).toBeEnabled()
})

test('keeps what was switched while the token can only read, or the service is down', async ({
  app,
  sandbox,
}) => {
  const { read_user: small, user } = sandbox.tokens
  const page = await app.openSignedIn(sandbox, small)
  await openPreferences(page)
  await whitespace(page).click()
  await expect(save(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Replace token' }).click()
  await sandbox.stop()
  await sandbox.start()
  await app.replaceToken(user)
  await save(page).click()
  await expect(page.getByText('Preferences saved.')).toBeVisible()

  await sandbox.stop()
  await byFile(page).click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Can’t reach')
  await expect(byFile(page)).toBeChecked()
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your changes aren’t saved yet')
  await page.getByRole('button', { name: 'Stay' }).click()
  await app.expectAccessible()
  await sandbox.start()
  await page.getByRole('button', { name: 'Save again' }).click()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(byFile(page)).toBeChecked()
  await expect(whitespace(page)).not.toBeChecked()
})
