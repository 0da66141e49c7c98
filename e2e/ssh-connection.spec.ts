import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { startSshServer } from '../src/core/features/keys/connection/testing/ssh-server.ts'
import { openScreen } from './support/actions.ts'
import { expect, test } from './support/test.ts'

test.skip(process.platform !== 'linux', 'elsewhere ssh has other paths')

test('tells whether git reaches GitLab, and why not', async ({ app, sandbox, keyring, folder }) => {
  const server = await startSshServer('Welcome to GitLab, @maya.lindqvist!')
  try {
    server.trust()
    // The real ssh, with a configuration of the test: it takes the home folder from the system.
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const config = server.config([`IdentityFile ${join(server.folder, 'client')}`])
    writeFileSync(
      join(bin, 'ssh'),
      `#!/bin/sh\nexec /usr/bin/ssh -F ${config} -o User=${userInfo().username} "$@"\n`,
    )
    chmodSync(join(bin, 'ssh'), 0o755)
    keyring.env.PATH = `${bin}:${process.env.PATH}`
    const page = await app.openSignedIn(sandbox)
    await openScreen(page, 'Keys')
    const connection = page.getByRole('region', { name: 'SSH connection' })

    await test.step('is greeted by GitLab', async () => {
      await connection.getByRole('button', { name: 'Test connection' }).click()
      await expect(connection.getByRole('status')).toContainText(
        'GitLab recognizes you as @maya.lindqvist.',
      )
      await expect(connection).toContainText(`127.0.0.1:${server.port}`)
      await app.expectAccessible()
    })

    await test.step('shows the key of a host that is not known, from the palette', async () => {
      server.trust('/dev/null')
      await page.keyboard.press('Control+K')
      await page.keyboard.type('test ssh')
      await page.keyboard.press('Enter')
      await expect(connection.getByRole('status')).toContainText('isn’t known on this computer')
      await expect(connection).toContainText(server.hostKey)
      await app.expectAccessible()
    })
  } finally {
    await server.stop()
  }
})
