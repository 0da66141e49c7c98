import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen } from './support/actions.ts'
import { test } from './support/computer.ts'
import { expect, heading } from './support/test.ts'

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

test('keeps the focus after an action that removes or disables its control @full', async ({
  app,
  sandbox,
  computer: { home },
}) => {
  mkdirSync(join(home, 'work'))
  const page = await app.openSignedIn(sandbox)
  const press = async (name: string | RegExp, { inDialog = false } = {}) => {
    const place = inDialog ? page.getByRole('dialog') : page
    await place.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }

  await test.step('applying and undoing changes', async () => {
    await openScreen(page, 'This computer')
    await press('Fix all…')
    await press(/^Apply \d changes$/, { inDialog: true })
    await expect(page.getByText('This computer is ready for signed commits.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fix all…' })).toHaveCount(0)
    await expect(heading(page, 'This computer')).toBeFocused()
    await press(/^Undo the changes of/)
    await press('Undo', { inDialog: true })
    await expect(page.getByRole('region', { name: 'Changes by Latchkey' })).toHaveCount(0)
    await expect(heading(page, 'This computer')).toBeFocused()
  })

  await test.step('adding a suggested folder', async () => {
    await openScreen(page, 'Repositories')
    await press('Add ~/work')
    await expect(page.getByRole('button', { name: 'Add ~/work' })).toHaveCount(0)
    await expect(heading(page, 'Repositories')).toBeFocused()
  })

  await test.step('saving a status', async () => {
    await openScreen(page, 'Status')
    await page.getByRole('textbox', { name: 'Message' }).fill('Reviewing')
    await press('Save status')
    await expect(page.getByRole('region', { name: 'Current status' })).toContainText('Reviewing')
    await expect(page.locator('main :focus')).toHaveCount(1)
  })

  await test.step('adding an account from the menu, and signing out', async () => {
    await press(/^Account: /)
    await page.getByRole('menuitem', { name: 'Add account' }).focus()
    await page.keyboard.press('Enter')
    const url = page.getByRole('textbox', { name: 'GitLab URL' })
    await expect(url).toBeFocused()
    await openScreen(page, 'Accounts')
    await press('Sign out')
    await press('Sign out', { inDialog: true })
    await expect(url).toBeFocused()
  })
})
