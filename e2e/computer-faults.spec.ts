import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faults, filesOf } from '../src/core/computer/testing/faults.ts'
import type { Check } from '../src/shared/operations/setup.ts'
import { findings as states } from '../src/shared/rules/setup-checks.ts'
import { addToAgent } from '../src/core/computer/changes/make-key.ts'
import { openScreen } from './support/actions.ts'
import { test } from './support/computer.ts'
import { expect } from './support/test.ts'

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

const names: Record<Check, string> = {
  git: 'Git',
  'ssh-key': 'SSH key',
  'key-on-account': 'Key on your account',
  agent: 'SSH agent',
  'host-key': 'Host key',
  connection: 'SSH connection',
  identity: 'Name and email',
  signing: 'Signed commits',
  'signing-key': 'Signing key on your account',
  clock: 'Clock',
}
const passphrase = 'correct horse battery staple'

test('reports each fault, fixes the fixable ones, and undoes the fixes @full', async ({
  app,
  sandbox,
  keyring,
  computer,
}) => {
  test.setTimeout(300_000)
  const page = await app.openSignedIn(sandbox)
  const row = (check: string) =>
    page.getByRole('listitem', { name: names[check as Check], exact: true })
  const good = join(computer.folder, 'good')

  const isChecked = () => expect(page.getByText('Checking…')).toHaveCount(0)

  /** Fixes everything, entering the passphrase if prompted. */
  async function fixAll() {
    await isChecked()
    await page.getByRole('button', { name: 'Fix all…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up this computer' })
    // Fixes that replace an existing value are unchecked by default.
    for (const change of await dialog.getByRole('checkbox').all()) await change.check()
    const replacing = dialog.getByRole('radio', { name: /^Replace my values/ })
    for (const choice of await replacing.all()) await choice.check()
    const fields = dialog.locator('input[type=password]')
    for (const field of await fields.all()) await field.fill(passphrase)
    await dialog.getByRole('button', { name: /^Apply \d changes?$/ }).click()
    await expect(dialog).toBeHidden()
  }

  await openScreen(page, 'This computer')
  await fixAll()
  await expect(page.getByText('This computer is ready for signed commits.')).toBeVisible()
  cpSync(computer.home, good, { recursive: true })

  for (const { name, cause, findings, fixedBy, says } of faults) {
    await test.step(name, async () => {
      rmSync(computer.home, { recursive: true })
      cpSync(good, computer.home, { recursive: true, preserveTimestamps: true })
      computer.restorePrograms()
      await computer.removeKeysOfAccount()
      await computer.addKeyToAccount('auth_and_signing')
      const path = join(computer.home, '.ssh/id_ed25519')
      await addToAgent({ environment: keyring.env, path, passphrase })
      await cause(computer)
      const files = filesOf(computer)
      await isChecked()
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByText(says).first()).toBeVisible()
      for (const [check, finding] of Object.entries(findings)) {
        await expect(row(check)).toHaveAttribute('data-state', states[finding])
      }
      if (fixedBy.length === 0) return
      await fixAll()
      for (const check of Object.keys(findings)) {
        await expect(row(check)).toHaveAttribute('data-state', 'ok')
      }
      await isChecked()
      await page
        .getByRole('button', { name: /^Undo the changes of/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Undo these changes' })
      if (fixedBy.every((fix) => fix === 'add-to-account')) {
        // The key is still Git’s signing key.
        await expect(dialog).toContainText('~/.gitconfig uses it.')
        await expect(dialog.getByRole('button', { name: 'Undo' })).toBeDisabled()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
      } else await dialog.getByRole('button', { name: 'Undo' }).click()
      await expect(dialog).toBeHidden()
      expect(filesOf(computer)).toMatchObject(files)
    })
  }
})

test('shows no row as being checked once the checks have failed @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.user)
  await page.route('**/invoke', async (route) => {
    const { account } = route.request().postDataJSON() as { account?: string }
    const failure = { kind: 'offline', message: 'Couldn’t connect.' }
    await (account === undefined
      ? route.continue()
      : route.fulfill({ json: { ok: false, failure } }))
  })
  await openScreen(page, 'This computer')
  await expect(page.getByRole('main').getByText('Couldn’t connect.').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Checking…')).toHaveCount(0)
  await app.expectAccessible()
})
