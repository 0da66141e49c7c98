import type { Page } from '@playwright/test'
import { confirmInDialog, dataAge, openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { chooseForRow, openRowMenu, rowNamed } from './support/lists.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, heading, test, variant } from './support/test.ts'

test.use({ time: noon })

async function openEmails(page: Page): Promise<void> {
  await openScreen(page, 'Emails')
  await expect(heading(page, 'Emails')).toBeVisible()
  await expect(list(page)).toBeVisible()
}

const list = (page: Page) => page.getByRole('grid', { name: 'Addresses' })
const row = (page: Page, email: string) => rowNamed(list(page), email)
const field = (page: Page) => page.getByRole('textbox', { name: 'Email address' })
const add = async (page: Page, email: string) => {
  if (!(await field(page).isVisible()))
    await page.getByRole('button', { name: 'New address' }).click()
  await field(page).fill(email)
  await page.getByRole('button', { name: 'Add address' }).click()
}

/** The user’s email addresses on GitLab. */
async function emailsOf({ url }: TestSandbox, token: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/v4/user/emails`, { headers: { 'PRIVATE-TOKEN': token } })
  return ((await answer.json()) as { email: string }[]).map(({ email }) => email)
}

// One flavor lists the primary address; the other omits it.
for (const flavor of ['interface', 'gitlab'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, variant(flavor === 'gitlab'), () => {
    test.use({ sandboxOptions: { flavor } })

    test('marks the primary address and confirms a new one', async ({ app, sandbox }) => {
      const page = await app.openSignedIn(sandbox)
      await openEmails(page)
      const primary = list(page).getByRole('row').filter({ hasText: 'Primary' })
      await expect(primary).toHaveCount(1)
      await expect(primary).toContainText('Confirmed')
      const remove = page.getByRole('menuitem', { name: /^Delete/ })
      await openRowMenu(primary)
      await expect(remove).toBeDisabled()
      await expect(remove).toContainText('The primary address can’t be deleted')
      await page.keyboard.press('Escape')
      await openRowMenu(row(page, 'maya@tidewater.example'))
      await expect(remove).toBeEnabled()
      await page.keyboard.press('Escape')

      await add(page, 'Second@Maya.example')
      const added = row(page, 'second@maya.example')
      await expect(added).toContainText('Not confirmed')
      await expect(field(page)).toHaveValue('')
      await added.getByRole('button', { name: /^Check again/ }).click()
      await expect(page.getByText('isn’t confirmed yet')).toBeVisible()
      await app.expectAccessible()
      const link = await sandbox.nextMailLink()
      await fetch(link)
      await added.getByRole('button', { name: /^Check again/ }).click()
      await expect(page.getByText('second@maya.example is confirmed.')).toBeVisible()
      await expect(added).not.toContainText('Not confirmed')

      // All GitLab requires of an address is an "@".
      for (const email of ['kim@intranet', 'jörg@example.com']) {
        await add(page, email)
        await expect(row(page, email)).toContainText('Not confirmed')
      }
    })
  })
}

test.describe('when the first responses are lost', () => {
  test.use({
    sandboxOptions: {
      faults: ['POST /user/emails 1 reset-after', 'DELETE /user/emails/* 1 reset-after'],
    },
  })

  test('adds an address despite a lost response, a typo, or an outage @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox)
    await openEmails(page)

    await test.step('handles a lost response', async () => {
      await add(page, 'lost@maya.example')
      await expect(page.getByText('lost@maya.example added.')).toBeVisible()
      await chooseForRow(row(page, 'lost@maya.example'), 'Delete')
      await confirmInDialog(page, 'Delete address')
      await expect(page.getByText('lost@maya.example deleted.')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

    await test.step('rejects an invalid address', async () => {
      await add(page, 'nobody')
      await expect(page.getByText('Enter a valid email address')).toBeVisible()
      await add(page, 'MAYA@tidewater.example')
      await expect(page.getByText('This address is already on the account.')).toBeVisible()
      await add(page, 'ines.okafor@tidewater.example')
      await expect(
        page.getByText('Has already been taken. It belongs to another account'),
      ).toBeVisible()
      await expect(field(page)).toHaveValue('ines.okafor@tidewater.example')
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('link', { name: 'Status' }).click()
      await expect(heading(page, 'Status')).toBeVisible()
      await page.goBack()
      await expect(page.getByText('Unsaved changes from')).toBeVisible()
      await expect(field(page)).toHaveValue('ines.okafor@tidewater.example')
    })

    await test.step('keeps the address while GitLab is down', async () => {
      await sandbox.stop()
      await add(page, 'offline@maya.example')
      await expect(page.getByRole('alert')).toContainText('Can’t reach')
      await expect(field(page)).toHaveValue('offline@maya.example')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(dataAge(page).getByText('Can’t reach GitLab', { exact: true })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(row(page, 'maya@tidewater.example')).toBeVisible()
      await expect(page.getByText(/^Updated today/)).toBeVisible()
      await app.expectAccessible()
      await sandbox.start()
      await page.getByRole('button', { name: 'Add address' }).click()
      await expect(row(page, 'offline@maya.example')).toContainText('Not confirmed')
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
})

test('deletes an address after showing which one will receive email instead @full', async ({
  app,
  sandbox,
}) => {
  const { admin } = sandbox.tokens
  const page = await app.openSignedIn(sandbox, admin)
  await openEmails(page)
  const [primary, other] = await emailsOf(sandbox, admin)
  await chooseForRow(row(page, other!), 'Delete')
  await expect(page.getByRole('dialog')).toContainText(`GitLab will email ${primary} instead`)
  await page.keyboard.press('Escape')
  await expect(row(page, other!)).toBeVisible()
  await chooseForRow(row(page, other!), 'Delete')
  await confirmInDialog(page, 'Delete address')
  await expect(row(page, other!)).toHaveCount(0)
  expect(await emailsOf(sandbox, admin)).toEqual([primary])
  await expect(page.getByText('No other addresses')).toBeVisible()
  await app.expectAccessible()
})
