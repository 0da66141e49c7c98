import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { type Computer, filesOf, test } from './support/computer.ts'
import { expect, expectSignedIn } from './support/test.ts'

test.skip(process.platform !== 'linux', 'elsewhere ssh has other paths')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

const email = 'maya.lindqvist@example.com'

/** Three clones: one with an identity for its folder, one cloned by an SSH host alias, and one of another account. */
function writeClones({ home, run, git }: Computer): void {
  const key = join(home, '.ssh/id_ed25519')
  const files = {
    '.gitconfig': [
      ...['[user]', '\tname = Maya', '\temail = maya@home.example'],
      ...['[includeIf "gitdir:~/work/"]', '\tpath = ~/work.gitconfig'],
    ],
    'work.gitconfig': [
      ...['[user]', `\temail = ${email}`, `\tsigningkey = ${key}.pub`],
      ...['[gpg]', '\tformat = ssh', '[commit]', '\tgpgsign = true'],
    ],
    '.ssh/config': ['Host team', '  HostName 127.0.0.1', '  User git', `  IdentityFile ${key}`],
  }
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, name), `${lines.join('\n')}\n`, { mode: 0o600 })
  }
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'Laptop', '-f', key])
  const clones = {
    'work/site': 'git@127.0.0.1:group/site.git',
    'code/tool': 'team:group/tool.git',
    'code/other': 'git@localhost:group/other.git',
  }
  for (const [folder, remote] of Object.entries(clones)) {
    git(['init', '-q', join(home, folder)])
    git(['remote', 'add', 'origin', remote], join(home, folder))
  }
}

/** The files that Latchkey may change. */
const settingsOf = (home: string) =>
  Object.fromEntries(
    Object.entries(filesOf(home)).filter(([name]) => !/(^|\/)\.git\/(?!config$)/.test(name)),
  )

