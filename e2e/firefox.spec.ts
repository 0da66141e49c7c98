import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { timezoneId } from './support/browser-host.ts'
import { startFirefox } from './support/firefox.ts'
import { startProgram } from './support/process.ts'
import { callAsAdmin } from './support/sandbox.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, test } from './support/test.ts'

test('works in Firefox without console errors or policy violations @browser @full', async ({
  sandbox,
  keyring,
  folder,
}) => {
  test.slow()
  await callAsAdmin(sandbox, 'PUT', '/user/status', { message: '', emoji: '' })
  sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
  const profile = join(folder, 'firefox')
  mkdirSync(profile)
  const host = startProgram(
    'out/main/serve.js',
    ['--no-open', '--port', '0', '--data', join(folder, 'data')],
    { TZ: timezoneId, ...keyring.env },
  )
  const firefox = await startFirefox(profile)
  const { page } = firefox
  try {
    const [, url] = await host.waitForOutput(/Latchkey is running at (\S+)/)
    await page.open(url!)

    await test.step('signs in', async () => {
      await page.click('textbox', 'GitLab URL')
      await page.type(sandbox.url)
      await page.focus('input[type=password]')
      await page.type(sandbox.tokens.admin)
      await page.click('button', 'Sign in')
      await page.waitFor('heading', 'Home')
    })

    await test.step('adds an SSH key', async () => {
      await page.click('button', 'Add to GitLab')
      await page.waitForText('1 added')
    })

    await test.step('sets a status', async () => {
      await page.click('link', 'Profile')
      await page.click('link', 'Status')
      await page.click('textbox', 'Message')
      await page.type('Tides')
      await page.click('button', 'Save status')
      const status = () => callAsAdmin<{ message: string }>(sandbox, 'GET', '/user/status')
      await expect.poll(status).toMatchObject({ message: 'Tides' })
    })

    await test.step('shows the user list to an administrator', async () => {
      await page.click('link', 'Users')
      await page.waitForText('60 users')
      expect(page.complaints).toEqual([])
    })

    await test.step('detects errors and scripts blocked by the policy', async () => {
      await page.run(`() => { console.error('from a probe') }`)
      // Scripts that a debugger evaluates are exempt from the policy.
      await page.run(`() => { setTimeout(() => Function('')) }`)
      const complaints = () => page.complaints.join('\n')
      await expect.poll(complaints).toContain('from a probe')
      await expect.poll(complaints).toContain('Content-Security-Policy')
    })
  } finally {
    await firefox.close()
    await host.stop()
  }
})
