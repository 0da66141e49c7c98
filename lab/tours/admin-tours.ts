// Paths through the admin screens, with a screenshot at each stop.
import type { Page } from '@playwright/test'
import { discardChanges, openScreen } from '../../e2e/support/actions.ts'
import { openView, selectAll } from '../../e2e/support/directory.ts'
import { chooseForRow, viewButton } from '../../e2e/support/lists.ts'
import { chooseForRun, takeAction } from '../../e2e/support/moderation.ts'
import { goToAdminScreen } from '../../e2e/support/person.ts'
import { adminScreens, personTabs } from '../../e2e/support/screens.ts'
import { captureLoadingAndErrors, nameOf, waitUntilSettled } from './tours.ts'
import type { Shot } from './tours.ts'

/** Visits the admin lists and forms in their initial state. */
export async function administrationTour(page: Page, shot: Shot): Promise<void> {
  await openScreen(page, 'Home')
  await waitUntilSettled(page)
  await shot('home-administrator')
  for (const name of adminScreens) {
    await openScreen(page, name)
    await waitUntilSettled(page)
    if (name === 'Users') await page.getByText('200 users', { exact: true }).waitFor()
    await shot(nameOf(name) + (name === 'Queue' || name === 'Audit log' ? '-empty' : ''))
  }
  await openScreen(page, 'Settings')
  await page.getByLabel('Parallel requests').scrollIntoViewIfNeeded()
  await shot('settings-administration')

  await openScreen(page, 'Users')
  await button(page, 'Filters').click()
  const filters = page.getByRole('group', { name: 'Filters', exact: true })
  await filters.getByLabel('Created on or after').fill('2026-02-02')
  await filters.getByLabel('Created before').fill('2026-02-01')
  await filters.getByText(/ or later\.$/).waitFor()
  await shot('directory-filters')
  await page.keyboard.press('Escape')
  await button(page, 'Columns').click()
  await shot('directory-columns')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody by this name')
  await page.getByText(/^No one matches/).waitFor()
  await shot('directory-nobody')
  await button(page, 'Reset filters').click()

  await page.getByRole('link', { name: 'New user' }).click()
  await heading(page, 'New user')
  await shot('new-user')
  await button(page, 'Create user').click()
  await shot('new-user-errors')

  await openScreen(page, 'New runner')
  await page.getByRole('radio', { name: /^Instance/ }).check()
  await shot('new-runner-instance')
  await page.getByRole('radio', { name: /^Project/ }).check()
  await openScreen(page, 'Activities')
  await waitUntilSettled(page)
  await shot('activities-everybody')
  await openScreen(page, 'Tokens')
  await waitUntilSettled(page)
  await shot('tokens-administrator')

  await openScreen(page, 'Credentials')
  await button(page, 'Load credentials').click()
  await page.getByRole('grid', { name: 'Credentials' }).getByRole('row').nth(3).waitFor()
  await waitUntilSettled(page)
  await shot('credentials-loaded')
  await openScreen(page, 'Users')
  await openView(page, /^Inactive/)
  await openScreen(page, 'Rules')
  await button(page, 'New rule…').click()
  await page.getByRole('dialog', { name: 'New rule' }).getByText('Every Monday').waitFor()
  await shot('new-rule')
  await page.keyboard.press('Escape')

  await openScreen(page, 'Service accounts')
  await waitUntilSettled(page)
  await button(page, 'New service account').click()
  await page.getByRole('textbox', { name: 'Username' }).fill('no spaces')
  await button(page, 'Create service account').click()
  await shot('service-accounts-errors')
  await page.getByRole('textbox', { name: 'Username' }).fill('')
  await page.keyboard.press('Escape')
}

