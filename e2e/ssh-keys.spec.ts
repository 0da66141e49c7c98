import { join } from 'node:path'
import { confirmInDialog } from './support/actions.ts'
import {
  addKeys,
  drawer,
  importResult as result,
  keyList,
  keyRow,
  newSshKey,
  openKey,
  openKeyView,
  openKeys,
  openSkippedFiles,
  sshKeysOf as keysOf,
  titlesOf,
} from './support/keys.ts'
import { chooseForRow } from './support/lists.ts'
import { filesContaining } from './support/secrets.ts'
import { keysInUse, sshFolder, strongTitles, createTwelveKeys } from './support/ssh-folder.ts'
import { expect, heading, test, visit } from './support/test.ts'
import { callAsUser } from './support/sandbox.ts'

for (const flavor of ['interface', 'gitlab'] as const) {
  test.describe(`with GitLab flavor ${flavor}`, () => {
    test.use({ sandboxOptions: { flavor } })

    test('imports a mixed folder of keys, and reports a key that another account has @full', async ({
      app,
      sandbox,
      keyring,
      folder,
    }) => {
      test.slow()
      const ssh = createTwelveKeys(keyring.env.HOME!)
      const page = await app.openSignedIn(sandbox)

      await test.step('lists the keys of the account and of this computer together', async () => {
        await openKeys(page)
        const list = keyList(page)
        await expect(keyRow(list, 'Build machine')).toContainText(/in \d+ days/)
        await expect(keyRow(list, 'Build machine')).toContainText('On GitLab')
        await expect(keyRow(list, 'Work laptop')).toContainText('On GitLab and this computer')
        for (const name of ['id_ed25519.pub', 'id_rsa.pub', 'id_ecdsa_521.pub', 'weak.pub']) {
          await expect(list).toContainText(ssh.fingerprint(name).slice(-8))
        }
        await expect(keyRow(list, 'ada@rsa')).toContainText('RSA, 3072 bits')
        await expect(keyRow(list, 'ada@rsa')).toContainText('Only on this computer')
        await app.expectAccessible()
        const files = await openSkippedFiles(page)
        await expect(keyRow(files, '~/.ssh/disguised.pub')).toContainText(
          'Contains an OpenSSH private key',
        )
        await expect(keyRow(files, '~/.ssh/certificate.pub')).toContainText('OpenSSH certificate')
        await app.expectAccessible()
        await openKeyView(page, /^All/)

        const weak = await openKey(page, 'old server')
        await expect(weak).toContainText('1024 bits can be broken')
        await expect(weak).toContainText(ssh.fingerprint('weak.pub'))
        await page.keyboard.press('Escape')
        await expect(weak).toHaveCount(0)
        const details = await openKey(page, 'Work laptop')
        await expect(details).toContainText('~/.ssh/known.pub')
        await app.expectAccessible()
        await details.getByRole('button', { name: 'Close' }).click()
        await expect(list).toBeFocused()
      })

      await test.step('imports all, explains what was skipped, and undoes it', async () => {
        const importAll = page.getByRole('button', { name: 'Add 7 keys' })
        await importAll.click()
        await expect(result(page)).toContainText('7 added, 3 skipped, and 1 already on your')
        await app.expectAccessible()
        await expect(importAll).toHaveCount(0)
        const all = ['Build machine', 'Work laptop', ...strongTitles].toSorted()
        expect(await titlesOf(sandbox)).toEqual(all)

        await result(page).getByRole('button', { name: 'Undo' }).click()
        await expect(page.getByText('7 keys removed.')).toBeVisible()
        expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])

        await importAll.click()
        for (const title of strongTitles) {
          await expect(keyRow(keyList(page), title)).toContainText('On GitLab and this computer')
        }
        expect(await titlesOf(sandbox)).toEqual(all)

        await result(page).getByRole('button', { name: 'Details' }).click()
        await expect(keyRow(keyList(page), 'Build machine')).toBeVisible()
        for (const [name, reason] of [
          ['old server', 'RSA keys of 1024 bits can be broken'],
          ['from 2009', 'DSA is no longer secure'],
        ] as const) {
          await expect(
            keyRow(keyList(page), name).getByText('Weak', { exact: true }),
          ).toHaveAttribute('title', new RegExp(reason))
        }
        await openKeyView(page, /^All/)
        const old = page.getByRole('button', { name: 'Add anyway: old server' })
        await old.hover()
        const boxes = () =>
          Promise.all(
            ['old server', 'from 2009'].map((name) => keyRow(keyList(page), name).boundingBox()),
          )
        const before = await boxes()
        await old.click()
        await expect(result(page)).toContainText('must be at least 2048 bits')
        expect(await boxes()).toEqual(before)
        await expect(old).toHaveCount(0)
        await expect(keyRow(keyList(page), 'old server')).toContainText('Refused')
        // Offered because some instances accept DSA keys.
        await expect(page.getByRole('button', { name: /^Add anyway/ })).toHaveAccessibleName(
          'Add anyway: from 2009',
        )
        await app.expectAccessible()
        const [, secret] = ssh.read('id_rsa').split('\n')
        expect(filesContaining(join(folder, 'sandbox'), [secret!])).toEqual([])
      })

      await test.step('reports a key that another account has', async () => {
        ssh.write('ines.pub', `${keysInUse.ofInes} from Ines\n`)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await page.getByRole('button', { name: 'Add to GitLab: from Ines' }).click()
        await expect(result(page)).toContainText('isn’t signed in here, has this key')
        await expect(keyRow(keyList(page), 'from Ines')).toContainText('Not added')
        const details = await openKey(page, 'from Ines')
        await expect(details.getByRole('alert')).toContainText('isn’t signed in here')
        await app.expectAccessible()
        await page.keyboard.press('Escape')

        await visit(page, '/sign-in')
        await app.signIn(sandbox, sandbox.tokens.admin)
        await page.keyboard.press('ControlOrMeta+1')
        await openKeys(page)
        await page.getByRole('button', { name: 'Add to GitLab: from Ines' }).click()
        await expect(result(page)).toContainText(
          'Another account that is signed in here has this key',
        )
        await expect((await openKey(page, 'from Ines')).getByRole('alert')).toContainText(
          'Account: ',
        )
      })
    })
  })
}

