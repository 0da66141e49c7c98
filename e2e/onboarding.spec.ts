import type { Page } from '@playwright/test'
import { exportFile } from './support/export-file.ts'
import { startLossyProxy } from '../src/core/gitlab/create-recovery/testing/lossy-proxy.ts'
import { chooseInRow, listRow, runRow } from './support/actions.ts'
import { expectCount, openDirectory, openSelectByList, openView } from './support/directory.ts'
import { findUser, goToAdminScreen } from './support/person.ts'
import { invoke } from './support/invoke.ts'
import { type TestSandbox, callAsAdmin, createAdmin } from './support/sandbox.ts'
import { chooseForRun, countOf, exportRun } from './support/moderation.ts'
import { expect, expectSignedIn, heading, test } from './support/test.ts'

async function createReady(page: Page, ready: number): Promise<void> {
  await page.getByLabel(`Type ${ready} to confirm`).fill(String(ready))
  await page.getByRole('button', { name: `Create ${ready} users` }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()
}

/** A proxy that lets the first few creations through and holds back the rest until released. */
async function holdCreations(sandbox: TestSandbox, first: number) {
  const proxy = await startLossyProxy(sandbox.url)
  const released = Promise.withResolvers<void>()
  proxy.beforePost = (post) => (post <= first ? undefined : released.promise)
  return { service: { ...sandbox, url: proxy.url }, release: released.resolve, stop: proxy.stop }
}

/** The sandbox’s users by username. */
async function readUsers(sandbox: TestSandbox): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const path = `/users?per_page=100&page=${page}`
    const users = await callAsAdmin<{ username: string; email: string }[]>(sandbox, 'GET', path)
    if (users.length === 0) return all
    for (const { username, email } of users) all.set(username, email)
  }
}

/** Calls the API as the user, who then counts as active. */
async function useApi(sandbox: TestSandbox, username: string): Promise<void> {
  const { id } = (await findUser(sandbox, username))!
  const input = { name: 'Test', scopes: ['api'] }
  const path = `/users/${id}/personal_access_tokens`
  const { token } = await callAsAdmin<{ token: string }>(sandbox, 'POST', path, input)
  await callAsAdmin({ ...sandbox, tokens: { ...sandbox.tokens, admin: token } }, 'GET', '/user')
}

test('creates users from pasted rows, reports invalid rows, and selects users by a pasted list', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  await page.getByRole('link', { name: 'Onboard users' }).click()
  await expect(heading(page, 'Onboard users')).toBeVisible()

  await test.step('checks the rows before sending anything', async () => {
    await page
      .getByLabel('Pasted rows')
      .fill(
        [
          'Person;Login;Mail;Remarks',
          'Ana A;ana.new;ana@example.com;first',
          '"Ben; B";ben.new;ben@example.com;',
          'Cleo C;cleo.new;cleo@example.net;',
          'Maya;maya.lindqvist;new@example.com;',
          'Ben;BEN.new;other@example.com;',
        ].join('\r\n'),
      )
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(page.getByText('5 rows have problems.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check', exact: true })).toBeFocused()
    await page.getByLabel('Person', { exact: true }).selectOption('Name')
    await expect(page.getByText('3 rows are ready.')).toBeVisible()
    await page.getByLabel('Remarks', { exact: true }).selectOption('Note')
    await page.getByLabel('Allowed email domains').fill('example.com')
    await expect(page.getByText('2 rows are ready.')).toBeVisible()
    const row = (words: string) => listRow(page, 'Check', words)
    await expect(row('maya.lindqvist')).toContainText('Username is taken by @maya.lindqvist')
    await expect(row('Line 6')).toContainText('Username is also in line 3')
    await expect(row('cleo.new')).toContainText('Email isn’t at an allowed domain')
    await expect(page.getByText(/^Compared with the user list from/)).toBeVisible()
    await app.expectAccessible()
    const problems = await exportFile(page, 'Download rows with problems')
    expect(problems.text.split('\r\n')[1]).toBe(
      'Cleo C,cleo.new,cleo@example.net,,Email isn’t at an allowed domain',
    )
    expect(await findUser(sandbox, 'ana.new')).toBeUndefined()
  })

  await test.step('creates the others after a confirmation', async () => {
    await page.getByRole('button', { name: 'Create 2 users' }).click()
    await expect(page.getByText('Type 2.')).toBeVisible()
    await createReady(page, 2)
    await expect.poll(() => countOf(page, 'Created')).toBe(2)
    await expect(listRow(page, 'Results', '@ana.new')).toContainText('Created')
    await app.expectAccessible()
    expect(await findUser(sandbox, 'ana.new')).toMatchObject({
      email: 'ana@example.com',
      note: 'first',
    })
    const report = await exportRun(page, 'Export CSV')
    expect(report.text).toContain('ben.new,"Ben; B",create,')
    expect(report.text).toContain(',done,GitLab emailed a link to set a password,')
  })

  await test.step('selects users by a list and reports entries without a match', async () => {
    await goToAdminScreen(page, 'people')
    const dialog = await openSelectByList(page)
    await dialog
      .getByLabel('Usernames, emails, or IDs')
      .fill('@ana.new, BEN@example.com\nnobody.here #1')
    await dialog.getByRole('button', { name: 'Select users' }).click()
    await expect(dialog.getByRole('status')).toHaveText('3 selected')
    await expect(dialog.getByLabel('1 entry matches no user:')).toHaveValue('nobody.here')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Copy entries without a user' }).click()
    expect(await app.clipboard()).toBe('nobody.here')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectCount(page, '3 selected')
  })
})

