import { openScreen } from './support/actions.ts'
import { filesContaining, takeHeapSnapshot, readPageStorage } from './support/secrets.ts'
import { expect, expectSignedIn, test } from './support/test.ts'

// After every test, `support/test.ts` also searches the page’s responses, the data folder, and the host’s output.
test('keeps a typed token only in the keychain', async ({ app, sandbox }) => {
  const { user, read_user: first, expired } = sandbox.tokens
  const page = await app.open()
  await app.signIn(sandbox, expired)
  await expect(page.getByText('has expired').first()).toBeVisible()
  await app.signIn(sandbox, first)
  await expectSignedIn(page)
  await openScreen(page, 'Accounts')
  await page.getByRole('list').getByRole('button', { name: 'Replace token' }).click()
  await app.replaceToken(user)
  await openScreen(page, 'Status')
  await page.getByRole('textbox', { name: 'Message' }).fill('Looking for tokens')
  await page.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByRole('region', { name: 'Current status' })).toContainText('Looking')

  const tokens = [user, first, expired]
  const heap = await takeHeapSnapshot(page)
  // Proves that the snapshot isn’t empty.
  expect(heap).toContain('Looking for tokens')
  expect(tokens.filter((token) => heap.includes(token))).toEqual([])
  const stored = await readPageStorage(page)
  expect(tokens.filter((token) => stored.includes(token))).toEqual([])
  expect(filesContaining(app.data, tokens)).toEqual([])
  // Proves that the file search works.
  expect(filesContaining(app.data, ['Looking for tokens'])).not.toHaveLength(0)
})
