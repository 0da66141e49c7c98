import {
  importResult as result,
  keyList,
  keyRow,
  openKeys,
  sshKeysOf as keysOf,
  titlesOf,
} from './support/keys.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { expect, test } from './support/test.ts'

// The shortest paths through key tasks, starting on Home or from a link.

test('adds the only new key from Home in one click, and hides the section if no keys are new @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const ssh = sshFolder(keyring.env.HOME!)
  ssh.make('id_ed25519', 'ada@home')
  ssh.make('id_rsa', 'old server', '-t', 'rsa', '-b', '1024')
  const page = await app.openSignedIn(sandbox)
  const panel = page.getByRole('region', { name: 'New keys' })
  await expect(panel).toContainText('1 local key isn’t on GitLab yet')
  await app.expectAccessible()
  await panel.getByRole('button', { name: 'Add to GitLab' }).click()
  await expect(result(page)).toContainText('1 added and 1 skipped.')
  const leftOut = page.getByRole('region', { name: 'Results', exact: true })
  await expect(leftOut).toContainText('old server RSA keys of 1024 bits can be broken')
  await expect(panel).not.toContainText('on GitLab yet')
  expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop', 'ada@home'])

  await result(page).getByRole('button', { name: 'Undo' }).click()
  await expect(panel).toContainText('1 local key isn’t on GitLab yet')
  expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop'])
  await panel.getByRole('button', { name: 'Add to GitLab' }).click()
  await page.getByRole('button', { name: 'Dismiss results' }).click()
  await expect(panel).toHaveCount(0)
})

test('lists several new keys on Home and adds the checked ones in one click @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  const ssh = sshFolder(keyring.env.HOME!)
  ssh.make('id_ed25519', 'ada@home')
  ssh.make('id_ecdsa', 'ada@attic', '-t', 'ecdsa')
  ssh.make('id_github', 'ada@laptop')
  ssh.make('web', 'deploy@web')
  const page = await app.openSignedIn(sandbox)
  const panel = page.getByRole('region', { name: 'New keys' })
  await expect(panel).toContainText('4 local keys aren’t on GitLab yet')
  await expect(panel.getByRole('checkbox', { name: /^ada@laptop/ })).not.toBeChecked()
  await expect(panel).toContainText('Looks like a GitHub key')
  await expect(panel).toContainText('Looks like a key for a machine (“deploy”)')
  await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await app.expectAccessible()
  await panel.getByRole('button', { name: 'Add 2 keys' }).click()
  await expect(result(page)).toContainText('2 added')
  expect(await titlesOf(sandbox)).toEqual(['Build machine', 'Work laptop', 'ada@attic', 'ada@home'])

  await expect(panel).toContainText('2 local keys aren’t on GitLab yet')
  await expect(panel.getByRole('button', { name: 'Add keys' })).toBeDisabled()
  await panel.getByRole('checkbox', { name: /^ada@laptop/ }).check()
  await panel.getByRole('button', { name: 'Add 1 key', exact: true }).click()
  await expect(result(page)).toContainText('1 added')
  expect(await titlesOf(sandbox)).toContain('ada@laptop')
  expect(await titlesOf(sandbox)).not.toContain('deploy@web')

  await result(page).getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('checkbox', { name: /^ada@laptop/ })).not.toBeChecked()
})

test('renews an expiring key in two clicks from Home @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await page
    .getByRole('link', { name: /Build machine/ })
    .first()
    .click()
  const renew = page.getByRole('button', { name: 'Renew key' })
  await expect(renew).toBeFocused()
  await renew.click()
  await expect(keyRow(keyList(page), 'Build machine')).not.toContainText(/in \d+ days/)
})

test('renews an expiring key from a link @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  const { id } = (await keysOf(sandbox)).find(({ title }) => title === 'Build machine')!
  await openKeys(page, `?show=ssh-${id}&renew=1`)
  await page.getByRole('button', { name: 'Renew key' }).click()
  const row = keyRow(keyList(page), 'Build machine')
  await expect(row).not.toContainText(/in \d+ days/)
  await expect(row.getByRole('button', { name: 'Renew Build machine' })).toHaveCount(0)
  const key = (await keysOf(sandbox)).find(({ title }) => title === 'Build machine')!
  const days = (Date.parse(key.expires_at!) - sandbox.now()) / 86_400_000
  expect(Math.abs(days - 365)).toBeLessThan(1.5)
})
