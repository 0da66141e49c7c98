import { listRow, openScreen, startBulkAction } from './support/actions.ts'
import { takeAction, toast } from './support/moderation.ts'
import { openAdminUser } from './support/person.ts'
import { expect, heading, test } from './support/test.ts'

test('stops a run at a limit, leaves out an exception, and spreads the rest @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  await test.step('lowers a limit in Settings, which applies at once', async () => {
    await openScreen(page, 'Settings')
    const limits = page.getByRole('region', { name: 'Limits', exact: true })
    await expect(limits).toContainText('At most 100 in 24 hours')
    await app.expectAccessible()
    await limits.getByRole('button', { name: 'Change limit: Ban users' }).click()
    await limits.getByLabel('Ban users: limit per 24 hours').fill('many')
    await limits.getByLabel('Reason', { exact: true }).fill('Fewer mistakes')
    await limits.getByRole('button', { name: 'Save' }).click()
    await expect(limits).toContainText('must be a whole number')
    await limits.getByLabel('Ban users: limit per 24 hours').fill('1')
    await app.expectAccessible()
    await limits.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Ban users: At most 1 in 24 hours')).toBeVisible()
    await expect(limits.getByRole('checkbox', { name: 'Delete users' })).toBeChecked()
    await limits.getByRole('checkbox', { name: 'Ban users' }).check()
    await limits.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Required reasons saved')).toBeVisible()
  })

  await test.step('adds an exception on a user’s page', async () => {
    await openScreen(page, 'Users')
    await openAdminUser(page, sandbox, 'maya.lindqvist')
    await takeAction(page, 'Leave out of runs…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Reason', { exact: true })).toBeFocused()
    await dialog.getByLabel('Reason', { exact: true }).fill('On leave')
    await dialog.getByLabel('Ticket').fill('OPS-7')
    await dialog.getByLabel('Ends on').fill('+7d')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Runs will skip maya.lindqvist')).toBeVisible()
    await expect(page.getByRole('note', { name: 'Exceptions' })).toContainText('On leave')
  })

  await test.step('shows both in the preview, and starts the run spread over days', async () => {
    await startBulkAction(page, 'Everyone', 60, 'Block')
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Ban')
    await expect(listRow(page, 'Skipped: ', 'On leave (OPS-7)')).toContainText('@maya.lindqvist')
    const note = page.getByRole('note', { name: 'Too many for one day' })
    await expect(note).toContainText('at most 1 in 24 hours')
    await app.expectAccessible()
    await page.getByLabel('Reason', { exact: true }).fill('Spam')
    const start = page.getByRole('button', { name: /^Ban \d+ users$/ })
    await start.click()
    await expect(page.getByRole('alert')).toContainText('Spread the rest over several days')
    await note.getByRole('checkbox', { name: 'Spread over several days' }).check()
    await start.click()
    await expect(heading(page, /^Run: /)).toBeVisible()
  })

  await test.step('removes the exception in Settings, with undo', async () => {
    await openScreen(page, 'Settings')
    const exceptions = page.getByRole('region', { name: 'Exceptions' })
    await exceptions.getByRole('button', { name: 'Remove exception for maya.lindqvist' }).click()
    await expect(exceptions).toContainText('None.')
    await toast(page, 'removed').getByRole('button', { name: 'Undo' }).click()
    await expect(exceptions.getByRole('link', { name: '@maya.lindqvist' })).toBeVisible()
  })
})
