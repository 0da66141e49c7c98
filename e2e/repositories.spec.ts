import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { type Computer, filesOf, test as base } from './support/computer.ts'
import { type GpgHome, gpgHome } from './support/gpg-home.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, expectSignedIn } from './support/test.ts'

const test = base.extend<{ gpg: GpgHome }>({
  async gpg({ computer }, use) {
    const gpg = gpgHome(computer.home)
    await use(gpg)
    gpg.stop()
  },
})

test.skip(process.platform !== 'linux', 'ssh uses other paths on other systems')
test.use({ sandboxOptions: { flavor: 'gitlab' } })

const email = 'maya.lindqvist@example.com'

/** Three clones: one with a per-folder identity, one through an SSH host alias, and another account’s, with GPG. */
function writeClones({ home, run, git }: Computer, gpgKey: string): void {
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
  const [tool, other] = [join(home, 'code/tool'), join(home, 'code/other')]
  git(['commit', '-q', '--allow-empty', '-m', 'Pushed'], tool)
  git(['update-ref', 'refs/remotes/origin/main', 'HEAD'], tool)
  git(['branch', '-q', '--set-upstream-to=origin/main'], tool)
  git(['config', 'user.signingkey', gpgKey], other)
  git(['config', 'commit.gpgsign', 'true'], other)
}

/** Adds a GPG key for the administrator; returns that user. */
async function addGpgKey({ url, tokens }: TestSandbox, gpg: GpgHome) {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api/v4/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'PRIVATE-TOKEN': tokens.admin,
        'Content-Type': 'application/json',
        Connection: 'close',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok).toBe(true)
    return (await response.json()) as { name: string; email: string }
  }
  const user = await call('user')
  const fingerprint = gpg.generate(`${user.name} <${user.email}>`)
  await call('user/gpg_keys', { key: gpg.gpg('--armor', '--export', fingerprint).toString() })
  return { ...user, fingerprint }
}

/** The configuration files Latchkey may change. */
const settingsOf = (home: string) =>
  Object.fromEntries(
    Object.entries(filesOf(home)).filter(
      ([name]) => !/(^|\/)(\.gnupg\/|\.git\/(?!config$))/.test(name),
    ),
  )

/** Makes a commit; returns its author and whether `git verify-commit` accepts the signature. */
function commit({ home, run, git }: Computer, folder: string): [user: string, isGood: boolean] {
  const at = join(home, folder)
  git(['commit', '-q', '--allow-empty', '-m', 'Change'], at)
  const signers = join(dirname(home), 'signers')
  writeFileSync(signers, `${email} ${run('cat', [join(home, '.ssh/id_ed25519.pub')])}`)
  const user = git(['log', '-1', '--format=%an <%ae>'], at).trim()
  try {
    git(['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-commit', 'HEAD'], at)
    return [user, true]
  } catch {
    return [user, false]
  }
}

const rowOf = (page: Page, path: string) =>
  page.getByRole('grid', { name: 'Repositories' }).locator(`[role=row][data-item="${path}"]`)
const openFolders = (page: Page) => page.getByRole('button', { name: /^Folders/ }).click()

async function addFolder(page: Page, folder: string) {
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.getByRole('button', { name: 'Add folder' }).click()
  await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible()
}