/** Visits all of a user’s tabs, and the confirmation dialogs for actions. */
export async function adminUserTour(page: Page, shot: Shot): Promise<void> {
  await openUser(page, 'maya.lindqvist')
  for (const name of personTabs) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('tabpanel').locator('> *').first().waitFor()
    await waitUntilSettled(page)
    await shot(`admin-person-${nameOf(name)}`)
  }
  await page.getByRole('tab', { name: 'Credentials', exact: true }).click()
  await page.getByRole('tab', { name: 'Impersonation tokens', exact: true }).click()
  await button(page, 'Create token').click()
  await shot('admin-person-token-errors')
  await page.getByRole('textbox', { name: 'Name' }).fill('For case 4712')
  await page.getByRole('checkbox', { name: 'read_user', exact: true }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4712')
  await button(page, 'Create token').click()
  await button(page, 'Show Token').waitFor()
  await shot('admin-person-token-secret')
  await button(page, 'Copy Token').click()
  await button(page, 'Done').click()
  await button(page, 'Dismiss').click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await button(page, 'More actions').click()
  await page.getByRole('menu').waitFor()
  await shot('admin-person-more')
  await page.keyboard.press('Escape')
  await takeAction(page, 'Delete')
  await page.getByRole('region', { name: 'Affected data' }).getByText(/own/).waitFor()
  await shot('admin-person-delete')
  await page.keyboard.press('Escape')
  await takeAction(page, 'View as user')
  await button(page, 'View').waitFor()
  await shot('view-as-confirm')
  await button(page, 'View').click()
  await page.getByRole('complementary', { name: 'Viewing as another user' }).waitFor()
  await waitUntilSettled(page)
  await shot('view-as')
  await button(page, 'Stop').click()
  await button(page, 'Edit').click()
  await heading(page, 'Edit Maya Lindqvist')
  await waitUntilSettled(page)
  await shot('edit-user')
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill('no spaces')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await button(page, 'Save changes').click()
  await shot('edit-user-errors')
  await discardChanges(page)

  await openUser(page, 'quiet')
  await takeAction(page, 'Block')
  await page.getByRole('region', { name: 'Queued' }).waitFor()
  await shot('admin-person-block')
  await button(page, /add reason$/i).click()
  const dialog = page.getByRole('dialog', { name: /^Reason:/ })
  await dialog.getByLabel('Reason').fill('Left the company in March')
  await dialog.getByRole('button', { name: 'Save reason' }).click()
  await page.getByRole('region', { name: 'Queued' }).getByText('Left the company').waitFor()
  await shot('admin-person-queued')
  await openScreen(page, 'Queue')
  await chooseForRow(page.getByRole('row').filter({ hasText: '@quiet' }), 'Edit reason')
  await page.getByRole('dialog', { name: /^Reason:/ }).waitFor()
  await shot('queue-reason')
  await page.keyboard.press('Escape')
}

/** Follows a bulk action from its preview to its run and its audit log. */
export async function bulkTour(page: Page, shot: Shot): Promise<void> {
  await openScreen(page, 'Users')
  await openView(page, /^Active, no two-factor/)
  await selectAll(page).click()
  await button(page, 'Actions').click()
  await page.getByRole('menu').waitFor()
  await shot('directory-selected')
  await page.keyboard.press('Escape')
  await button(page, 'Block…').click()
  await heading(page, /^Block [\d,]+ users$/)
  await page.getByRole('grid', { name: 'Users who would change' }).waitFor()
  await shot('bulk-preview')
  const action = page.getByRole('combobox', { name: 'Action', exact: true })
  await action.selectOption('Delete')
  await page.getByLabel(/^Type \d+/).fill('3')
  await button(page, /^Delete [\d,]+ users/).click()
  await page.getByText(/^Type [\d,]+\.$/).waitFor()
  await shot('bulk-final')
  await action.selectOption('Plan')
  await page.getByRole('radio', { name: /^Offboard/ }).check()
  await page.getByText(/^Delete SSH keys: /).waitFor()
  await page.getByText('Steps', { exact: true }).evaluate((element) => element.scrollIntoView())
  await shot('plan')
  await action.selectOption('Block')
  await page.getByLabel('Reason').fill('Two-factor has been required since May')
  const [count = ''] = /[\d,]+/.exec(await button(page, /^Block [\d,]+ users/).innerText()) ?? []
  await page.getByLabel(/^Type [\d,]+ to confirm/).fill(count)
  await button(page, /^Block [\d,]+ users/).click()
  await heading(page, /^Run: /)
  await button(page, 'Undo all').waitFor()
  await shot('run-undoable')
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 60_000 })
  await shot('run')

  await openScreen(page, 'Queue')
  await openView(page, /^Finished/)
  await waitUntilSettled(page)
  await shot('queue-finished')
  await openScreen(page, 'Audit log')
  await waitUntilSettled(page)
  await shot('audit-log')

  await openScreen(page, 'Users')
  await openView(page, /^Everyone/)
  await openUser(page, 'long-gone')
  await takeAction(page, 'Offboard and other plans…')
  await page.getByRole('radio', { name: /^Offboard/ }).check()
  await page.getByRole('checkbox', { name: 'Remove memberships' }).check()
  await page.getByLabel('Type long-gone to confirm').fill('long-gone')
  await button(page, /^Offboard /).click()
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 60_000 })
  await chooseForRun(page, 'Evidence…')
  const memberships = page.getByRole('region', { name: 'Remove memberships' })
  await memberships.evaluate((element) => element.scrollIntoView())
  await shot('evidence')
}

