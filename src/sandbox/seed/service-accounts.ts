import type { SeedUser } from './seed-user.ts'

/** Service accounts in addition to the hand-written one. */
export const programs: SeedUser[] = [
  {
    username: 'service_account_6018816a18e515214e0c34c2b33523fc',
    name: 'Service account user',
    kind: 'service_account',
    createdById: 1,
    lastSeen: 3,
  },
  {
    username: 'Nightly.Builds',
    name: 'Nightly builds 🌙',
    kind: 'service_account',
    createdById: 1,
    projects: 9,
    lastSeen: 0,
    profile: { provisioned_by_group_id: 1 },
  },
  {
    username: 'old-importer',
    name: 'Old importer',
    kind: 'service_account',
    createdById: 1,
    state: 'blocked',
    lastSeen: 480,
    profile: {
      note: 'Blocked after its token was found in a log.',
      provisioned_by_project_id: 1,
    },
  },
]
