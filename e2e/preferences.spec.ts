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
  'saves what was switched, sends all three, and takes it back',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const { user } = sandbox.tokens
    const page = await app.open()
    await app.signIn(sandbox)
    await openPreferences(page)
    await expect(byFile(page)).not.toBeChecked()
    await expect(whitespace(page)).toBeChecked()
    await expect(save(page)).toBeDisabled()
    await expect(identities(page)).toBeHidden()
    await page.locator('summary', { hasText: 'Internal' }).click()
    await expect(page.getByText('must not be passed to third parties')).toBeVisible()
    await byFile(page).click()
    await expect(page.getByText('Not saved: off on the service')).toBeVisible()
    await byFile(page).click()
    await expect(save(page)).toBeDisabled()
    await byFile(page).click()
    await app.isAccessible()

    const sent = page.waitForRequest((request) => !!request.postData()?.includes('preferences.set'))
    await save(page).click()
    expect((await sent).postDataJSON().input).toEqual({
      view_diffs_file_by_file: true,
      show_whitespace_in_diffs: true,
      pass_user_identities_to_ci_jwt: false,
    })
    await expect(page.getByText('Preferences saved.')).toBeVisible()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Preferences are as they were before.')).toBeVisible()
    await expect(byFile(page)).not.toBeChecked()
    expect(await preferencesOf(sandbox.url, user)).toMatchObject({ view_diffs_file_by_file: false })
  },
)

test('keeps what was switched when the service refuses or is down', async ({ app, sandbox }) => {
  const { read_user: small, user } = sandbox.tokens
  const page = await app.open()
  await app.signIn(sandbox, small)
  await openPreferences(page)
  await whitespace(page).click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('needs the scope')
  await page.getByRole('button', { name: 'Replace token' }).click()
  await sandbox.stop()
  await sandbox.start()
  await app.replaceToken(user)
  await expect(page.getByText('Preferences saved.')).toBeVisible()

  await sandbox.stop()
  await byFile(page).click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing answers at')
  await expect(byFile(page)).toBeChecked()
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(page.getByRole('dialog')).toContainText('What you switched is not saved yet')
  await page.getByRole('button', { name: 'Stay' }).click()
  await app.isAccessible()
  await sandbox.start()
  await page.getByRole('button', { name: 'Save again' }).click()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(byFile(page)).toBeChecked()
  await expect(whitespace(page)).not.toBeChecked()
})
