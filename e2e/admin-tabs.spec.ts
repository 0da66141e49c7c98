import { chooseForRow, inspectRow, openRowMenu, rowNamed } from './support/lists.ts'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { confirmInDialog } from './support/actions.ts'
import { gpgHome } from './support/gpg-home.ts'
import { addKeys, openKey } from './support/keys.ts'
import { goToAdminScreen, openAdminUser, userHeader } from './support/person.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { filesContaining, takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, heading, test } from './support/test.ts'

const row = (place: Page | Locator, name: string) =>
  place.getByRole('listitem', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const paste = async (page: Page, text: string) => {
  await addKeys(page, 'Paste key…')
  await page.getByLabel('Public keys').fill(text)
}

for (const flavor of ['interface', 'gitlab'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, () => {
    test.use({ sandboxOptions: { flavor } })

    test('manages a user’s keys, emails, identities, and service accounts @full', async ({
      app,
      sandbox,
      folder,
      keyring,
      clock,
    }) => {
      test.slow()
      // Keys on the administrator’s own account aren’t offered for other users.
      sshFolder(keyring.env.HOME!).make('id_ed25519', 'ines@work')
      const otherFolder = sshFolder(join(folder, 'theirs'))
      const line = otherFolder.make('id_ed25519', 'maya@ferry')
      const gpg = gpgHome(join(folder, 'theirs'), clock)
      const own = 'Maya Lindqvist <maya@tidewater.example>'
      gpg.generate(own)
      const armoured = gpg.gpg('--armor', '--export').toString()
      gpg.stop()
      const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)

      await test.step('manages keys, emails, and identities', async () => {
        const id = await openAdminUser(page, sandbox, 'maya.lindqvist', 'ssh-keys')
        const keysOf = (kind: 'keys' | 'gpg_keys') =>
          callAsAdmin(sandbox, 'GET', `/users/${id}/${kind}`) as Promise<
            { id: number; key: string }[]
          >

        const sshKeys = page.getByRole('grid', { name: 'SSH keys' })
        await expect(sshKeys).toBeVisible()
        await app.expectAccessible()
        await paste(page, otherFolder.read('id_ed25519'))
        await expect(page.getByText('That’s a private key.')).toBeVisible()
        await page.getByLabel('Public keys').fill(line)
        const pasted = page.getByRole('form', { name: 'Paste key' })
        await expect(row(pasted, 'maya@ferry')).toBeVisible()
        await expect(rowNamed(sshKeys, 'ines@work')).toHaveCount(0)
        await app.expectAccessible()
        await pasted.getByRole('button', { name: 'Add key' }).click()
        await expect(rowNamed(sshKeys, 'maya@ferry')).toBeVisible()
        await expect(sshKeys).not.toContainText('account')
        await expect(sshKeys).not.toContainText('computer')
        expect((await keysOf('keys')).filter(({ key }) => key.includes('PRIVATE'))).toEqual([])
        await openKey(page, 'maya@ferry')
        await page.getByRole('button', { name: /^Check again whether maya@ferry/ }).click()
        await expect(page.getByText('maya@ferry is still on the account.')).toBeVisible()
        const { id: keyId } = (await keysOf('keys')).at(-1)!
        await callAsAdmin(sandbox, 'DELETE', `/users/${id}/keys/${keyId}`)
        await page.getByRole('button', { name: /^Check again whether maya@ferry/ }).click()
        await expect(page.getByText('maya@ferry is no longer on the account.')).toBeVisible()
        await expect(rowNamed(sshKeys, 'maya@ferry')).toContainText('New')
        await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
        await page.getByRole('menuitem', { name: 'Delete key' }).click()
        await expect(page.getByRole('dialog')).toContainText(
          'can no longer be used to pull, push, or sign in',
        )
        await expect(
          page.getByRole('dialog', { name: /^Delete SSH key .*Work laptop/ }),
        ).toContainText(/SHA256:\S+/)
        await confirmInDialog(page, 'Delete key')
        await expect(page.getByText(/^SSH key .*Work laptop.* deleted\.$/)).toBeVisible()
        await expect(rowNamed(sshKeys, 'Work laptop')).toHaveCount(0)

        await tab(page, 'GPG keys').click()
        const gpgKeys = page.getByRole('grid', { name: 'GPG keys' })
        await paste(page, armoured)
        await page.getByRole('button', { name: 'Add key', exact: true }).click()
        await expect(rowNamed(gpgKeys, own)).toBeVisible()
        await openKey(page, own)
        await page.getByRole('button', { name: `Check again whether ${own}` }).click()
        await expect(page.getByText('is still on the account.')).toBeVisible()
        await app.expectAccessible()
        await page.getByRole('button', { name: `Delete ${own}` }).click()
        await confirmInDialog(page, 'Delete key')
        await expect(rowNamed(gpgKeys, own)).toContainText('New')

        await tab(page, 'Access').click()
        const emails = page.getByRole('grid', { name: 'Addresses' })
        const primary = rowNamed(emails, 'maya.lindqvist@example.com')
        await expect(primary).toContainText('Primary')
        await openRowMenu(primary)
        await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeDisabled()
        await page.keyboard.press('Escape')
        await expect(rowNamed(emails, 'maya.new@private.example')).toContainText('Not confirmed')
        await page.getByRole('button', { name: 'New address' }).click()
        await page.getByLabel('Email address').fill('ines@example.com')
        await page.getByRole('button', { name: 'Add address' }).click()
        await expect(page.getByText('It belongs to another account')).toBeVisible()
        await page.getByLabel('Email address').fill('maya@third.example')
        await page.getByRole('switch', { name: 'Skip confirmation' }).click()
        await app.expectAccessible()
        await page.getByRole('button', { name: 'Add address' }).click()
        const third = rowNamed(emails, 'maya@third.example')
        await expect(third).toContainText('Confirmed')
        await chooseForRow(third, 'Delete')
        await expect(page.getByRole('dialog')).toContainText('GitLab will email')
        await confirmInDialog(page, 'Delete address')
        await expect(third).toHaveCount(0)

        await expect(row(page, 'ldapmain')).toContainText('uid=maya.lindqvist')
        await app.expectAccessible()
        await page.getByRole('button', { name: 'Delete the ldapmain identity' }).click()
        await expect(page.getByText('No identities', { exact: true })).toBeVisible()
        const deleted = page.locator('.toast', { hasText: 'ldapmain identity deleted' })
        await deleted.getByRole('button', { name: 'Undo' }).click()
        await expect(row(page, 'ldapmain')).toContainText('uid=maya.lindqvist')
        await callAsAdmin(sandbox, 'DELETE', `/users/${id}/identities/ldapmain`)
        await page.getByRole('button', { name: 'Delete the ldapmain identity' }).click()
        await expect(page.getByText('The ldapmain identity no longer exists.')).toBeVisible()
        await expect(page.getByText('No identities', { exact: true })).toBeVisible()
      })

      await test.step('lists service accounts in the selected order, with custom or generated names', async () => {
        await goToAdminScreen(page, 'service-accounts')
        await expect(heading(page, 'Service accounts')).toBeVisible()
        const rows = page.getByRole('grid', { name: 'Service accounts' }).getByRole('row')
        await expect(rows.nth(1)).toContainText('@old-importer')
        await app.expectAccessible()
        await page.getByRole('button', { name: 'ID', exact: true }).click()
        await expect(rows.nth(1)).toContainText('@deploy-bot')
        const email = rows.nth(1).getByText('deploy-bot@example.com')
        await expect(email).toHaveCount(flavor === 'gitlab' ? 1 : 0)
        await expect(rows.nth(1)).toContainText('Created by')
        const expiry = flavor === 'gitlab' ? 'the first expires on' : 'Expiry unknown'
        await expect(rows.nth(1)).toContainText(expiry)

        const add = page.getByRole('button', { name: 'New service account' })
        const create = page.getByRole('button', { name: 'Create service account' })
        await add.click()
        await page.getByLabel('Username', { exact: true }).fill('deploy-bot')
        await app.expectAccessible()
        await create.click()
        await expect(page.getByRole('alert')).toContainText('already been taken')
        await page.getByLabel('Name', { exact: true }).fill('Nightly export')
        await page.getByLabel('Username', { exact: true }).fill('nightly-export')
        await create.click()
        await expect(page.getByText('(@nightly-export) created.')).toBeVisible()
        await expect(rows.last()).toContainText('@nightly-export')
        await add.click()
        await create.click()
        await expect(rows.last()).toContainText('@service_account_')
        await page.getByRole('link', { name: 'Open it' }).click()
        await expect(userHeader(page)).toBeVisible()
        await expect(tab(page, 'Personal access tokens')).toHaveAttribute('aria-selected', 'true')
      })

      await test.step('lists service accounts of groups and projects', async () => {
        await goToAdminScreen(page, 'service-accounts')
        await page.getByRole('button', { name: 'Group', exact: true }).click()
        await expect(page.getByText('Enter a group', { exact: true })).toBeVisible()
        await app.expectAccessible()
        await page.getByLabel('Path or ID of a group').fill('tidewater-maps')
        await page.keyboard.press('Enter')
        const rows = page.getByRole('grid', { name: 'Service accounts' }).getByRole('row')
        if (flavor === 'gitlab') await expect(rows.nth(1)).toContainText('@Nightly.Builds')
        else await expect(page.getByText(/^Group .tidewater-maps. not found$/)).toBeVisible()
        await app.expectAccessible()
        await page.getByRole('button', { name: 'Project', exact: true }).click()
        await expect(page.getByText('Enter a project', { exact: true })).toBeVisible()
      })
    })
  })
}

