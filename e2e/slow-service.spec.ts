import type { Locator, Page } from '@playwright/test'
import { dataAge, openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { findUser, goToAdminScreen, userHeader } from './support/person.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, expectSignedIn, heading, test, visit } from './support/test.ts'

// Previously loaded data is shown immediately, with its age, while GitLab is slow or unreachable.

test.use({ time: noon })

const main = (page: Page) => page.getByRole('main')
const serviceAccount = (page: Page) =>
  page.getByRole('grid', { name: 'Service accounts' }).getByRole('row').nth(1)
const skeleton = (page: Page) => main(page).locator('.loading')
/** The stale-data marker: Latchkey is waiting for GitLab, or gave up after half a minute. */
const ageMark = (page: Page) => dataAge(page).getByText(/Updating…|Can’t reach GitLab/)
/** Delays every response indefinitely. */
const slow = ['GET /** * latency=9999999']

/** A screen’s name, how to open it, and some of its data. */
type Screen = [name: string, open: (page: Page) => Promise<void>, what: (page: Page) => Locator]

const byLink = (name: string) => (page: Page) => openScreen(page, name)
const items = (label: string) => (page: Page) =>
  page.getByRole('list', { name: label }).getByRole('listitem').first()

const rows = (label: string) => (page: Page) =>
  page.getByRole('grid', { name: label }).getByRole('row').nth(1)

const memberScreens: Screen[] = [
  ['Home', byLink('Home'), items('Needs your attention')],
  ['Profile', byLink('Profile'), (page) => main(page).getByText('@maya.lindqvist')],
  ['Status', byLink('Status'), (page) => page.getByRole('region', { name: 'Current status' })],
  ['Keys', byLink('Keys'), rows('Keys')],
  ['Emails', byLink('Emails'), rows('Addresses')],
  ['Preferences', byLink('Preferences'), (page) => page.getByRole('switch').first()],
  [
    'Following',
    async (page) => {
      const [, account] = /#\/of\/([^/]+)/.exec(page.url())!
      await visit(page, `/of/${account}/people?tab=following`)
    },
    rows('Following'),
  ],
]

async function expectAllShown(page: Page, screens: readonly Screen[]) {
  for (const [name, open, text] of screens) {
    await test.step(name, async () => {
      await open(page)
      await expect(text(page)).toBeVisible()
      await expect(skeleton(page)).toHaveCount(0)
    })
  }
}

test('shows every account screen immediately, even if GitLab is unreachable or slow @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  let page = await app.openSignedIn(sandbox)
  await expectAllShown(page, memberScreens)
  await sandbox.stop()
  page = await app.open()
  await expectSignedIn(page)
  await expectAllShown(page, memberScreens)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await sandbox.start({ faults: slow })
  page = await app.open()
  await expectSignedIn(page)
  await expectAllShown(page, memberScreens)
  await openScreen(page, 'Profile')
  await expect(ageMark(page).first()).toBeVisible()
  await expect(dataAge(page).getByText(/updated today/i)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await app.expectAccessible()
})

test('shows the cached Home on startup without waiting for GitLab @full', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox)
  await expectAllShown(page, memberScreens.slice(0, 1))
  await sandbox.stop()
  await sandbox.start({ faults: slow })
  const calls: string[] = []
  page = await app.open({
    beforeOpen: (opened) =>
      void opened.on('request', (request) => calls.push(request.postData() ?? '')),
  })
  await expectAllShown(page, memberScreens.slice(0, 1))
  await expect(ageMark(page).first()).toBeVisible()
  expect(calls.filter((call) => call.includes('"attention.get"'))).toHaveLength(1)
})

/** An admin tab on a user’s page. */
const tab =
  (name: string): Screen[1] =>
  (page) =>
    page.getByRole('tab', { name, exact: true }).click()
const personTabs: Screen[] = [
  ['Memberships', tab('Memberships'), rows('Memberships')],
  ['Associations', tab('Memberships'), (page) => page.getByText('Merge requests')],
  ['Status', tab('Overview'), (page) => page.getByRole('region', { name: 'Status' })],
  ['Emails', tab('Access'), rows('Addresses')],
  ['SSH keys', tab('Credentials'), rows('SSH keys')],
  [
    'Impersonation tokens',
    tab('Impersonation tokens'),
    (page) =>
      main(page)
        .getByText(/impersonation token/)
        .first(),
  ],
]

async function openPerson(page: Page, sandbox: TestSandbox, id: number) {
  await goToAdminScreen(page, `people/${id}`)
  await expect(userHeader(page)).toBeVisible()
}

test('shows administrators a user and all tabs immediately on a slow instance @full', async ({
  app,
  sandbox,
}) => {
  test.slow()
  let page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const [loaded, unseen] = [
    await findUser(sandbox, 'maya.lindqvist'),
    await findUser(sandbox, 'wordy'),
  ]
  await openScreen(page, 'Service accounts')
  await expect(serviceAccount(page)).toBeVisible()
  await openScreen(page, 'Users')
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('60 users', { exact: true })).toBeVisible()
  await openScreen(page, 'Activities')
  await expect(page.getByRole('grid', { name: 'Activities' }).getByRole('row').nth(1)).toBeVisible()
  await openPerson(page, sandbox, loaded!.id)
  await expectAllShown(page, personTabs)
  await visit(
    page,
    page
      .url()
      .split('#')[1]!
      .replace(/admin\/people.*/, `people/${loaded!.id}`),
  )
  await expect(heading(page, 'User profile')).toBeVisible()
  await expect(main(page).getByText('@maya.lindqvist').first()).toBeVisible()

  await sandbox.stop()
  await sandbox.start({ faults: slow })
  page = await app.open()
  await expectSignedIn(page)
  await openScreen(page, 'Service accounts')
  await expect(serviceAccount(page)).toBeVisible()
  await openScreen(page, 'Activities')
  await expect(page.getByRole('grid', { name: 'Activities' }).getByRole('row').nth(1)).toBeVisible()
  await openPerson(page, sandbox, loaded!.id)
  await expect(main(page).getByText('@maya.lindqvist').first()).toBeVisible()
  await expectAllShown(page, personTabs)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await test.step('shows a user who is only in the directory', async () => {
    await openPerson(page, sandbox, unseen!.id)
    await expect(main(page).getByText('@wordy').first()).toBeVisible()
    await expect(ageMark(page).first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'Actions' })).toBeVisible()
  })

  await test.step('shows a user’s public profile', async () => {
    await visit(
      page,
      page
        .url()
        .split('#')[1]!
        .replace(/admin\/people.*/, `people/${loaded!.id}`),
    )
    await expect(heading(page, 'User profile')).toBeVisible()
    await expect(main(page).getByText('@maya.lindqvist').first()).toBeVisible()
    await expect(ageMark(page).first()).toBeVisible()
  })
})
