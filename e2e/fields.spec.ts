import { openScreen } from './support/actions.ts'
import { expect, test } from './support/test.ts'
import { noon } from './support/clock.ts'

test.use({ time: noon })

test('offers dropdowns, dates, and times by role, name, and keyboard', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('changes a dropdown', async () => {
    await openScreen(page, 'Settings')
    const screen = page.getByRole('combobox', { name: 'Start screen' })
    await screen.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await app.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(screen).toHaveValue('profile')
    await expect(screen).toBeFocused()
  })

  await test.step('reads typed times, and reports unreadable ones', async () => {
    await openScreen(page, 'Status')
    const schedule = page.getByRole('region', { name: 'Schedule' })
    await schedule.getByRole('button', { name: 'Add…' }).click()
    const dialog = page.getByRole('dialog')
    const from = dialog.getByRole('textbox', { name: 'From' })
    await from.fill('5 pm')
    await page.keyboard.press('Tab')
    await expect(from).toHaveValue('17:00')
    await from.fill('later')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter both times.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('reads typed dates, and reports unreadable ones', async () => {
    await openScreen(page, 'Tokens')
    await page.getByRole('button', { name: 'New Kubernetes token' }).click()
    await page.getByText('Date', { exact: true }).click()
    const day = page.getByRole('textbox', { name: 'Expiry date' })
    await day.fill('tomorrow')
    await page.keyboard.press('Tab')
    await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    await expect(page.getByRole('button', { name: 'Open calendar' })).toBeFocused()
    await day.fill('someday')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter a date such as')).toBeVisible()
    await expect(day).toHaveAttribute('aria-invalid', 'true')
    await app.expectAccessible()
  })
})
