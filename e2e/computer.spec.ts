import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { openScreen } from './support/actions.ts'
import { test } from './support/computer.ts'
import { expect } from './support/test.ts'

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

test('sets up a new computer to sign and push commits in three clicks @full', async ({
  app,
  sandbox,
  computer: { home, git },
  folder,
}) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('takes three clicks', async () => {
    await openScreen(page, 'This computer')
    await page.getByRole('button', { name: 'Fix all…' }).click()
    await app.expectAccessible()
    await page.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(page.getByText('This computer is ready for signed commits.')).toBeVisible()
    await app.expectAccessible()
  })

  await test.step('pushes a signed commit that git verifies', async () => {
    const remote = join(folder, 'remote.git')
    git(['init', '-q', '--bare', remote])
    git(['clone', '-q', `${userInfo().username}@127.0.0.1:${remote}`, 'project'])
    const project = join(home, 'project')
    git(['commit', '-q', '--allow-empty', '-m', 'First'], project)
    git(['push', '-q', 'origin', 'HEAD:main'], project)
    git(['verify-commit', 'HEAD'], project)
    expect(git(['log', '--format=%ae', 'main'], remote)).toBe('maya.lindqvist@example.com\n')
  })

  await test.step('undoes all changes and keeps a copy of the key elsewhere', async () => {
    await page.getByRole('button', { name: /^Undo the changes of/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo these changes' })
    await expect(dialog).toContainText('Move this key to ~/.ssh-undone/id_ed25519')
    await app.expectAccessible()
    expect(existsSync(join(home, '.ssh/id_ed25519'))).toBe(true)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status').getByText('Changes undone.')).toBeVisible()
    await expect(page.getByRole('listitem', { name: 'Signed commits' })).toContainText(
      'Commits aren’t signed.',
    )
    await expect(page.getByRole('region', { name: 'Changes by Latchkey' })).toHaveCount(0)
    expect(existsSync(join(home, '.gitconfig'))).toBe(false)
    expect(existsSync(join(home, '.ssh-undone/id_ed25519'))).toBe(true)
  })
})

test('lists problems it can’t fix, and sets the selected email @full', async ({
  app,
  sandbox,
  computer: { home, git, replaceProgram, restorePrograms },
}) => {
  replaceProgram('ssh', (original) => `exec ${original} -p 1 "$@"`)
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'This computer')
  const connection = page.getByRole('listitem', { name: 'SSH connection' })
  const dialog = page.getByRole('dialog', { name: 'Set up this computer' })

  await test.step('changes the server from its row', async () => {
    await expect(connection).toContainText('Nothing answers SSH on 127.0.0.1, port 1.')
    await expect(connection.getByRole('button', { name: /^Fix/ })).toHaveCount(0)
    await connection.getByRole('button', { name: 'Change server…' }).click()
    await expect(page.getByRole('dialog', { name: 'SSH server of 127.0.0.1' })).toBeVisible()
    await page.keyboard.press('Escape')
    const rows = page.getByRole('region', { name: 'This computer' }).getByRole('listitem')
    const names = await rows.evaluateAll((all) => all.map((row) => row.ariaLabel))
    expect(names.indexOf('Host key')).toBeGreaterThan(names.indexOf('SSH connection'))
  })

  await test.step('shows the check in the dialog, and offers the confirmed emails', async () => {
    await page.getByRole('button', { name: 'Fix all…' }).click()
    await expect(dialog).toContainText('What still needs you: SSH connection.')
    const email = dialog.getByRole('combobox', { name: 'Email' })
    await expect(email).toHaveValue('maya.lindqvist@example.com')
    await email.selectOption('maya@tidewater.example')
    await expect(dialog).toContainText('user.email = maya@tidewater.example')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(dialog).toHaveCount(0)
    expect(git(['config', '--global', 'user.email'], home)).toBe('maya@tidewater.example\n')
  })

  await test.step('passes all checks once the server responds', async () => {
    restorePrograms()
    await expect(page.getByText('Checking…')).toHaveCount(0)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(connection.getByRole('button', { name: 'Change server…' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Fix all…' }).click()
    await expect(dialog).not.toContainText('What still needs you')
    await dialog.getByRole('button', { name: /^Apply \d changes?$/ }).click()
    await expect(page.getByText('This computer is ready for signed commits.')).toBeVisible()
  })
})

test('sets up an identity for a folder and removes it @full', async ({
  app,
  sandbox,
  computer: { home, git },
}) => {
  const config = '[user]\n\tname = Maya\n\temail = maya@home.example\n'
  writeFileSync(join(home, '.gitconfig'), config)
  mkdirSync(join(home, '.ssh'), { mode: 0o700 })
  const key = join(home, '.ssh/id_work')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  git(['init', '-q', join(home, 'work/project')])
  const email = () => git(['config', 'user.email'], join(home, 'work/project')).trim()
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'This computer')
  const identities = page.getByRole('region', { name: 'Identities' })
  const added = identities.getByRole('listitem', { name: 'In ~/work' })

  await test.step('changes nothing before the preview is confirmed', async () => {
    await identities.getByRole('button', { name: 'Add identity…' }).click()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    await expect(page.getByText('Enter at least one folder.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Folders' }).fill('~/work')
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog).toContainText('user.email = maya.lindqvist@example.com')
    await app.expectAccessible()
    expect(email()).toBe('maya@home.example')
    await dialog.getByRole('button', { name: 'Apply 6 changes' }).click()
    await expect(added).toContainText('maya.lindqvist@example.com')
    expect(email()).toBe('maya.lindqvist@example.com')
    await identities.getByRole('button', { name: /^Edit/ }).click()
    await expect(page.getByRole('textbox', { name: 'Folders' })).toHaveValue('~/work')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('removes the entire identity', async () => {
    await identities.getByRole('button', { name: /^Remove/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Remove this identity' })
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).focus()
    await page.keyboard.press('Enter')
    await expect(added).toHaveCount(0)
    await expect(identities.getByRole('heading')).toBeFocused()
    await expect(identities.getByRole('listitem')).toContainText('Maya <maya@home.example>')
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe(config)
    expect(existsSync(join(home, '.ssh/latchkey/127.0.0.1.conf'))).toBe(false)
  })

  await test.step('restores it on Undo', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(added).toBeVisible()
    expect(email()).toBe('maya.lindqvist@example.com')
  })
})

test('asks for a wrong passphrase again @full', async ({ app, sandbox, computer: { home } }) => {
  mkdirSync(join(home, '.ssh'), { mode: 0o700 })
  const key = join(home, '.ssh/id_ed25519')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'correct horse', '-f', key])
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'This computer')
  await page.getByRole('button', { name: 'Fix SSH agent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up this computer' })
  const apply = async (passphrase: string) => {
    await dialog.getByLabel(/^Passphrase of/).fill(passphrase)
    await dialog.getByRole('button', { name: /^Apply \d change/ }).focus()
    await page.keyboard.press('Enter')
  }
  await apply('wrong')
  await expect(dialog).toContainText('isn’t the passphrase')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await apply('correct horse')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your key is in the agent.')).toBeVisible()
})
