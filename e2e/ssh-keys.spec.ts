import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { TestSandbox } from './support/sandbox.ts'
import { filesContaining } from './support/secrets.ts'
import { keysInUse, sshFolder, strongTitles, createTwelveKeys } from './support/ssh-folder.ts'
import { expect, heading, test, visit } from './support/test.ts'

const onAccount = (page: Page) => page.getByRole('region', { name: 'On your account' })
const onComputer = (page: Page) => page.getByRole('region', { name: 'On this computer' })
const notUsed = (page: Page) => page.getByRole('region', { name: 'Not used' })
const result = (page: Page) => page.getByRole('region', { name: 'Import results' })
const row = (place: Locator, title: string) =>
  place.getByRole('listitem', { name: title, exact: true })

async function openKeys(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'SSH keys' }).click()
  await expect(heading(page, 'SSH keys')).toBeVisible()
  await expect(onComputer(page)).toBeVisible()
}

interface Key {
  id: number
  title: string
  expires_at: string | null
  usage_type: string
}

/** The caller's keys as the service has them. */
async function keysOf({ url, tokens }: TestSandbox): Promise<Key[]> {
  const headers = { 'PRIVATE-TOKEN': tokens.user }
  return (await (await fetch(`${url}/api/v4/user/keys`, { headers })).json()) as Key[]
}

const titlesOf = async (sandbox: TestSandbox) =>
  (await keysOf(sandbox)).map(({ title }) => title).toSorted()

for (const flavour of ['interface', 'gitlab'] as const) {
  test.describe(`as ${flavour} answers`, () => {
    test.use({ sandboxOptions: { flavour } })

    test('imports all of a folder with twelve mixed keys, and says where a key is that is taken', async ({
      app,
      sandbox,
      keyring,
      folder,
    }) => {
      test.slow()
      const ssh = createTwelveKeys(keyring.env.HOME!)
      const page = await app.openSignedIn(sandbox)

      await test.step('imports all', async () => {
        await openKeys(page)
        await expect(onAccount(page).getByText('Expires in')).toBeVisible()
        await expect(row(onAccount(page), 'Work laptop')).toContainText('~/.ssh/known.pub')
        for (const name of ['id_ed25519.pub', 'id_rsa.pub', 'id_ecdsa_521.pub', 'weak.pub']) {
          await expect(onComputer(page)).toContainText(ssh.fingerprint(name))
        }
        await expect(row(onComputer(page), 'ada@rsa')).toContainText('RSA, 3072 bits')
        await expect(row(onComputer(page), 'ada@rsa')).toContainText('private key in ~/.ssh/id_rsa')
        await expect(row(onComputer(page), 'old server')).toContainText('1024 bits can be broken')
        await expect(row(onComputer(page), 'from 2009')).toContainText('DSA is no longer safe')
        await expect(notUsed(page)).toContainText(
          '~/.ssh/disguised.pub: Contains an OpenSSH private key',
        )
        await expect(notUsed(page).getByText('certificate')).toBeHidden()
        await notUsed(page).getByText('nothing to import').click()
        await expect(notUsed(page).getByText(/certificate\.pub: OpenSSH certificate/)).toBeVisible()
        await app.expectAccessible()

        await page.getByRole('button', { name: 'Import all (7)' }).click()
        await expect(result(page)).toContainText('7 imported and 2 skipped.')
        for (const title of strongTitles) {
          await expect(
            result(page)
              .getByRole('listitem')
              .filter({ hasText: `${title} Imported.` }),
          ).toHaveCount(1)
          await expect(row(onAccount(page), title)).toContainText('On this computer')
        }
        await app.expectAccessible()
        expect(await titlesOf(sandbox)).toEqual(
          ['Build machine', 'Work laptop', ...strongTitles].toSorted(),
        )

        await page.getByRole('button', { name: 'Import old server' }).click()
        await expect(result(page)).toContainText('must be at least 2048 bits')
        await app.expectAccessible()
        const [, secret] = ssh.read('id_rsa').split('\n')
        expect(filesContaining(join(folder, 'sandbox'), [secret!])).toEqual([])
      })

      await test.step('a key that is taken', async () => {
        ssh.write('ines.pub', `${keysInUse.ofInes} from Ines\n`)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await page.getByRole('button', { name: 'Import from Ines' }).click()
        await expect(result(page)).toContainText('Someone else has this key on their account')

        await visit(page, '/sign-in')
        await app.signIn(sandbox, sandbox.tokens.admin)
        await page.keyboard.press('ControlOrMeta+1')
        await openKeys(page)
        await page.getByRole('button', { name: 'Import from Ines' }).click()
        await expect(result(page)).toContainText(
          'Another account that is signed in here has this key',
        )
        await expect(result(page)).toContainText('Account: ')
      })
    })
  })
}