test('imports a key with options, edits one, and deletes one @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  test.slow()
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)

  await test.step('edits a key, and keeps typed values while its details are closed', async () => {
    const before = (await keysOf(sandbox)).find(({ title }) => title === 'Build machine')!
    const details = await openKey(page, 'Build machine')
    await details.getByRole('button', { name: 'Edit Build machine' }).click()
    const form = page.getByRole('form', { name: 'Edit Build machine' })
    await expect(form).toContainText('deletes it and adds it again')
    await form.getByLabel('Title', { exact: true }).fill('Build farm')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await openKey(page, 'Build machine')
    await details.getByRole('button', { name: 'Edit Build machine' }).click()
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Build farm')
    await form.getByRole('radio', { name: 'No expiry' }).check()
    await app.expectAccessible()
    await form.getByRole('button', { name: 'Replace key' }).click()
    await expect(keyRow(keyList(page), 'Build farm')).toHaveClass(/current/)
    await expect(keyList(page)).toBeFocused()
    const after = (await keysOf(sandbox)).find(({ title }) => title === 'Build farm')!
    expect(after).toMatchObject({ expires_at: null, usage_type: before.usage_type })
    expect(after.id).not.toBe(before.id)
  })

  await test.step('deletes a key after a dialog that shows its name', async () => {
    await chooseForRow(keyRow(keyList(page), 'Build farm'), 'Delete key…')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('can no longer be used to pull, push')
    await expect(dialog).toContainText('Build farm')
    await app.expectAccessible()
    await confirmInDialog(page, 'Delete key')
    await expect(keyRow(keyList(page), 'Build farm')).toHaveCount(0)
    expect(await titlesOf(sandbox)).toEqual(['Work laptop'])
  })

  await test.step('imports a key with a title, usage type, and expiry date', async () => {
    await chooseForRow(keyRow(keyList(page), 'ada@home'), 'Add with options…')
    const details = drawer(page, 'ada@home')
    await expect(details.getByRole('radio', { name: 'No expiry' })).toBeFocused()
    const title = details.getByLabel('Title', { exact: true })
    await title.fill(' ')
    await details.getByRole('button', { name: /^Add to GitLab/ }).click()
    await expect(details.getByText('Can’t be empty')).toBeVisible()
    await title.fill('Attic')
    await details.getByRole('radio', { name: /^Signing/ }).check()
    await details.getByRole('radio', { name: '90 days' }).check()
    await app.expectAccessible()

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('dialog').last()).toContainText('will be lost')
    await page.getByRole('button', { name: 'Stay' }).click()
    await details.getByRole('button', { name: 'Add to GitLab: Attic' }).click()
    const row = keyRow(keyList(page), 'Attic')
    await expect(row).toContainText('On GitLab and this computer')
    await expect(row).toHaveClass(/current/)
    await expect(keyList(page)).toBeFocused()
    const key = (await keysOf(sandbox)).find((one) => one.title === 'Attic')!
    expect(key.usage_type).toBe('signing')
    const days = (Date.parse(key.expires_at!) - sandbox.now()) / 86_400_000
    expect(Math.abs(days - 90)).toBeLessThan(1.5)

    const toast = page.locator('.toast').filter({ hasText: 'Attic added' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(keyRow(keyList(page), 'Attic')).toContainText('Only on this computer')
    expect(await titlesOf(sandbox)).toEqual(['Work laptop'])
  })
})

