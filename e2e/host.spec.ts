import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { startProgram } from './support/process.ts'
import { type App, expect, heading, expectSignedIn, signIn, test, visit } from './support/test.ts'

// Covers only the host process: its URL, key, and disk.

/** Opens a URL in a page as if pasted; only the fragment changes. */
const paste = (page: Page, url: string) => page.goto(url)
const printedUrl = (app: App) => /Latchkey is running at (\S+)/.exec(app.output())![1]!
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

async function openStatus(page: Page): Promise<void> {
  await openScreen(page, 'Status')
  await expect(heading(page, 'Status')).toBeVisible()
}

test('accepts its URL once, and admits other tabs of the same browser @browser', async ({
  app,
  sandbox,
  chromium,
}) => {
  app.allowedConsoleErrors.push(/401/)
  const page = await app.openSignedIn(sandbox)
  await test.step('leaves no key in the address bar or history', async () => {
    const devtools = await page.context().newCDPSession(page)
    const { entries } = await devtools.send('Page.getNavigationHistory')
    const addresses = entries.map(({ url }) => url)
    expect(addresses.join('\n')).toContain('127.0.0.1')
    expect(addresses.filter((address) => address.includes('key='))).toEqual([])
  })

  await test.step('stays on the screen when its URL is opened again', async () => {
    await openStatus(page)
    await expect(messageField(page)).not.toHaveValue('')
    const saved = await messageField(page).inputValue()
    await messageField(page).fill('Not saved yet')
    const before = page.url()
    await paste(page, printedUrl(app))
    await expect(toast(page, /already used/)).toBeVisible()
    expect(page.url()).toBe(before)
    await expect(heading(page, 'Status')).toBeVisible()
    await expect(messageField(page)).toHaveValue('Not saved yet')
    await app.expectAccessible()
    await messageField(page).fill(saved)
    await openScreen(page, 'Profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Status')).toBeVisible()
  })

  await test.step('explains what to do in a browser that isn’t connected', async () => {
    const { origin } = new URL(printedUrl(app))
    const other = await (await chromium()).newPage()
    for (const address of [origin, printedUrl(app)]) {
      await other.goto('about:blank')
      await other.goto(address)
      await expect(heading(other, 'Not connected to Latchkey')).toBeVisible()
    }
    await expect(other.getByText('Press Enter in the terminal')).toBeVisible()
    await other.close()
  })

  await test.step('admits a second tab through the first, and survives a reload without it', async () => {
    const second = await page.context().newPage()
    await second.goto(page.url())
    await expectSignedIn(second)
    await visit(second, '/settings')
    await second.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await page.close()
    await second.reload()
    await expect(heading(second, 'Settings')).toBeVisible()
    expect(await second.context().cookies()).toEqual([])
    await second.close()
  })
})

test('opens in the browser through a file that is deleted once read @browser', async ({
  folder,
  chromium,
}) => {
  test.skip(process.platform !== 'linux', 'on other systems it would open the default browser')
  const data = join(folder, 'data')
  // xdg-open can’t find a browser with an empty PATH; the test opens the file instead.
  const host = startProgram('out/main/serve.js', ['--data', data], { PATH: '/nonexistent' })
  await host.waitForOutput(/opens in your browser/)
  const file = join(data, 'open-latchkey.html')
  await expect.poll(() => existsSync(file)).toBe(true)
  const browser = await chromium()
  const page = await (await browser.newContext()).newPage()
  await page.goto(pathToFileURL(file).href)
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect(page.url()).not.toContain('key=')
  expect(existsSync(file)).toBe(false)
  await page.context().close()
  await host.stop()
})

test('keeps typed values until a restarted host accepts the page again @browser @full', async ({
  folder,
  keyring,
  sandbox,
  chromium,
}) => {
  const flags = ['--no-open', '--data', join(folder, 'data')]
  const first = startProgram('out/main/serve.js', flags, keyring.env)
  const [, url] = await first.waitForOutput(/Latchkey is running at (\S+)/)
  const { port } = new URL(url!)
  const browser = await chromium()
  const page = await (await browser.newContext()).newPage()
  await page.goto(url!)
  await signIn(page, sandbox.url, sandbox.tokens.user)
  await expectSignedIn(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await openStatus(page)
  await expect(messageField(page)).not.toHaveValue('')
  await messageField(page).fill('Not saved yet')

  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Online')
  await first.stop()
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText(
    'Can’t reach Latchkey.',
  )
  const second = startProgram('out/main/serve.js', [...flags, '--port', port], keyring.env)
  const [, next] = await second.waitForOutput(/Latchkey is running at (\S+)/)
  for (const tab of [page, other]) {
    await expect(heading(tab, 'Not connected to Latchkey')).toBeVisible()
  }
  await paste(page, url!)
  await expect(toast(page, /already used or is out of date/)).toBeVisible()
  await paste(page, next!)
  await expect(heading(page, 'Status')).toBeVisible()
  await expect(messageField(page)).toHaveValue('Not saved yet')
  await expectSignedIn(other)
  await visit(other, '/settings')
  await other.getByRole('radio', { name: 'Dark' }).check()
  for (const tab of [page, other]) {
    await expect(tab.locator('html')).toHaveCSS('color-scheme', 'dark')
  }
  await page.context().close()
  await second.stop()
})

test('reports data that could not be saved to disk, and accounts that it can’t read @full', async ({
  app,
  sandbox,
}) => {
  await app.openSignedIn(sandbox)

  await test.step('shows a status as set even if it can’t be saved locally', async () => {
    const { page } = app
    await openStatus(page)
    const accounts = join(app.data, 'accounts')
    const [account] = readdirSync(accounts)
    // A folder in the file’s place makes saving fail.
    const file = join(accounts, account!, 'recent-statuses.json')
    rmSync(file, { force: true })
    mkdirSync(file)
    await messageField(page).fill('Not remembered')
    await page.getByRole('button', { name: 'Save status' }).click()
    await expect(page.getByRole('region', { name: 'Current status' })).toContainText(
      'Not remembered',
    )
    const note = toast(page, /^Couldn’t save recent-statuses\.json on this computer/)
    await expect(note).toContainText('Your changes on GitLab aren’t affected.')
    await app.expectAccessible()
    // The saved status’s toast may be ahead of it.
    const dismiss = page.getByRole('status').getByRole('button', { name: 'Dismiss' })
    while (await note.isVisible()) await dismiss.first().click()
    await expect(note).toHaveCount(0)
    rmSync(file, { recursive: true })
  })

  await test.step('reports accounts that this version does not understand', async () => {
    await app.close()
    const path = join(app.data, 'accounts.json')
    const { accounts } = JSON.parse(readFileSync(path, 'utf8')) as { accounts: object[] }
    writeFileSync(path, JSON.stringify({ accounts: [{ id: 'of another version' }, ...accounts] }))
    const again = await app.open()
    await expect(heading(again, 'Sign in')).toBeVisible()
    await expect(again.getByRole('note', { name: 'Missing accounts' })).toContainText(
      'Nothing was deleted',
    )
    await app.expectAccessible()
  })
})
