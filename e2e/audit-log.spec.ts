import { openView, selectAll } from './support/directory.ts'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { exportFile } from './support/export-file.ts'
import {
  chooseInRow,
  confirmInDialog,
  openScreen,
  enqueueAction,
  listRow,
} from './support/actions.ts'
import { noon } from './support/clock.ts'
import { invoke } from './support/invoke.ts'
import { findUser, goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

/** Verifies an exported file with the built browser host. */
function verifyLog(path: string) {
  const host = join(import.meta.dirname, '../out/main/serve.js')
  const { stdout, status } = spawnSync(process.execPath, [host, '--verify-log', path], {
    encoding: 'utf8',
  })
  return { status, said: stdout }
}

/** Exports the log as a CSV file together with its verification file. */
async function exportCsv(page: Page): Promise<{ name: string; text: string }[]> {
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  await expect.poll(() => downloads.length).toBe(2)
  page.removeAllListeners('download')
  return Promise.all(
    downloads.map(async (download) => ({
      name: download.suggestedFilename(),
      text: readFileSync(await download.path(), 'utf8'),
    })),
  )
}

test('logs who did what to whom and why, and finds entries by search @full', async ({
  app,
  sandbox,
}, testInfo) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await invoke(page, 'settings.set', { undoSeconds: 30 })
  await openScreen(page, 'Audit log')
  await expect(page.getByText('No entries yet')).toBeVisible()

  const sent = (words: string) => page.locator('.toast', { hasText: words })
  const sendNow = page.locator('.toast').getByRole('button', { name: 'Send now' })
  await openAdminUser(page, sandbox, 'wordy')
  await enqueueAction(page, 'Block', '=HYPERLINK("https://evil.example.com")')
  await sendNow.click()
  await expect(sent('is blocked')).toBeVisible()
  await openAdminUser(page, sandbox, 'x')
  await enqueueAction(page, 'Ban', 'Spam')
  await sendNow.click()
  await expect(sent('is banned')).toBeVisible()

  await openScreen(page, 'Audit log')
  const entries = (words: string | RegExp) => listRow(page, 'Entries', words)
  await expect(page.getByText('2 entries')).toBeVisible()
  await expect(entries('@x')).toContainText('Active → Banned')
  await chooseInRow(entries('@wordy'), 'Details')
  const details = page.getByRole('dialog')
  await expect(details).toContainText('@ines')
  await expect(details).toContainText(sandbox.host)
  await app.expectAccessible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  const [csv, verificationFile] = await exportCsv(page)
  expect(csv!.name).toMatch(/\.csv$/)
  expect(verificationFile!.name).toBe(`${csv!.name}.json`)
  await expect(page.locator('.toast', { hasText: csv!.name })).toContainText(verificationFile!.name)
  expect(csv!.text).not.toMatch(/(^|,|")=HYPERLINK/m)
  expect(csv!.text).toContain('evil.example.com')
  const lastHash = await page.locator('code', { hasText: /^[0-9a-f]{64}$/ }).innerText()
  await page.getByRole('button', { name: 'Copy Last hash' }).click()
  await app.expectAccessible()

  await test.step('verifies an export selected on the screen', async () => {
    const choose = (...texts: string[]) =>
      page.locator('input[type=file]').setInputFiles(
        [csv!.name, verificationFile!.name].map((name, nth) => ({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.from(texts[nth]!),
        })),
      )
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('verify')
    await page.getByRole('option', { name: 'Verify an audit log export' }).click()
    await expect(page.getByRole('button', { name: 'Verify an export…' })).toBeVisible()
    await choose(csv!.text, verificationFile!.text)
    await expect(page.getByText('The log is intact.')).toBeVisible()
    const hashField = page.getByLabel('Last hash that you kept')
    await hashField.fill(lastHash)
    await expect(page.getByText(/^The hashes match/)).toBeVisible()
    await hashField.fill(lastHash.replace(/./, 'x'))
    await expect(page.getByText(/^The hashes differ/)).toBeVisible()
    await app.expectAccessible()
    await choose(csv!.text.replace('Spam', 'Ham'), verificationFile!.text)
    await expect(page.getByText(/^Line \d+ was changed/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
  })
  const path = testInfo.outputPath('log.csv')
  writeFileSync(path, csv!.text)
  writeFileSync(`${path}.json`, verificationFile!.text)
  const intact = verifyLog(path)
  expect(intact.said).toContain(`2 entries\nThe log is intact.\nLast hash: ${lastHash}\n`)
  expect(intact.status).toBe(0)
  writeFileSync(path, csv!.text.replace('Spam', 'Spum'))
  expect(verifyLog(path)).toEqual({
    status: 1,
    said: '2 entries\nLine 2 was changed, or lines below it are missing or in another order.\n',
  })

  await page.getByLabel('Search the audit log').fill('spam')
  await expect(page.getByText('1 entry')).toBeVisible()
  await expect(entries('@wordy')).toHaveCount(0)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const json = await exportFile(page, 'Export JSON', 'menuitem')
  expect(JSON.parse(json.text)).toMatchObject({
    entries: [
      { action: 'ban', reason: 'Spam', outcome: 'done', before: 'active', after: 'banned' },
    ],
  })
  writeFileSync(testInfo.outputPath('log.json'), json.text)
  expect(verifyLog(testInfo.outputPath('log.json')).said).toContain('The selection is intact.')
  await page.reload()
  await expect(page.getByLabel('Search the audit log')).toHaveValue('spam')
  await expect(page.getByText('1 entry')).toBeVisible()
  await page.getByLabel('Search the audit log').fill(`"' OR 1=1 -- %_*${'x'.repeat(200)}`)
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page.getByText('2 entries')).toBeVisible()

  await entries('@x').dblclick()
  await page.getByRole('button', { name: 'Only this user' }).click()
  await expect(page.getByText('1 entry')).toBeVisible()
  await chooseInRow(entries('@x'), 'Open user')
  await expect(userHeader(page)).toBeVisible()
})

test('shows each entry’s object and values, and links to the bulk run @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  await callAsAdmin(sandbox, 'PUT', `/users/${id}`, { note: 'original' })

  await test.step('shows them on the screen and in the CSV file', async () => {
    const entries = (words: string | RegExp) => listRow(page, 'Entries', words)

    await openAdminUser(page, sandbox, 'maya.lindqvist', 'ssh-keys')
    await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
    await page.getByRole('menuitem', { name: 'Delete key' }).click()
    await confirmInDialog(page, 'Delete key')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goToAdminScreen(page, `people/${id}/edit`)
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('LEGAL HOLD')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/Saved for .*Note/)).toBeVisible()

    await openScreen(page, 'Audit log')
    await expect(entries('Delete SSH key “Work laptop”')).toContainText('@maya.lindqvist')
    await expect(entries('Edit user')).toContainText('Note: “original” → “LEGAL HOLD”')
    await page.getByLabel('Search the audit log').fill('work laptop')
    await expect(page.getByText('1 entry')).toBeVisible()
    await chooseInRow(entries('Work laptop'), 'Details')
    await expect(page.getByRole('dialog').getByText(/^Key: was “SHA256:/)).toBeVisible()
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Search the audit log').clear()
    await expect(page.getByText('2 entries')).toBeVisible()

    const [csv] = await exportCsv(page)
    const [head, edit, deletion] = csv!.text.split('\r\n')
    expect(head).toBe(
      '\uFEFFid,at,instance,actor_id,actor,action,target_id,target,object,fields,changes,run,reason,before,after,outcome,answer,hash',
    )
    expect(edit).toContain(
      `,users.modify,${id},maya.lindqvist,,"[""note""]","[{""field"":""note"",""before"":""original"",""after"":""LEGAL HOLD""}]",,,,,done,,`,
    )
    expect(deletion).toContain(
      `,sshKeys.removeOf,${id},maya.lindqvist,Work laptop,,"[{""field"":""key"",""before"":""SHA256:`,
    )
  })

  await test.step('filters by action, outcome, day and target', async () => {
    const clear = page.getByRole('button', { name: 'Reset filters' })
    await filters(page).click()
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Edit user' })
    await expect(page.getByText('1 entry')).toBeVisible()
    await page.keyboard.press('Escape')
    await openView(page, 'Failed')
    await expect(page.getByText('No results')).toBeVisible()
    await clear.first().click()
    await filters(page).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(page.getByText('2 entries')).toBeVisible()
    await page.getByLabel('Target', { exact: true }).fill('@wordy')
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByLabel('Target', { exact: true }).fill('@MAYA.LINDQVIST')
    await expect(page.getByText('2 entries')).toBeVisible()
    await page.keyboard.press('Escape')
    await clear.first().click()
    await filters(page).click()
    await page.getByLabel('From', { exact: true }).fill('2026-02-02')
    await page.getByLabel('To', { exact: true }).fill('2026-02-01')
    await expect(page.getByText(/^Choose .* or later\.$/)).toBeVisible()
    await app.expectAccessible()
    await page.getByLabel('To', { exact: true }).fill('2026-02-03')
    await expect(page.getByText('No results')).toBeVisible()
    await page.keyboard.press('Escape')
    await clear.first().click()
    await expect(page.getByText('2 entries')).toBeVisible()
  })

  await test.step('shows the notes of a bulk run and links to the run', async () => {
    await goToAdminScreen(page, 'people')
    await openView(page, /^Active, no two-factor/)
    await selectAll(page).click()
    await page.getByRole('button', { name: 'Block…', exact: true }).first().click()
    await page.getByLabel('Reason').fill('Spring cleaning')
    await page.getByRole('switch', { name: 'Add to admin notes' }).click()
    await page.getByRole('button', { name: /^Block \d+ users?$/ }).click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible()

    await openScreen(page, 'Audit log')
    await filters(page).click()
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Edit user' })
    await page.keyboard.press('Escape')
    const run = listRow(page, 'Entries', 'Run 1')
    await expect(run).toHaveCount(1)
    await expect(run).toContainText(/^Edit user.*\d+ users, \d+ entries/)
    await chooseInRow(run, 'Entries')
    await expect(page.getByRole('button', { name: /Entries of run 1/ })).toBeVisible()
    const notes = listRow(page, 'Entries', /Note: .* Spring cleaning/)
    await expect(notes.first()).toContainText('Run 1')
    await app.expectAccessible()
    const [csv] = await exportCsv(page)
    expect(csv!.text).toMatch(
      /,users\.modify,\d+,[^,]+,,"\[""note""\]","[^\r]*Spring cleaning""\}\]",1,Spring cleaning,/,
    )
    await chooseInRow(notes.first(), 'Run 1')
    await expect(heading(page, /^Run: .*Block \d+ users?/)).toBeVisible()
  })
})
