import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { dateIn } from '../src/core/testing/dates.ts'
import { takeAction } from './support/moderation.ts'
import { openScreen, runRow } from './support/actions.ts'
import { expectCount, openDirectory, search, user, openView } from './support/directory.ts'
import { newSshKey } from './support/keys.ts'
import { findUser, openAdminUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { chooseForRun, showRunDetails } from './support/moderation.ts'
import { expect, expectSignedIn, heading, test } from './support/test.ts'

/** A member of 18 groups and projects, and sole owner of two of them. */
const leaver = 'long-gone'
const remainingNames = ['Cartography archive', 'Survey of old charts']

/** Adds three keys, six tokens, and two emails to the leaver. */
async function addCredentials(sandbox: TestSandbox, id: number): Promise<void> {
  for (const title of ['Laptop', 'Desktop']) {
    await callAsAdmin(sandbox, 'POST', `/users/${id}/keys`, { title, key: newSshKey() })
  }
  const token = { scopes: ['api'], expires_at: dateIn(30, sandbox.now()) }
  for (const name of ['migration', 'import']) {
    await callAsAdmin(sandbox, 'POST', `/users/${id}/impersonation_tokens`, { ...token, name })
  }
  for (const name of ['glab', 'backup', 'editor', 'pipeline']) {
    await callAsAdmin(sandbox, 'POST', `/users/${id}/personal_access_tokens`, { ...token, name })
  }
  for (const name of ['edith', 'edith.marlow']) {
    const email = { email: `${name}@private.example`, skip_confirmation: true }
    await callAsAdmin(sandbox, 'POST', `/users/${id}/emails`, email)
  }
}

/** A user’s objects by name, from the sandbox’s data. */
async function readObjects(sandbox: TestSandbox, id: number) {
  const list = (path: string) => callAsAdmin<Record<string, string>[]>(sandbox, 'GET', path)
  const user = await callAsAdmin<{ state: string; email: string; identities: unknown[] }>(
    sandbox,
    'GET',
    `/users/${id}`,
  )
  const active = `user_id=${id}&state=active`
  return {
    state: user.state,
    tokens: (await list(`/personal_access_tokens?${active}&per_page=100`)).map(({ name }) => name),
    sshKeys: (await list(`/users/${id}/keys`)).map(({ title }) => title),
    gpgKeys: (await list(`/users/${id}/gpg_keys`)).length,
    emails: (await list(`/users/${id}/emails`)).filter(({ email }) => email !== user.email).length,
    identities: user.identities.length,
    memberships: (await list(`/users/${id}/memberships?per_page=100`)).map(
      ({ source_name }) => source_name,
    ),
  }
}

/** Starts the plan for the user on screen: four clicks, plus typing the username. */
async function offboard(page: Page): Promise<void> {
  await takeAction(page, 'Offboard and other plans…')
  await page.getByRole('radio', { name: /^Offboard/ }).check()
  await page.getByRole('checkbox', { name: 'Remove memberships' }).check()
  await page.getByLabel(`Type ${leaver} to confirm`).fill(leaver)
  await page.getByRole('button', { name: /^Offboard / }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()
}

const steps = (page: Page) => page.getByRole('list', { name: 'Steps' })
const removed = (page: Page) => page.getByRole('list', { name: 'Removed by step' })

test('offboards a user offline and across restarts, and lists remaining items @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  const { id } = (await findUser(sandbox, leaver))!
  await addCredentials(sandbox, id)
  const before = await readObjects(sandbox, id)
  expect(before).toMatchObject({ tokens: { length: 6 }, sshKeys: { length: 3 }, emails: 2 })
  expect(before.memberships).toHaveLength(18)
  const others = await readObjects(sandbox, (await findUser(sandbox, 'tomasz'))!.id)
  let page = await openDirectory(app, sandbox)
  await openAdminUser(page, sandbox, leaver)

  await test.step('counts what each step would remove', async () => {
    await takeAction(page, 'Offboard and other plans…')
    await page.getByRole('radio', { name: /^Offboard/ }).check()
    await expect(steps(page)).toContainText('Revoke personal access tokens: 1 user · 4 found')
    await expect(steps(page)).toContainText('Delete SSH keys: 1 user · 3 found')
    await expect(steps(page)).not.toContainText('Remove memberships')
    await page.getByRole('checkbox', { name: 'Remove memberships' }).check()
    await expect(steps(page)).toContainText('Remove memberships: 1 user · 18 found')
    await app.expectAccessible()
    await openAdminUser(page, sandbox, leaver)
  })

  await test.step('starts offline and survives a restart', async () => {
    await sandbox.stop()
    await offboard(page)
    page = await app.open()
    await openScreen(page, 'Queue')
    await expect(runRow(page, /^Offboard/)).toBeVisible()
  })

  await test.step('resumes after a restart interrupts it', async () => {
    await sandbox.start({ faults: ['DELETE /projects/** 4+ reset-after'] })
    await expect
      .poll(async () => (await readObjects(sandbox, id)).memberships.length, { timeout: 60_000 })
      .toBeLessThan(18)
    await app.close()
    await sandbox.stop()
    await sandbox.start({ faults: [] })
    page = await app.open()
    await expectSignedIn(page)
    await openScreen(page, 'Queue')
    await openView(page, /^Finished/)
    await expect(runRow(page, /^Offboard/)).toContainText('Finished', { timeout: 60_000 })
    expect(await readObjects(sandbox, id)).toEqual({
      state: 'blocked',
      tokens: [],
      sshKeys: [],
      gpgKeys: 0,
      emails: 0,
      identities: 0,
      memberships: expect.arrayContaining(remainingNames),
    })
    expect((await readObjects(sandbox, id)).memberships).toHaveLength(remainingNames.length)
    expect(await readObjects(sandbox, (await findUser(sandbox, 'tomasz'))!.id)).toEqual(others)
  })

  await test.step('reports what each step removed', async () => {
    await runRow(page, /^Offboard/)
      .getByRole('link')
      .click()
    await showRunDetails(page)
    await expect(removed(page)).toContainText('Revoke personal access tokens: 4 removed')
    await expect(removed(page)).toContainText('Revoke impersonation tokens: 2 removed')
    await expect(removed(page)).toContainText('Remove memberships: 16 removed, 2 left')
    await app.expectAccessible()
  })

  await test.step('lists remaining items in a report, including in print and as JSON', async () => {
    await chooseForRun(page, 'Evidence…')
    await expect(heading(page, 'Evidence')).toBeVisible()
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText('@ines')
    const memberships = sheet.getByRole('region', { name: 'Remove memberships' })
    await expect(memberships).toContainText('18 before: 16 removed, 2 left.')
    const left = memberships.getByRole('row').filter({ hasText: 'Left: ' })
    await expect(left).toHaveCount(remainingNames.length)
    await expect(left.filter({ hasText: remainingNames[0]! })).toContainText(
      'probably the only owner',
    )
    await expect(left.filter({ hasText: remainingNames[1]! })).toContainText('own namespace')
    await expect(left.getByRole('link', { name: remainingNames[1]! })).toHaveAttribute(
      'href',
      new RegExp(`^${sandbox.url}/projects/\\d+$`),
    )
    await app.expectAccessible()

    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export JSON' }).click()
    const { users } = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8'))
    const exported = users[0].steps.find(
      ({ action }: { action: string }) => action === 'remove_memberships',
    )
    const names = (objects: { label: string }[]) => objects.map(({ label }) => label).toSorted()
    expect(names(exported.objects.before)).toEqual(before.memberships.toSorted())
    expect(names(exported.objects.left)).toEqual(remainingNames)

    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: null })
  })
})

