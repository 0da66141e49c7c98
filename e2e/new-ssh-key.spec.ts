import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen } from './support/actions.ts'
import { test } from './support/computer.ts'
import { openKey, openKeys } from './support/keys.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, heading } from './support/test.ts'

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

test('generates a key with a host alias from the palette, and undoes it @full', async ({
  app,
  sandbox,
  computer: { home, run, replaceProgram },
}) => {
  const ssh = join(home, '.ssh')
  mkdirSync(ssh, { mode: 0o700 })
  const port = /^port (\d+)$/m.exec(run('ssh', ['-G', '127.0.0.1']))![1]!
  writeFileSync(join(ssh, 'known_hosts'), run('ssh-keyscan', ['-p', port, '127.0.0.1']))
  const config = `Host *\n  UserKnownHostsFile ${ssh}/known_hosts\n  # mine`
  writeFileSync(join(ssh, 'config'), config, { mode: 0o600 })
  writeFileSync(join(ssh, 'id_team'), 'somebody’s', { mode: 0o600 })
  const before = readdirSync(ssh)
  const page = await app.openSignedIn(sandbox)
  const form = page.getByRole('form', { name: 'New SSH key' })
  const dialog = page.getByRole('dialog', { name: 'Generate SSH key' })
  const file = form.getByRole('textbox', { name: 'File name' })

  await test.step('returns to the screen it was opened from', async () => {
    await openScreen(page, 'This computer')
    await page.getByRole('button', { name: 'Generate SSH key…' }).click()
    await page.getByRole('main').getByRole('link', { name: 'This computer' }).click()
    await expect(heading(page, 'This computer')).toBeVisible()
    await openScreen(page, 'Keys')
    await page.getByRole('button', { name: 'Add' }).first().click()
    await page.getByText('Generate SSH key').click()
    await page.getByRole('main').getByRole('link', { name: 'Keys' }).click()
    await expect(heading(page, 'Keys')).toBeVisible()
  })

  await test.step('works by keyboard alone', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('generate ssh key')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'New SSH key')).toBeVisible()
    await app.expectAccessible()
    await file.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('id_team')
    await form.getByRole('switch', { name: 'Add a host alias' }).focus()
    await page.keyboard.press('Space')
    await form.getByRole('textbox', { name: 'SSH host alias' }).fill('team')
    await page.keyboard.press('Enter')
  })

  await test.step('shows an error for a name in use below its field, and keeps the name', async () => {
    await expect(form.getByText('~/.ssh/id_team already exists.')).toBeVisible()
    await expect(file).toBeFocused()
    await expect(file).toHaveValue('id_team')
    await app.expectAccessible()
    await file.fill('id_team2')
    await expect(form.getByText('~/.ssh/id_team already exists.')).toHaveCount(0)
    await page.keyboard.press('Enter')
  })

  await test.step('previews every change', async () => {
    await expect(dialog).toContainText('Host team')
    await expect(dialog).toContainText('IdentitiesOnly yes')
    await expect(dialog).toContainText('~/.ssh/config')
    await app.expectAccessible()
    expect(readdirSync(ssh)).toEqual(before)
    await dialog.getByLabel('Passphrase for the new key').fill('one')
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(dialog.getByText('The passphrases don’t match.')).toBeVisible()
    await dialog.getByLabel('Repeat the passphrase').fill('one')
    await page.keyboard.press('Enter')
  })

  const result = page.getByRole('region', { name: 'Key created' })
  await test.step('authenticates to GitLab as the key’s owner', async () => {
    await expect(result).toContainText('GitLab recognizes you as @maya.lindqvist.')
    await expect(result).toContainText('~/.ssh/id_team2')
    await app.expectAccessible()
    await result.getByRole('button', { name: 'Copy public key', exact: true }).click()
    expect(await app.clipboard()).toBe(readFileSync(join(ssh, 'id_team2.pub'), 'utf8').trim())
    expect(run('ssh', ['-T', 'git@team'])).toContain('Welcome to GitLab')
  })

  await test.step('undoes all of it', async () => {
    await result.getByRole('button', { name: 'Undo…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Changes undone.').first()).toBeVisible()
    await expect(form).toBeVisible()
    expect(readFileSync(join(ssh, 'config'), 'utf8')).toBe(config)
    expect(readdirSync(ssh).filter((name) => name !== 'latchkey')).toEqual(before)
    expect(existsSync(join(home, '.ssh-undone/id_team2'))).toBe(true)
  })

  await test.step('reports a missing security key and leaves no files', async () => {
    await form.getByText('Security key', { exact: true }).click()
    await expect(file).toHaveValue('id_ed25519_sk')
    await form.getByRole('button', { name: 'Review changes…' }).click()
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(dialog).toContainText('Failed: ssh-keygen failed:')
    expect(readdirSync(ssh).filter((name) => name !== 'latchkey')).toEqual(before)
  })

  await test.step('creates a signing-only key without testing it', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await form.getByText('Ed25519', { exact: true }).click()
    await form.getByText('Signing', { exact: true }).click()
    await form.getByRole('button', { name: 'Review changes…' }).click()
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(result).toContainText('Not tested: the key is for signing only.')
    await expect(result.getByRole('button', { name: 'Copy public key', exact: true })).toBeFocused()
  })

  await test.step('creates a key without GitLab and reports that it wasn’t added', async () => {
    replaceProgram('ssh', () => 'exit 1')
    await sandbox.stop()
    await result.getByRole('button', { name: 'New key' }).click()
    await form.getByRole('button', { name: 'Review changes…' }).click()
    await expect(dialog).toContainText('the key won’t be added to your account')
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(result).toContainText('Not tested: the key isn’t on your account yet.')
  })
})

