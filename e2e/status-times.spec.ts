import type { Locator } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { expect, test } from './support/test.ts'

test.use({ time: noon })

/** From noon, when the test starts: a scheduled status that is late replaces no other. */
async function fillSpanFromNoon(dialog: Locator): Promise<void> {
  await dialog.getByLabel('From').fill('12:00')
  await dialog.getByLabel('To').fill('14:00')
}

test('ends a status at an exact moment, and schedules one @full', async ({ app, sandbox }) => {
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

test('sets the status of the hour, clears and undoes it, also offline and after a restart @full', async ({
  app,
  sandbox,
}) => {
  const look = { colorScheme: 'dark', viewport: { width: 900, height: 600 } } as const
  let page = await app.openSignedIn(sandbox, undefined, look)
  const current = () => page.getByRole('region', { name: 'Current status' })
  const schedule = () => page.getByRole('region', { name: 'Schedule' })

  await test.step('by keyboard, from a preset', async () => {
    await openScreen(page, 'Status')
    await schedule().getByRole('button', { name: 'Add…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByRole('button', { name: 'Use a preset' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Focusing' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Focusing')
    await expect(dialog.getByRole('switch', { name: 'Busy' })).toBeChecked()
    await fillSpanFromNoon(dialog)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(current()).toContainText('Focusing')
    await expect(current()).toContainText('by Latchkey')
  })

  await test.step('undone as it was', async () => {
    await current().getByRole('button', { name: 'Clear status' }).click()
    await expect(current()).toContainText('No status set.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(current()).toContainText('by Latchkey')
  })

  await test.step('offline, after a restart', async () => {
    await sandbox.stop()
    page = await app.open(look)
    await openScreen(page, 'Status')
    const focusing = schedule().getByRole('listitem', { name: 'Focusing' })
    await focusing.getByRole('switch').click()
    await expect(focusing.getByRole('switch')).not.toBeChecked()
    await app.expectAccessible()
  })
})

test('says that a status can’t be set with a token that only reads @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.read_user)
  await openScreen(page, 'Status')
  const schedule = page.getByRole('region', { name: 'Schedule' })
  await schedule.getByRole('button', { name: 'Add…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Reading')
  await fillSpanFromNoon(dialog)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(schedule).toContainText('Latchkey couldn’t change your status: ')
  await app.expectAccessible()
})
