import type { Locator } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { callAsUser } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test.use({ time: noon })

/** Starts at noon, because an overdue scheduled status doesn’t replace another status. */
async function fillSpanFromNoon(dialog: Locator): Promise<void> {
  await dialog.getByLabel('From').fill('12:00')
  await dialog.getByLabel('To').fill('14:00')
}

test('clears a status at an exact time, and schedules one @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Status')
  const form = page.getByRole('form', { name: 'Status' })

  await test.step('sets a status until a time', async () => {
    await form.getByRole('textbox', { name: 'Message' }).fill('Workshop')
    await form.getByLabel('Clear after').selectOption('Pick a time…')
    await form.getByLabel('Date and time').fill('2020-01-01T12:00')
    await form.getByLabel('Date and time').blur()
    await expect(form).toContainText('That time has passed.')
    await form.getByRole('button', { name: 'Save status' }).click()
    await expect(page.getByText('That time has passed.')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Current status' })).not.toContainText('Workshop')
    await form.getByRole('button', { name: 'Next Monday' }).click()
    await expect(form).toContainText('If Latchkey isn’t running then, GitLab clears it')
    await app.expectAccessible()
    await form.getByRole('button', { name: 'Save status' }).click()
    const current = page.getByRole('region', { name: 'Current status' })
    await expect(current).toContainText('Workshop')
    await expect(current).toContainText('Latchkey clears this in')
    await page.reload()
    await expect(current).toContainText('Latchkey clears this in')
  })

  await test.step('repeats a status every week', async () => {
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

test('sets, clears, and undoes a scheduled status, including offline and after a restart @full', async ({
  app,
  sandbox,
}) => {
  const pageOptions = { colorScheme: 'dark', viewport: { width: 900, height: 600 } } as const
  let page = await app.openSignedIn(sandbox, undefined, pageOptions)
  const current = () => page.getByRole('region', { name: 'Current status' })
  const schedule = () => page.getByRole('region', { name: 'Schedule' })

  await test.step('schedules a preset by keyboard', async () => {
    await openScreen(page, 'Status')
    await schedule().getByRole('button', { name: 'Add…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByRole('button', { name: 'Use a preset' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Focus time' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Focus time')
    await expect(dialog.getByRole('switch', { name: 'Busy' })).toBeChecked()
    await fillSpanFromNoon(dialog)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(current()).toContainText('Focus time')
    await expect(current()).toContainText('From your schedule until today')
    await expect(schedule().getByRole('listitem', { name: 'Focus time' })).toContainText('🎧')
  })

  await test.step('restores the previous status on undo', async () => {
    await current().getByRole('button', { name: 'Clear status' }).click()
    await expect(current()).toContainText('No status set.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(current()).toContainText('From your schedule')
  })

  await test.step('works offline after a restart', async () => {
    await sandbox.stop()
    page = await app.open(pageOptions)
    await openScreen(page, 'Status')
    const focusTime = schedule().getByRole('listitem', { name: 'Focus time' })
    await focusTime.getByRole('switch').click()
    await expect(focusTime.getByRole('switch')).not.toBeChecked()
    await app.expectAccessible()
  })
})

test('queues a status while GitLab can’t be reached, even across a restart @full', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox)
  const current = () => page.getByRole('region', { name: 'Current status' })
  const waiting = () =>
    page.getByRole('status').filter({ hasText: 'Will be set when GitLab accepts changes again' })
  const message = async () =>
    (await callAsUser<{ message: string | null }>(sandbox, 'GET', '/user/status')).message
  await expect(current()).toContainText('Walking the dog')
  const before = await message()
  await sandbox.stop()

  await test.step('shows it on Home, and cancels it', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^At lunch/ })
      .click()
    await expect(waiting()).toContainText('At lunch')
    await expect(current()).toContainText('Walking the dog')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.expectAccessible()
    await waiting().getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(waiting()).toHaveCount(0)
  })

  await test.step('keeps it across a restart, and sets it once', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^In a meeting/ })
      .click()
    await expect(waiting()).toContainText('In a meeting')
    page = await app.open()
    await expect(waiting()).toContainText('In a meeting')
    await openScreen(page, 'Status')
    await expect(waiting()).toContainText('In a meeting')
    await sandbox.start()
    expect(await message()).toBe(before)
    await page.getByRole('region', { name: 'Connection' }).getByRole('button').click()
    await expect(current()).toContainText('In a meeting')
    await expect(waiting()).toHaveCount(0)
    expect(await message()).toBe('In a meeting')
  })

  await test.step('drops it with a message if another status was set elsewhere', async () => {
    await sandbox.stop()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^At lunch/ })
      .click()
    await expect(waiting()).toContainText('At lunch')
    await app.close()
    await sandbox.start()
    await callAsUser(sandbox, 'PUT', '/user/status', { message: 'From my phone' })
    page = await app.open()
    await expect(current()).toContainText('From my phone')
    const dropped = page
      .getByRole('status')
      .filter({ hasText: 'Wasn’t set. Your status was changed' })
    await expect(dropped).toContainText('At lunch')
    await dropped.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dropped).toHaveCount(0)
    expect(await message()).toBe('From my phone')
  })
})

test('explains that a read-only token can’t set a status @full', async ({ app, sandbox }) => {
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
