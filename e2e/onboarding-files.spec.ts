import type { Page } from '@playwright/test'
import { listRow } from './support/actions.ts'
import { openDirectory } from './support/directory.ts'
import { invalidFiles, validFiles, newUsers } from './support/spreadsheet-files.ts'
import { expect, heading, test } from './support/test.ts'

async function choose(page: Page, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'new-users.csv',
    mimeType: 'text/csv',
    buffer: bytes,
  })
}

test('reads new users from spreadsheet files, or explains what to change @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  await page.getByRole('link', { name: 'Onboard users' }).click()
  await expect(heading(page, 'Onboard users')).toBeVisible()

  for (const { name, bytes, guessed } of validFiles) {
    await test.step(name, async () => {
      await choose(page, bytes)
      await expect(page.getByText(`${newUsers.length} rows are ready.`)).toBeVisible()
      await page.getByText(`All ${newUsers.length}`, { exact: true }).click()
      for (const { username, name: fullName, email } of newUsers) {
        const shown = guessed ? fullName.replace('ć', 'c') : fullName
        await expect(listRow(page, 'Check', username)).toContainText(shown)
        await expect(listRow(page, 'Check', username)).toContainText(email)
      }
      const create = page.getByRole('button', { name: `Create ${newUsers.length} users` })
      if (guessed) {
        await expect(page.getByLabel('Encoding')).toHaveValue(guessed)
        await expect(create).toBeDisabled()
        await page.getByRole('button', { name: 'They look right' }).click()
      }
      await expect(create).toBeEnabled()
      await page.getByRole('button', { name: 'Remove file' }).click()
      await expect(create).toHaveCount(0)
    })
  }

  for (const { name, bytes, says } of invalidFiles) {
    await test.step(name, async () => {
      await choose(page, bytes)
      await expect(page.locator('main')).toContainText(says)
      await expect(page.getByRole('button', { name: /^Create \d/, disabled: false })).toHaveCount(0)
      await page.getByRole('button', { name: 'Remove file' }).click()
    })
  }
})
