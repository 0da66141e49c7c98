import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { run } from './support/process.ts'
import { type App, expect, heading, isSignedIn, test, visit } from './support/test.ts'

// What only concerns the process behind the page: its address, its key, its disk.

/** Opens an address in a page as somebody does who pastes it; only the fragment changes. */
const paste = (page: Page, url: string) => page.goto(url)
const printedUrl = (app: App) => /Latchkey is at (\S+)/.exec(app.output())![1]!
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

async function openStatus(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(heading(page, 'Status')).toBeVisible()
}

test('goes on where it was when its address is opened again @browser', async ({ app, sandbox }) => {
  const page = await app.open()
  await app.signIn(sandbox)
  await openStatus(page)
  await expect(messageField(page)).not.toHaveValue('')
  const saved = await messageField(page).inputValue()
  await messageField(page).fill('Not saved yet')
  const before = page.url()
  const entered = page.waitForResponse(/\/enter$/)
  await paste(page, printedUrl(app))
  expect((await entered).status()).toBe(204)
  await expect.poll(() => page.url()).toBe(before)
  await expect(heading(page, 'Status')).toBeVisible()
  await expect(messageField(page)).toHaveValue('Not saved yet')
  await messageField(page).fill(saved)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Status')).toBeVisible()
})

test('says that an address is from an earlier start @browser', async ({ app, sandbox }) => {
  app.expected.push(/401/)
  const page = await app.open()
  await app.signIn(sandbox)
  await openStatus(page)
  await paste(page, `${new URL(page.url()).origin}/#key=of-an-earlier-start`)
  await expect(toast(page, /from an earlier start of Latchkey/)).toBeVisible()
  await expect(heading(page, 'Status')).toBeVisible()
  expect(page.url()).not.toContain('key=')
  await app.isAccessible()
})

test('goes on with the address of a new start @browser', async ({ folder, chromium }) => {
  const flags = ['--no-open', '--demo', '--data', join(folder, 'data')]
  const first = run('out/main/serve.js', flags)
  const [, url] = await first.printed(/Latchkey is at (\S+)/)
  const { port } = new URL(url!)
  const page = await (await chromium()).newPage()
  await page.goto(url!)
  await isSignedIn(page)
  await visit(page, '/settings')
  await expect(heading(page, 'Settings')).toBeVisible()

  await first.stop()
  const second = run('out/main/serve.js', [...flags, '--port', port])
  const [, next] = await second.printed(/Latchkey is at (\S+)/)
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByRole('heading', { name: 'This page has no way in' })).toBeVisible()
  await paste(page, url!)
  await expect(toast(page, /from an earlier start of Latchkey/)).toBeVisible()
  await paste(page, next!)
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.close()
  await second.stop()
})

test('tells a status as set that cannot be remembered', async ({ app, sandbox }) => {
  test.skip(process.platform !== 'linux', 'only Linux has a device for a full disk')
  const page = await app.open()
  await app.signIn(sandbox)
  await openStatus(page)
  symlinkSync('/dev/full', join(app.data, 'recent-statuses.json.next'))
  await messageField(page).fill('On a full disk')
  await page.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByRole('region', { name: 'Current status' })).toContainText('On a full disk')
  const note = toast(page, /^Couldn't save recent-statuses\.json on this computer/)
  await expect(note).toContainText("What was done on the service isn't affected.")
  await app.isAccessible()
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(note).toHaveCount(0)
})

test('shows the accounts that it understands, and says that one is missing', async ({
  app,
  sandbox,
}) => {
  const page = await app.open()
  await app.signIn(sandbox)
  await isSignedIn(page)
  await app.close()
  const path = join(app.data, 'accounts.json')
  const { accounts } = JSON.parse(readFileSync(path, 'utf8')) as { accounts: object[] }
  writeFileSync(path, JSON.stringify({ accounts: [{ id: 'of another version' }, ...accounts] }))
  const again = await app.open()
  await isSignedIn(again)
  await visit(again, '/accounts')
  await expect(again.getByRole('note', { name: 'Missing accounts' })).toContainText(
    "1 account couldn't be loaded.",
  )
  await expect(again.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(1)
  await app.isAccessible()
})
