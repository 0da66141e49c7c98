import type { DirectoryEntry } from '../../src/shared/operations/directory.ts'

const names = ['Anna Lindqvist', 'Kofi Mensah', 'Zoë Ng', 'Émile da Silva', 'Ines Okafor']
const states = ['active', 'active', 'active', 'blocked', 'deactivated', 'banned']

/** Generates users, newest first. */
export function generateUsers(count: number): DirectoryEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - index
    return {
      id,
      username: `user${id}`,
      name: `${names[id % names.length]} ${id}`,
      state: states[id % states.length]!,
      email: `user${id}@tidewater.example`,
      is_admin: id % 500 === 0,
      two_factor_enabled: id % 3 === 0,
      last_activity_on: `2026-0${(id % 9) + 1}-1${id % 10}`,
      last_sign_in_at: null,
      created_at: new Date(Date.UTC(2020, 0, 1) + id * 600_000).toISOString(),
      external: false,
      bot: false,
      locked: false,
      identities: [],
      using_license_seat: true,
      projects_limit: 100_000,
      note: null,
      web_url: null,
      email_confirmed: true,
      email_domain: 'tidewater.example',
    }
  })
}
