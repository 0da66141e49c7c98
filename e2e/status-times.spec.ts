import { openScreen } from './support/actions.ts'
import { expect, test } from './support/test.ts'

test('ends a status at an exact moment, and schedules one', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Status')
  const form = page.getByRole('form', { name: 'Status' })

  await test.step('until a time', async () => {
    await form.getByRole('textbox', { name: 'Message' }).fill('Workshop')
    await form.getByText('At a time…').click()
    await form.getByRole('button', { name: 'Next Monday' }).click()
    await expect(form).toContainText('Latchkey clears it then if it’s running. Otherwise, GitLab')
    await app.expectAccessible()
    await form.getByRole('button', { name: 'Save status' }).click()
    const current = page.getByRole('region', { name: 'Current status' })
    await expect(current).toContainText('Workshop')
    await expect(current).toContainText('by Latchkey')
    await page.reload()
    await expect(current).toContainText('by Latchkey')
  })

  await test.step('every week', async () => {
    const schedule = page.getByRole('region', { name: 'Schedule' })
    await schedule.getByRole('button', { name: 'Add…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('Enter a message, choose an emoji, or pause notifications.')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Lunch')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const lunch = schedule.getByRole('listitem', { name: 'Lunch' })
    await expect(lunch).toContainText('Weekdays')
    await expect(lunch.getByRole('switch')).toBeChecked()
    await app.expectAccessible()

    await schedule.getByRole('button', { name: 'Add…' }).click()
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Early lunch')
    await dialog.getByLabel('From').fill('11:30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('Two scheduled statuses overlap.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await lunch.getByRole('button', { name: 'Remove' }).click()
    await expect(lunch).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(lunch).toBeVisible()
    await page.reload()
    await expect(lunch).toBeVisible()
  })
})
