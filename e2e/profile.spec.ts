import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

test('groups profile fields, copies them, links counts to the web, and reloads @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openScreen(page, 'Profile')
  await expect(heading(page, 'Profile')).toBeVisible()
  for (const group of ['About', 'Contact', 'Account']) {
    await expect(page.getByRole('heading', { name: group, exact: true })).toBeVisible()
  }
  for (const text of ['Job title', 'Two-factor', 'Local time']) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  const todos = page.getByRole('link', { name: /To-do items/ })
  await expect(todos).toHaveAttribute('href', `${sandbox.url}/dashboard/todos`)
  await expect(todos).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByRole('button', { name: 'Copy username' }).click()
  const copied = await app.clipboard()
  await expect(page.getByText(`@${copied}`).first()).toBeVisible()
  await app.expectAccessible()
  await page.getByRole('button', { name: /refresh/i }).click()
  await expect(page.getByText(/^Updated today/)).toBeVisible()
})

test('keeps the name on one line in the smallest window @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await page.setViewportSize({ width: 900, height: 600 })
  await openScreen(page, 'Profile')
  const name = page.getByRole('main').getByText('Maya Lindqvist', { exact: true }).first()
  await expect.poll(async () => (await name.boundingBox())!.height).toBeLessThan(40)
})
