import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canReplaceEtc, onManagedComputer } from '../src/serve/testing/managed-computer.ts'
import { actions, takeAction } from './support/moderation.ts'
import { openAdminUser } from './support/person.ts'
import { expect, test as base, visit } from './support/test.ts'

const organization = 'Tidewater Ltd.'

const test = base.extend<{ managed: (policy: object, mode?: string) => { starter: string[] } }>({
  /** How to start Latchkey in its own mount namespace, whose `/etc` has only this policy. */
  managed: async ({ folder }, use, { skip, project }) => {
    skip(!canReplaceEtc, 'This computer doesn’t let a test replace /etc.')
    skip(project.metadata['host'] === 'electron', 'Electron’s sandbox needs the real /etc.')
    const root = join(folder, 'root')
    mkdirSync(root)
    await use((policy, mode) => ({
      starter: onManagedComputer(root, JSON.stringify({ organization, ...policy }), mode),
    }))
  },
})

test('shows who manages this computer, and locks what is set', async ({
  app,
  sandbox,
  managed,
}) => {
  const policy = {
    lockAfterMinutes: 15,
    clipboardClearSeconds: 20,
    tokenMaxDays: 30,
    disabledFeatures: ['this-computer', 'demo'],
    update: 'off',
  }
  const page = await app.openSignedIn(sandbox, undefined, managed(policy))
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.getByRole('link', { name: 'This computer' })).toHaveCount(0)
  await expect(screens.getByRole('link', { name: 'Repositories' })).toHaveCount(0)

  await test.step('in the settings', async () => {
    await screens.getByRole('link', { name: 'Settings' }).click()
    const section = page.getByRole('region', { name: 'Managed by your organization' })
    await expect(section).toContainText(`Managed by ${organization}`)
    await expect(section).toContainText('/etc/latchkey/policy.json')
    await expect(section).toContainText('This version doesn’t know this key.')
    await expect(page.getByLabel('Auto-lock after')).toHaveText(/15 minutes$/)
    await expect(page.getByText(`At most 15 minutes. Set by ${organization}`)).toBeVisible()
    await expect(page.getByLabel('Clear copied secrets after')).toHaveValue('20')
    await app.expectAccessible()
  })

  await test.step('in token forms', async () => {
    await screens.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('button', { name: 'New Kubernetes token' }).click()
    await expect(page.getByText(`At most 30 days. Set by ${organization}`)).toBeVisible()
    await expect(page.getByText('1 year', { exact: true })).toHaveCount(0)
    await app.expectAccessible()
  })
})

test('allows only the company’s instance @full', async ({ app, sandbox, managed }) => {
  const instances = [{ url: 'https://gitlab.example.com', name: 'Tidewater' }]
  const policy = { instances, onlyTheseInstances: true, disabledFeatures: ['demo'] }

  await test.step('at sign-in', async () => {
    const page = await app.open(managed(policy))
    await expect(page.getByText(`Managed by ${organization}`)).toBeVisible()
    const address = page.getByLabel('GitLab URL')
    await expect(address).toHaveValue('https://gitlab.example.com')
    await expect(address).toHaveAttribute('readonly')
    await expect(page.getByText(`Set by ${organization}`)).toBeVisible()
    await expect(page.getByText('Explore the demo')).toHaveCount(0)
    await app.expectAccessible()
    // Core decides, not the form.
    await visit(
      page,
      `/sign-in?link=${encodeURIComponent(`latchkey://sign-in?instance=${sandbox.url}&client=1`)}`,
    )
    await page.reload()
    await address.evaluate((input: HTMLInputElement) => input.removeAttribute('readonly'))
    await address.fill(sandbox.url)
    await page.getByLabel('Access token', { exact: true }).fill(sandbox.tokens.user)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(`${organization} doesn’t allow this instance.`)).toBeVisible()
  })

  await test.step('allows only reading elsewhere', async () => {
    await app.openSignedIn(sandbox)
    const page = await app.open(managed(policy))
    await expect(page.getByRole('complementary', { name: 'Read-only token' })).toContainText(
      'allows only read access',
    )
    await expect(page.getByRole('button', { name: 'Replace token' })).toHaveCount(0)
    await app.expectAccessible()
  })
})

test('signs nobody in while the policy is unreadable @full', async ({ app, sandbox, managed }) => {
  const page = await app.open(managed({}, '666'))
  await expect(page.getByRole('alert')).toContainText('/etc/latchkey/policy.json')
  await expect(page.getByLabel('GitLab URL')).toHaveCount(0)
  await app.expectAccessible()

  await app.openSignedIn(sandbox)
  const again = await app.open(managed({}, '666'))
  await expect(again.getByRole('alert')).toContainText('everything that it could forbid is refused')
  await again.getByRole('link', { name: 'Emails' }).click()
  await expect(again.getByText('maya.lindqvist@', { exact: false }).first()).toBeVisible()
})

test('hides administrators’ features, and copies the audit log @full', async ({
  app,
  sandbox,
  managed,
  folder,
}) => {
  const copies = join(folder, 'audit-copies')
  mkdirSync(copies)
  const disabledFeatures = ['impersonation', 'sudo', 'delete-users', 'hard-delete', 'bulk']
  const policy = { disabledFeatures, auditLogFolder: copies }
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin, managed(policy))
  await openAdminUser(page, sandbox, 'maya.lindqvist')
  await actions(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Plans…' })).toBeVisible()
  for (const name of ['View as user', 'Delete…']) {
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await takeAction(page, 'Block')
  await expect.poll(() => readdirSync(copies).length).toBe(1)
  const [file] = readdirSync(copies)
  const [line] = readFileSync(join(copies, file!), 'utf8').trim().split('\n')
  expect(JSON.parse(line!)).toMatchObject({ action: 'block' })
})