test('imports one key with options, changes one and deletes one', async ({
  app,
  sandbox,
  keyring,
}) => {
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)

  await test.step('changes a key, and deletes one when its title is typed', async () => {
    const before = (await keysOf(sandbox)).find(({ title }) => title === 'Build machine')!
    await page.getByRole('button', { name: 'Edit Build machine' }).click()
    const form = page.getByRole('form', { name: 'Edit Build machine' })
    await expect(form).toContainText('deletes it and adds it again')
    await form.getByLabel('Title', { exact: true }).fill('Build farm')
    await form.getByRole('radio', { name: 'No expiry' }).check()
    await app.expectAccessible()
    await form.getByRole('button', { name: 'Replace key' }).click()
    await expect(row(onAccount(page), 'Build farm')).toBeVisible()
    const after = (await keysOf(sandbox)).find(({ title }) => title === 'Build farm')!
    expect(after).toMatchObject({ expires_at: null, usage_type: before.usage_type })
    expect(after.id).not.toBe(before.id)

    await page.getByRole('button', { name: 'Delete Build farm' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('can no longer be used to pull, push')
    const confirm = dialog.getByRole('button', { name: 'Delete key' })
    await expect(confirm).toBeDisabled()
    await app.expectAccessible()
    await dialog.getByLabel('Type this to confirm').fill('Build')
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type this to confirm').fill('Build farm')
    await confirm.click()
    await expect(row(onAccount(page), 'Build farm')).toHaveCount(0)
    expect(await titlesOf(sandbox)).toEqual(['Work laptop'])
  })

  await test.step('imports one key under a title, for a use and until a day', async () => {
    await page.getByRole('button', { name: 'Options for ada@home' }).click()
    const title = onComputer(page).getByLabel('Title', { exact: true })
    await title.fill(' ')
    await onComputer(page)
      .getByRole('button', { name: /^Import / })
      .last()
      .click()
    await expect(onComputer(page).getByText('Cannot be empty')).toBeVisible()
    await title.fill('Attic')
    await onComputer(page)
      .getByRole('radio', { name: /^Signing/ })
      .check()
    await onComputer(page).getByRole('radio', { name: '90 days' }).check()
    await app.expectAccessible()

    await page.getByRole('link', { name: 'Status' }).click()
    await expect(page.getByRole('dialog')).toContainText('aren’t saved yet')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Import Attic' }).click()
    await expect(row(onAccount(page), 'Attic')).toContainText('Signing')
    const key = (await keysOf(sandbox)).find((one) => one.title === 'Attic')!
    expect(key.usage_type).toBe('signing')
    const days = (Date.parse(key.expires_at!) - Date.now()) / 86_400_000
    expect(Math.abs(days - 90)).toBeLessThan(1.5)
  })
})

test('takes keys that are chosen, dropped and pasted, and refuses what is private', async ({
  app,
  sandbox,
  folder,
}) => {
  const elsewhere = sshFolder(folder)
  const line = elsewhere.make('chosen', 'chosen key')
  const dropped = elsewhere.make('dropped', 'dropped key')
  const pasted = elsewhere.make('pasted', 'pasted key')
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await expect(onComputer(page).getByText('No public keys found')).toBeVisible()
  await app.expectAccessible()

  const files = ['chosen', 'chosen.pub'].map(elsewhere.path)
  await page.getByLabel('Key files').setInputFiles(files)
  await expect(row(onComputer(page), 'chosen key')).toBeVisible()
  await expect(notUsed(page)).toContainText('chosen: Contains an OpenSSH private key')

  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.pub'))
    return data
  }, dropped)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  await expect(page.getByText('Drop SSH keys here')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(row(onComputer(page), 'dropped key')).toBeVisible()
  await expect(page.getByText('Drop SSH keys here')).toHaveCount(0)

  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
  await heading(page, 'SSH keys').click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(row(onComputer(page), 'pasted key')).toBeVisible()

  await page.getByRole('button', { name: 'Paste key' }).click()
  const field = page.getByRole('textbox', { name: 'Public keys' })
  await field.fill(line.slice(0, 40))
  await page.getByRole('button', { name: 'Read keys' }).click()
  await expect(notUsed(page)).toContainText('Pasted text: Incomplete key: the end is missing')
  await expect(field).toHaveValue(line.slice(0, 40))
  await field.fill(elsewhere.read('pasted'))
  await page.getByRole('button', { name: 'Read keys' }).click()
  await expect(notUsed(page)).toContainText('Pasted text: Contains an OpenSSH private key')
  await expect(field).toHaveValue('')
  await app.expectAccessible()
  expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
})

