import type { Page } from '@playwright/test'
import { type TestSandbox, asAdmin } from './sandbox.ts'
import { expect, heading } from './test.ts'

/** What the service knows of a person; more fields are there. */
interface ServedPerson {
  id: number
  username: string
  state: string
  note: string | null
  two_factor_enabled: boolean
}

/** A person as the service has them now; `undefined` for somebody who is gone. */
export async function served(
  sandbox: TestSandbox,
  username: string,
): Promise<ServedPerson | undefined> {
  const [found] = await asAdmin<ServedPerson[]>(
    sandbox,
    'GET',
    `/users?username=${encodeURIComponent(username)}`,
  )
  return found
}

/** Opens the page that administrators have of a person, and waits until they are shown. */
export async function openAdminPerson(
  page: Page,
  sandbox: TestSandbox,
  username: string,
  tab?: string,
): Promise<number> {
  const { id } = (await served(sandbox, username))!
  await goTo(page, `people/${id}${tab ? `?tab=${tab}` : ''}`)
  await expect(heading(page, 'User')).toBeVisible()
  await expect(
    page.getByRole('main').getByText(`@${username}`, { exact: true }).first(),
  ).toBeVisible()
  return id
}

/** Goes to a screen of the administration of the account that is shown. */
export async function goTo(page: Page, rest: string): Promise<void> {
  await page.evaluate((to) => {
    const [, account] = /^#\/of\/([^/]+)/.exec(location.hash)!
    location.hash = `#/of/${account}/admin/${to}`
  }, rest)
}