test('reads an Excel file, shows cleaned-up values, and lets users correct cells @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  await page.getByRole('link', { name: 'Onboard users' }).click()
  const text = [
    'sep=;',
    'E-Mail-Adresse;Vollst\xE4ndiger Name;Kennung;Spalte',
    'mailto:hans@example.com;Hans M\xFCller;hans.new;',
    '<ida@example.com>;Ida;ida.mov',
    'jo@example.com;Jo;jo.new;Note;;',
  ].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({
    name: 'new-staff.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  await expect(page.getByText('Vollständiger · Müller')).toBeVisible()
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252')
  await expect(page.getByText('2 rows are ready.')).toBeVisible()
  await app.expectAccessible()

  // In quick succession, before the first mapping is validated.
  await page.getByLabel('Spalte', { exact: true }).selectOption('Note')
  await page.getByLabel('Kennung', { exact: true }).selectOption('Organization')
  await page.getByLabel('Kennung', { exact: true }).selectOption('Username')
  await expect(page.getByLabel('Spalte', { exact: true })).toHaveValue('note')
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue('email')

  await expect(listRow(page, 'Check', 'Line 4')).toContainText('Username can’t end with “.mov”')
  await page.getByLabel('Username in line 4').fill('ida.new')
  await page.getByLabel('Username in line 4').press('Enter')
  await expect(page.getByText('3 rows are ready.')).toBeVisible()
  await expect(listRow(page, 'Check', 'Line 4')).toContainText(
    '<ida@example.com> → ida@example.com',
  )
  await page.getByText('Cleaned up 2', { exact: true }).click()
  await expect(listRow(page, 'Check', 'hans.new')).toContainText('→ hans@example.com')
  await expect(page.getByRole('button', { name: 'Create 3 users' })).toBeDisabled()
  await page.getByRole('button', { name: 'They look right' }).click()
  await createReady(page, 3)
  await expect.poll(() => countOf(page, 'Created')).toBe(3)
  expect(await findUser(sandbox, 'hans.new')).toMatchObject({
    name: 'Hans Müller',
    email: 'hans@example.com',
  })
  expect(await findUser(sandbox, 'jo.new')).toMatchObject({ note: 'Note' })
})

test('stops creating users after Cancel is clicked, and creates the rest later @full', async ({
  app,
  sandbox,
}) => {
  // The first row is sent on its own, then four at a time.
  const { service, release, stop } = await holdCreations(sandbox, 5)
  const page = await openDirectory(app, service)
  await page.getByRole('link', { name: 'Onboard users' }).click()
  const usernames = Array.from({ length: 30 }, (_, nth) => `late${nth}`)
  const rows = usernames.map((name) => `${name},${name},${name}@example.com`)
  await page.getByLabel('Pasted rows').fill(['username,name,email', ...rows].join('\n'))
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Create 30 users' }).click()
  await createReady(page, 30)
  await expect.poll(() => countOf(page, 'Created')).toBe(5)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('dialog', {
    name: /^\d+ sent, \d+ not sent\. Cancel these \d+\?$/,
  })
  const unsentCount = Number(/(\d+) not sent/.exec(await question.innerText())![1])
  await app.expectAccessible()
  // In-flight requests still complete.
  release()
  await expect.poll(() => countOf(page, 'Created')).toBe(30 - unsentCount)
  const created = async () =>
    [...(await readUsers(sandbox)).keys()].filter((name) => usernames.includes(name)).length
  expect(await created()).toBe(30 - unsentCount)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Paused').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.getByRole('button', { name: /^Cancel \d+ actions?$/ }).click()
  await expect.poll(() => countOf(page, 'Canceled')).toBe(unsentCount)
  expect(await created()).toBe(30 - unsentCount)
  // Meanwhile, one of the usernames is taken.
  const other = { name: 'Other', email: 'other@example.com', force_random_password: true }
  await callAsAdmin(sandbox, 'POST', '/users', { ...other, username: usernames.at(-1) })
  await chooseForRun(page, `Create the remaining ${unsentCount}`)
  // The list reloads once it’s ten seconds old.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 row has problems.')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(listRow(page, 'Check', usernames.at(-1)!)).toContainText('Username is taken')
  await app.expectAccessible()
  await createReady(page, unsentCount - 1)
  await expect.poll(() => countOf(page, 'Created')).toBe(unsentCount - 1)
  expect(await created()).toBe(30)
  await stop()
})

test('undoes a run except for users active since then, and lists both runs and log entries @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  await goToAdminScreen(page, 'onboarding')
  const rows = ['ana', 'ben', 'cleo'].map((name) => `${name}.new,${name},${name}@example.com`)
  await page.getByLabel('Pasted rows').fill(['username,name,email', ...rows].join('\n'))
  await page.getByText('Skip confirmation').click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByLabel('Reason').fill('New team')
  await createReady(page, 3)
  await expect.poll(() => countOf(page, 'Created')).toBe(3)
  await expect(page.getByText('@ines')).toBeVisible()
  await expect(page.getByText('New team')).toBeVisible()
  const run = page.url()
  await useApi(sandbox, 'ben.new')

  await test.step('shows which users are deleted, and which are kept and why', async () => {
    await chooseForRun(page, 'Undo this run…')
    await expect(heading(page, 'Undo “Create 3 users”')).toBeVisible()
    await expect(page.getByText('2 users of 2 selected would be deleted.')).toBeVisible()
    const keptUsers = page.getByRole('list', { name: '1 user stays' })
    await expect(keptUsers).toContainText('The user has been active, and is kept.')
    await expect(keptUsers).toContainText('@ben.new')
    await app.expectAccessible()
  })

  await test.step('also keeps users who become active just before the deletion', async () => {
    await page.getByLabel('Reason').fill('Wrong file')
    await page.getByLabel('Type 2 to confirm').fill('2')
    await page.getByRole('button', { name: 'Delete 2 users' }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expect(page.getByText(/^Starts in \d+ s\./)).toBeVisible()
    await useApi(sandbox, 'cleo.new')
    const account = /\/of\/([^/]+)\//.exec(page.url())![1]!
    await invoke(page, 'queue.sendAllNow', {}, account)
    await expect.poll(() => countOf(page, 'Failed')).toBe(1)
    expect(await countOf(page, 'Done')).toBe(1)
    await expect(listRow(page, 'Results', '@cleo.new')).toContainText('has been active')
    await app.expectAccessible()
  })

  await page.goto(run)
  await expect(page.getByText('Undone by:')).toContainText('Delete 2 users')
  await goToAdminScreen(page, 'queue')
  await openView(page, /^Finished/)
  await expect(runRow(page, 'Create 3 users')).toContainText('Created: 3')
  await expect(runRow(page, 'Delete 2 users')).toContainText('Done: 1 · Failed: 1')
  await app.expectAccessible()
  await goToAdminScreen(page, 'audit-log')
  const folded = listRow(page, 'Entries', 'Run 1')
  await expect(folded).toHaveCount(1)
  await expect(folded).toContainText('New team')
  await chooseInRow(folded, 'Entries')
  await expect(folded).toHaveCount(3)
})

test.describe('when the administrator is blocked during a run', () => {
  test.use({ settings: { requestsAtOnce: 1 } })

  test('asks before creating more users, and sends the rest on request @full', async ({
    app,
    sandbox,
  }) => {
    const { service, release, stop } = await holdCreations(sandbox, 2)
    const page = await openDirectory(app, service)
    const callAsOtherAdmin = await createAdmin(sandbox)
    const me = (await findUser(sandbox, 'ines'))!.id
    await goToAdminScreen(page, 'onboarding')
    const rows = Array.from({ length: 12 }, (_, nth) => `late${nth},Late,late${nth}@example.com`)
    await page.getByLabel('Pasted rows').fill(['username,name,email', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Check rows' }).click()
    await createReady(page, 12)
    await expect.poll(() => countOf(page, 'Created')).toBe(2)
    await callAsOtherAdmin('POST', `/users/${me}/block`)
    release()
    await expect(page.getByText('They aren’t sent until you decide.')).toBeVisible()
    await callAsOtherAdmin('POST', `/users/${me}/unblock`)
    const run = page.url()
    await page.goto(run.replace(/runs\/\d+$/, 'people'))
    const banner = page.getByRole('complementary', { name: 'Actions on hold' })
    await expect(banner).toContainText('actions are waiting.')
    await app.expectAccessible()
    await banner.getByRole('link', { name: 'Review' }).click()
    await expect(runRow(page, 'Create 12 users')).toContainText('On hold')
    await banner.getByRole('button', { name: 'Send' }).click()
    await expect(banner).toHaveCount(0)
    await page.goto(run)
    await expect.poll(() => countOf(page, 'Created')).toBe(12)
    await stop()
  })
})

for (const flavor of ['gitlab', 'interface'] as const) {
  test.describe(`with a file of 500 rows, ${flavor}`, () => {
    const [validCount, invalidCount] = [460, 40]
    test.use({
      sandboxOptions: { flavor, faults: ['POST /users * latency=25'] },
      // Leaves enough users for after the restart.
      settings: { requestsAtOnce: 1 },
    })

    test('creates 460 users across a restart, each exactly once @full', async ({
      app,
      sandbox,
    }) => {
      let page = await openDirectory(app, sandbox)
      const before = await readUsers(sandbox)
      const rows = Array.from({ length: validCount + invalidCount }, (_, index) => {
        const username = `joiner${index}`
        const email = `${username}@example.com`
        if (index % 50 < 4) {
          const wrong = [
            [`-${username}`, email],
            [username, 'nowhere'],
            ['maya.lindqvist', email],
            [`joiner${index - 10}`, ''],
          ]
          const [name, address] = wrong[index % 50]!
          return `${name},Joiner ${index},${address}`
        }
        return `${username},"Joiner, ${index}",${email}`
      })
      await goToAdminScreen(page, 'onboarding')
      await page.getByLabel('Choose CSV file…').setInputFiles({
        name: 'joiners.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`\uFEFF${['username,name,email', ...rows].join('\r\n')}\r\n`),
      })
      await expect(page.getByText(`${validCount} rows are ready.`)).toBeVisible()
      await expect(page.getByText(`${invalidCount} rows have problems.`)).toBeVisible()
      const problems = await exportFile(page, 'Download rows with problems')
      expect(problems.text.trim().split('\r\n')).toHaveLength(invalidCount + 1)
      await createReady(page, validCount)

      await expect.poll(() => countOf(page, 'Created')).toBeGreaterThan(50)
      page = await app.open()
      await expectSignedIn(page)
      await goToAdminScreen(page, 'queue')
      await page.getByRole('link', { name: `Create ${validCount} users` }).click()
      await expect(heading(page, /^Run: /)).toBeVisible()
      expect(await countOf(page, 'Created')).toBeLessThan(validCount)
      await chooseForRun(page, 'Pause')
      await expect(page.getByText(/^Paused\./)).toBeVisible()
      await chooseForRun(page, 'Resume')
      await expect.poll(() => countOf(page, 'Created'), { timeout: 120_000 }).toBe(validCount)
      await expect(page.getByText('Finished', { exact: true })).toBeVisible()

      const after = await readUsers(sandbox)
      const added = [...after].filter(([username]) => !before.has(username))
      const expected = rows.flatMap((_, index) =>
        index % 50 < 4 ? [] : [[`joiner${index}`, `joiner${index}@example.com`]],
      )
      expect(added.toSorted()).toEqual(expected.toSorted())
      expect(after.size).toBe(before.size + validCount)
      const report = await exportRun(page, 'Export CSV')
      expect(report.text.match(/,done,/g)).toHaveLength(validCount)
    })
  })
}
