import type { Page } from '@playwright/test'
import { otherTokenPrefixes } from '../src/sandbox/database/other-tokens.ts'
import { otherTokenSecret } from '../src/sandbox/seed/other-tokens.ts'
import { tokenSecret } from '../src/sandbox/seed/random.ts'
import { sshKeySamples } from '../src/sandbox/seed/ssh-key-samples.ts'
import { dateIn } from '../src/core/testing/dates.ts'
import { drop, openScreen } from './support/actions.ts'
import { findUser } from './support/person.ts'
import { type TestSandbox, callAsAdmin } from './support/sandbox.ts'
import { takeHeapSnapshot } from './support/secrets.ts'
import { expect, test } from './support/test.ts'

const field = (page: Page) => page.getByLabel('Token, key, or fingerprint')
const result = (page: Page) => page.getByRole('status', { name: 'Result' })

async function find(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

interface CreatedToken {
  id: number
  token: string
}

function createToken(sandbox: TestSandbox, user: number, kind: string): Promise<CreatedToken> {
  return callAsAdmin(sandbox, 'POST', `/users/${user}/${kind}`, {
    name: 'Leaked',
    scopes: ['api'],
    expires_at: dateIn(30, sandbox.now()),
  })
}

test('finds and revokes a leaked token in four steps @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  const leaked = await createToken(sandbox, id, 'impersonation_tokens')

  await openScreen(page, 'Whose is this?')
  await find(page, leaked.token)
  await expect(result(page)).toContainText('@maya.lindqvist')
  await expect(result(page)).toContainText('Leaked')
  await app.expectAccessible()
  await result(page).getByRole('button', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Whatever uses it stops working.')
  await expect(dialog).toContainText('It will be revoked in 5 seconds.')
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('heading', { name: 'Revoke 1 token' })).toBeVisible()
  const path = `/users/${id}/impersonation_tokens`
  await expect
    .poll(async () => {
      const tokens = await callAsAdmin<{ id: number; revoked: boolean }[]>(sandbox, 'GET', path)
      return tokens.find((one) => one.id === leaked.id)?.revoked
    })
    .toBe(true)

  await test.step('keeps no token in memory after leaving', async () => {
    await openScreen(page, 'Whose is this?')
    await expect(field(page)).toHaveValue('')
    const feed = otherTokenSecret('1', 'feed')
    await find(page, feed)
    await expect(result(page)).toContainText('Feed token')
    await openScreen(page, 'Users')
    const heap = await takeHeapSnapshot(page)
    // Proves that the snapshot isn’t empty.
    expect(heap.includes('Whose is this?')).toBe(true)
    expect([leaked.token, feed].map((text) => heap.includes(text))).toEqual([false, false])
  })
})

const names: Record<keyof typeof otherTokenPrefixes, string> = {
  deploy: 'Deploy token',
  feed: 'Feed token',
  incoming_email: 'Incoming email token',
  cluster_agent: 'Token of an agent for Kubernetes',
  trigger: 'Pipeline trigger token',
  job: 'CI/CD job token',
  feature_flags: 'Feature flags client token',
  session: 'Session',
}

test('describes each kind of token, and what isn’t known @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  const personal = await createToken(sandbox, id, 'personal_access_tokens')
  const impersonation = await createToken(sandbox, id, 'impersonation_tokens')
  const runner = await callAsAdmin<CreatedToken>(sandbox, 'POST', '/user/runners', {
    runner_type: 'instance_type',
  })
  await openScreen(page, 'Whose is this?')

  const kinds: [secret: string, name: string][] = [
    [personal.token, 'Personal access token'],
    [impersonation.token, 'Impersonation token'],
    [runner.token, 'Runner authentication token'],
    ...Object.entries(names).map(([kind, name]): [string, string] => [
      otherTokenSecret('1', kind as keyof typeof otherTokenPrefixes),
      name,
    ]),
  ]
  for (const [secret, name] of kinds) {
    await find(page, secret)
    await expect(result(page).getByRole('heading', { name, exact: true })).toBeVisible()
  }

  await find(page, otherTokenSecret('1', 'trigger'))
  await result(page).getByRole('button', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('What starts pipelines with it will fail.')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(result(page)).toContainText('It’s revoked and no longer works.')
  await expect(field(page)).toHaveValue('')

  await drop(page, 'id_ed25519.pub', sshKeySamples.ed25519)
  await expect(result(page)).toContainText('@maya.lindqvist')
  await expect(result(page)).toContainText('Work laptop')

  await find(page, 'glpat-0000000000000000000z')
  await expect(result(page)).toContainText('Not known to this instance')
  await find(page, sandbox.tokens.admin)
  await expect(result(page)).toContainText('Latchkey itself is signed in with this token')
  await find(page, 'not a token at all')
  await expect(page.getByText('This isn’t a token, an SSH or GPG public key')).toBeVisible()
})

test('says so if the instance can’t, won’t, or lies @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const { id } = (await findUser(sandbox, 'maya.lindqvist'))!
  await openScreen(page, 'Whose is this?')
  const leaked = tokenSecret('1', 'personal maya.lindqvist CI deploy preview')
  const restart = async (instance: Parameters<TestSandbox['start']>[0]) => {
    await sandbox.stop()
    await sandbox.start(instance)
    await find(page, leaked)
  }

  await restart({ faults: ['POST /admin/token * status=403'] })
  await expect(page.getByRole('alert')).toContainText('403')
  await expect(field(page)).toHaveValue(leaked)
  await restart({ faults: [`GET /users/${id} * gone`] })
  await expect(page.getByRole('alert')).toContainText('an owner who isn’t one of its users')
  await expect(result(page)).toBeHidden()
  await restart({ version: '17', faults: ['POST /admin/token * status=404'] })
  await expect(result(page)).toContainText('Not known to this instance')
  await restart({ version: '16.4' })
  await expect(result(page)).toContainText('This version of GitLab can’t look this up')
})
