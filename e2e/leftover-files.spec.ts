import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { confirmInDialog, openScreen, enqueueAction } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { openAdminUser } from './support/person.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

// Files left on this computer after sign-out: the prompt and the list in Settings.

test.use({ time: noon, settings: { undoSeconds: 30 } })

const dialog = (page: Page) => page.getByRole('dialog')
const list = (page: Page) => page.getByRole('list', { name: 'Data kept after sign-out' })
const keepAuditLogBox = (page: Page) =>
  dialog(page).getByRole('checkbox', { name: 'Keep the audit log' })
const auditLog = 'gitlab.example.com_ines_2026-11-20.json'

function writeTo(folder: string, name: string, content: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
  utimesSync(join(folder, name), new Date(noon), new Date(noon))
}

/** Adds an entry to the audit log. */
async function banUser(page: Page, sandbox: TestSandbox): Promise<void> {
  await openAdminUser(page, sandbox, 'x')
  await enqueueAction(page, 'Ban', 'Spam')
  await page.locator('.toast').getByRole('button', { name: 'Send now' }).click()
  await expect(page.locator('.toast', { hasText: 'is banned' })).toBeVisible()
}

const signOutRequest = (page: Page) =>
  page.waitForRequest((request) => Boolean(request.postData()?.includes('accounts.signOut')))

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(dialog(page)).toContainText('stays valid')
}

test('offers to keep an existing audit log, and mentions pending actions @browser @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openScreen(page, 'Accounts')
  await askToSignOut(page)
  await expect(keepAuditLogBox(page)).toHaveCount(0)
  await expect(dialog(page)).not.toContainText('pending')
  await page.keyboard.press('Escape')

  await openScreen(page, 'Profile')
  await banUser(page, sandbox)
  await openAdminUser(page, sandbox, 'wordy')
  await sandbox.stop()
  await enqueueAction(page, 'Block', 'Spam')
  await openScreen(page, 'Accounts')
  await askToSignOut(page)
  await expect(dialog(page)).toContainText('1 pending action is canceled.')
  await expect(keepAuditLogBox(page)).not.toBeChecked()
  await expect(dialog(page)).toContainText(join(app.data, 'audit'))
  await app.expectAccessible()
  await keepAuditLogBox(page).focus()
  await page.keyboard.press('Space')
  await expect(keepAuditLogBox(page)).toBeChecked()
  const sent = signOutRequest(page)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ input: { keepAuditLog: true } })
  await expect(heading(page, 'Sign in')).toBeVisible()
  const [keptFile] = readdirSync(join(app.data, 'audit'))
  expect(keptFile).toMatch(/\.json$/)
  expect(readFileSync(join(app.data, 'audit', keptFile!), 'utf8')).toContain('Spam')
})

test('lists leftover files, and deletes one or all of them @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  const audit = join(app.data, 'audit')

  await test.step('lists them and deletes one', async () => {
    writeTo(audit, auditLog, 'at,action\n')
    writeTo(join(app.data, 'accounts', 'gone'), 'jobs.db', 'x'.repeat(20_600))
    writeTo(app.data, 'settings.json.broken-1763769600000', '{}')
    writeTo(app.data, 'notes.json', '{}')
    await openScreen(page, 'Settings')
    const rows = list(page).getByRole('listitem')
    await expect(rows.filter({ hasText: auditLog })).toContainText('10 bytes, last changed today')
    await expect(rows.filter({ hasText: 'accounts/gone' })).toContainText('21 kB')
    await expect(rows.filter({ hasText: 'Log files' })).toContainText('logs')
    await expect(list(page)).not.toContainText('notes.json')
    await app.expectAccessible()

    const remove = page.getByRole('button', { name: `Delete audit log: audit/${auditLog}` })
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(join(audit, auditLog))
    await page.keyboard.press('Escape')
    expect(readdirSync(audit)).toEqual([auditLog])
    await remove.click()
    await confirmInDialog(page, 'Delete audit log')
    await expect(page.getByText(`Deleted audit/${auditLog}.`)).toBeVisible()
    await expect(rows.filter({ hasText: auditLog })).toHaveCount(0)
    expect(readdirSync(audit)).toEqual([])
  })

  await test.step('handles a file that was already deleted', async () => {
    writeTo(audit, auditLog, 'at,action\n')
    await openScreen(page, 'Profile')
    await openScreen(page, 'Settings')
    await page.getByRole('button', { name: /^Delete audit log/ }).click()
    rmSync(join(audit, auditLog))
    await confirmInDialog(page, 'Delete audit log')
    await expect(page.getByRole('alert')).toContainText('This file no longer exists.')
    await expect(list(page)).not.toContainText(auditLog)
  })

  await test.step('warns that Delete everything includes kept audit logs, and deletes them', async () => {
    writeTo(audit, auditLog, 'at,action\n')
    writeTo(join(app.data, 'accounts', 'gone'), 'jobs.db', 'x')
    writeTo(app.data, 'notes.json', '{}')
    await openScreen(page, 'Profile')
    await openScreen(page, 'Settings')
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await expect(dialog(page)).toContainText('audit logs (including those you kept)')
    await dialog(page).getByRole('textbox').fill('delete')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Sign in')).toBeVisible()
    expect(existsSync(audit)).toBe(false)
    expect(existsSync(join(app.data, 'accounts', 'gone'))).toBe(false)
    expect(existsSync(join(app.data, 'notes.json'))).toBe(true)
  })
})
