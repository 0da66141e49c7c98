import { listRow } from './support/actions.ts'
import { openDirectory, openSelectByList, search, user } from './support/directory.ts'
import { toast } from './support/moderation.ts'
import { findUser } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ settings: { undoSeconds: 3 } })

test('keeps another admin’s concurrent changes, and reports them before and after a run @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  const ids: Record<string, number> = {}
  for (const name of ['wordy', 'sunny', 'x']) ids[name] = (await findUser(sandbox, name))!.id
  const actAsOtherAdmin = (action: string, name: string) =>
    callAsAdmin(sandbox, 'POST', `/users/${ids[name]}/${action}`)

  await actAsOtherAdmin('ban', 'sunny')
  const dialog = await openSelectByList(page)
  await dialog.getByLabel('Usernames, emails, or IDs').fill('wordy sunny x')
  await dialog.getByRole('button', { name: 'Select users' }).click()
  await page.getByRole('button', { name: 'Block…', exact: true }).click()
  await expect(heading(page, /^Block \d users$/)).toBeVisible()

  // The copy reloads once it’s ten seconds old.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('2 users of 3 selected would be blocked.')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(page.getByRole('list', { name: /^Skipped: / })).toContainText('@sunny')

  await actAsOtherAdmin('ban', 'x')
  await page.getByRole('button', { name: 'Block 2 users' }).click()
  await expect(listRow(page, 'Results', '@wordy')).toContainText('Blocked')
  await expect(listRow(page, 'Results', '@x')).toContainText('Banned')
  await expect(toast(page, /blocked/)).toHaveCount(0)
  expect((await findUser(sandbox, 'x'))?.state).toBe('banned')
  expect((await findUser(sandbox, 'sunny'))?.state).toBe('banned')

  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  for (const name of ['sunny', 'x']) {
    await search(page).fill(name)
    await expect(user(page, `@${name}`).first()).toContainText('Banned')
  }
})