test('accepts chosen, dropped, and pasted keys, and rejects private keys', async ({
  app,
  sandbox,
  folder,
}) => {
  const otherFolder = sshFolder(folder)
  const line = otherFolder.make('chosen', 'chosen key')
  const dropped = otherFolder.make('dropped', 'dropped key')
  const pasted = otherFolder.make('pasted', 'pasted key')
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  const files = ['chosen', 'chosen.pub'].map(otherFolder.path)
  await page.getByLabel('Key files').setInputFiles(files)
  await expect(keyRow(keyList(page), 'chosen key')).toBeVisible()
  await expect(keyRow(await openSkippedFiles(page), 'chosen')).toContainText(
    'Contains an OpenSSH private key',
  )
  await openKeyView(page, /^All/)

  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.pub'))
    return data
  }, dropped)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  await expect(page.getByText('Drop keys here')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(keyRow(keyList(page), 'dropped key')).toBeVisible()
  await expect(page.getByText('Drop keys here')).toHaveCount(0)

  await chooseForRow(keyRow(keyList(page), 'chosen key'), 'Remove from this list')
  await expect(keyRow(keyList(page), 'chosen key')).toHaveCount(0)
  await (
    await openKey(page, 'dropped key')
  )
    .getByRole('button', { name: 'Remove from this list' })
    .click()
  await expect(keyRow(keyList(page), 'dropped key')).toHaveCount(0)

  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
  await heading(page, 'Keys').click()
  await page.keyboard.press('ControlOrMeta+V')
  const field = page.getByRole('textbox', { name: 'Public keys' })
  await expect(field).toHaveValue(pasted)
  const key = page.getByRole('listitem', { name: 'pasted key' })
  await expect(key).toContainText(otherFolder.fingerprint('pasted.pub'))
  await expect(key).toContainText('Ed25519, 256 bits')
  await app.expectAccessible()
  await field.fill(line.slice(0, 40))
  const incomplete = 'This key is incomplete. Copy the whole line again.'
  await expect(page.getByText(incomplete, { exact: true })).toBeVisible()
  await expect(key).toHaveCount(0)
  await expect(field).toHaveValue(line.slice(0, 40))
  await field.fill(otherFolder.read('pasted'))
  await expect(page.getByText('It was removed and not sent.')).toBeVisible()
  await expect(field).toHaveValue('')
  await app.expectAccessible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(keyList(page)).not.toContainText('pasted key')
  expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  const [, secret] = otherFolder.read('chosen').split('\n')
  expect(filesContaining(join(folder, 'sandbox'), [secret!])).toEqual([])
  expect(filesContaining(app.data, [secret!])).toEqual([])
})

test('adds a pasted key in one click, shows its options, and undoes it @full', async ({
  app,
  sandbox,
  folder,
  keyring,
}) => {
  const homeFolder = sshFolder(keyring.env.HOME!)
  homeFolder.make('id_ed25519', 'ada@home')
  homeFolder.make('id_rsa', 'ada@rsa', '-t', 'rsa')
  const otherFolder = sshFolder(folder)
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await expect(page.getByRole('button', { name: 'Add 2 keys' })).toBeVisible()
  await addKeys(page, 'Paste key…')
  const field = page.getByRole('textbox', { name: 'Public keys' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: /^Add \d/ })).toHaveCount(0)
  await field.fill(otherFolder.make('one', 'ada@attic'))
  const form = page.getByRole('form', { name: 'Paste key' })
  await form.getByLabel('Title', { exact: true }).fill('Attic')
  await form.getByRole('radio', { name: /^Signing/ }).check()
  await form.getByRole('radio', { name: '90 days' }).check()
  await form.getByRole('button', { name: 'Add to GitLab' }).click()
  await expect(form).toHaveCount(0)
  await expect(keyRow(keyList(page), 'Attic')).toBeVisible()
  const added = (await keysOf(sandbox)).find(({ title }) => title === 'Attic')!
  expect(added.usage_type).toBe('signing')
  expect(added.expires_at).not.toBeNull()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
})

