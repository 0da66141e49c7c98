import type { Page } from '@playwright/test'
import { openKey } from './support/keys.ts'
import { inspectRow, rowNamed } from './support/lists.ts'
import { goToAdminScreen, openAdminUser, findUser } from './support/person.ts'
import type { SandboxOptions } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

/** The instance features these tests rely on. */
interface Instance extends Pick<SandboxOptions, 'edition' | 'version'> {
  describesTokens: boolean
  /** Form fields that not every instance has. */
  fields: string[]
  isNew: boolean
}

const tiered = ['Monthly compute minutes', 'Extra compute minutes']
const instances: Instance[] = [
  { edition: 'ce', version: '16.4', describesTokens: false, fields: ['Skype'], isNew: false },
  {
    edition: 'ee',
    version: '17',
    describesTokens: true,
    fields: ['Skype', ...tiered],
    isNew: false,
  },
  { edition: 'ee', version: '18', describesTokens: true, fields: tiered, isNew: false },
  { edition: 'ce', version: '19', describesTokens: true, fields: ['GitHub'], isNew: true },
]
const dropped = (what: string) => `Not set: this instance ignored ${what}.`
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
}

/** Creates a personal access token and returns the message about it. */
async function createToken(page: Page, name: string): Promise<string> {
  await field(page, 'Name').fill(name)
  await field(page, 'Description (optional)').fill('Nightly export')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = page.getByRole('region', { name: 'Token', exact: true })
  const message = await secret.getByRole('status').first().innerText()
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close without copying' }).click()
  return message
}

for (const { edition, version, describesTokens, fields, isNew } of instances) {
  test.describe(`GitLab ${edition?.toUpperCase()} ${version}`, () => {
    test.use({ sandboxOptions: { edition, version } })

    test('offers features that this version supports, and lists fields that it ignored @full', async ({
      app,
      sandbox,
    }) => {
      const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
      await test.step('shows a profile, sets a status, lists users, and creates tokens', async () => {
        await openScreen(page, 'Profile')
        await expect(page.getByText('Platform administrator').first()).toBeVisible()

        await openScreen(page, 'Status')
        await page.getByRole('textbox', { name: 'Message' }).fill('On every version')
        await page.getByRole('button', { name: 'Save status' }).click()
        await expect(page.getByRole('region', { name: 'Current status' })).toContainText(
          'On every version',
        )
        // The status is shown before it reaches GitLab.
        await expect(page.getByRole('button', { name: 'Save status' })).toBeDisabled()

        await openScreen(page, 'Users')
        const grid = page.getByRole('grid', { name: 'Users' })
        await expect(grid).toHaveAttribute('aria-rowcount', '61')

        await openScreen(page, 'Tokens')
        await page.getByRole('button', { name: 'New Kubernetes token' }).click()
        await expect(page.getByRole('checkbox', { name: 'k8s_proxy' })).toBeChecked()
        const rotation = page.getByRole('checkbox', { name: 'self_rotate' })
        await expect(rotation).toHaveCount(isNew ? 1 : 0)
        if (isNew) await rotation.check()
        const message = await createToken(page, 'Export')
        expect(message.includes(dropped('Description'))).toBe(!describesTokens)
        const token = rowNamed(page.getByRole('grid'), 'Export')
        await expect(token.getByText('Nightly export')).toHaveCount(describesTokens ? 1 : 0)
        await expect(token.getByText('self_rotate')).toHaveCount(isNew ? 1 : 0)
      })

      await test.step('offers the user fields that this version supports', async () => {
        const id = await openAdminUser(page, sandbox, 'maya.lindqvist', 'ssh-keys')
        const key = await openKey(page, 'Work laptop')
        await expect(key.getByText('GitLab doesn’t say')).toHaveCount(isNew ? 0 : 1)
        await page.keyboard.press('Escape')
        await page.getByRole('tab', { name: 'Impersonation tokens' }).click()
        const tokens = page.getByRole('grid', { name: 'Impersonation tokens' })
        const token = await inspectRow(rowNamed(tokens, 'Migration'))
        await expect(token.getByText('Last used')).toBeVisible()
        await expect(token.getByText('Moves her sketches')).toHaveCount(describesTokens ? 1 : 0)
        await expect(token.getByText(/Used from 192\.0\.2\.17/)).toHaveCount(isNew ? 1 : 0)

        await goToAdminScreen(page, `people/${id}/edit`)
        await expect(field(page, 'LinkedIn')).toBeVisible()
        for (const name of ['Skype', 'GitHub', ...tiered]) {
          await expect(field(page, name)).toHaveCount(fields.includes(name) ? 1 : 0)
        }

        await goToAdminScreen(page, 'people/new')
        // The edit form has fields with the same names.
        await expect(heading(page, 'New user')).toBeVisible()
        await field(page, 'Name').fill('Nora Quist')
        await field(page, 'Username').fill('nora.q')
        await field(page, 'Email').fill('nora@intranet')
        await field(page, 'GitHub').fill('nora')
        await page.getByRole('button', { name: 'Create user' }).click()
        await expect(page.getByText(/^User .* created\./)).toBeVisible()
        await expect(page.getByText(dropped('GitHub'))).toHaveCount(isNew ? 0 : 1)
        expect(await findUser(sandbox, 'nora.q')).toMatchObject({ email: 'nora@intranet' })
      })
    })
  })
}
