import type { Locator, Page } from '@playwright/test'
import { type TestSandbox, callAsAdmin } from './sandbox.ts'
import { expect } from './test.ts'

/** Some of the user fields that GitLab returns to administrators. */
interface ServiceUser {
  id: number
  username: string
  email: string
  state: string
  note: string | null
  two_factor_enabled: boolean
}

/** GitLab’s current record of a user; `undefined` if there is none. */
export async function findUser(
  sandbox: TestSandbox,
  username: string,
): Promise<ServiceUser | undefined> {
  const [match] = await callAsAdmin<ServiceUser[]>(
    sandbox,
    'GET',
    `/users?username=${encodeURIComponent(username)}`,
  )
  return match
}

/** The header of a user’s page, which includes the name. */
export function userHeader(page: Page): Locator {
  return page.getByRole('region', { name: 'User', exact: true })
}

/** Opens a user’s admin page and waits until the user is shown. */
export async function openAdminUser(
  page: Page,
  sandbox: TestSandbox,
  username: string,
  tab?: string,
): Promise<number> {
  const { id } = (await findUser(sandbox, username))!
  await goToAdminScreen(page, `people/${id}${tab ? `?tab=${tab}` : ''}`)
  await expect(userHeader(page)).toBeVisible()
  await expect(
    page.getByRole('main').getByText(`@${username}`, { exact: true }).first(),
  ).toBeVisible()
  return id
}

/** Opens one of the current account’s admin screens. */
export async function goToAdminScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const [, account] = /^#\/of\/([^/]+)/.exec(location.hash)!
    location.hash = `#/of/${account}/admin/${to}`
  }, path)
}