test('adds the checked keys from pasted text with several keys @full', async ({
  app,
  sandbox,
  folder,
}) => {
  const otherFolder = sshFolder(folder)
  const lines = [
    otherFolder.make('one', 'ada@attic'),
    otherFolder.make('two', 'runner@build'),
    otherFolder.make('three', 'ada@ferry'),
    keysInUse.ofMaya,
  ]
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await addKeys(page, 'Paste key…')
  await page.getByRole('textbox', { name: 'Public keys' }).fill(lines.join('\n'))
  const form = page.getByRole('form', { name: 'Paste key' })
  const row = (name: string) => form.getByRole('listitem', { name })
  await expect(form.getByRole('checkbox')).toHaveCount(3)
  await expect(row('runner@build').getByRole('checkbox')).not.toBeChecked()
  await expect(row('runner@build')).toContainText('key for a machine (“runner”)')
  await app.expectAccessible()
  await form.getByRole('button', { name: 'Add 2 keys' }).click()
  await expect(result(page)).toContainText('2 added.')
  await expect(form).toHaveCount(0)
  expect(await titlesOf(sandbox)).toEqual([
    'Build machine',
    'Work laptop',
    'ada@attic',
    'ada@ferry',
  ])
  await expect(keyList(page)).not.toContainText('runner@build')
})

test('ignores a key on this computer, and restores it @full', async ({ app, sandbox, keyring }) => {
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await chooseForRow(keyRow(keyList(page), 'ada@home'), 'Ignore this key')
  await expect(keyRow(keyList(page), 'ada@home')).toHaveCount(0)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Needs your attention' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'New keys' })).toHaveCount(0)
  await openKeys(page)
  await openKeyView(page, /^Ignored keys 1$/)
  await app.expectAccessible()
  await page.getByRole('button', { name: 'Restore: ada@home' }).click()
  await expect(keyRow(keyList(page), 'ada@home')).toContainText('Only on this computer')
  await expect(page.getByText('Ignored keys')).toHaveCount(0)
})

