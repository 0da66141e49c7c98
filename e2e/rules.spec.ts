import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { openDirectory, openView } from './support/directory.ts'
import { findUser } from './support/person.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

test('proposes a run on Monday, which a person starts @full', async ({ app, keyring, sandbox }) => {
  let page = await openDirectory(app, sandbox)
  const proposed = () => page.getByRole('list', { name: 'Proposed' }).getByRole('listitem')
  const rule = () => page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for rule Quiet' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('makes a rule from a saved view', async () => {
    await openView(page, /^Inactive/)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Quiet')
    await page.getByLabel('View name').press('Enter')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'Actions for view Quiet' }).click()
    await page.getByRole('menuitem', { name: 'Make a rule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    await expect(dialog.getByLabel('View', { exact: true })).toHaveValue(/./)
    await expect(dialog.getByLabel('Action')).toHaveValue('deactivate')
    await dialog.getByLabel('At most').fill('2')
    await expect(dialog).toContainText(/^.*Every Monday at .* Deactivate at most 2 users/)
    await expect(dialog).toContainText('Nothing happens until you start it.')
    await expect(dialog).toContainText(/\d+ users match in the user list, updated/)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rule()).toContainText('Next: Mon')
    await app.expectAccessible()
  })

  await test.step('restores a rule that was removed', async () => {
    await choose('Remove')
    await expect(page.getByText('No rules yet')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rule()).toHaveCount(1)
    await expect(proposed()).toHaveCount(0)
  })

  await test.step('catches up on the Monday that was missed', async () => {
    await app.close()
    // Tuesday.
    page = await app.open({ env: { ...keyring.env, LATCHKEY_TIME: '2026-06-16T08:00:00Z' } })
    await expect(page.getByText('1 run proposed')).toBeVisible()
    await page.getByRole('link', { name: 'Open rules' }).click()
    await expect(proposed()).toContainText('Deactivate 2 users')
    await expect(proposed()).toContainText('1 Monday missed')
    await app.expectAccessible()
    await choose('History…')
    const dialog = page.getByRole('dialog', { name: 'History' })
    await expect(dialog).toContainText('Proposed 2 users')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('starts it after a review, and notes the run', async () => {
    await page.getByRole('button', { name: 'Review and start Quiet…' }).click()
    await expect(heading(page, 'Deactivate 2 users')).toBeVisible()
    await expect(page.getByText('proposes this run. Users who no longer match')).toBeVisible()
    await app.expectAccessible()
    const usernames = await page.getByText(/^@/).allTextContents()
    await page.getByRole('button', { name: 'Deactivate 2 users' }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    const username = usernames[0]!.trim().replace('@', '')
    await expect
      .poll(async () => (await findUser(sandbox, username))?.state, { timeout: 30_000 })
      .toBe('deactivated')
    await openScreen(page, 'Rules')
    await expect(proposed()).toHaveCount(0)
    await choose('History…')
    await expect(page.getByRole('dialog').getByRole('link')).toHaveText('Run started for 2 users')
  })
})
