import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { type Database, openDatabase } from '../src/sandbox/database/database.ts'
import { insertMembership, insertNamespace } from '../src/sandbox/database/memberships.ts'
import { insertSchedule } from '../src/sandbox/database/pipeline-schedules.ts'
import { openScreen, runRow } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { openDirectory, openView } from './support/directory.ts'
import { chooseForRun, takeAction } from './support/moderation.ts'
import { findUser, openAdminUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { expect, expectSignedIn, heading, test } from './support/test.ts'

test.use({ time: noon, sandboxOptions: { version: '19' } })

const leaver = 'long-gone'
const days = (count: number) => new Date(Date.parse(noon) + count * 86_400_000).toISOString()

/** Adds two used tokens, two groups without another owner, and a third schedule in the same project. */
async function equip(sandbox: TestSandbox, data: Database, id: number): Promise<void> {
  for (const name of ['deploy', 'mirror']) {
    const input = { name, scopes: ['read_user'], expires_at: dateIn(60, sandbox.now()) }
    const { token } = await callAsAdmin<{ token: string }>(
      sandbox,
      'POST',
      `/users/${id}/personal_access_tokens`,
      input,
    )
    await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })
  }
  for (const name of ['Old maps', 'Older maps']) {
    insertMembership(data, id, insertNamespace(data, 'Namespace', name), 50)
  }
  const project = data.one<{ id: number }>(`SELECT id FROM namespaces WHERE name = 'soundings'`)!
  insertSchedule(data, {
    project_id: project.id,
    owner_id: id,
    description: 'Monthly report',
    ref: 'main',
    cron: '0 4 1 * *',
    active: 1,
    next_run_at: days(1),
    created_at: noon,
    updated_at: noon,
  })
}

const ownersOf = (data: Database) =>
  Object.fromEntries(
    data
      .all<{ description: string; username: string; active: number }>(
        `SELECT description, username, active FROM pipeline_schedules JOIN users ON users.id = owner_id`,
      )
      .map(({ description, username, active }) => [description, `${username} ${active}`]),
  )

const levelOf = (data: Database, username: string, group: string) =>
  data.one<{ access_level: number }>(
    `SELECT access_level FROM memberships JOIN users ON users.id = user_id
     JOIN namespaces ON namespaces.id = namespace_id WHERE username = ? AND namespaces.name = ?`,
    username,
    group,
  )?.access_level

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'What will stop' }).getByRole('group', { name })
const decide = (page: Page, name: string, decision: string) =>
  row(page, name)
    .getByLabel(/^What to do/)
    .selectOption({ label: decision })