test.describe('where a changed key is refused', () => {
  test.use({ sandboxOptions: { faults: ['POST /user/keys 1 status=500'] } })

  test('puts the old one back and says so', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openKeys(page)
    await page.getByRole('button', { name: 'Edit Work laptop' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Replace key' }).click()
    await expect(page.getByRole('alert')).toContainText('“Work laptop” was not changed')
    await expect(page.getByRole('alert')).toContainText('with a new ID')
    await app.expectAccessible()
    expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  })
})

test.describe('where no key can be added', () => {
  const faults = ['POST /user/keys 1 status=500', 'POST /user/keys 2 status=500']
  test.use({ sandboxOptions: { faults } })

  test('keeps the key until it is there again', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openKeys(page)
    await page.getByRole('button', { name: 'Edit Work laptop' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Replace key' }).click()
    const trouble = page.getByRole('alert')
    await expect(trouble).toContainText('“Work laptop” is no longer on the account')
    await expect(trouble).toContainText(keysInUse.ofMaya)
    await app.expectAccessible()
    await page.getByRole('link', { name: 'Status' }).click()
    await expect(page.getByRole('dialog')).toContainText('kept only here')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await trouble.getByRole('button', { name: 'Add key again' }).click()
    await expect(row(onAccount(page), 'Work laptop')).toBeVisible()
    await expect(trouble).toHaveCount(0)
    expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  })
})

test('is clear about an account without keys, and about a service that is down', async ({
  app,
  sandbox,
  keyring,
}) => {
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  for (const { id } of await keysOf(sandbox)) {
    const headers = { 'PRIVATE-TOKEN': sandbox.tokens.user }
    await fetch(`${sandbox.url}/api/v4/user/keys/${id}`, { method: 'DELETE', headers })
  }
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await expect(onAccount(page).getByText('No SSH keys')).toBeVisible()
  await sandbox.stop()
  await page.getByRole('button', { name: 'Import ada@home' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Can’t reach')
  await expect(row(onComputer(page), 'ada@home')).toBeVisible()
  await app.expectAccessible()
  await sandbox.start()
  await page.getByRole('button', { name: 'Import again' }).click()
  await expect(row(onAccount(page), 'ada@home')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