test('prints the evidence with one page per user, or for a single user @full', async ({
  app,
  sandbox,
}) => {
  const page = await openDirectory(app, sandbox)
  for (const name of [leaver, 'sunny', 'wordy']) {
    await search(page).fill(name)
    await user(page, name).getByRole('checkbox').click()
  }
  await expectCount(page, /^3 selected/)
  await page.getByRole('button', { name: 'Block…', exact: true }).first().click()
  await page.getByRole('button', { name: 'Block 3 users' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
  await chooseForRun(page, 'Evidence…')
  const users = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(users).toHaveCount(3)
  await expect(page.getByText('Active → Blocked')).toHaveCount(3)
  if (app.host === 'browser') {
    const pages = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages).toHaveLength(3)
  }
  await page.getByRole('link', { name: 'Only this user: Edith Marlow' }).click()
  await expect(users).toHaveText(['Edith Marlow'])
  await app.expectAccessible()
  await page.reload()
  await expect(users).toHaveText(['Edith Marlow'])
  await page.getByRole('link', { name: 'Show all users' }).click()
  await expect(users).toHaveCount(3)
})

test.describe('when the instance can’t list tokens or remove members', () => {
  test.use({ sandboxOptions: { flavor: 'interface' } })

  test('offboards with the supported steps and reports what remains @full', async ({
    app,
    sandbox,
  }) => {
    test.slow()
    const page = await openDirectory(app, sandbox)
    const id = await openAdminUser(page, sandbox, leaver, 'personal-access-tokens')
    await expect(page.getByText('This instance doesn’t list users’ personal')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Revoke / })).toHaveCount(0)
    await app.expectAccessible()
    await offboard(page)

    await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect((await findUser(sandbox, leaver))?.state).toBe('blocked')
    expect(await callAsAdmin(sandbox, 'GET', `/users/${id}/keys`)).toEqual([])
    await showRunDetails(page)
    await expect(removed(page)).toContainText(
      'Revoke personal access tokens: This instance doesn’t allow it.',
    )
    await expect(removed(page)).toContainText('Remove memberships: 0 removed, 18 left')
    await page.keyboard.press('Escape')
    const results = page.getByRole('grid', { name: 'Results' }).getByRole('row')
    await expect(results.filter({ hasText: 'Remove memberships' })).toContainText(
      'This instance doesn’t allow it.',
    )

    await chooseForRun(page, 'Evidence…')
    const sheet = page.getByRole('article')
    await expect(
      sheet.getByRole('region', { name: 'Revoke personal access tokens' }),
    ).toContainText('This instance doesn’t allow it.')
    const left = sheet.getByRole('region', { name: 'Remove memberships' }).getByRole('row')
    await expect(left.filter({ hasText: 'Left: This instance doesn’t allow it.' })).toHaveCount(18)
  })
})