test('filters and sorts keys, and shows the local copies of each @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const ssh = sshFolder(keyring.env.HOME!)
  ssh.make('id_ed25519', 'ada@home')
  ssh.write('known.pub', `${keysInUse.ofMaya} my laptop\n`)
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  const list = keyList(page)
  const names = () => list.locator('.first').allTextContents()
  await page.getByRole('radio', { name: 'SSH' }).check()
  await page.getByLabel('Sort by').selectOption({ label: 'Name' })
  await expect.poll(names).toEqual(['ada@home', 'Build machine', 'Work laptop'])
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('known.pub')
  await expect.poll(names).toEqual(['Work laptop'])
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('nothing')
  await expect(page.getByText('No keys match')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('')
  const details = await openKey(page, 'ada@home')
  await expect(details).toContainText('~/.ssh/id_ed25519.pub')
  await expect(details.getByText('Passphrase', { exact: true }).locator('xpath=..')).toContainText(
    'None',
  )
  await expect(details).toContainText('SSH agent')
  await page.keyboard.press('Escape')

  await expect(list.getByText('~/.ssh/id_ed25519.pub')).toBeVisible()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await list.getByRole('button', { name: 'Last used' }).click()
  await expect(list.getByRole('columnheader', { name: 'Last used' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await app.expectAccessible()
})

test.describe('when GitLab rejects the replacement key', () => {
  test.use({ sandboxOptions: { faults: ['POST /user/keys 1 status=500'] } })

  test('restores the old key and reports it @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openKeys(page)
    await openKey(page, 'Work laptop')
    await page.getByRole('button', { name: 'Edit Work laptop' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Replace key' }).click()
    await expect(page.getByRole('alert')).toContainText('“Work laptop” was not changed')
    await expect(page.getByRole('alert')).toContainText('with a new ID')
    await app.expectAccessible()
    expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  })
})

test.describe('when no key can be added', () => {
  const faults = ['POST /user/keys 1 status=500', 'POST /user/keys 2 status=500']
  test.use({ sandboxOptions: { faults } })

  test('keeps the old key until it is restored to the account @full', async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)
    await openKeys(page)
    await openKey(page, 'Work laptop')
    await page.getByRole('button', { name: 'Edit Work laptop' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Replace key' }).click()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('“Work laptop” is no longer on the account')
    await expect(notice).toContainText(keysInUse.ofMaya)
    await app.expectAccessible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('kept only here')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await notice.getByRole('button', { name: 'Add key again' }).click()
    await expect(keyRow(keyList(page), 'Work laptop')).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  })
})

test('handles an account without keys, and an outage @full', async ({ app, sandbox, keyring }) => {
  for (const { id } of await keysOf(sandbox)) {
    await callAsUser(sandbox, 'DELETE', `/user/keys/${id}`)
  }
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await page.getByRole('radio', { name: 'SSH' }).check()
  await expect(page.getByText('No SSH keys')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Generate SSH key…' }),
  ).toHaveAttribute('href', /keys\/new$/)
  await app.expectAccessible()
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(keyRow(keyList(page), 'ada@home')).toContainText('Only on this computer')
  await sandbox.stop()
  await page.getByRole('button', { name: 'Add to GitLab: ada@home' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Can’t reach')
  await expect(keyRow(keyList(page), 'ada@home')).toBeVisible()
  await app.expectAccessible()
  await sandbox.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(keyRow(keyList(page), 'ada@home')).toContainText('On GitLab and this computer')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test.describe('when the account’s keys can’t be loaded', () => {
  test.use({ sandboxOptions: { faults: ['GET /user/keys 1+ status=500'] } })

  test('lists the keys on this computer, but doesn’t import possible duplicates @full', async ({
    app,
    sandbox,
    keyring,
  }) => {
    sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
    const page = await app.openSignedIn(sandbox)
    await openKeys(page)
    await expect(page.getByText('returned an error: Internal Server Error')).toHaveCount(1)
    await expect(keyRow(keyList(page), 'ada@home').getByText('On this computer')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Add (to|\d)/ })).toHaveCount(0)
    await expect(keyList(page)).toContainText('GPG')
    await app.expectAccessible()
  })
})

test('renders only the keys in view when there are thousands @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const ssh = sshFolder(keyring.env.HOME!)
  for (const file of [0, 1, 2, 3]) {
    const lines = Array.from({ length: 600 }, (_, line) => `${newSshKey()} key ${file}-${line}`)
    ssh.write(`many-${file}.pub`, lines.join('\n'))
  }
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  await expect(page.getByRole('button', { name: 'Add 2,400 keys' })).toBeVisible()
  expect(await keyList(page).getByRole('row').count()).toBeLessThan(100)
  const last = keyRow(keyList(page), 'key 3-599')
  await expect(last).toHaveCount(0)
  await keyList(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect(last).toBeVisible()
})

test('shows the progress of an import, and cancels it before the next key @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const count = 15
  const { write } = sshFolder(keyring.env.HOME!)
  for (let index = 0; index < count; index += 1) {
    write(`id_${index}.pub`, `${newSshKey()} key ${index}\n`)
  }
  await sandbox.stop()
  // Slow enough to cancel well before it finishes.
  await sandbox.start({ faults: ['POST /user/keys * latency=1000'] })
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  const before = await titlesOf(sandbox)
  await page.getByRole('button', { name: `Add ${count} keys` }).click()
  const progress = page.getByRole('status').filter({ hasText: new RegExp(`of ${count}$`) })
  await expect(progress).toHaveText(/^[1-9]/)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(result(page)).toContainText('not tried.')
  const added = (await titlesOf(sandbox)).length - before.length
  expect(added).toBeGreaterThan(0)
  expect(added).toBeLessThan(count)
  await expect(result(page)).toContainText(`${added} added and ${count - added} not tried.`)
  await page.getByRole('button', { name: `Add ${count - added} keys` }).click()
  await expect(result(page)).toContainText(`${count - added} added`)
  expect(await titlesOf(sandbox)).toHaveLength(before.length + count)
})
