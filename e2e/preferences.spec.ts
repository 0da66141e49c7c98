import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'
import { callAsUser } from './support/sandbox.ts'

async function openPreferences(page: Page): Promise<void> {
  await openScreen(page, 'Preferences')
  await expect(heading(page, 'Preferences')).toBeVisible()
}

const byFile = (page: Page) => page.getByRole('switch', { name: 'One file at a time' })
const whitespace = (page: Page) => page.getByRole('switch', { name: 'Show whitespace changes' })
const identities = (page: Page) => page.getByRole('switch', { name: 'Pass my identities to CI' })
/** The user’s preferences on GitLab. */
async function preferencesOf(url: string, token: string) {
  const answer = await fetch(`${url}/api/v4/user/preferences`, {
    headers: { 'PRIVATE-TOKEN': token },
  })
  return (await answer.json()) as Record<string, unknown>
}

test(
  'saves a toggled preference in two steps from Home, and undoes it @full',
  { tag: ['@browser', '@flavor'] },
  async ({ app, sandbox }) => {
    const { user } = sandbox.tokens
    const page = await app.openSignedIn(sandbox)
    await page.keyboard.press('ControlOrMeta+K')
    await page.keyboard.type('preferences')
    await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toHaveValue('preferences')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Preferences')).toBeVisible()
    await expect(byFile(page)).not.toBeChecked()
    await expect(whitespace(page)).toBeChecked()
    await expect(identities(page)).toBeHidden()
    const sent = page.waitForRequest(
      (request) => !!request.postData()?.includes('ownPreferences.save'),
    )
    // Clicking the label toggles the switch.
    await page.getByText('One file at a time', { exact: true }).click()
    expect((await sent).postDataJSON().input.changes).toEqual({ view_diffs_file_by_file: true })
    await expect(byFile(page)).toBeChecked()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: true })
    await page.locator('summary', { hasText: 'Advanced' }).click()
    await expect(page.getByText('don’t share these tokens with third parties')).toBeVisible()
    await app.expectAccessible()

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Merge requests now show all files together.')).toBeVisible()
    await expect(byFile(page)).not.toBeChecked()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: false })
  },
)

test('keeps preferences changed on another device in the meantime @full', async ({
  app,
  sandbox,
}) => {
  const { user } = sandbox.tokens
  const changeElsewhere = async (preferences: object) =>
    callAsUser(sandbox, 'PUT', '/user/preferences', {
      ...(await preferencesOf(sandbox.url, user)),
      ...preferences,
    })
  const page = await app.openSignedIn(sandbox)
  await openPreferences(page)
  await expect(byFile(page)).not.toBeChecked()
  await changeElsewhere({ show_whitespace_in_diffs: false })
  await byFile(page).click()
  await expect(page.getByText('Changed elsewhere: Show whitespace changes.')).toBeVisible()
  await expect(whitespace(page)).not.toBeChecked()
  await changeElsewhere({ pass_user_identities_to_ci_jwt: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Merge requests now show all files together.')).toBeVisible()
  await expect(byFile(page)).not.toBeChecked()
  expect(await preferencesOf(sandbox.url, user)).toMatchObject({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: false,
    pass_user_identities_to_ci_jwt: true,
  })
})

test('keeps a selection while GitLab is down, and is disabled for a read-only token @full', async ({
  app,
  sandbox,
}) => {
  const { read_user: small, user } = sandbox.tokens
  const page = await app.openSignedIn(sandbox, small)
  await openPreferences(page)
  await expect(whitespace(page)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(user)
  await expect(whitespace(page)).not.toHaveAttribute('aria-disabled', 'true')

  await sandbox.stop()
  await byFile(page).click()
  await expect(page.getByRole('alert')).toContainText('Can’t reach')
  await expect(byFile(page)).toBeChecked()
  await expect(page.getByText('Not saved: off in GitLab')).toBeVisible()
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(heading(page, 'Status')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Unsaved changes from')).toBeVisible()
  await expect(byFile(page)).toBeChecked()
  await app.expectAccessible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(byFile(page)).not.toBeChecked()
  await byFile(page).click()
  await expect(page.getByText('Not saved: off in GitLab')).toBeVisible()
  await sandbox.start()
  await page
    .locator('.preference')
    .getByRole('button', { name: /^Retry/ })
    .click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: true })
})
