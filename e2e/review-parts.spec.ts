import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Download, Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { verifyReviewPack } from '../src/core/features/review/parts/verify-pack.ts'
import type { ReviewItem } from '../src/shared/operations/review.ts'
import { drop, openScreen } from './support/actions.ts'
import { expectCount, openDirectory } from './support/directory.ts'
import { startFirefox } from './support/firefox.ts'
import { invoke } from './support/invoke.ts'
import { findUser } from './support/person.ts'
import { chooseForReview } from './support/review.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, test } from './support/test.ts'

/** Who reviews what, as a CSV file. Nobody reviews the rest. */
const map = `user,group,reviewer
long-gone,,tomasz
,tidewater-maps,ines@example.org
,tidewater-maps/coastal-survey,paula@example.org
`

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const parts = (page: Page) => dialog(page, 'Parts for reviewers')
const importing = (page: Page) => dialog(page, 'Import answers')
const importButton = (page: Page) => importing(page).getByRole('button', { name: 'Import answers' })

async function call<Value>(page: Page, name: string, input: object): Promise<Value> {
  const account = /\/of\/([^/]+)/.exec(page.url())![1]!
  const answer = await invoke(page, name, input, account)
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as Value
}

/** Starts a review of three users’ memberships. */
async function startSmallReview(page: Page, sandbox: TestSandbox): Promise<number> {
  const usernames = ['long-gone', 'maya.lindqvist', 'tomasz']
  const users = await Promise.all(usernames.map((username) => findUser(sandbox, username)))
  const { id } = await call<{ id: number }>(page, 'review.start', {
    selection: { kind: 'users', ids: users.map((user) => user!.id) },
    name: 'Spring',
    scope: { subjects: ['memberships'] },
  })
  return id
}

const listItems = async (page: Page, review: number, query: object = {}): Promise<ReviewItem[]> =>
  (await call<{ items: ReviewItem[] }>(page, 'review.items', { review, limit: 200, ...query }))
    .items