/** Visits onboarding runs and reviews together in the queue and on their own pages. */
export async function queueTour(page: Page, shot: Shot): Promise<void> {
  await openScreen(page, 'Users')
  await openView(page, /^Everyone/)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('mar')
  await page.getByText(/^1\d users$/).waitFor()
  await selectAll(page).click()
  await button(page, 'Review access…').click()
  await button(page, 'Start review').click()
  await page.getByText(/^\d+ of \d+ items decided$/).waitFor({ timeout: 60_000 })
  await shot('review')

  await openScreen(page, 'Users')
  await openView(page, /^Everyone/)
  await selectAll(page).click()
  await button(page, 'Review access…').click()
  await button(page, 'Start review').click()
  await page.getByRole('grid', { name: 'Users in this review' }).waitFor()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Open the run' }).click()
  await chooseForRun(page, 'Pause')
  await page.getByText(/^Paused\./).waitFor()
  await shot('run-review')

  await goToAdminScreen(page, 'onboarding')
  const names = Array.from({ length: 600 }, (_, index) => `intern${index + 1}`)
  const rows = names.map((name) => `${name},${name},${name}@tidewater.example`)
  await page.getByLabel('Choose CSV file…').setInputFiles({
    name: 'interns.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['username,name,email', ...rows].join('\n')),
  })
  await page.getByLabel('Type 600 to confirm').fill('600')
  await button(page, 'Create 600 users').click()
  await heading(page, /^Run: /)
  await viewButton(page, /^Created/).waitFor()
  await page.getByRole('main').getByRole('row').nth(1).waitFor()
  await shot('run-onboarding')
  await openScreen(page, 'Queue')
  await openView(page, /^Pending/)
  await page.getByRole('grid', { name: 'Runs' }).waitFor()
  await waitUntilSettled(page)
  await shot('queue')
}

/** Visits each list while it loads, and when there is no response. */
export function adminLoadingAndErrorTour(page: Page, shot: Shot): Promise<void> {
  return captureLoadingAndErrors(page, shot, adminScreens)
}

/** Visits admin screens while offline, with loaded data, missing data, and queued actions. */
export async function offlineTour(
  page: Page,
  shot: Shot,
  service: { stop(): Promise<void> },
): Promise<void> {
  await openUser(page, 'maya.lindqvist')
  await page.getByRole('tab', { name: 'Memberships' }).click()
  await page.getByRole('grid', { name: 'Memberships' }).waitFor()
  await service.stop()
  await button(page, 'Refresh').click()
  await page.getByRole('region', { name: 'Connection' }).getByText('Can’t reach GitLab').waitFor()
  for (const name of adminScreens) {
    await openScreen(page, name)
    await waitUntilSettled(page)
    await shot(`${nameOf(name)}-offline`)
  }
  await openUser(page, 'maya.lindqvist')
  await page.getByRole('tab', { name: 'Memberships' }).click()
  await waitUntilSettled(page)
  await shot('admin-person-read-before')
  await page.getByRole('tab', { name: 'Credentials' }).click()
  await page.getByText('Not loaded yet.').waitFor()
  await shot('admin-person-not-read')
  await openUser(page, 'wordy')
  await shot('admin-person-offline')
  await takeAction(page, 'Block')
  await page.getByRole('region', { name: 'Queued' }).waitFor()
  await shot('admin-person-offline-queued')
  await openScreen(page, 'Users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('word')
  await page.getByText('1 user', { exact: true }).waitFor()
  await shot('directory-offline-queued')
  await button(page, 'Filters').click()
  await shot('directory-offline-filters')
  await page.keyboard.press('Escape')
  await openScreen(page, 'Queue')
  await waitUntilSettled(page)
  await shot('queue-offline')
}

/** Opens a user from the directory. */
export async function openUser(page: Page, username: string): Promise<void> {
  await openScreen(page, 'Users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  const grid = page.getByRole('grid', { name: 'Users' })
  await grid
    .getByRole('row')
    .filter({ hasText: `@${username}` })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('region', { name: 'User', exact: true }).waitFor()
  await page.getByRole('group', { name: 'Actions' }).waitFor()
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true }).first()
}

function heading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}