test('sets the passphrase of a key in its details, and adds it to the agent @full', async ({
  app,
  sandbox,
  computer: { home, run },
}) => {
  sshFolder(home).make('id_ed25519', 'ada@home')
  const path = join(home, '.ssh/id_ed25519')
  const publicHalf = (passphrase: string) =>
    run('ssh-keygen', ['-y', '-P', passphrase, '-f', path]).trim()
  const page = await app.openSignedIn(sandbox)
  await openKeys(page)
  const details = await openKey(page, 'ada@home')
  const fact = (label: string) =>
    details
      .getByRole('definition')
      .filter({ has: page.locator(`xpath=preceding-sibling::dt[1][.="${label}"]`) })

  await test.step('asks for it twice', async () => {
    await expect(fact('Passphrase')).toHaveText('None')
    await details.getByRole('button', { name: 'Set passphrase…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Set a passphrase for/ })
    await dialog.getByLabel('New passphrase').fill('first secret')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    const repeated = dialog.getByLabel('Repeat the passphrase')
    await expect(repeated).toBeFocused()
    await expect(repeated).toHaveAccessibleDescription(/The passphrases don’t match\./)
    await app.expectAccessible()
    await repeated.fill('first secret')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await expect(page.getByRole('status').getByText(/has a new passphrase/)).toBeVisible()
    await expect(fact('Passphrase')).toHaveText('Set')
    await expect(details.getByRole('button', { name: 'Change passphrase…' })).toBeVisible()
    expect(() => publicHalf('')).toThrow()
    expect(publicHalf('first secret')).toBe(readFileSync(`${path}.pub`, 'utf8').trim())
  })

  await test.step('unlocks it for the agent', async () => {
    await details.getByRole('button', { name: 'Add to agent' }).click()
    const dialog = page.getByRole('dialog', { name: /^Add .* to the SSH agent$/ })
    await dialog.getByLabel(/^Passphrase of/).fill('first secret')
    await dialog.getByRole('button', { name: 'Add to agent' }).click()
    await expect(details.getByRole('button', { name: 'Remove from agent' })).toBeVisible()
    expect(run('ssh-add', ['-l'])).toContain('ada@home')
    await app.expectAccessible()
  })
})