async function saveDownload(downloading: Promise<Download>, folder: string): Promise<string> {
  const download = await downloading
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

/** Answers a part’s page by the keyboard alone: keeps all but the second item. */
async function answerByKeys(part: Page, reason: string): Promise<void> {
  const rows = part.locator('tbody tr')
  const count = await rows.count()
  await part.keyboard.press('Tab')
  await expect(rows.first().getByRole('radio').first()).toBeFocused()
  for (let row = 0; row < count; row++) await part.keyboard.press(row === 1 ? 'r' : 'k')
  await expect(part.getByRole('button', { name: 'Save decisions' })).toBeFocused()
  await expect(part.getByRole('status')).toHaveText(`${count} of ${count} decided`)
  await rows.nth(1).getByRole('textbox').focus()
  await part.keyboard.type(reason)
  // Enter goes on to the next item instead of saving.
  await part.keyboard.press('Enter')
  await expect(rows.nth(2).getByRole('radio', { checked: true })).toBeFocused()
}

test('reviewers decide in files, which are compared on import, and the pack can be verified @browser @full', async ({
  app,
  sandbox,
  folder,
  keyring,
  chromium,
}) => {
  test.slow()
  const page = await openDirectory(app, sandbox)
  const { id: tomasz } = (await findUser(sandbox, 'tomasz'))!
  const { name: reviewer } = await callAsAdmin<{ name: string }>(sandbox, 'GET', `/users/${tomasz}`)
  const key = join(folder, 'reviewer')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await callAsAdmin(sandbox, 'POST', `/users/${tomasz}/keys`, {
    title: 'Laptop',
    key: readFileSync(`${key}.pub`, 'utf8'),
  })
  const ssh = sshFolder(keyring.env.HOME!)
  ssh.make('id_ed25519', 'ada@home')
  const files = join(folder, 'files')
  mkdirSync(files)
  const review = await startSmallReview(page, sandbox)
  await openScreen(page, 'Access review')
  await openScreen(page, 'Items')
  await expect(page.getByRole('grid', { name: 'Items in this review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close review…' })).toBeVisible()

  await test.step('splits by a CSV file', async () => {
    await chooseForReview(page, 'Parts…')
    await app.expectAccessible()
    await parts(page)
      .getByRole('radio', { name: /^CSV file/ })
      .check()
    await parts(page).getByRole('button', { name: 'Split' }).click()
    await expect(parts(page)).toContainText('Choose a file.')
    const input = parts(page).locator('input[type=file]')
    const file = (bytes: Buffer) => ({ name: 'map.csv', mimeType: 'text/csv', buffer: bytes })
    await input.setInputFiles(file(Buffer.alloc(4 * 1024 * 1024 + 1, 'a')))
    await expect(parts(page)).toContainText('map.csv is larger than 4 MiB.')
    await input.setInputFiles(file(Buffer.from(map)))
    await parts(page).getByRole('button', { name: 'Split' }).click()
    await expect(parts(page).getByRole('listitem')).toHaveCount(4)
    await expect(parts(page)).toContainText('No reviewer found')
    await app.expectAccessible()
  })

  const savePage = (name: string) => {
    const downloading = page.waitForEvent('download')
    return Promise.all([
      saveDownload(downloading, files),
      parts(page)
        .getByRole('button', { name: `Save page for ${name}` })
        .click(),
    ])
  }
  const [tomaszsPage] = await savePage(reviewer)
  const [paulasPage] = await savePage('paula@example.org')

  await test.step('writes an email that names the file', async () => {
    const link = parts(page).getByRole('link', { name: 'Email to paula@example.org…' })
    const href = (await link.getAttribute('href'))!
    expect(href).toMatch(/^mailto:paula@example\.org\?/)
    expect(new URL(href).searchParams.get('body')).toContain(paulasPage.split('/').at(-1))
    await parts(page).getByRole('button', { name: 'Close' }).click()
  })

  const answers = await test.step('is answered from disk, without any request', async () => {
    const context = await (await chromium()).newContext()
    const part = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    part.on('request', (request) => requests.push(request.url()))
    part.on('console', (message) => complaints.push(message.text()))
    part.on('pageerror', (error) => complaints.push(String(error)))
    const url = pathToFileURL(tomaszsPage).href
    await part.goto(url)
    await answerByKeys(part, 'Left in May')
    const downloading = part.waitForEvent('download')
    await part.getByRole('button', { name: 'Save decisions' }).click()
    const path = await saveDownload(downloading, files)
    expect(requests.filter((request) => request !== url && !request.startsWith('blob:'))).toEqual(
      [],
    )
    expect(complaints).toEqual([])
    await context.close()
    return path
  })

  const firefoxAnswers = await test.step('is answered in Firefox', async () => {
    const profile = join(folder, 'firefox')
    const downloads = join(folder, 'downloads')
    mkdirSync(profile)
    mkdirSync(downloads)
    const preferences = { 'browser.download.dir': downloads, 'browser.download.folderList': 2 }
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    )
    writeFileSync(join(profile, 'prefs.js'), lines.join(''))
    const firefox = await startFirefox(profile)
    try {
      await firefox.page.open(pathToFileURL(paulasPage).href)
      await firefox.page.click('radio', 'Keep')
      const count = readFileSync(paulasPage, 'utf8').split('data-item=').length - 1
      await firefox.page.type('k'.repeat(count))
      await firefox.page.waitForText(`${count} of ${count} decided`)
      await firefox.page.click('button', 'Save decisions')
      await expect.poll(() => readdirSync(downloads)).toEqual([expect.stringMatching(/\.json$/)])
      expect(firefox.page.complaints).toEqual([])
    } finally {
      await firefox.close()
    }
    return readFileSync(join(downloads, readdirSync(downloads)[0]!), 'utf8')
  })

  await test.step('signs the answers', async () => {
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', 'latchkey-review', answers])
  })

  await test.step('asks again about access that changed since', async () => {
    const items = await listItems(page, review, { kinds: ['direct'] })
    const asked = readFileSync(tomaszsPage, 'utf8')
    const changed = items.find(({ id, level }) => asked.includes(`"${id}"`) && level !== 50)!
    const place = changed.source_type === 'Project' ? 'projects' : 'groups'
    const path = `/${place}/${changed.source}/members/${changed.user}`
    await callAsAdmin(sandbox, 'PUT', path, { access_level: changed.level === 40 ? 30 : 40 })
    await chooseForReview(page, 'Reload…')
    const question = dialog(page, 'Reload “Spring”?')
    await expect(question).toContainText('Decisions stay')
    await question.getByRole('button', { name: 'Reload' }).click()
    await expect
      .poll(async () => (await listItems(page, review)).find(({ id }) => id === changed.id)?.level)
      .not.toBe(changed.level)
    await expect(page.getByRole('button', { name: 'Close review…' })).toBeVisible()
    await chooseForReview(page, 'Import answers…')
    const input = importing(page).locator('input[type=file]')
    await input.setInputFiles(answers)
    await expect(importing(page)).toContainText('Not signed')
    await input.setInputFiles(`${answers}.sig`)
    await expect(importing(page)).toContainText('a key that GitLab lists for the reviewer')
    await expect(importing(page)).toContainText(reviewer)
    await expect(importing(page)).toContainText('about access that has changed since')
    await app.expectAccessible()
    await importButton(page).click()
    await expect(importing(page)).toHaveCount(0)
    const undecided = await listItems(page, review, { decided: 'undecided' })
    expect(undecided.map(({ id }) => id)).toContain(changed.id)
  })

  await test.step('shows where a decision came from', async () => {
    await page.getByRole('searchbox', { name: 'Search items' }).fill('long-gone')
    await expectCount(page, /^22 items/)
    const grid = page.getByRole('grid', { name: 'Items in this review' })
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(grid.getByRole('row').nth(2)).toHaveClass(/current/)
    const details = page.getByRole('region', { name: 'Decision' })
    await expect(details).toContainText('Left in May')
    await expect(details).toContainText('@tomasz. From a file that @ines imported')
    await expect(details).toContainText('signed with SHA256:')
  })

  await test.step('refuses answers that somebody changed, and names the line', async () => {
    await drop(page, 'answers.json', firefoxAnswers.replace('"keep"', '"own"'))
    await expect(importing(page)).toContainText('Line 8: This isn’t an answer.')
    await app.expectAccessible()
    await expect(importButton(page)).toHaveCount(0)
    await drop(page, 'answers.json', readFileSync(answers, 'utf8'))
    await expect(importing(page)).toContainText('already been imported')
    await drop(page, 'answers.json', firefoxAnswers)
    await expect(importing(page)).toContainText('Not signed')
    await importButton(page).click()
    await expect(importing(page)).toHaveCount(0)
    const decided = await listItems(page, review, { decided: 'keep' })
    expect(decided.map((item) => item.decided!.by)).toContain('paula@example.org')
    await chooseForReview(page, 'Parts…')
    await expect(parts(page).getByText(/^From a file that @ines imported/)).toHaveCount(2)
    await parts(page).getByRole('button', { name: 'Close' }).click()
  })

  await test.step('saves a signed pack', async () => {
    await page.getByRole('button', { name: 'Close review…' }).click()
    await dialog(page, 'Close “Spring”?').getByRole('button', { name: 'Close review' }).click()
    await expect(page.getByRole('button', { name: 'Close review…' })).toHaveCount(0)
    await chooseForReview(page, 'Save evidence pack…')
    await dialog(page, 'Save evidence pack')
      .getByRole('radio', { name: /ada@home/ })
      .check()
    await app.expectAccessible()
    const downloading = page.waitForEvent('download')
    await dialog(page, 'Save evidence pack')
      .getByRole('button', { name: 'Save evidence pack' })
      .click()
    const zip = unzipSync(readFileSync(await saveDownload(downloading, files)))
    const pack = join(folder, 'pack')
    mkdirSync(pack)
    for (const [name, bytes] of Object.entries(zip))
      writeFileSync(join(pack, name.split('/').at(-1)!), bytes)
    const lines: string[] = []
    const verify = () => verifyReviewPack(pack, (line) => lines.push(line))
    expect(await verify()).toBe(0)
    expect(lines.join('\n')).toContain(ssh.fingerprint('id_ed25519'))
    rmSync(join(pack, 'items.csv'))
    expect(await verify()).toBe(1)
  })
})