test('shows the identity used in each repository, and fixes it in two clicks @full', async ({
  app,
  sandbox,
  otherSandbox,
  computer,
  gpg,
}) => {
  const { home, run } = computer
  const owner = await addGpgKey(otherSandbox, gpg)
  writeClones(computer, owner.fingerprint)
  await computer.addKeyToAccount('auth_and_signing')
  const before = settingsOf(home)
  const page = await app.openSignedIn(sandbox)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: /add|another account/i }).click()
  const other = { ...otherSandbox, url: otherSandbox.url.replace('127.0.0.1', 'localhost') }
  await app.signIn(other, other.tokens.admin)
  await expect(page.getByText('“localhost” is usually this computer.')).toBeVisible()
  await expect(page.getByText('Anyone on the network')).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^Send my token unencrypted/ }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectSignedIn(page)
  const [site, tool, otherClone] = ['~/work/site', '~/code/tool', '~/code/other'].map((path) =>
    rowOf(page, path),
  ) as [Locator, Locator, Locator]

  await test.step('shows the author and signature of a new commit', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill('repositories on')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No folders yet')).toBeVisible()
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Add ~/work' }).click()
    await openFolders(page)
    await expect(page.getByRole('button', { name: 'Remove ~/work' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add ~/code' })).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Folder' })
    await field.fill('~/wrok')
    await field.press('Enter')
    await expect(page.getByText('There’s no folder ~/wrok.')).toBeVisible()
    await expect(field).toHaveValue('~/wrok')
    await expect(field).toBeFocused()
    await expect(page.getByRole('button', { name: 'Remove ~/wrok' })).toHaveCount(0)
    await addFolder(page, '~/code')
    await expect(page.getByText('There’s no folder')).toHaveCount(0)
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    expect(commit(computer, 'work/site')).toEqual([`Maya <${email}>`, true])
    await expect(site).toContainText(`Maya <${email}>`)
    await expect(site).toContainText('@maya.lindqvist')
    await expect(site.getByText('Verified', { exact: true })).toBeVisible()
    expect(commit(computer, 'code/tool')).toEqual(['Maya <maya@home.example>', false])
    await expect(tool).toContainText('Maya <maya@home.example>')
    await expect(tool).toContainText('Not verified')
    await expect(tool).toContainText('isn’t on')
    // Git accepts the signature, but the email isn’t one of the account’s.
    expect(commit(computer, 'code/other')).toEqual(['Maya <maya@home.example>', true])
    await expect(otherClone).toContainText('Maya <maya@home.example>')
    await expect(otherClone).toContainText(owner.fingerprint)
    await expect(otherClone).toContainText('Not verified')
    await expect(otherClone).not.toContainText('@maya.lindqvist')
    await app.expectAccessible()
  })

  await test.step('shows the config line each value comes from', async () => {
    for (const key of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(key)
    const details = page.getByRole('dialog', { name: '~/work/site' })
    await expect(details).toContainText('~/work.gitconfig:2')
    await expect(details).toContainText('~/.gitconfig:2')
    await app.expectAccessible()
    await details.getByRole('button', { name: 'Change identity…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('filters repositories by fault, text, and account', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByText('Not verified').click()
    await expect(page.getByText('2 of 3 repositories')).toBeVisible()
    await expect(tool.getByText('Not verified', { exact: true })).toBeVisible()
    await expect(site).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search repositories' }).fill('tool')
    await expect(page.getByText('1 of 3 repositories')).toBeVisible()
    await page.getByRole('combobox', { name: 'Account' }).selectOption({ label: 'No account' })
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect(page.getByText('3 repositories', { exact: true })).toBeVisible()
  })

  /** Fixes the identity in two clicks. */
  async function fixIdentity(row: Locator, path: string) {
    await row.getByRole('button', { name: `Set identity for ${path}…` }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await dialog.getByRole('button', { name: /^Apply \d+ changes?$/ }).click()
    await expect(row.getByText('Verified', { exact: true })).toBeVisible()
  }

  await test.step('fixes a repository in two clicks', async () => {
    await tool.getByRole('button', { name: 'Set identity for ~/code/tool…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog).toContainText(email)
    await app.expectAccessible()
    await page.keyboard.press('Escape')
    await fixIdentity(tool, '~/code/tool')
    const [user, isGood] = commit(computer, 'code/tool')
    expect(isGood).toBe(true)
    await expect(tool).toContainText(user)
    expect(user).toContain(`<${email}>`)
  })

  await test.step('undoes that from the toast, and redoes it', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(tool).toContainText('Not verified')
    expect(settingsOf(home)).toEqual(before)
    await fixIdentity(tool, '~/code/tool')
  })

  await test.step('corrects earlier commits with the command shown', async () => {
    const at = join(home, 'code/tool')
    await tool.click()
    const details = page.getByRole('dialog', { name: '~/code/tool' })
    await expect(details).toContainText(/1 unpushed commit by .?maya@home\.example/)
    await app.expectAccessible()
    const copy = details.getByRole('button', { name: 'Copy Command to correct them' })
    await copy.first().click()
    await expect.poll(() => app.clipboard()).toContain('git rebase')
    run('sh', ['-c', `cd '${at}' && ${await app.clipboard()}`])
    const emails = computer.git(['log', '--format=%ae %ce', '@{upstream}..'], at).trim()
    expect(emails.split('\n')).toEqual([`${email} ${email}`, `${email} ${email}`])
    await page.keyboard.press('Escape')
    await tool.click()
    await expect(details).toContainText(
      /2 commits ahead of .?origin\/main.?, all with this identity/,
    )
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('fixes a repository of another account and keeps its signature', async () => {
    await fixIdentity(otherClone, '~/code/other')
    expect(commit(computer, 'code/other')).toEqual([`${owner.name} <${owner.email}>`, true])
    await expect(otherClone).toContainText(`${owner.name} <${owner.email}>`)
  })

  await test.step('fixes a folder for the account of the remote', async () => {
    await otherClone.click()
    const details = page.getByRole('dialog', { name: '~/code/other' })
    await details.getByRole('button', { name: 'Change identity…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set identity' })
    await expect(dialog.getByRole('option', { selected: true })).toContainText('localhost')
    await dialog.getByRole('radio', { name: /^This folder/ }).check()
    await dialog.getByRole('button', { name: /^Apply \d+ changes?$/ }).click()
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(otherClone.getByText('Verified', { exact: true })).toBeVisible()
    expect(commit(computer, 'code/other')[1]).toBe(true)
  })

  await test.step('lists the folder in the identities', async () => {
    await openScreen(page, 'This computer')
    const identities = page.getByRole('region', { name: 'Identities' })
    await expect(identities.getByRole('listitem', { name: 'In ~/code' })).toContainText(
      'Created by Latchkey',
    )
    await expect(identities.getByRole('listitem', { name: 'In ~/work' })).toContainText(email)
    await app.expectAccessible()
    await openScreen(page, 'Repositories')
    await expect(otherClone).toBeVisible()
  })

  await test.step('restores every byte on undo', async () => {
    await openScreen(page, 'This computer')
    for (const remaining of [2, 1, 0]) {
      const changes = page.getByRole('region', { name: 'Changes by Latchkey' })
      await changes.getByRole('button', { name: /^Undo/ }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Undo these changes' })
      await dialog.getByRole('button', { name: 'Undo' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(changes.getByRole('listitem')).toHaveCount(remaining)
    }
    expect(settingsOf(home)).toEqual(before)
    await openScreen(page, 'Repositories')
    await expect(tool).toContainText('maya@home.example')
  })
})

test('sets and changes the identity of a repository without a remote @full', async ({
  app,
  sandbox,
  computer,
}) => {
  const { home, git, run } = computer
  git(['init', '-q', join(home, 'code/draft')])
  mkdirSync(join(home, '.ssh'), { mode: 0o700 })
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, '.ssh/id_ed25519')])
  await computer.addKeyToAccount('auth_and_signing')
  const emailIn = (folder: string) => git(['config', 'user.email'], join(home, folder)).trim()
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Repositories')
  await page.getByRole('button', { name: 'Add ~/code' }).click()
  const draft = rowOf(page, '~/code/draft')
  const dialog = page.getByRole('dialog', { name: 'Set identity' })
  const chosenEmail = dialog.getByRole('combobox', { name: 'Email' })

  await test.step('sets a confirmed email of the account', async () => {
    await draft.getByRole('button', { name: 'Set identity for ~/code/draft…' }).click()
    await expect(chosenEmail).toHaveValue(email)
    await app.expectAccessible()
    await chosenEmail.selectOption('maya@tidewater.example')
    await expect(dialog).toContainText('user.email = maya@tidewater.example')
    await dialog.getByRole('button', { name: /^Apply \d+ changes?$/ }).click()
    await expect(dialog).toHaveCount(0)
    expect(emailIn('code/draft')).toBe('maya@tidewater.example')
  })

  await test.step('shows the account’s email, which can be changed again', async () => {
    await expect(draft).toContainText('@maya.lindqvist')
    await expect(draft).toContainText('Can’t check Verified: no GitLab remote.')
    await draft.getByRole('button', { name: 'Change identity for ~/code/draft…' }).click()
    await expect(chosenEmail).toHaveValue(email)
    await dialog.getByRole('button', { name: /^Apply \d+ changes?$/ }).click()
    await expect(dialog).toHaveCount(0)
    expect(emailIn('code/draft')).toBe(email)
  })
})
