import type { Page } from '@playwright/test'
import { openScreen, startBulkAction } from './support/actions.ts'
import { goToAdminScreen } from './support/person.ts'
import { pressAll, refuseChanges } from './support/press-all.ts'
import { adminScreens, personTabs, screens } from './support/screens.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { type App, expect, expectSignedIn, heading, test } from './support/test.ts'

const otherPaths = {
  'New user': 'people/new',
  'Edit user': 'people/2/edit',
  'Onboard users': 'onboarding',
}
const places: [string, (page: Page) => Promise<unknown>][] = [
  ...[...screens, ...adminScreens].map((name): (typeof places)[number] => [
    name,
    (page) => openScreen(page, name),
  ]),
  ...personTabs.map((name): (typeof places)[number] => [
    `a user’s ${name}`,
    async (page) => {
      await goToAdminScreen(page, `people/2?tab=${name.toLowerCase().replaceAll(' ', '-')}`)
      await expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible()
    },
  ]),
  ...Object.entries(otherPaths).map(([name, path]): (typeof places)[number] => [
    name,
    async (page) => {
      await goToAdminScreen(page, path)
      await expect(heading(page, /./)).toBeVisible()
    },
  ]),
  ['Bulk action', (page) => startBulkAction(page, 'Everyone', 60, 'Block')],
]

interface Variant {
  answersUnchanged?: boolean
}

/** Presses everything on a screen while nothing can be changed. */
async function pressScreen(
  app: App,
  sandbox: TestSandbox,
  openPlace: (page: Page) => Promise<unknown>,
  variant: Variant = {},
) {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await openPlace(page)
  const url = page.url()
  const host = await refuseChanges(page, variant)
  const { presses, missed } = await pressAll(page, host, async () => {
    // A page that is still starting ignores a change of the hash.
    if (page.url() !== url) await page.goto(url)
    await page.reload()
    await expectSignedIn(page)
    await openPlace(page)
  })
  const changing = presses.filter(({ refused }) => refused.length > 0)
  expect(presses.length).toBeGreaterThan(0)
  // Most controls must have been pressed for the test to mean anything.
  expect(missed.length, missed.join('\n')).toBeLessThan(presses.length)
  expect(changing.filter((press) => press.claims.length > 0)).toEqual([])
  return changing
}

for (const [name, openPlace] of places) {
  test(
    `claims no success on ${name} if the host refuses every change @full`,
    { tag: '@browser' },
    async ({ app, sandbox }) => {
      test.slow()
      const changing = await pressScreen(app, sandbox, openPlace)
      expect(changing.filter(({ isSaid }) => !isSaid)).toEqual([])
    },
  )
}

for (const name of ['Accounts', 'Settings']) {
  test(
    `claims no success on ${name} if changes leave everything as it was @full`,
    { tag: '@browser' },
    async ({ app, sandbox }) => {
      test.slow()
      const openPlace = (page: Page) => openScreen(page, name)
      await pressScreen(app, sandbox, openPlace, { answersUnchanged: true })
    },
  )
}
