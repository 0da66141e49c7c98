import { lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { type Computer, filesOf, test } from './support/computer.ts'
import { expect, expectSignedIn, heading } from './support/test.ts'

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' }, keyringOptions: { unavailable: 'no-bus' } })

const passphrase = 'correct horse battery staple'

/** Dotfiles in a separate folder, a per-folder identity, a file Git can’t read, and a key with a passphrase. */
function writeDotfiles({ home, run }: Computer): void {
  const files = {
    'dotfiles/git/config': [
      ...['[user]', '\tname = Maya', '\temail = maya@home.example'],
      ...['[includeIf "gitdir:~/work/"]', '\tpath = ~/dotfiles/work.gitconfig'],
      ...['[includeIf "gitdir:~/broken/"]', '\tpath = ~/dotfiles/broken.gitconfig'],
    ],
    'dotfiles/work.gitconfig': ['[user]', '\temail = maya@work.example'],
    'dotfiles/broken.gitconfig': ['[user', 'email'],
    'dotfiles/ssh_config': ['Host old', '  Port 2022'],
    '.ssh/broken.pub': ['ssh-ed25519 AAAA broken'],
  }
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, name), `${lines.join('\n')}\n`, { mode: 0o600 })
  }
  mkdirSync(join(home, '.config'))
  symlinkSync('../dotfiles/git', join(home, '.config/git'))
  symlinkSync('../dotfiles/ssh_config', join(home, '.ssh/config'))
  const key = join(home, '.ssh/id_ed25519')
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'Laptop', '-f', key])
}

/** Opens the undo dialog for the changes at an index in the list. */
async function openUndo(page: Page, at: number) {
  const changes = page.getByRole('region', { name: 'Changes by Latchkey' })
  await changes.getByRole('button', { name: /^Undo/ }).nth(at).click()
  return page.getByRole('dialog', { name: 'Undo these changes' })
}

test('applies only the confirmed changes and undoes all of them @full', async ({
  app,
  sandbox,
  computer,
}) => {
  const { home, git } = computer
  writeDotfiles(computer)
  git(['init', '-q', join(home, 'work/project')])
  git(['init', '-q', join(home, 'admin/project')])
  const before = filesOf(home)
  const emailIn = (folder: string) => git(['config', 'user.email'], join(home, folder)).trim()
  const page = await app.open()
  await app.signIn(sandbox)
  await expectSignedIn(page)

  await test.step('fixes a fault without touching the identity, after unlocking the key', async () => {
    await openScreen(page, 'This computer')
    await page.getByRole('button', { name: 'Fix all…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up this computer' })
    await expect(dialog.getByRole('radio', { name: /id_ed25519\.pub/ })).toBeChecked()
    await expect(dialog).toContainText('Has a passphrase. Not on your account.')
    const question = dialog.getByRole('group', { name: 'Set your name and email in Git' })
    await expect(dialog.getByRole('button', { name: /^Apply \d changes$/ })).toBeDisabled()
    await question.getByRole('radio', { name: /^Keep my values/ }).check()
    await app.expectAccessible()
    await dialog.getByRole('textbox', { name: /^Passphrase/ }).fill(passphrase)
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('listitem', { name: 'Signed commits' })).toContainText(
      'Commits are signed',
    )
    expect(emailIn('.')).toBe('maya@home.example')
    expect(emailIn('work/project')).toBe('maya@work.example')
    expect(lstatSync(join(home, '.config/git')).isSymbolicLink()).toBe(true)
  })

  await test.step('gives a second account an identity for a folder', async () => {
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: /add|another account/i }).click()
    await app.signIn(sandbox, sandbox.tokens.admin)
    await expectSignedIn(page)
    await openScreen(page, 'This computer')
    const identities = page.getByRole('region', { name: 'Identities' })
    await expect(identities).toContainText('maya@work.example')
    await identities.getByRole('button', { name: 'Add identity…' }).click()
    await page.getByRole('textbox', { name: 'Folders' }).fill('~/admin')
    await page.getByRole('button', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await dialog.getByRole('button', { name: /^Apply \d changes$/ }).click()
    await expect(identities).toContainText('In ~/admin')
    expect(emailIn('.')).toBe('maya@home.example')
    expect(emailIn('admin/project')).not.toBe('maya@home.example')
    expect(readlinkSync(join(home, '.ssh/config'))).toBe('../dotfiles/ssh_config')
  })

  await test.step('previews the undo, which leaves what the second account uses', async () => {
    const dialog = await openUndo(page, 1)
    await expect(dialog).toContainText('Undo Latchkey’s changes to this file')
    await app.expectAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const at of [0, 0]) {
      const undo = await openUndo(page, at)
      await undo.getByRole('button', { name: 'Undo' }).click()
      await expect(undo).toHaveCount(0)
    }
    await expect(page.getByRole('region', { name: 'Changes by Latchkey' })).toHaveCount(0)
    expect(filesOf(home)).toEqual(before)
  })

  await test.step('signs out of both accounts', async () => {
    for (const remaining of [1, 0]) {
      await openScreen(page, 'Accounts')
      await page.getByRole('button', { name: 'Sign out' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
      if (remaining === 0) continue
      await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(remaining)
    }
    await expect(heading(page, 'Sign in')).toBeVisible()
    expect(filesOf(home)).toEqual(before)
  })
})