/** Makes a commit; returns whose it is, and whether the signature is that of the key on the account. */
function commit({ home, run, git }: Computer, folder: string) {
  const at = join(home, folder)
  git(['commit', '-q', '--allow-empty', '-m', 'Change'], at)
  const signers = join(dirname(home), 'signers')
  writeFileSync(signers, `${email} ${run('cat', [join(home, '.ssh/id_ed25519.pub')])}`)
  const format = '--format=%an <%ae> %G?'
  return git(['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'log', '-1', format], at).trim()
}

const rowOf = (page: Page, path: string) => page.getByRole('listitem', { name: path, exact: true })

async function addFolder(page: Page, folder: string) {
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.getByRole('button', { name: 'Add folder' }).click()
  await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible()
}

test('shows who commits in each repository, and sets it right with two clicks @full', async ({
  app,
  sandbox,
  otherSandbox,
  computer,
}) => {
  const { home } = computer
  writeClones(computer)
  await computer.addKeyToAccount('auth_and_signing')
  const before = settingsOf(home)
  const page = await app.openSignedIn(sandbox)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: /add|another account/i }).click()
  const other = { ...otherSandbox, url: otherSandbox.url.replace('127.0.0.1', 'localhost') }
  await app.signIn(other, other.tokens.admin)
  await page.getByRole('checkbox', { name: /^Send my token unencrypted/ }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectSignedIn(page)
  const [site, tool, foreign] = ['~/work/site', '~/code/tool', '~/code/other'].map((path) =>
    rowOf(page, path),
  ) as [ReturnType<typeof rowOf>, ReturnType<typeof rowOf>, ReturnType<typeof rowOf>]

  await test.step('rows show what a commit has', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill('repositories on')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No folders yet')).toBeVisible()
    await app.expectAccessible()
    await addFolder(page, '~/work')
    await addFolder(page, '~/gone')
    await expect(page.getByText('doesn’t exist.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove ~/gone' }).click()
    await addFolder(page, '~/code')
    await expect(page.getByText('doesn’t exist.')).toHaveCount(0)
    expect(commit(computer, 'work/site')).toBe(`Maya <${email}> G`)
    await expect(site).toContainText(`Maya <${email}>`)
    await expect(site).toContainText('@maya.lindqvist')
    await expect(site.getByText('Verified', { exact: true })).toBeVisible()
    expect(commit(computer, 'code/tool')).toBe('Maya <maya@home.example> N')
    await expect(tool).toContainText('Maya <maya@home.example>')
    await expect(tool).toContainText('Not verified')
    await expect(tool).toContainText('isn’t on')
    await expect(foreign).toContainText('Not verified')
    await expect(foreign).not.toContainText('@maya.lindqvist')
    await app.expectAccessible()
  })

  await test.step('each value names the line that it is from', async () => {
    for (const key of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(key)
    const details = page.getByRole('dialog', { name: 'site' })
    await expect(details).toContainText('~/work.gitconfig:2')
    await expect(details).toContainText('~/.gitconfig:2')
    await app.expectAccessible()
    await details.getByRole('button', { name: 'Set identity…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('rows are found by what is wrong, by a word, and by their account', async () => {
    await page.getByRole('radio', { name: 'Wrong' }).check()
    await expect(page.getByText('2 of 3 repositories')).toBeVisible()
    await expect(site).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search repositories' }).fill('tool')
    await expect(page.getByText('1 of 3 repositories')).toBeVisible()
    await page.getByRole('combobox', { name: 'Account' }).selectOption({ label: 'No account' })
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect(page.getByText('3 repositories', { exact: true })).toBeVisible()
  })

  await test.step('a repository is set right with two clicks', async () => {
    await tool.getByRole('button', { name: 'Set identity for ~/code/tool…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog).toContainText(email)
    await app.expectAccessible()
    await dialog.getByRole('button', { name: /^Make \d+ changes?$/ }).click()
    await expect(tool.getByText('Verified', { exact: true })).toBeVisible()
    expect(commit(computer, 'code/tool')).toMatch(new RegExp(`<${email}> G$`))
  })

  await test.step('that is undone from the toast, and done again', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(tool).toContainText('Not verified')
    expect(settingsOf(home)).toEqual(before)
    await tool.getByRole('button', { name: 'Set identity for ~/code/tool…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Make \d+ changes?$/ })
      .click()
    await expect(tool.getByText('Verified', { exact: true })).toBeVisible()
  })

  await test.step('a folder is set right for the account of the remote', async () => {
    await foreign.getByRole('button', { name: 'Set identity for ~/code/other…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog.getByRole('option', { selected: true })).toContainText('localhost')
    await dialog.getByRole('radio', { name: /^This folder/ }).check()
    await dialog.getByRole('button', { name: /^Make \d+ changes?$/ }).click()
    await expect(foreign).not.toContainText('maya@home.example')
    const [user] = commit(computer, 'code/other').split(/ \w$/)
    await expect(foreign).toContainText(user!)
  })

  await test.step('the table of identities names the folder', async () => {
    await openScreen(page, 'This computer')
    const identities = page.getByRole('region', { name: 'Identities' })
    await expect(identities.getByRole('listitem', { name: 'In ~/code' })).toContainText(
      'Made by Latchkey',
    )
    await expect(identities.getByRole('listitem', { name: 'In ~/work' })).toContainText(email)
    await app.expectAccessible()
    await openScreen(page, 'Repositories')
    await expect(foreign).toBeVisible()
  })

  await test.step('undo restores every byte', async () => {
    await openScreen(page, 'This computer')
    for (const left of [1, 0]) {
      const changes = page.getByRole('region', { name: 'Changes by Latchkey' })
      await changes.getByRole('button', { name: /^Undo/ }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Undo these changes' })
      await dialog.getByRole('button', { name: 'Undo' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(changes.getByRole('listitem')).toHaveCount(left)
    }
    expect(settingsOf(home)).toEqual(before)
    await openScreen(page, 'Repositories')
    await expect(tool).toContainText('maya@home.example')
  })
})
