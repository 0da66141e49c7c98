import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { startSshServer } from '../src/core/features/setup/testing/ssh-server.ts'
import { openScreen } from './support/actions.ts'
import { expect, test } from './support/test.ts'

test.skip(process.platform !== 'linux', 'elsewhere ssh has other paths')
test.use({ sandboxOptions: { flavour: 'gitlab' } })

test('sets up a new computer for signed, pushed commits with three clicks', async ({
  app,
  sandbox,
  keyring,
  folder,
}) => {
  const server = await startSshServer('Welcome to GitLab, @maya.lindqvist!')
  const keys = `${sandbox.url}/api/v4/user/keys`
  const headers = { 'PRIVATE-TOKEN': sandbox.tokens.user }
  const listKeys = async () =>
    (await (await fetch(keys, { headers })).json()) as { id: number; key: string }[]
  for (const { id } of await listKeys()) await fetch(`${keys}/${id}`, { method: 'DELETE', headers })
  // The server lets in whoever has a key of the account, as GitLab does.
  const letIn = setInterval(() => {
    void listKeys().then((list) => server.authorize(list.map(({ key }) => `${key}\n`).join('')))
  }, 100)
  try {
    const home = join(folder, 'home')
    const bin = join(folder, 'bin')
    mkdirSync(home)
    mkdirSync(bin)
    // The real ssh, which takes the home folder from the system, with the files of the test.
    const config = server.config(
      [`IdentityFile ${home}/.ssh/id_ed25519`],
      join(home, '.ssh/known_hosts'),
    )
    const ssh = `#!/bin/sh\nexec /usr/bin/ssh -F ${config} -o User=${userInfo().username} "$@"\n`
    writeFileSync(join(bin, 'ssh'), ssh)
    chmodSync(join(bin, 'ssh'), 0o755)
    keyring.env.PATH = `${bin}:${process.env.PATH}`
    keyring.env.HOME = home
    const page = await app.openSignedIn(sandbox)

    await test.step('three clicks', async () => {
      await openScreen(page, 'This computer')
      await page.getByRole('button', { name: 'Fix all…' }).click()
      await app.expectAccessible()
      await page.getByRole('button', { name: /^Make \d changes$/ }).click()
      await expect(page.getByText('This computer is ready for signed commits.')).toBeVisible()
      await app.expectAccessible()
    })

    await test.step('a signed commit is pushed, and git verifies it', async () => {
      const env = { PATH: keyring.env.PATH, HOME: home }
      const git = (args: string[], cwd = home) =>
        execFileSync('git', args, { env, cwd, stdio: 'pipe', encoding: 'utf8' })
      const remote = join(folder, 'remote.git')
      git(['init', '-q', '--bare', remote])
      git(['clone', '-q', `${userInfo().username}@127.0.0.1:${remote}`, 'project'])
      const project = join(home, 'project')
      git(['commit', '-q', '--allow-empty', '-m', 'First'], project)
      git(['push', '-q', 'origin', 'HEAD:main'], project)
      git(['verify-commit', 'HEAD'], project)
      expect(git(['log', '--format=%ae', 'main'], remote)).toBe('maya.lindqvist@example.com\n')
    })

    await test.step('all changes to files are undone', async () => {
      await page.getByRole('button', { name: 'Undo changes' }).click()
      await expect(page.getByRole('status').getByText('as they were before')).toBeVisible()
      await expect(page.getByRole('listitem', { name: 'Signed commits' })).toContainText(
        'Commits aren’t signed.',
      )
    })
  } finally {
    clearInterval(letIn)
    await server.stop()
  }
})
