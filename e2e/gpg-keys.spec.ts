import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirmInDialog, dataAge } from './support/actions.ts'
import { type GpgHome, gpgHome } from './support/gpg-home.ts'
import {
  importResult as result,
  keyList,
  keyRow,
  openKey,
  openKeyView,
  openKeys,
  openSkippedFiles,
} from './support/keys.ts'
import { type TestSandbox, callAsUser } from './support/sandbox.ts'
import { test as base, expect, heading } from './support/test.ts'

/** `gpg` belongs to the Latchkey user and `otherGpg` to someone else. */
const test = base.extend<{ gpg: GpgHome; otherGpg: GpgHome }>({
  gpg: async ({ keyring, clock }, use) => {
    const home = gpgHome(keyring.env.HOME!, clock)
    await use(home)
    home.stop()
  },
  otherGpg: async ({ folder, clock }, use) => {
    const home = gpgHome(join(folder, 'other-home'), clock)
    await use(home)
    home.stop()
  },
})

const own = 'Maya Lindqvist <maya@tidewater.example>'
const elsewhere = 'Maya at home <maya@elsewhere.example>'

const withSpaces = (fingerprint: string) => fingerprint.replace(/(.{4})(?=.)/g, '$1 ')

interface Key {
  id: number
  key: string
}

/** The user’s keys on GitLab. */
function keysOf(sandbox: TestSandbox): Promise<Key[]> {
  return callAsUser(sandbox, 'GET', '/user/gpg_keys')
}

for (const flavor of ['interface', 'gitlab'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, () => {
    test.use({ sandboxOptions: { flavor } })

    test('imports keys from a real gpg, renews one, and deletes one @full', async ({
      app,
      sandbox,
      gpg,
      otherGpg,
    }) => {
      test.slow()
      const fingerprint = gpg.generate(own, '20d')
      gpg.generate(elsewhere)
      otherGpg.generate('Friend <friend@elsewhere.example>')
      const keyFile = join(app.data, '../friend.gpg')
      writeFileSync(keyFile, otherGpg.gpg('--export'))
      gpg.gpg('--import', keyFile)
      const before = (await keysOf(sandbox)).length

      const page = await app.openSignedIn(sandbox)
      await openKeys(page, '?kind=gpg')
      const list = keyList(page)
      await expect(keyRow(list, own)).toContainText('Only on this computer')
      await expect(keyRow(list, own)).toContainText(/in \d+ days/)
      await expect(keyRow(list, own)).not.toContainText('Email not')
      await expect(keyRow(list, elsewhere)).toContainText('Email not on account')
      await openKeyView(page, /^Other people’s keys 1$/)
      await expect(keyRow(list, 'Friend <friend@elsewhere.example>')).toBeVisible()
      await openKeyView(page, /^All/)
      const details = await openKey(page, own)
      await expect(details).toContainText(withSpaces(fingerprint))
      await expect(details.getByText('Email confirmed')).toBeVisible()
      await expect(details.getByText('Keyring').locator('xpath=..')).toContainText('gpg')
      await app.expectAccessible()
      await page.keyboard.press('Escape')

      await expect(page.getByRole('button', { name: 'Add 1 key', exact: true })).toBeVisible()
      await keyRow(list, elsewhere).getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Add 2 keys' }).click()
      await expect(result(page)).toContainText('2 added.')
      await expect(keyRow(list, own)).toContainText('On GitLab and this computer')
      await expect(keyRow(list, elsewhere)).toContainText('Email not on account')
      const imported = await keysOf(sandbox)
      expect(imported).toHaveLength(before + 2)
      expect(imported.filter(({ key }) => key.includes('PRIVATE'))).toEqual([])

      gpg.gpg('--quick-set-expire', fingerprint, '3y')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByRole('button', { name: `Renew ${own}` }).click()
      await expect(details).toContainText('Newer on this computer: expires')
      await expect(details).toContainText('adds this copy with a new ID')
      await app.expectAccessible()
      await details.getByRole('button', { name: 'Replace key' }).click()
      await expect(page.getByRole('button', { name: `Renew ${own}` })).toHaveCount(0)
      await expect(keyRow(list, own)).not.toContainText(/in \d+ days/)
      const renewed = await keysOf(sandbox)
      expect(renewed).toHaveLength(before + 2)
      const importedIds = imported.map(({ id }) => id)
      expect(renewed.filter(({ id }) => !importedIds.includes(id))).toHaveLength(1)

      await openKey(page, elsewhere)
      await page.getByRole('button', { name: `Delete ${elsewhere}` }).click()
      const dialog = page.getByRole('dialog', { name: /^Delete GPG key / })
      await expect(dialog).toContainText('new ones will be unverified')
      await confirmInDialog(page, 'Delete key')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(keyRow(list, elsewhere)).toContainText('Only on this computer')
      expect(await keysOf(sandbox)).toHaveLength(before + 1)

      const localKey = await openKey(page, elsewhere)
      await localKey.getByRole('button', { name: 'Add maya@elsewhere.example…' }).click()
      const address = page.getByLabel('Email address')
      await expect(address).toHaveValue('maya@elsewhere.example')
      await expect(address).toBeFocused()
    })
  })
}