test(
  'requires a reason for an impersonation token and shows its secret only once @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    test.slow()
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await openAdminUser(page, sandbox, 'maya.lindqvist', 'impersonation-tokens')
    const list = page.getByRole('grid', { name: 'Impersonation tokens' })
    await expect(list.locator('[data-item]')).toHaveCount(2)
    const details = await inspectRow(rowNamed(list, 'Migration'))
    await expect(details).toContainText('Created')
    await app.expectAccessible()
    await page.keyboard.press('Escape')

    const name = page.getByRole('textbox', { name: 'Name' })
    const create = page.getByRole('button', { name: 'Create token' })
    const secret = page.getByRole('region', { name: 'Token', exact: true })
    await create.click()
    await expect(name).toBeFocused()
    await expect(page.getByText('Enter a reason for the audit log.')).toBeVisible()

    /** Submits the form and returns the secret without reading it from the page. */
    async function make(text: string, scope: string, operation: string): Promise<string> {
      await name.fill(text)
      await page.getByRole('checkbox', { name: scope, exact: true }).check()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4712')
      const answered = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes(operation)),
      )
      await create.click()
      const { value } = await (await answered).json()
      await expect(secret).toBeVisible()
      return value.token as string
    }

    const first = await make('For case 4712', 'api', 'createImpersonation')
    await expect(secret).not.toContainText(first)
    await app.expectAccessible()
    await tab(page, 'Access').click()
    await expect(page.getByRole('dialog')).toContainText('hasn’t been copied')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await secret.getByRole('button', { name: 'Copy Token' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(secret).toHaveCount(0)
    await expect(rowNamed(list, 'For case 4712')).toBeVisible()
    await chooseForRow(rowNamed(list, 'For case 4712'), 'Revoke')
    await confirmInDialog(page, 'Revoke token')
    await expect(page.getByText(/^Token .*For case 4712.* revoked\.$/)).toBeVisible()
    await expect(rowNamed(list, 'For case 4712')).toHaveCount(0)
    await page.getByLabel('Inactive').check()
    await expect(rowNamed(list, 'For case 4712')).toContainText('Revoked')
    const answer = await fetch(`${sandbox.url}/api/v4/user`, {
      headers: { 'PRIVATE-TOKEN': first },
    })
    expect(answer.status).toBe(401)

    await tab(page, 'Personal access tokens').click()
    const personal = page.getByRole('grid', { name: 'Personal access tokens' })
    await expect(rowNamed(personal, 'For case 4712')).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: 'sudo' })).toHaveCount(0)
    await create.click()
    await expect(page.getByText('Choose at least one scope.')).toBeVisible()
    await app.expectAccessible()
    const second = await make('kubectl', 'k8s_proxy', 'createPersonal')
    await expect(page.getByText('It expires at the start of')).toBeVisible()
    await secret.getByRole('button', { name: 'Copy Token' }).click()
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(create).toBeVisible()
    const kubectl = rowNamed(personal, 'kubectl')
    const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' })
    await expect(await inspectRow(kubectl)).toContainText('Created')
    await page.locator('.inspector').getByRole('button', { name: 'Renew' }).click()
    await page.locator('.inspector').getByRole('button', { name: 'Close' }).click()
    const third = await make('kubectl', 'k8s_proxy', 'createPersonal')
    await secret.getByRole('button', { name: 'Copy Token' }).click()
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(kubectl).toHaveCount(2)
    await expect(page.getByRole('dialog')).toContainText('Maya Lindqvist')
    await revoke.click()
    await expect(kubectl).toHaveCount(1)
    await chooseForRow(kubectl, 'Revoke')
    await revoke.click()
    await expect(kubectl).toHaveCount(0)
    await page.getByLabel('Inactive').check()
    await expect(kubectl.first()).toContainText('Revoked')
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await tab(page, 'Access').click()
    await expect(row(page, 'ldapmain')).toBeVisible()
    for (const token of [first, second, third]) {
      expect(await takeHeapSnapshot(page)).not.toContain(token)
      expect(await readPageStorage(page)).not.toContain(token)
      expect(filesContaining(app.data, [token])).toEqual([])
      expect(app.output()).not.toContain(token)
    }
    await openAdminUser(page, sandbox, 'tomasz', 'personal-access-tokens')
    await expect(page.getByRole('checkbox', { name: 'sudo' })).toBeVisible()
  },
)

test.describe('without service accounts', () => {
  test.use({ sandboxOptions: { faults: ['* /service_accounts * status=404'] } })

  test('explains that they aren’t available and hides the create button @full', async ({
    app,
    sandbox,
  }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
    await goToAdminScreen(page, 'service-accounts')
    await expect(page.getByText('Service accounts aren’t available')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New service account' })).toHaveCount(0)
    await app.expectAccessible()
  })
})