test('shows what will stop, hands it over before a dated block, and looks again @full', async ({
  app,
  sandbox,
  folder,
  keyring,
}) => {
  test.slow()
  const data = openDatabase(join(folder, 'sandbox'))
  const { id } = (await findUser(sandbox, leaver))!
  await equip(sandbox, data, id)
  let page = await openDirectory(app, sandbox)
  await openAdminUser(page, sandbox, leaver)

  await test.step('shows everything with what happens at the block', async () => {
    await takeAction(page, 'Offboard and other plans…')
    await page.getByRole('radio', { name: /^Offboard/ }).check()
    const section = page.getByRole('region', { name: 'What will stop' })
    await expect(section).toContainText('Blocking stops all their tokens and keys at once.')
    const names = ['deploy', 'mirror', 'Nightly soundings', 'Weekly chart export', 'Monthly report']
    const owned = ['Scan new charts', 'Cartography archive', 'Old maps', 'Older maps']
    for (const name of [...names, ...owned, 'Plotter in the basement', 'Nightly builds'])
      await expect(row(page, name).first()).toBeVisible()
    await expect(row(page, 'deploy')).toContainText('127.0.0.1')
    await expect(section.getByRole('list', { name: 'Open questions' })).toContainText(
      'only through',
    )
    await app.expectAccessible()
  })

  await test.step('hands three schedules and a group over now, and blocks on a date', async () => {
    for (const name of ['Nightly soundings', 'Weekly chart export', 'Monthly report']) {
      await decide(page, name, 'Hand over')
      await expect(row(page, name).getByLabel(/^Successor/)).toContainText('@tomasz')
    }
    await decide(page, 'Scan new charts', 'Let it stop')
    await decide(page, 'deploy', 'Ask the successor')
    await expect(row(page, 'deploy')).toContainText('stops working when they are blocked')
    await decide(page, 'Cartography archive', 'Hand over')
    const group = row(page, 'Cartography archive')
    await group.getByLabel(/^Username of another successor/).fill('tomasz')
    await group.getByRole('button', { name: 'Choose' }).click()
    await expect(group.getByLabel(/^Successor/)).toContainText('@tomasz')
    await page.getByRole('button', { name: 'Block on a date' }).click()
    await page.getByRole('button', { name: 'In 7 days' }).click()
    await page.getByRole('checkbox', { name: 'Second look' }).check()
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText('Hand over: 1 user')
    await app.expectAccessible()
    await page.getByLabel(`Type ${leaver} to confirm`).fill(leaver)
    await page.getByRole('button', { name: /^Offboard / }).click()
    await expect(heading(page, /^Run: /)).toBeVisible()
    await expect
      .poll(() => ownersOf(data), { timeout: 60_000 })
      .toEqual({
        'Nightly soundings': 'tomasz 1',
        'Weekly chart export': 'tomasz 1',
        'Monthly report': 'tomasz 1',
        'Scan new charts': 'long-gone 1',
        Backup: 'tomasz 1',
        'Tomorrow’s tides': 'maya.lindqvist 1',
      })
    expect((await findUser(sandbox, leaver))!.state).toBe('active')
  })

  await test.step('blocks and revokes on the date, after an outage', async () => {
    await app.close()
    await sandbox.stop()
    page = await app.open({ env: { ...keyring.env, LATCHKEY_TIME: days(8) } })
    await openScreen(page, 'Queue')
    await sandbox.start()
    await expect
      .poll(async () => (await findUser(sandbox, leaver))?.state, { timeout: 90_000 })
      .toBe('blocked')
    const active = `/personal_access_tokens?user_id=${id}&state=active`
    await expect
      .poll(async () => await callAsAdmin<object[]>(sandbox, 'GET', active), { timeout: 60_000 })
      .toEqual([])
    expect(ownersOf(data)).toMatchObject({
      'Nightly soundings': 'tomasz 1',
      'Scan new charts': 'long-gone 0',
    })
  })

  await test.step('takes a second look a week later', async () => {
    page = await app.open({ env: { ...keyring.env, LATCHKEY_TIME: days(16) } })
    await expectSignedIn(page)
    await openScreen(page, 'Queue')
    await openView(page, /^Finished/)
    await expect(runRow(page, /^Offboard/)).toContainText('Finished', { timeout: 60_000 })
    await runRow(page, /^Offboard/)
      .getByRole('link')
      .click()
  })

  await test.step('records the state before, the decisions, and the results as evidence', async () => {
    await chooseForRun(page, 'Evidence…')
    const sheet = page.getByRole('article')
    const before = sheet.getByRole('region', { name: 'What will stop' })
    await expect(before.getByRole('row').filter({ hasText: 'Scan new charts' })).toContainText(
      'Let it stop',
    )
    await expect(before).toContainText('Open question')
    await expect(sheet.getByRole('region', { name: 'Hand over' })).toContainText('handed over')
    const look = sheet.getByRole('region', { name: 'Second look' })
    await expect(look).toContainText('All tokens have been revoked or have expired.')
    await expect(look).toContainText('is off')
    await app.expectAccessible()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export JSON' }).click()
    const { users } = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8'))
    const handedOver = users[0].steps.find(
      ({ action }: { action: string }) => action === 'hand_over',
    ).handedOver as { kind: string; label: string; outcome: string }[]
    const owners = ownersOf(data)
    for (const { kind, label, outcome } of handedOver) {
      expect(outcome).toBe('done')
      if (kind === 'schedule') expect(owners[label]).toBe('tomasz 1')
      else expect([label, levelOf(data, 'tomasz', label)]).toEqual([label, 50])
    }
    expect(handedOver).toHaveLength(4)
    const removed = users[0].steps
      .filter(({ action }: { action: string }) => action === 'revoke_personal_access_tokens')
      .flatMap(
        ({ objects }: { objects?: { removed: { id: number }[] } }) => objects?.removed ?? [],
      ) as { id: number }[]
    const revoked = data.all<{ id: number }>(
      'SELECT id FROM tokens WHERE user_id = ? AND revoked = 1',
      id,
    )
    const ids = new Set(revoked.map((token) => token.id))
    for (const name of ['deploy', 'mirror'])
      expect(removed).toContainEqual(expect.objectContaining({ label: name }))
    for (const token of removed) expect(ids).toContain(token.id)
  })
  data.close()
})