test('accepts files and pasted keys, and rejects private keys @full', async ({
  app,
  sandbox,
  otherGpg,
  folder,
  gpg,
}) => {
  await test.step('accepts armored and binary files and pasted keys, and rejects private keys', async () => {
    const [one, two] = ['One <one@a.example>', 'Two <two@a.example>'] as const
    otherGpg.generate(one)
    otherGpg.generate(two)
    const file = (name: string, content: Buffer) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const page = await app.openSignedIn(sandbox)
    await openKeys(page, '?kind=gpg')
    await page
      .getByLabel('Key files')
      .setInputFiles([
        file('one.gpg', otherGpg.gpg('--export', `=${one}`)),
        file('mine.asc', otherGpg.gpg('--armor', '--export-secret-keys', `=${one}`)),
        file('mine.gpg', otherGpg.gpg('--export-secret-keys', `=${two}`)),
        file('notes.txt', Buffer.from('nothing of interest')),
      ])
    await expect(keyRow(keyList(page), one)).toContainText('Added to this list')
    const files = await openSkippedFiles(page)
    for (const name of ['mine.asc', 'mine.gpg']) {
      await expect(keyRow(files, name)).toContainText('Contains a GPG private key')
    }
    await expect(keyRow(files, 'notes.txt')).toBeVisible()
    await openKeyView(page, /^All/)

    const armoured = otherGpg.gpg('--armor', '--export', `=${two}`).toString()
    await page.evaluate((text) => navigator.clipboard.writeText(text), armoured)
    await heading(page, 'Keys').click()
    await page.keyboard.press('ControlOrMeta+V')
    const pasted = page.getByRole('form', { name: 'Paste key' })
    await expect(pasted.getByRole('listitem', { name: two })).toBeVisible()
    await app.expectAccessible()
    await pasted.getByRole('button', { name: 'Add to GitLab' }).click()
    await expect(pasted).toHaveCount(0)
    await expect(keyRow(keyList(page), two).getByText('On GitLab', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: `Add to GitLab: ${one}` }).click()
    await expect(keyRow(keyList(page), one).getByText('On GitLab', { exact: true })).toBeVisible()
    expect((await keysOf(sandbox)).filter(({ key }) => key.includes('PRIVATE'))).toEqual([])
  })

  await test.step('reports an outage clearly', async () => {
    gpg.generate(own)
    const { page } = app
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(keyRow(keyList(page), own)).toBeVisible()
    await sandbox.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    const serviceDownMark = dataAge(page).getByText('Can’t reach GitLab', { exact: true })
    await expect(serviceDownMark).toBeVisible()
    await expect(keyRow(keyList(page), own)).toBeVisible()
    await app.expectAccessible()
    await sandbox.start()
    await page.getByRole('button', { name: 'Retry now' }).click()
    await expect(serviceDownMark).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('when GitLab rejects the renewed key twice', () => {
  const faults = ['POST /user/gpg_keys 2 status=500', 'POST /user/gpg_keys 3 status=500']
  test.use({ sandboxOptions: { faults } })

  test('keeps the old key until it is restored to the account @full', async ({
    app,
    sandbox,
    gpg,
  }) => {
    const fingerprint = gpg.generate(own, '20d')
    const page = await app.openSignedIn(sandbox)
    await openKeys(page, '?kind=gpg')
    await page.getByRole('button', { name: `Add to GitLab: ${own}` }).click()
    await expect(keyRow(keyList(page), own)).toContainText('On GitLab')
    const before = (await keysOf(sandbox)).length
    gpg.gpg('--quick-set-expire', fingerprint, '3y')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: `Renew ${own}` }).click()
    await page.getByRole('button', { name: 'Replace key' }).click()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('is no longer on the account')
    await expect(notice).toContainText('BEGIN PGP PUBLIC KEY BLOCK')
    await app.expectAccessible()
    await notice.getByRole('button', { name: 'Add key again' }).click()
    await expect(notice).toHaveCount(0)
    await expect(keyRow(keyList(page), own)).toContainText('On GitLab')
    expect(await keysOf(sandbox)).toHaveLength(before)
  })
})
